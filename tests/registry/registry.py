#!/usr/bin/env python3
"""Check the tables that things are added to: rules of kinds.def, formats of formats.def. usage: registry.py ROOT

A rule has a file in kinds/, a word in words.def, a line in docs/REPORT.md, and a sample whose report must be of that kind. A format has
a folder and is named in the man page.
"""
import json
import pathlib
import re
import sys


def rows(path, macro):
    return re.findall(rf"^{macro}\((\w+)\)", path.read_text(), re.MULTILINE)


def expected_kinds(node, inside=False):
    """The strings that a case.json asks of a key called kind."""
    if isinstance(node, dict):
        for key, value in node.items():
            yield from expected_kinds(value, inside or key.split(".")[-1] == "kind")
    elif isinstance(node, list):
        for value in node:
            yield from expected_kinds(value, inside)
    elif inside and isinstance(node, str):
        yield node


def check_kinds(root):
    folder = root / "tracer/diagnose"
    rules = rows(folder / "kinds.def", "TR_KIND_RULE")
    files = {path.stem: path for path in (folder / "kinds").glob("*.c")}
    words = dict(re.findall(r'W\((\w+), "([^"]+)"\)', (root / "tracer/model/words.def").read_text()))
    reference = (root / "docs/REPORT.md").read_text()
    sampled = {kind for case in root.glob("samples/**/case.json") for kind in expected_kinds(json.loads(case.read_text()))}
    for name in sorted(files.keys() - set(rules)):
        yield f"tracer/diagnose/kinds/{name}.c has no row in kinds.def"
    for name in rules:
        if name not in files:
            yield f"{name}: no tracer/diagnose/kinds/{name}.c"
            continue
        constants = set(re.findall(r"\bTR_KIND_(?!RULE)(\w+)", files[name].read_text()))
        if not constants:
            yield f"{name}: names no TR_KIND_… word"
        for word in (words.get(constant) for constant in constants):
            if word is None:
                yield f"{name}: its word is not in words.def"
            elif word not in reference:
                yield f"{name}: docs/REPORT.md does not name {word}"
            elif word not in sampled:
                yield f"{name}: no sample expects {word}"


def check_formats(root):
    manual = (root / "docs/tracerun.1").read_text()
    for name in rows(root / "formats/formats.def", "F"):
        if not list((root / "formats" / name).glob("*.c")):
            yield f"format {name}: nothing in formats/{name}"
        if name not in manual:
            yield f"format {name}: not in docs/tracerun.1"


def main():
    root = pathlib.Path(sys.argv[1])
    wrong = [*check_kinds(root), *check_formats(root)]
    print("\n".join(wrong) or "every row has its file, its document and its sample")
    sys.exit(bool(wrong))


main()
