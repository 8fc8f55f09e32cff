#!/usr/bin/env python3
"""Compare tracerun's variables with gdb's, on the kernel core of the very run that tracerun reported.

usage: run.py --tracerun PATH --build DIR [--only VARIANT,VARIANT…] [--verbose] PROGRAM

PROGRAM is a file of programs/; each stop in its first lines ("stops: a b c") is an argument that makes it crash in another
place. It is built in each variant, run under tracerun and dumped by gdb; every argument and local of every frame of its own is
compared. What differs fails, unless exceptions.json says why it may. Exits 77 where gdb or cores are not to be had.
"""
import argparse
import json
import os
import re
import resource
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from compare import Comparison, all_none, has_value

HERE = os.path.dirname(os.path.abspath(__file__))
COMPILERS = {"gcc": ("gcc", "g++"), "clang": ("clang", "clang++")}
LEVELS = ["O0", "O1", "O2", "Og"]
SKIP = 77


def skip(reason):
    print("skipped:", reason)
    sys.exit(SKIP)


def check_machine():
    if not shutil.which("gdb"):
        skip("there is no gdb")
    probe = subprocess.run(["gdb", "-nx", "-batch", "-ex", "python print(1)"], capture_output=True, text=True, check=False)
    if probe.stdout.strip() != "1":
        skip("this gdb has no Python")
    with open("/proc/sys/kernel/core_pattern", encoding="utf-8") as pattern:
        if pattern.read().startswith("|"):
            skip("cores go to a program here (core_pattern)")
    if resource.getrlimit(resource.RLIMIT_CORE)[1] not in (resource.RLIM_INFINITY,) and resource.getrlimit(resource.RLIMIT_CORE)[1] < 1 << 26:
        skip("cores are not allowed here (RLIMIT_CORE)")


def allow_cores():
    hard = resource.getrlimit(resource.RLIMIT_CORE)[1]
    resource.setrlimit(resource.RLIMIT_CORE, (hard, hard))


def forbid_cores():
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def build(options, variant, folder):
    compiler, level = variant.split("-")
    is_cxx = options.program.endswith(".cpp")
    command = COMPILERS[compiler][is_cxx]
    if not shutil.which(command):
        return None
    binary = os.path.join(folder, "program")
    flags = ["-std=c++20"] if is_cxx else ["-std=gnu11"]
    subprocess.run([command, *flags, "-g", "-" + level, "-w", options.program, "-o", binary, "-lm", "-lpthread"], check=True)
    return binary


def run_stop(options, binary, stop, folder):
    """(report, core) of one run."""
    os.makedirs(folder, exist_ok=True)
    for name in os.listdir(folder):
        os.unlink(os.path.join(folder, name))
    done = subprocess.run([options.tracerun, "--json", "--timeout", "20", "--", binary, stop], cwd=folder, capture_output=True,
                          preexec_fn=allow_cores, check=False)
    cores = [name for name in os.listdir(folder) if name.startswith("core")]
    try:
        report = json.loads(done.stdout)
    except ValueError:
        raise SystemExit("%s %s: no report: %s" % (binary, stop, done.stderr.decode()[:500]))
    return report, os.path.join(folder, cores[0]) if cores else None


def dump(binary, cores, source, folder):
    """What gdb knows, by core. Where gdb itself fails, the cores are taken singly and the one that it fails with is left out."""
    result = dump_once(binary, cores, source, folder)
    if result is None and len(cores) > 1:
        result = {}
        for core in cores:
            result.update(dump_once(binary, [core], source, folder) or {})
    return result or {}


def dump_once(binary, cores, source, folder):
    output = os.path.join(folder, "gdb.json")
    environment = dict(os.environ, DUMP_CORES="\n".join(cores), DUMP_SOURCE=source, DUMP_OUTPUT=output)
    environment.pop("DEBUGINFOD_URLS", None)
    if os.path.exists(output):
        os.unlink(output)
    done = subprocess.run(["gdb", "-nx", "-batch", "-x", os.path.join(HERE, "dump.py"), binary], env=environment, cwd=folder,
                          stdin=subprocess.DEVNULL, preexec_fn=forbid_cores, capture_output=True, text=True, check=False)
    if not os.path.exists(output):
        if "Traceback" in done.stderr:
            raise SystemExit("dump.py failed: " + done.stderr[-2000:])
        return None
    with open(output, encoding="utf-8") as file:
        return json.load(file)


def named(variables):
    found = {}
    for variable in variables:
        found.setdefault(variable["name"], []).append(variable)
    return found


class Tally:
    def __init__(self):
        self.stops = self.variables = self.ours = self.theirs = 0
        self.problems, self.excused, self.gained = [], [], []

    def add(self, other):
        self.stops += other.stops
        self.variables += other.variables
        self.ours += other.ours
        self.theirs += other.theirs
        self.problems += other.problems
        self.excused += other.excused
        self.gained += other.gained


def exception_for(exceptions, where, name, text):
    for rule in exceptions:
        if re.fullmatch(rule["program"], where[0]) and re.fullmatch(rule["variant"], where[1]) and \
                re.fullmatch(rule["stop"], where[2]) and re.search(rule["text"], text):
            return rule["reason"]
    return None


def compare_frame(where, function, ours, theirs, tally, exceptions):
    mine = named(ours.get("arguments", []) + ours.get("locals", []))
    for name, wanted in named(theirs["variables"]).items():
        found = mine.get(name, [])
        for i, variable in enumerate(wanted):
            # What the compiler made for itself (__for_range, __func__) is not listed.
            if i >= len(found) and name.startswith("__"):
                continue
            tally.variables += 1
            known = not all_none(variable["value"])
            tally.theirs += known
            comparison = Comparison()
            path = "%s.%s" % (function, name)
            if i < len(found):
                tally.ours += has_value(found[i])
                comparison.compare(path, found[i], variable["value"])
            elif known and not ours.get("omitted_variables"):
                comparison.different.append("%s: tracerun does not list it (declared on line %d)" % (path, variable["line"]))
            problems = comparison.different[:4]
            for place, state, reason, value in comparison.lost:
                if state == "uninitialized":
                    # gdb shows what lies there; it is not the variable's value.
                    tally.ours += place == path
                    continue
                problems.append("%s: tracerun says %s (%s), gdb %s" % (place, state, reason, value))
            tally.gained += [(where, function, place, value) for place, value in comparison.gained]
            for problem in problems:
                text = "%s: line %d: %s" % (" ".join(where), theirs["line"], problem)
                excuse = exception_for(exceptions, where, name, problem)
                (tally.excused if excuse else tally.problems).append(text)
                # What gdb wrongly shows for a value is none.
                tally.theirs -= bool(excuse) and problem.startswith(path + ": tracerun says")


def compare_stop(where, report, frames, exceptions):
    tally = Tally()
    tally.stops = 1
    ours = [frame for frame in report["threads"][0]["frames"] if frame.get("user")] if report["threads"] else []
    left = [(int(frame["pc"], 16), frame.get("line")) for frame in ours]
    right = [(frame["pc"], frame["line"]) for frame in frames]
    folded = report["threads"] and report["threads"][0].get("omitted_frames")
    if left != right and not folded:
        text = "%s: frames differ: tracerun %s, gdb %s" % (
            " ".join(where), [(f.get("function"), f.get("line")) for f in ours], [(f["function"], f["line"]) for f in frames])
        excuse = exception_for(exceptions, where, "", text)
        (tally.excused if excuse else tally.problems).append(text)
    rest = list(frames)
    for frame in ours:
        key = (int(frame["pc"], 16), frame.get("line"))
        match = next((other for other in rest if (other["pc"], other["line"]) == key), None)
        if match is None:
            continue
        rest.remove(match)
        compare_frame(where, frame.get("function", "?"), frame, match, tally, exceptions)
    return tally


def run_variant(options, variant, exceptions):
    name = os.path.basename(options.program)
    folder = os.path.join(options.build, name, variant)
    os.makedirs(folder, exist_ok=True)
    binary = build(options, variant, folder)
    if not binary:
        return None
    runs = {}
    for stop in options.stops:
        report, core = run_stop(options, binary, stop, os.path.join(folder, stop))
        if core:
            runs[stop] = (report, core)
    dumped = dump(binary, [core for _, core in runs.values()], name, folder)
    tally = Tally()
    for stop, (report, core) in runs.items():
        if core not in dumped:
            print("%s %s %s: gdb fails with this core" % (name, variant, stop))
        else:
            tally.add(compare_stop((name, variant, stop), report, dumped[core], exceptions))
        if not options.keep:
            os.unlink(core)
    return tally, {stop: report for stop, (report, _) in runs.items()}


def summary(node):
    """What a variable is, without addresses, which differ from run to run."""
    value = node.get("value")
    if value is not None and value.startswith("0x"):
        value = "address"
    return [value, node.get("size"), [[child["name"], summary(child)] for child in node.get("children", [])]]


def only_one(report, function, name):
    """The variable of that name where one frame of that function has one; recursion makes frames of one name many."""
    frames = [frame for frame in report["threads"][0]["frames"] if frame.get("function") == function]
    if len(frames) != 1:
        return None
    found = [variable for variable in frames[0].get("arguments", []) + frames[0].get("locals", []) if variable["name"] == name]
    return found[0] if len(found) == 1 and has_value(found[0]) else None


def confirm(tally, reports, plain):
    """What only tracerun shows must be what the unoptimised build shows there."""
    confirmed = 0
    for where, function, place, _ in tally.gained:
        name = place[len(function) + 1:]
        here = only_one(reports[where[2]], function, name)
        there = only_one(plain.get(where[2], {"threads": [{"frames": []}]}), function, name)
        # Of a path into a variable the whole is compared elsewhere.
        if not here or not there or here is there:
            continue
        if summary(here) == summary(there):
            confirmed += 1
        else:
            tally.problems.append("%s: %s: only tracerun has a value, %s; unoptimised it is %s"
                                  % (" ".join(where), place, summary(here), summary(there)))
    return confirmed


def parse():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--tracerun", required=True)
    parser.add_argument("--build", required=True)
    parser.add_argument("--only")
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("--keep", action="store_true")
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    options.program = os.path.abspath(options.program)
    options.tracerun = os.path.abspath(options.tracerun)
    options.build = os.path.abspath(options.build)
    with open(options.program, encoding="utf-8") as file:
        options.stops = re.search(r"stops: ([\w ]+)", file.read(500)).group(1).split()
    options.variants = options.only.split(",") if options.only else ["%s-%s" % (c, l) for c in COMPILERS for l in LEVELS]
    return options


def main():
    options = parse()
    check_machine()
    with open(os.path.join(HERE, "exceptions.json"), encoding="utf-8") as file:
        exceptions = json.load(file)
    total, plain, failed = Tally(), {}, False
    with ThreadPoolExecutor(options.jobs) as pool:
        results = list(pool.map(lambda variant: run_variant(options, variant, exceptions), options.variants))
    for variant, result in zip(options.variants, results):
        if not result:
            continue
        tally, reports = result
        if variant.endswith("-O0"):
            plain.setdefault(variant.split("-")[0], reports)
        confirmed = confirm(tally, reports, plain.get(variant.split("-")[0], {}))
        print("%s %s: %d stops, %d variables; with a value: tracerun %d, gdb %d; %d only in tracerun (%d confirmed); %d excused, %d problems"
              % (os.path.basename(options.program), variant, tally.stops, tally.variables, tally.ours, tally.theirs,
                 len(tally.gained), confirmed, len(tally.excused), len(tally.problems)))
        if tally.ours < tally.theirs and not tally.excused:
            print("  tracerun has values for fewer variables than gdb")
            failed = True
        total.add(tally)
    for problem in total.problems:
        print("  " + problem)
    if options.verbose:
        for where, function, place, value in total.gained:
            print("  only tracerun: %s %s = %s" % (" ".join(where), place, value))
    if not total.stops:
        skip("no core was written")
    return 1 if total.problems or failed else 0


if __name__ == "__main__":
    sys.exit(main())
