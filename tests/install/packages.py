#!/usr/bin/env python3
"""Check that `scripts/setup --runtime` names exactly the packages whose libraries the two programs load.

usage: packages.py ROOT PROGRAM...
"""
import re
import shutil
import subprocess
import sys

ALWAYS_THERE = {"libc6", "libgcc-s1"}


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def main():
    root, programs = sys.argv[1], sys.argv[2:]
    if not shutil.which("dpkg-query"):
        print("skipped: not Debian")
        sys.exit(77)
    libraries = {name for program in programs
                 for name in re.findall(r"\(NEEDED\).*\[(.+)\]", output("readelf", "-dW", program))}
    owners = {line.split(":")[0] for name in libraries for line in output("dpkg-query", "-S", f"*/{name}").splitlines()
              if "x86_64-linux-gnu" in line} - ALWAYS_THERE
    named = set(output(f"{root}/scripts/setup", "--runtime", "--list").split())
    if owners != named:
        sys.exit(f"the programs need {sorted(owners)}, scripts/setup --runtime installs {sorted(named)}")
    print(f"{' '.join(sorted(libraries))} come from {' '.join(sorted(named))} and the base system")


main()
