#!/usr/bin/env python3
"""Check that docs/SANDBOX.md lists the rules of tracer/sandbox/rules.def with their reasons. usage: sandbox.py ROOT"""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
rules = re.findall(r'^RULE\(\w+, "(\w+)", "(.*)"\)$', (root / "tracer/sandbox/rules.def").read_text(), re.MULTILINE)
told = re.search(r"^\| rule \|.*\n\|---.*\n((?:\|.*\n)+)", (root / "docs/SANDBOX.md").read_text(), re.MULTILINE)[1]
rows = re.findall(r"^\| (\w+) \| (.*) \|$", told, re.MULTILINE)
wrong = [f"rules.def, not SANDBOX.md: {rule}" for rule in rules if rule not in rows]
wrong += [f"SANDBOX.md, not rules.def: {row}" for row in rows if row not in rules]
print("\n".join(wrong) or f"{len(rules)} rules agree")
sys.exit(bool(wrong) or not rules)
