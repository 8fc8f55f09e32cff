#!/usr/bin/env python3
"""Check that a header that says "Private to MODULE/" at its head, or ends in _internal.h, is included by that module alone.

Tests of the module may include it too. usage: private.py ROOT
"""
import pathlib
import re
import sys

INCLUDE = re.compile(r'^#include "([\w/]+\.h)"', re.MULTILINE)


def module_of(path, root):
    """tracer/values/x.c, tests/unit/values/x.c -> values; formats/json/x.c -> formats."""
    parts = path.relative_to(root).parts
    return parts[0] if parts[0] == "formats" else parts[2] if parts[:2] == ("tests", "unit") else parts[1]


def main():
    root = pathlib.Path(sys.argv[1])
    files = [path for folder in ("tracer", "formats", "tests/unit") for path in sorted((root / folder).rglob("*.[ch]"))]
    private = {}
    for path in files:
        if path.suffix == ".h" and (path.stem.endswith("_internal") or "Private to" in path.read_text()[:800]):
            folder = root if path.is_relative_to(root / "formats") else root / "tracer"
            private[str(path.relative_to(folder))] = module_of(path, root)
    found = [f"{path.relative_to(root)}: {header} is private to {private[header]}"
             for path in files for header in INCLUDE.findall(path.read_text())
             if private.get(header, module_of(path, root)) != module_of(path, root)]
    print("\n".join(found) or f"{len(private)} private headers stay in their modules")
    sys.exit(bool(found) or not private)


main()
