#!/usr/bin/env python3
"""Check findings that are called verified against gdb, on programs with a fault put in at random.

usage: mutants.py --tracerun PATH --build DIR [--seed N] [--count N] [--keep] PROGRAM…

Of each PROGRAM of programs/ COUNT mutants are made: one expression of the source is changed in a way that people err. Each is
built with gcc or clang at -O0 and run at one of its stops, under tracerun. Where the finding is verified and names a culprit with a
value, gdb evaluates the same text in the same frame of the run's core, and the values must be the same. Exits 77 where gdb or
cores are not to be had.
"""
import argparse
import json
import os
import random
import re
import shutil
import subprocess
import sys

from run import COMPILERS, allow_cores, check_machine, forbid_cores, skip

HERE = os.path.dirname(os.path.abspath(__file__))
FEWEST = 10  # values compared, below which the test would say nothing
SECONDS = 20

# What is searched for in a line, and what is put in its place.
MUTATIONS = [
    (r"([A-Za-z_][\w>.\[\]-]*) = [^=;{]+;", r"\1 = 0;"),
    (r" < ", " <= "), (r" <= ", " < "), (r" > ", " >= "), (r" == ", " != "), (r" != ", " == "),
    (r"\+\+", " += 100000"), (r" \+ 1\b", " + 70000"), (r" - 1\b", " - 90000"),
    (r"if \(.*\) return", "if (0) return"), (r"if \(!", "if (0 && !"),
    (r"malloc\([^()]+\)", "malloc(1)"), (r"\[(\w+)\]", r"[\1 + 500000]"), (r"\[(\w+)\]", r"[-\1 - 40000]"),
    (r"\b0\b", "1"), (r" / (\w+)", r" / (\1 - \1)"), (r" % (\w+)", r" % (\1 - \1)"),
    (r"&&", "||"), (r"\|\|", "&&"), (r"return [^;]+;", "return 0;"), (r"NULL|nullptr", "0"),
]

# Run by gdb: the value of each text in the first frame of that function and line.
LOOK_UP = """
import gdb, json, os
wanted = json.loads(os.environ["MUTANT_WANTED"])
found, frame = {}, gdb.newest_frame()
while frame is not None and frame.is_valid():
    place = frame.find_sal()
    name = (frame.name() or "").split("(")[0]
    if place.line == wanted["line"] and (wanted["function"] or "").split("(")[0].endswith(name.split("::")[-1]):
        frame.select()
        for text in wanted["texts"]:
            try:
                value = gdb.parse_and_eval(text)
                if value.type.code in (gdb.TYPE_CODE_REF, gdb.TYPE_CODE_RVALUE_REF):
                    value = value.referenced_value()
                if value.type.strip_typedefs().code in (gdb.TYPE_CODE_PTR, gdb.TYPE_CODE_INT, gdb.TYPE_CODE_ENUM, gdb.TYPE_CODE_BOOL):
                    found[text] = int(value) & (1 << 64) - 1
            except (gdb.error, gdb.MemoryError):
                pass # calls, macros, operators of classes
        break
    frame = frame.older()
print("FOUND " + json.dumps(found))
"""


def mutate(lines, random_source):
    """The lines with one changed, and the number of that."""
    while True:
        at = random_source.randrange(len(lines))
        pattern, replacement = random_source.choice(MUTATIONS)
        matches = list(re.finditer(pattern, lines[at]))
        if not matches or lines[at].lstrip().startswith(("#", "*", "/")):
            continue
        match = random_source.choice(matches)
        changed = lines[at][:match.start()] + match.expand(replacement) + lines[at][match.end():]
        if changed != lines[at]:
            return lines[:at] + [changed] + lines[at + 1:], at + 1


def build(source, compiler, binary):
    is_cxx = source.endswith(".cpp")
    flags = ["-std=c++20"] if is_cxx else ["-std=gnu11"]
    command = [COMPILERS[compiler][is_cxx], *flags, "-g", "-O0", "-w", source, "-o", binary, "-lm", "-lpthread"]
    return subprocess.run(command, stderr=subprocess.DEVNULL, check=False).returncode == 0


def run(options, folder, binary, stop):
    """(report, core) of one run; None for what has none."""
    report = os.path.join(folder, "report.json")
    subprocess.run([options.tracerun, "--timeout", "3", "-o", report, "--", binary, stop], cwd=folder, stdin=subprocess.DEVNULL,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=allow_cores, check=False)
    with open(report, encoding="utf-8") as file:
        document = json.load(file)
    cores = [name for name in os.listdir(folder) if name.startswith("core")]
    return document, os.path.join(folder, cores[0]) if cores else None


def look_up(folder, binary, core, location, texts):
    script = os.path.join(folder, "look_up.py")
    with open(script, "w", encoding="utf-8") as file:
        file.write(LOOK_UP)
    wanted = {"function": location.get("function"), "line": location.get("line"), "texts": texts}
    environment = dict(os.environ, MUTANT_WANTED=json.dumps(wanted))
    environment.pop("DEBUGINFOD_URLS", None)
    try:
        done = subprocess.run(["gdb", "-nx", "-batch", "-x", script, binary, core], env=environment, stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, timeout=SECONDS, preexec_fn=forbid_cores, check=False)
    except subprocess.TimeoutExpired:
        return {}
    found = re.search(r"^FOUND (.*)$", done.stdout, re.M)
    return json.loads(found.group(1)) if found else {}


def culprits(finding):
    """{text: value} of what the finding says is bad."""
    operands = (finding.get("expression") or {}).get("operands", [])
    values = {}
    for operand in operands:
        match = re.match(r"-?(0x[0-9a-f]+|\d+)", operand.get("value") or "")
        if operand.get("role") == "culprit" and match:
            values[operand["text"]] = int(match.group(), 0) & (1 << 64) - 1
    return values


def check(report, folder, binary, core):
    """(compared, sentences about what differs)."""
    finding = report.get("diagnosis") or {}
    values = culprits(finding) if finding.get("confidence") == "verified" and core else {}
    if not values or not finding.get("location"):
        return 0, []
    theirs = look_up(folder, binary, core, finding["location"], list(values))
    known = [text for text in values if text in theirs]
    return len(known), ["%s is 0x%x, and gdb says 0x%x: %s" % (text, values[text], theirs[text], finding["summary"])
                        for text in known if values[text] != theirs[text]]


def try_program(options, program):
    """(mutants run that left a core, values compared, problems)."""
    name = os.path.basename(program)
    random_source = random.Random("%d %s" % (options.seed, name))
    with open(program, encoding="utf-8") as file:
        text = file.read()
    stops = re.search(r"stops: ([\w ]+)", text[:500]).group(1).split()
    compilers = [compiler for compiler, commands in COMPILERS.items() if shutil.which(commands[0])]
    tried, compared, problems = 0, 0, []
    for index in range(options.count):
        folder = os.path.join(options.build, name, str(index))
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        mutant = mutate(text.split("\n"), random_source)
        compiler, stop = random_source.choice(compilers), random_source.choice(stops)
        source, binary = os.path.join(folder, name), os.path.join(folder, "program")
        with open(source, "w", encoding="utf-8") as file:
            file.write("\n".join(mutant[0]))
        if not build(source, compiler, binary):
            continue
        report, core = run(options, folder, binary, stop)
        count, different = check(report, folder, binary, core)
        tried, compared = tried + bool(core), compared + count
        problems += ["%s %s %s, line %d changed: %s" % (source, compiler, stop, mutant[1], sentence) for sentence in different]
        if not options.keep and not different:
            shutil.rmtree(folder)
    return tried, compared, problems


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("programs", nargs="+")
    parser.add_argument("--tracerun", required=True)
    parser.add_argument("--build", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=6)
    parser.add_argument("--keep", action="store_true")
    options = parser.parse_args()
    options.tracerun, options.build = os.path.abspath(options.tracerun), os.path.abspath(options.build)
    check_machine()
    tried, compared, problems = 0, 0, []
    for program in options.programs:
        result = try_program(options, os.path.abspath(program))
        tried, compared, problems = tried + result[0], compared + result[1], problems + result[2]
    print("seed %d: %d mutants with a core, %d values of verified findings compared with gdb, %d differ"
          % (options.seed, tried, compared, len(problems)))
    for problem in problems:
        print("  " + problem)
    if not tried:
        skip("no core was written")
    if compared < FEWEST:
        print("  too few to say anything")
    return 1 if problems or compared < FEWEST else 0


if __name__ == "__main__":
    sys.exit(main())
