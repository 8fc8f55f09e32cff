#!/usr/bin/env python3
"""Check that the report in README.md is what tracerun says today about samples/bench/crash.c.

usage: readme.py [--write] ROOT TRACERUN

--write puts today's report there. Addresses may differ, since they differ from run to run.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

BEGIN, END = "<!-- samples/bench/crash.c -->\n```text\n", "```\n<!-- end -->\n"


def report(root, tracerun):
    """What a person sees, with $ and the commands in front."""
    with tempfile.TemporaryDirectory() as work:
        shutil.copy(root / "samples/bench/crash.c", work)
        subprocess.run(["gcc", "-g", "-O0", "-o", "crash", "crash.c"], cwd=work, check=True)
        environment = {**os.environ, "LC_ALL": "C.UTF-8"}
        done = subprocess.run([tracerun, "./crash"], cwd=work, capture_output=True, text=True, env=environment)
    return "$ gcc -g -o crash crash.c\n$ tracerun ./crash\n" + done.stderr


def without_addresses(text):
    return re.sub(r"0x[0-9a-f]{5,}", "0x…", text)


def main():
    root, tracerun = pathlib.Path(sys.argv[-2]), os.path.realpath(sys.argv[-1])
    page = root / "README.md"
    before, rest = page.read_text().split(BEGIN)
    shown, after = rest.split(END, 1)
    today = report(root, tracerun)
    if sys.argv[1] == "--write":
        page.write_text(before + BEGIN + today + END + after)
    elif without_addresses(shown) != without_addresses(today):
        sys.exit(f"tracerun says otherwise than README.md; tests/docs/readme.py --write ROOT TRACERUN mends that:\n{today}")


main()
