#!/usr/bin/env python3
"""Every value that a report shows is the value that the program was given.

usage: run.py --tracerun PATH [--seed N] [--rounds N] [--keep DIR]

Each round makes a C and a C++ program with random declarations and known initial values, builds them with gcc and clang, without
and with optimisation, crashes them under tracerun and compares every argument and local of every function. Without optimisation
each must have its value; with it, one may be missing with a reason, but none may be wrong. The seed is printed: a failure
is had again with --seed.
"""
import argparse
from concurrent.futures import ThreadPoolExecutor
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile

from program import Program

SKIP = 77
COMPILERS = {False: [("gcc", ["-std=gnu17"]), ("clang", ["-std=gnu17"])], True: [("g++", ["-std=c++20"]), ("clang++", ["-std=c++20"])]}
# Without optimisation for variables, with it for the locations; its arguments too.
LEVELS = ["-O0", "-O2"]


class View:
    """A report as a kind's check() sees it, from one frame."""

    def __init__(self, report, frame):
        self.report = report
        self.variables = {node["name"]: node for node in frame.get("arguments", []) + frame.get("locals", [])}
        self.objects = {item["id"]: item for item in report.get("memory", {}).get("objects", [])}

    def sibling(self, name):
        return self.variables.get(name)

    def follow(self, pointer):
        node = self.report
        for part in pointer.split("/")[1:]:
            node = node[int(part)] if isinstance(node, list) else node[part]
        return node

    def target_of(self, node):
        """The object that @node points to, as a variable would be shown."""
        return dict({"state": "ok"}, **self.objects.get(node["points_to"]["object"], {}))

    def check_target(self, node, name, offset):
        """Whether @node says that it points @offset bytes into the variable @name of the same frame."""
        told = node.get("points_to")
        if told is None:
            return ["%s: does not say that it points to %s" % (node["name"], name)]
        item = self.objects.get(told["object"], {})
        if "variable" not in item or self.follow(item["variable"]) is not self.sibling(name) or told["offset"] != offset:
            return ["%s: points to %s, not to %s + %d" % (node["name"], told, name, offset)]
        return []


class Case:
    """One program in one build."""

    def __init__(self, options, folder, program, name, compiler, level):
        self.options, self.program, self.level = options, program, level
        self.compiler, self.flags = compiler
        self.source = os.path.join(folder, name)
        self.title = "%s %s %s" % (name, self.compiler, level)
        self.binary = "%s.%s%s" % (self.source, self.compiler, level)
        self.checked = self.missing = 0

    def run(self):
        """Differences, as text."""
        built = subprocess.run([self.compiler, *self.flags, "-g", self.level, "-w", "-x", "c++" if self.program.is_cxx else "c", self.source,
                                "-o", self.binary], capture_output=True, text=True, check=False)
        if built.returncode:
            return ["%s: does not compile: %s" % (self.title, built.stderr[:2000])]
        done = subprocess.run([self.options.tracerun, "--json", "--timeout", "20", "--", self.binary], capture_output=True, check=False)
        try:
            report = json.loads(done.stdout)
        except ValueError:
            return ["%s: no report: %s" % (self.title, done.stderr[:500])]
        found = ["%s: %s: %s" % (self.title, entry["section"], entry["reason"]) for entry in report.get("incomplete", [])]
        for place, (arguments, variables) in enumerate(self.program.functions):
            found += self.check_function(report, "f%d" % place, arguments + variables)
        return found

    def check_function(self, report, function, variables):
        frames = [frame for frame in report["threads"][0]["frames"] if frame.get("function") == function]
        if len(frames) != 1:
            return ["%s: %s has %d frames" % (self.title, function, len(frames))]
        view, found = View(report, frames[0]), []
        for variable in variables:
            node = view.sibling(variable.name)
            self.checked += 1
            if self.may_miss(node, variable):
                self.missing += 1
                continue
            differences = ["it is not in the report"] if node is None else variable.kind.check(node, variable.value, view)
            found += ["%s: %s: %s %s: %s" % (self.title, function, variable.storage, variable.name, text) for text in differences]
        return found

    def may_miss(self, node, variable):
        """Optimised, a value that need not lie in memory may be gone, with a reason."""
        # clang keeps the address of such an array in a register that the next call overwrites, also without optimisation.
        is_lost = self.level != "-O0" or variable.storage == "vla" and self.compiler.startswith("clang")
        if not is_lost or variable.storage.startswith("static") or not (node or {}).get("reason"):
            return False
        # The length of an array may be gone when the array is not.
        return node.get("state") != "ok" or variable.storage == "vla" and not node.get("children")


def cases_of(options, folder, draw):
    for place in range(options.rounds):
        for is_cxx in (False, True):
            program = Program(draw, is_cxx)
            name = "p%d.%s" % (place, "cpp" if is_cxx else "c")
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(program.text())
            for compiler in COMPILERS[is_cxx]:
                if shutil.which(compiler[0]):
                    for level in LEVELS:
                        yield Case(options, folder, program, name, compiler, level)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--tracerun", required=True)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 32))
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--keep", help="write the programs here and leave them")
    options = parser.parse_args()
    options.tracerun = os.path.abspath(options.tracerun)
    print("seed", options.seed, flush=True)
    with tempfile.TemporaryDirectory(prefix="tracerun-property-") as temporary:
        folder = options.keep or temporary
        os.makedirs(folder, exist_ok=True)
        cases = list(cases_of(options, folder, random.Random(options.seed)))
        if not cases:
            print("skipped: there is no compiler")
            sys.exit(SKIP)
        with ThreadPoolExecutor(max_workers=2) as pool:
            differences = sum(pool.map(Case.run, cases), [])
    for text in differences:
        print(text)
    checked = sum(case.checked for case in cases)
    print("%d builds, %d variables, %d optimised out, %d differences, seed %d"
          % (len(cases), checked, sum(case.missing for case in cases), len(differences), options.seed))
    sys.exit(1 if differences else 0)


if __name__ == "__main__":
    main()
