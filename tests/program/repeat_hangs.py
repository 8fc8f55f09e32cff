#!/usr/bin/env python3
"""Run every hanging sample again and again, several at a time: the kind, the function and the line must come out the same.

usage: repeat_hangs.py --samples DIR --build DIR --tracerun PATH [--rounds N] [--jobs N] [--variant V] [--spare N] [CASE…]

CASE is the beginning of a title, as run_sample.py --list prints it. Of look-alikes, computations, interruptions and what is to be told as
slow the kind alone counts: where they were stopped is chance. --spare N: rounds of a sample that may come out otherwise, on a machine that is too busy to
watch a loop in time.
"""
import argparse
import collections
import json
import multiprocessing
import os
import sys

import run_sample
from harness import build, case as cases, execute, lookup

LOOSE = ("look-alikes", "computations", "interrupted")
TIMEOUT = "0.25"


def signature(case, document):
    paths = ["status", "diagnosis.kind"]
    if case.folder.split(os.sep)[-1] not in LOOSE and case["expect"].get("diagnosis.kind") != "slow":
        paths += ["diagnosis.location.function", "diagnosis.location.line"]
    return tuple(next(iter(lookup.resolve(document, path)), None) for path in paths)


def repeat(job):
    """(title, how often each signature came out, complaint or None)"""
    case, options = job
    execute.become_subreaper()
    seen = collections.Counter()
    case["run"] = [TIMEOUT if word == "0.7" else word for word in case.get("run", [])]
    try:
        runner = run_sample.Runner(case, options)
        for _ in range(options.rounds):
            result = runner.tracerun("--json")
            try:
                seen[signature(case, json.loads(result.out))] += 1
            except ValueError:
                seen[("no document", result.returncode, result.err[:200])] += 1
    except run_sample.Skipped:
        return case.title, None
    return case.title, seen


def chosen(options):
    for folder in cases.folders(options.samples):
        if folder.split(os.sep)[-2] != "hangs":
            continue
        for case in cases.read(folder):
            named = not options.cases or any(case.title.startswith(begin) for begin in options.cases)
            if named and case.variant == options.variant:
                yield case


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--samples", required=True, type=os.path.abspath)
    parser.add_argument("--build", required=True, type=os.path.abspath)
    parser.add_argument("--tracerun", required=True, type=os.path.abspath)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--jobs", type=int, default=2 * (os.cpu_count() or 1))
    parser.add_argument("--variant", default="gcc-O0")
    parser.add_argument("--spare", type=int, default=0)
    parser.add_argument("cases", nargs="*")
    options = parser.parse_args()
    options.schema = options.way = None
    jobs = [(case, options) for case in chosen(options)]
    for case, _ in jobs:
        build.prepare(case, options.build)
    failed = 0
    with multiprocessing.Pool(options.jobs, maxtasksperchild=1) as pool:
        for title, seen in pool.imap_unordered(repeat, jobs):
            if seen is None or len(seen) < 2:
                continue
            is_fault = sum(seen.values()) - max(seen.values()) > options.spare
            failed += is_fault
            print(f"{'FAIL' if is_fault else 'once'} {title}: {dict(seen)}", flush=True)
    print(f"{len(jobs)} samples, {options.rounds} rounds each, {failed} not always the same")
    return bool(failed or not jobs)


if __name__ == "__main__":
    sys.exit(main())
