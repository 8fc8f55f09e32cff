#!/usr/bin/env python3
"""Check that groff has nothing to say about a man page. usage: manual.py PAGE"""
import shutil
import subprocess
import sys

if not shutil.which("groff"):
    print("skipped: no groff")
    sys.exit(77)
done = subprocess.run(["groff", "-ww", "-man", "-Tutf8", "-Kutf8", sys.argv[1]], capture_output=True, text=True)
print(done.stderr or "groff has nothing to say")
sys.exit(bool(done.returncode or done.stderr))
