#!/usr/bin/python3
"""Compare the files that are made from the report's tables with what the tables say now, or rewrite them.

usage: generated.py DESCRIBE_REPORT SOURCE_FOLDER schema|docs [--write]
"""
import difflib
import os
import subprocess
import sys

BEGIN, END = "<!-- fields: begin (tests/tools/generated.py) -->\n", "<!-- fields: end -->\n"


def wanted(tool, what, old):
    made = subprocess.run([tool, "schema" if what == "schema" else "fields"], capture_output=True, text=True, check=True).stdout
    if what == "schema":
        return made
    head, _, rest = old.partition(BEGIN)
    _, _, tail = rest.partition(END)
    return head + BEGIN + "\n" + made + END + tail


def main():
    if len(sys.argv) < 4 or sys.argv[3] not in ("schema", "docs"):
        sys.exit(__doc__)
    tool, folder, what = sys.argv[1:4]
    path = os.path.join(folder, "formats/json/report.schema.json" if what == "schema" else "docs/REPORT.md")
    old = open(path, encoding="utf-8").read() if os.path.exists(path) else ""
    new = wanted(tool, what, old)
    if new == old:
        return
    if "--write" in sys.argv[4:]:
        with open(path, "w", encoding="utf-8") as file:
            file.write(new)
        return
    sys.stdout.writelines(difflib.unified_diff(old.splitlines(True), new.splitlines(True), path, "from the tables"))
    sys.exit(f"{path} is behind tracer/model/report.def: run tests/tools/generated.py {tool} {folder} {what} --write")


main()
