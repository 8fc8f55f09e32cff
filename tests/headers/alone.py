#!/usr/bin/env python3
"""Compile every header of every module by itself. usage: alone.py COMPILER LIST

LIST has a line for each module: its folder, then the include folders that it sees, separated by semicolons.
"""
import concurrent.futures
import os
import pathlib
import subprocess
import sys

FLAGS = ["-std=gnu11", "-D_GNU_SOURCE", "-Wall", "-Wextra", "-Wshadow", "-Wstrict-prototypes", "-Wundef", "-Werror",
         "-Wno-unused-function", "-fsyntax-only", "-x", "c", "-"]


def headers(listing):
    for line in pathlib.Path(listing).read_text().split("\n"):
        if line:
            folder, *includes = line.split(";")
            for header in sorted(pathlib.Path(folder).rglob("*.h")):
                yield header.relative_to(pathlib.Path(folder).parent), includes


def compile_alone(compiler, header, includes):
    """What the compiler says, nothing when all is well."""
    command = [compiler, *(f"-I{folder}" for folder in includes if folder), *FLAGS]
    done = subprocess.run(command, input=f'#include "{header}"\n', text=True, capture_output=True)
    return done.stderr if done.returncode else ""


def main():
    compiler, listing = sys.argv[1:]
    work = list(headers(listing))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        answers = list(pool.map(lambda item: compile_alone(compiler, *item), work))
    bad = [f"{header} does not compile alone:\n{answer}" for (header, _), answer in zip(work, answers) if answer]
    print("\n".join(bad) or f"{len(work)} headers compile alone")
    sys.exit(bool(bad) or not work)


main()
