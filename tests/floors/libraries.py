#!/usr/bin/env python3
"""Check that the supervisor loads none of the analysis libraries. usage: libraries.py TRACERUN"""
import re
import subprocess
import sys

HEAVY = ("libdw", "libelf", "libunwind", "libcapstone", "libseccomp", "libstdc++", "libclang", "libtree-sitter")

listing = subprocess.run(["readelf", "-dW", sys.argv[1]], check=True, capture_output=True, text=True).stdout
needed = re.findall(r"\(NEEDED\).*\[(.+)\]", listing)
heavy = [name for name in needed if name.startswith(HEAVY)]
print("needs " + " ".join(needed))
if heavy:
    print("these belong into tracerun-worker alone: " + " ".join(heavy))
sys.exit(bool(heavy))
