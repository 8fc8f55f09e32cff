#!/usr/bin/env python3
"""Check that every function of a module's headers is documented: a comment stands above it, or above the block without empty
lines that it belongs to. Headers that say "Private to" at their head are left out. usage: documented.py ROOT
"""
import pathlib
import re
import sys

PROTOTYPE = re.compile(r"^(?!typedef|static|#|struct tr_\w+ \{|extern).*\b(tr_\w+)\(")
SPECIFIERS = re.compile(r"__attribute__\s*\(\(.*?\)\)\s*\)?")


def undocumented(text):
    """(line number, name) of prototypes that no comment covers."""
    covered = in_comment = inside = False
    depth = 0
    for number, line in enumerate(text.split("\n"), 1):
        if in_comment or line.lstrip().startswith("/*"):
            in_comment = "*/" not in line
            covered = True
            continue
        if not line.strip():
            covered = False
        match = PROTOTYPE.match(line)
        if match and depth == 0 and not inside and not line.startswith((" ", "\t", "}")) and not covered:
            yield number, match[1]
        depth += line.count("{") - line.count("}")
        inside = line.rstrip().endswith("\\")


def main():
    root = pathlib.Path(sys.argv[1])
    headers = sorted(path for folder in ("tracer", "formats", "include") for path in root.glob(f"{folder}/**/*.h")
                     if "Private to" not in path.read_text()[:800] and not path.stem.endswith("_internal"))
    found = [f"{path.relative_to(root)}:{number}: {name} is not documented"
             for path in headers for number, name in undocumented(path.read_text())]
    print("\n".join(found) or f"every function of {len(headers)} headers is documented")
    sys.exit(bool(found) or not headers)


main()
