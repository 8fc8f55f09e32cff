#!/usr/bin/env python3
"""Check that the tables of docs/LIMITS.md are those of tracer/base/limits.h. usage: limits.py [--write] ROOT

--write brings the tables up to date.
"""
import pathlib
import re
import sys

BEGIN, END = "<!-- from tracer/base/limits.h -->\n", "<!-- end -->\n"


def rows(header):
    """(group, name, value, text) for every constant; a group is a comment that stands alone on its line."""
    group, body = "", header[header.index("enum {"):header.rindex("};")]
    for line in body.split("\n"):
        title = re.fullmatch(r"\s*/\* (.*) \*/", line)
        constant = re.fullmatch(r"\s*(TR_LIMIT_\w+) = ([^,]+),(?:\s*/\* (.*) \*/)?", line)
        if title:
            group = title[1]
        elif constant:
            yield group, constant[1], constant[2].strip(), constant[3] or ""
        elif line.strip() and not line.startswith("enum"):
            sys.exit(f"limits.h has a line that this check does not read: {line.strip()}")


def readable(expression):
    """A constant as people read it: 1 << 30 -> 1 GiB."""
    if not re.fullmatch(r"[\d\s<*]+", expression):
        return expression
    value = eval(expression)  # digits, '<' and '*' only
    for shift, unit in ((30, "Gi"), (20, "Mi"), (10, "Ki")):
        if value >= 1 << shift and value % (1 << shift) == 0:
            return f"{value >> shift} {unit}"
    return f"{value:,}"


def tables(header):
    text, last = "", None
    for group, name, value, meaning in rows(header):
        if group != last:
            text += f"\n### {group}\n\n| constant | value | of what |\n|---|---|---|\n"
            last = group
        text += f"| `{name}` | {readable(value)} | {meaning} |\n"
    return text + "\n"


def main():
    write = sys.argv[1] == "--write"
    root = pathlib.Path(sys.argv[-1])
    page = root / "docs/LIMITS.md"
    before, rest = page.read_text().split(BEGIN)
    after = rest.split(END)[1]
    wanted = before + BEGIN + tables((root / "tracer/base/limits.h").read_text()) + END + after
    if write:
        page.write_text(wanted)
    elif page.read_text() != wanted:
        sys.exit("docs/LIMITS.md is not what limits.h says; run tests/docs/limits.py --write ROOT")


main()
