#!/usr/bin/env python3
"""Run random samples under tracerun, again and again, and look for what is left behind.

usage: soak.py --tracerun PATH --samples DIR --build DIR [--minutes N | --runs N] [--jobs N] [--seed N] [--choose N]

Chosen by the seed, samples are run one after another or several at a time, in an order that the seed decides too. Each
run must end with one report and the same verdict as the first run of that sample. No process, no group of processes, no
temporary file and no descriptor may stay. Then one long run, in which the program makes thousands of
processes, threads and failing calls: tracerun's own memory and descriptors must not grow. Ends with 1 at the first
fault, after telling how to get there again. 10,000 runs in a row: --runs 10000; 500 at 8 at a time: --runs 500 --jobs 8.
"""
import argparse
import glob
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.join(HERE, "..", "program"))

from harness import build, case as cases, execute

ROUND = 64
SECONDS = 60
STEADY_SECONDS = 6
GROWTH_KB = 2048

# What makes a case more than "run this program": it needs a hand, or what it does depends on the machine.
SPECIAL = {"terminal", "wrap", "user", "signals", "setup", "after", "needs", "hostile", "seconds", "settle", "survivors",
           "json", "repeat", "command", "build", "post", "exit"}


class Fault(Exception):
    pass


def candidates(samples):
    for folder in cases.folders(samples):
        for case in cases.read(folder):
            plain = not SPECIAL & set(case) and not isinstance(case.get("stdin"), dict)
            if plain and case.variant in ("gcc-O0", "clang-O0") and isinstance(case.get("expect", {}).get("status"), str):
                yield case


class Sample:
    def __init__(self, case, place):
        self.case = case
        folder, built, lock = build.prepare(case, place)
        self.folder, self.lock = built, lock
        self.status = case["expect"]["status"]
        env = {k: v for k, v in os.environ.items() if k != "TRACERUN_OPTIONS"}
        self.env = {**env, "LC_ALL": "C", **case.get("env", {})}

    def words(self, key):
        return [word.replace("$RUN", ".") for word in self.case.get(key, [])]


def place(source, target):
    """Copy a file. A program is linked: one that has just been written is busy when another thread forks meanwhile."""
    if os.path.basename(source) == "program":
        os.link(source, target)
    else:
        shutil.copy2(source, target)


def run_once(sample, tracerun, scratch):
    """One run in a folder of its own."""
    folder = tempfile.mkdtemp(dir=scratch)
    inner = os.path.join(folder, "run")
    shutil.copytree(sample.folder, inner, symlinks=True, copy_function=place)
    words = [tracerun, "--json", *sample.words("run"), "--", "./program", *sample.words("args")]
    try:
        done = subprocess.run(words, cwd=inner, input=sample.case.get("stdin", "").encode(), capture_output=True,
                              timeout=SECONDS, env={**sample.env, "TMPDIR": folder}, check=False, start_new_session=True)
        report = json.loads(done.stdout)
    except subprocess.TimeoutExpired as error:
        raise Fault(f"{sample.case.title}: did not end within {SECONDS} s") from error
    except ValueError as error:
        raise Fault(f"{sample.case.title}: not one document ({error}), status {done.returncode}, {done.stderr[-300:]!r}") from error
    if report["status"] != sample.status:
        raise Fault(f"{sample.case.title}: {report['status']}, not {sample.status}; "
                    f"{(report.get('diagnosis') or {}).get('summary')!r} {report.get('incomplete')!r}")
    if done.stderr:
        raise Fault(f"{sample.case.title}: standard error is not empty: {done.stderr[:300]!r}")
    build.remove(inner)
    left = os.listdir(folder)
    if left:
        raise Fault(f"{sample.case.title}: left {left[:3]} in TMPDIR")
    os.rmdir(folder)


def is_alive(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True


def stale_groups():
    """Control groups of a tracerun that is no more."""
    found = glob.glob("/sys/fs/cgroup/**/tracerun.[0-9]*", recursive=True)
    return [path for path in found if not is_alive(int(path.rpartition(".")[2]))]


class Before:
    """What is there before the first run, to be compared with."""

    def __init__(self):
        self.descriptors = len(os.listdir("/proc/self/fd"))
        self.groups = set(stale_groups())  # of tests that kill tracerun; a later start sweeps them

    def check(self):
        left = execute.end_survivors(2.0)
        if left:
            raise Fault(f"{len(left)} processes are left: {left[:3]}")
        if len(os.listdir("/proc/self/fd")) > self.descriptors:
            raise Fault(f"{len(os.listdir('/proc/self/fd'))} descriptors are open here, not {self.descriptors}")
        groups = [path for path in stale_groups() if path not in self.groups]
        if groups:
            raise Fault(f"control groups are left: {groups[:3]}")


def soak(samples, options, chance, scratch):
    """Rounds of runs; between two rounds nothing runs, so that what is left can be told."""
    before, runs, until = Before(), 0, time.monotonic() + options.minutes * 60
    while runs < options.runs if options.runs else time.monotonic() < until:
        count = min(ROUND, options.runs - runs) if options.runs else ROUND
        with ThreadPoolExecutor(options.jobs) as pool:
            chosen = [chance.choice(samples) for _ in range(count)]
            for _ in pool.map(lambda sample: run_once(sample, options.tracerun, scratch), chosen):
                runs += 1
                if not options.runs and time.monotonic() > until:
                    pool.shutdown(cancel_futures=True)
                    break
        before.check()
    return runs


def resident_kb(pid):
    with open(f"/proc/{pid}/status", encoding="ascii", errors="replace") as status:
        return next((int(line.split()[1]) for line in status if line.startswith("VmRSS:")), 0)  # 0: it has ended


def descriptors(pid):
    try:
        return len(os.listdir(f"/proc/{pid}/fd"))
    except OSError:
        return 0


def steady(options, scratch):
    """tracerun itself, while a program keeps it busy."""
    program = os.path.join(scratch, "steady")
    subprocess.run(["gcc", "-g", "-pthread", os.path.join(HERE, "steady.c"), "-o", program], check=True)
    # A build with AddressSanitizer keeps what it has freed, 256 MB of it unless told otherwise: that is no growth of ours.
    env = {**os.environ, "ASAN_OPTIONS": "quarantine_size_mb=1:thread_local_quarantine_size_kb=64"}
    run = subprocess.Popen([options.tracerun, "--json", "--memory", "256M", "--cpu-timeout", "100", "--output", "100M", "--",
                            program, str(STEADY_SECONDS)], stdout=subprocess.PIPE, env=env)
    measured = []
    for seconds in (STEADY_SECONDS * 0.4, STEADY_SECONDS * 0.5):
        time.sleep(seconds)
        measured.append((resident_kb(run.pid), descriptors(run.pid)))
    report = json.loads(run.communicate()[0])
    if report["status"] != "SUCCESS":
        raise Fault(f"the long run: {report['status']} {(report.get('diagnosis') or {}).get('summary')!r}")
    (first_kb, first_open), (last_kb, last_open) = measured
    used = report["resources"]
    print(f"one long run: {used['processes']} processes, {used['threads']} threads; tracerun {first_kb} kB then {last_kb} kB, "
          f"{first_open} then {last_open} descriptors")
    if last_kb > first_kb + GROWTH_KB:
        raise Fault("tracerun's memory grows")
    if last_open > first_open + 4:
        raise Fault("tracerun's descriptors grow")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tracerun", required=True)
    parser.add_argument("--samples", required=True)
    parser.add_argument("--build", required=True)
    parser.add_argument("--minutes", type=float, default=2)
    parser.add_argument("--runs", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--choose", type=int, default=40)
    options = parser.parse_args()
    options.tracerun = os.path.abspath(options.tracerun)
    chance = random.Random(options.seed)
    execute.become_subreaper()
    known = [case for case in candidates(options.samples) if not build.lacking(case, os.geteuid() == 0, [])]
    chosen = chance.sample(known, min(options.choose, len(known)))
    os.makedirs(options.build, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="soak.", dir=options.build) as scratch:
        samples = [Sample(case, options.build) for case in chosen]
        again = f"--seed {options.seed} --choose {options.choose} --jobs {options.jobs}"
        try:
            runs = soak(samples, options, chance, scratch)
            steady(options, scratch)
        except Fault as fault:
            sys.exit(f"FAIL {fault}\nagain with {again}")
    print(f"{runs} runs of {len(samples)} samples out of {len(known)}, nothing left behind; {again}")


main()
