#!/usr/bin/env python3
"""Build one case of a sample, run it under tracerun, and check what comes out.

usage: run_sample.py --samples DIR --list
       run_sample.py --samples DIR --build DIR [--tracerun PATH] [--schema FILE] [--keep] [-v] TITLE…

TITLE is group.sample[.case].variant, as --list prints it; "all" runs every one. Without --tracerun the program is only
run plainly. -v prints the reports. --way runs as root, as an ordinary user (uid 65534), or behind the words of
--container, which make the surroundings of a container. Exit status 77: every case was skipped, with the reason.
"""
import argparse
import os
import pwd
import re
import resource
import shutil
import signal
import stat
import subprocess
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tools"))

from harness import build, case as cases, execute, hostile, report as reports, terminal
import validate_report

TEXT_LINES, TEXT_COLUMNS = 40, 100
NOBODY = 65534
UNWANTED = ("TRACERUN_OPTIONS", "DEBUGINFOD_URLS", "ASAN_OPTIONS", "UBSAN_OPTIONS", "TSAN_OPTIONS", "LSAN_OPTIONS", "NO_COLOR")


class Skipped(Exception):
    pass


def environment(case):
    env = {k: v for k, v in os.environ.items() if k not in UNWANTED}
    return {**env, "LC_ALL": "C", **case.get("env", {})}


def reachable(path, uid):
    """Whether another user gets to path."""
    while path != "/":
        if not os.stat(path).st_mode & (stat.S_IXOTH if os.stat(path).st_uid != uid else stat.S_IXUSR):
            return False
        path = os.path.dirname(path)
    return True


def sanitized(program):
    """Whether tracerun itself is a sanitizer build."""
    needed = subprocess.run(["readelf", "-d", program], capture_output=True, text=True) if program else None
    return bool(needed) and "[libasan." in needed.stdout


class Runner:
    """One case: its folder, and the ways to run it."""

    def __init__(self, case, options):
        case.update(cases.merged(case, case.get("ways", {}).get(options.way, {})))
        needs = case.get("needs", [])
        self.case, self.options = case, options
        self.prefix = self.way() + case.get("wrap", [])
        reason = build.lacking(case, os.geteuid() == 0 and options.way != "nobody", self.way())
        if "unsanitized" in needs and sanitized(options.tracerun):
            reason = "needs a tracerun that is not a sanitizer build"
        if reason:
            raise Skipped(reason)
        self.run_folder, self.built, self.lock = build.prepare(case, options.build)
        self.surroundings = None
        if self.prefix and self.prefix[0] == "setpriv":
            self.demand_reachable()

    def way(self):
        """The words that make the user and the surroundings that are asked for."""
        if self.options.way == "root" and os.geteuid() != 0:
            raise Skipped("needs root")
        if self.options.way == "container":
            tried = subprocess.run([self.options.container, "true"], capture_output=True, text=True, check=False)
            if tried.returncode == 77:
                raise Skipped(tried.stderr.strip())
            return [self.options.container]
        uid = NOBODY if self.options.way == "nobody" else pwd.getpwnam(self.case["user"]).pw_uid if "user" in self.case else 0
        gid = uid if uid in (0, NOBODY) else pwd.getpwuid(uid).pw_gid
        return ["setpriv", f"--reuid={uid}", f"--regid={gid}", "--clear-groups"] if uid and os.geteuid() == 0 else []

    def demand_reachable(self):
        uid = int(self.prefix[1].partition("=")[2])
        for path in [self.built] + ([self.options.tracerun] if self.options.tracerun else []):
            if not reachable(path, uid):
                raise Skipped(f"uid {uid} cannot get to {path}")

    def filled(self, key, default=()):
        words = {"$RUN": self.run_folder, "$TRACERUN": self.options.tracerun or "",
                 **(self.surroundings.words() if self.surroundings else {})}
        return [re.sub(r"\$[A-Z]+", lambda m: words.get(m[0], m[0]), word) for word in self.case.get(key, default)]

    def program(self):
        return self.filled("command", ["./program"]) + self.filled("args")

    def execute(self, *before, signals=()):
        """Run the program, behind these words, in a fresh folder."""
        build.refresh(self.run_folder, self.built)
        if self.prefix and self.prefix[0] == "setpriv":
            os.chmod(self.run_folder, 0o777)
        for line in self.filled("setup"):
            subprocess.run(["/bin/sh", "-ec", line], cwd=self.run_folder, check=True, capture_output=True)
        words = [*self.prefix, *before, *self.program()]
        return execute.run(words, self.run_folder, given=self.case.get("stdin"), env=environment(self.case),
                           seconds=self.case.get("seconds", 30), signals=signals, settle=self.case.get("settle", 1.0),
                           spared=[self.surroundings.bystander.pid] if self.surroundings else ())

    def tracerun(self, *words):
        if not self.case.get("hostile"):
            return self.one_run(words)
        self.surroundings = hostile.Surroundings(self.way())
        try:
            result = self.one_run(words)
            result.remarks += self.surroundings.faults(result) + self.next_run_faults()
            return result
        finally:
            self.surroundings.take_down()
            self.surroundings = None

    def one_run(self, words):
        dashes = [] if self.case.get("no_dashes") else ["--"]
        result = self.execute(self.options.tracerun, *words, *self.filled("run"), *dashes,
                              signals=self.case.get("signals", []))
        for line in self.filled("after"):
            done = subprocess.run(["/bin/sh", "-ec", line], cwd=self.run_folder, capture_output=True, check=False)
            if done.returncode:
                result.remarks.append(f"{line!r} fails: {done.stderr[:200]!r}")
        return result

    def next_run_faults(self):
        """An ordinary run after a hostile one, in what that left of the folder, is as any other."""
        walls = [word for word in self.filled("run") if word.startswith("--sandbox")]
        words = [*self.prefix, self.options.tracerun, "--json", *walls, "--", "/bin/echo", "well"]
        result = execute.run(words, self.run_folder, env=environment(self.case), spared=[self.surroundings.bystander.pid])
        try:
            document = validate_report.parse(result.out.decode("utf-8"))
            told = document["status"], document["io"]["stdout"]["text"], result.returncode
        except (ValueError, KeyError, TypeError):
            told = result.returncode, result.out[:200], result.err[:200]
        return [] if told == ("SUCCESS", "well\n", 0) else [f"the next run: {told}"]

    def places(self):
        """Paths of this machine and the names that expectations use for them."""
        return [(self.run_folder, "<run>"), (os.path.realpath(self.run_folder), "<run>")]


def remains(runner, result, what):
    """What must not be left after a run under tracerun, and its exit status where the case says which."""
    statuses = runner.case.get("exit")
    bad = [f"{what}: exit status is {result.returncode}, not {statuses}"] if statuses and result.returncode not in statuses else []
    bad += [f"{what}: {remark}" for remark in result.remarks]
    if result.returncode is None:
        bad.append(f"{what}: did not end within {runner.case.get('seconds', 30)} s")
    wanted = runner.case.get("survivors", 0)
    if len(result.left_behind) != wanted:
        bad.append(f"{what}: left {len(result.left_behind)} processes behind, not {wanted}: {result.left_behind[:3]}")
    return bad


def check_plain(case, plain):
    """Does the program by itself do what the report is expected to say?"""
    want = case.get("expect", {})
    if "plain_status" in case:
        wanted = case["plain_status"]
    elif isinstance(want.get("outcome.signal.name"), str):
        name = want["outcome.signal.name"]
        wanted = -(signal.SIGRTMIN + int(name[9:] or 0) if name.startswith("SIGRTMIN") else getattr(signal, name))
    else:
        wanted = want.get("outcome.exit_code")
    if not isinstance(wanted, int) or plain.returncode in (wanted, 128 - wanted if wanted < 0 else wanted):
        return []
    return [f"plainly: exit status is {plain.returncode}, not {wanted}; {plain.err[-200:]!r}"]


def check_json(runner, plain):
    case, result = runner.case, runner.tracerun("--json")
    bad = remains(runner, result, "--json")
    if runner.options.verbose:
        print(result.out.decode("utf-8", "replace"), result.err.decode("utf-8", "replace"))
    if result.err:
        bad.append(f"--json: standard error is not empty: {result.err[:300]!r}")
    try:
        document = validate_report.parse(result.out.decode("utf-8"))
    except ValueError as error:
        return bad + [f"--json: not one JSON document ({error}), exit status {result.returncode}: {result.out[:200]!r}"]
    if not isinstance(document, dict):
        return bad + ["--json: the document is not an object"]
    if runner.options.schema:
        bad += [f"schema: {fault}" for fault in validate_report.faults(runner.options.schema, document)[:5]]
    bad += reports.untidy(document, result.returncode)
    if plain:
        bad += same_output(document, plain)
    document = reports.normalised(document, runner.places())
    bad += reports.check(case, document, result.out)
    # Of hostile programs not every run is the same: some race against what ends them.
    if len(result.out) > reports.SHORT and not (case.get("hostile") or "repeat" in case) and case.get("short", True):
        bad += check_short(runner, document)
    return bad


def check_short(runner, whole):
    """The same run once more, with as much to say as a model is given."""
    what = f"--max-chars {reports.SHORT}"
    result = runner.tracerun("--json", "--max-chars", str(reports.SHORT))
    try:
        text = result.out.decode("utf-8")
        document = validate_report.parse(text)
        bad = reports.check_short(whole, reports.normalised(document, runner.places()))
    except (ValueError, KeyError, TypeError) as error:
        return [f"{what}: not one report ({error}): {result.out[:200]!r}"]
    if len(text) > reports.SHORT:
        bad.append(f"{len(text)} characters")
    if runner.options.schema:
        bad += [f"schema: {fault}" for fault in validate_report.faults(runner.options.schema, document)[:5]]
    return [f"{what}: {fault}" for fault in bad]


def same_output(document, plain):
    """The captured streams against those of the plain run."""
    told = (document.get("io") or {}).get("stdout")
    if not told:
        return ["io.stdout is absent"]
    bad = []
    if told.get("bytes") != len(plain.out):
        bad.append(f"io.stdout.bytes is {told.get('bytes')}, plainly {len(plain.out)}")
    if "base64" not in told and not told.get("omitted_bytes") and "tail" not in told:
        if told.get("text", "").encode("utf-8", "surrogateescape") != plain.out:
            bad.append(f"io.stdout.text is {told.get('text')[:100]!r}, plainly {plain.out[:100]!r}")
    return bad


def check_text(runner, plain):
    """A person's run: the program's own streams, then tracerun's words on standard error."""
    case, result = runner.case, runner.tracerun()
    bad = remains(runner, result, "text")
    err = result.err
    if runner.options.verbose:
        print(err.decode("utf-8", "replace"))
    if plain:
        if result.out != plain.out:
            bad.append(f"text: standard output is {result.out[:200]!r}, plainly {plain.out[:200]!r}")
        n = plain.returncode
        if result.returncode not in ({n, 128 - n} if runner.prefix and n < 0 else {n}):
            bad.append(f"text: exit status is {result.returncode}, plainly {n}")
        if case.get("plain_stderr", True) and not err.startswith(plain.err):
            bad.append(f"text: standard error is {err[:200]!r}, plainly {plain.err[:200]!r}")
        if err.startswith(plain.err):
            err = err[len(plain.err):]
        else:
            err = err[re.search(rb"^tracerun: |\Z", err, re.M).start():]
    return bad + [f"text: {line}" for line in check_words(case.get("text", {}), err, case.get("run", []))]


def check_words(want, err, options):
    bad = []
    try:
        text = err.decode("utf-8")
    except UnicodeDecodeError as error:
        return [f"not UTF-8: {error}"]
    unwelcome = re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]", text)
    if unwelcome:
        bad.append(f"control bytes: {text[max(0, unwelcome.start() - 40):unwelcome.end() + 40]!r}")
    lines = text.splitlines()
    if "-v" not in options and len(lines) > 3:  # a refusal to run is short, but may name a long path
        if len(lines) > TEXT_LINES:
            bad.append(f"{len(lines)} lines")
        bad += [f"a line of {len(line)} columns: {line[:60]}…" for line in lines if len(line) > TEXT_COLUMNS][:2]
    if "silent" in want and want["silent"] != (not text):
        bad.append(f"wanted {'nothing' if want['silent'] else 'some text'}, got {text[:200]!r}")
    if "lines" in want and not (want["lines"].get("min", 0) <= len(lines) <= want["lines"].get("max", 1 << 30)):
        bad.append(f"{len(lines)} lines, wanted {want['lines']}: {text[:300]!r}")
    bad += [f"{pattern!r} is not in {text[:1500]!r}" for pattern in want.get("regex", []) if not re.search(pattern, text)]
    bad += [f"{pattern!r} is in the text" for pattern in want.get("not", []) if re.search(pattern, text)]
    return bad


def check_terminal(runner, *before):
    """The case's steps in a session on a terminal, plainly or behind tracerun's words."""
    case, what = runner.case, "tracerun" if before else "plainly"
    build.refresh(runner.run_folder, runner.built)
    steps = [s for s in case["terminal"] if before or s.get("only") != "tracerun"]
    bad, shown = terminal.run([*before, *runner.program()], runner.run_folder, environment(case), steps,
                              case.get("background", False))
    if runner.options.verbose:
        print(shown)
    left = execute.end_survivors(1.0)
    if left:
        bad.append(f"left {len(left)} processes behind: {left[:3]}")
    if before:
        bad += check_shown(case.get("text", {}), shown)
    return [f"on a terminal, {what}: {line}" for line in bad]


def check_shown(want, shown):
    bad = [f"{pattern!r} is not in {shown[-1500:]!r}" for pattern in want.get("regex", []) if not re.search(pattern, shown)]
    bad += [f"{pattern!r} is in {shown[-1500:]!r}" for pattern in want.get("not", []) if re.search(pattern, shown)]
    return bad


def run_on_terminal(runner):
    bad = check_terminal(runner) if runner.case.get("plain", True) else []
    if runner.options.tracerun:
        bad += check_terminal(runner, runner.options.tracerun, *runner.filled("run"), "--")
    return bad


def run_case(case, options):
    """Complaints about one case."""
    runner = Runner(case, options)
    if "terminal" in case:
        return run_on_terminal(runner)
    plain = runner.execute() if case.get("plain", True) else None
    bad = []
    if plain:
        if plain.returncode is None:
            bad.append("plainly: does not end")
        bad += check_plain(case, plain)
    if not options.tracerun:
        if not plain and options.verbose:
            print(f"     {case.title}: is not run plainly")
        return bad
    for _ in range(case.get("repeat", 1) if case.get("json", True) else 0):
        bad += check_json(runner, plain if case.get("same_output", True) else None)
        if bad:
            break
    if plain or "text" in case:
        bad += check_text(runner, plain)
    if not bad and not options.keep:
        shutil.rmtree(runner.run_folder, ignore_errors=True)
    return bad


def every_case(options):
    return [c for folder in cases.folders(options.samples) for c in cases.read(folder)]


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--samples", required=True)
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--build")
    parser.add_argument("--tracerun", type=os.path.abspath)
    parser.add_argument("--schema")
    parser.add_argument("--way", choices=("root", "nobody", "container"))
    parser.add_argument("--container", help="a command that runs another one as in a container (tests/tools/dockerlike.c)")
    parser.add_argument("--keep", action="store_true", help="keep the folder of the last run")
    parser.add_argument("-v", "--verbose", action="store_true")
    parser.add_argument("titles", nargs="*")
    options = parser.parse_args()
    options.samples = os.path.abspath(options.samples)
    # A shell's background job inherits these ignored, and the programs would, too.
    for number in (signal.SIGINT, signal.SIGQUIT):
        signal.signal(number, signal.default_int_handler)
    if options.list:
        print("\n".join(case.title for case in every_case(options)))
        return 0
    options.build = os.path.abspath(options.build)
    options.schema = validate_report.validator(options.schema) if options.schema and validate_report.jsonschema else None
    execute.become_subreaper()
    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
    chosen = []
    for title in options.titles:
        chosen += [c for c in every_case(options) if title == "all" or c.title.startswith(title + ".") or c.title == title]
    failed = skipped = 0
    for case in chosen:
        try:
            bad = run_case(case, options)
        except Skipped as reason:
            skipped += 1
            print(f"skip {case.title}: {reason}")
            continue
        except build.Unbuildable as error:
            bad = [f"does not build: {error}"]
        failed += bool(bad)
        print("\n       ".join([f"{'FAIL' if bad else 'ok  '} {case.title}", *bad]), flush=True)
    if not chosen:
        print(f"no such sample: {options.titles}")
    return 1 if failed or not chosen else 77 if skipped == len(chosen) else 0


if __name__ == "__main__":
    sys.exit(main())
