#!/usr/bin/env python3
"""Install into a folder, check what is there, and run the installed tool on a program that crashes.

usage: runs.py CMAKE BUILD PREFIX COMPILER
"""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile

WANTED = ["bin/tracerun", "libexec/tracerun/tracerun-worker", "share/man/man1/tracerun.1",
          "share/bash-completion/completions/tracerun", "share/zsh/site-functions/_tracerun",
          "share/fish/vendor_completions.d/tracerun.fish", "share/doc/tracerun/LICENSE", "include/tracerun/report.h"]
PROGRAM = "int main(void)\n{\n    int *nothing = 0;\n    return *nothing;\n}\n"


def main():
    cmake, build, prefix, compiler = sys.argv[1:]
    shutil.rmtree(prefix, ignore_errors=True)
    subprocess.run([cmake, "--install", build, "--prefix", prefix], check=True, stdout=subprocess.DEVNULL)
    missing = [name for name in WANTED if not (pathlib.Path(prefix) / name).exists()]
    if missing:
        sys.exit("not installed: " + " ".join(missing))
    with tempfile.TemporaryDirectory() as work:
        source, program = os.path.join(work, "main.c"), os.path.join(work, "program")
        pathlib.Path(source).write_text(PROGRAM)
        subprocess.run([compiler, "-g", "-O0", "-o", program, source], check=True)
        done = subprocess.run([os.path.join(prefix, "bin/tracerun"), "--json", program], capture_output=True, text=True)
    report = json.loads(done.stdout)
    frame = report["threads"][0]["frames"][0]
    found = (report["status"], frame.get("function"), frame.get("line"), done.returncode, done.stderr)
    if found != ("RUNTIME_ERROR", "main", 4, -signal.SIGSEGV, ""):
        sys.exit(f"the installed tool reports {found}")


main()
