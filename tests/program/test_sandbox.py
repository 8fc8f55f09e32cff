#!/usr/bin/env python3
"""The sandbox as root, as an ordinary user, in what a container leaves, and on kernels that lack walls; tracerun doctor.

usage: test_sandbox.py --tracerun PATH --samples DIR --build DIR --container PATH --without PATH
       --landlock-abi PATH [CASE…]
"""
import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile

CASES = []
NOBODY = 65534
PROGRAMS = ("refusals", "allowed", "daemon", "old")
AS_NOBODY = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]


def case(function):
    CASES.append(function)
    return function


class Surroundings:
    """One way to run tracerun: a folder that the user may write, the programs in it."""

    def __init__(self, options, name):
        self.options, self.name = options, name
        self.is_nobody = "nobody" in name
        self.words = (AS_NOBODY if self.is_nobody and os.geteuid() == 0 else []) + ([options.container] if "container" in name else [])

    def __enter__(self):
        self.folder = tempfile.mkdtemp(prefix="sandbox-", dir=self.options.build)
        for program in PROGRAMS:
            shutil.copy(os.path.join(self.options.build, program), self.folder)
        self.victim = os.path.join(self.options.build, "victim")  # readable (--read), and anybody's to write
        with open(self.victim, "w", encoding="utf-8") as f:
            f.write("kept")
        os.chmod(self.victim, 0o666)
        os.chmod(self.folder, 0o755)
        os.mkdir(os.path.join(self.folder, "tmp"))
        os.chmod(os.path.join(self.folder, "tmp"), 0o1777)
        if self.words[:1] == AS_NOBODY[:1]:
            os.chown(self.folder, NOBODY, NOBODY)
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.folder)

    def run(self, *words, before=()):
        env = {**os.environ, "TMPDIR": os.path.join(self.folder, "tmp")}
        env.pop("TRACERUN_OPTIONS", None)
        return subprocess.run([*self.words, *before, self.options.tracerun, *words], cwd=self.folder, env=env, timeout=60,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True)

    def is_tidy(self):
        return not os.listdir(os.path.join(self.folder, "tmp"))

    def report(self, *words, before=()):
        done = self.run("--json", *words, before=before)
        assert not done.stderr, done.stderr
        return json.loads(done.stdout)


def lives(pid):
    """Whether it runs; one that nobody waits for may be there still."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as f:
            return f.read().rpartition(")")[2].split()[0] not in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return False


def every_way(options):
    for name in ("root", "nobody", "root in a container", "nobody in a container"):
        if name.startswith("root") and os.geteuid() != 0:
            continue
        with Surroundings(options, name) as way:
            yield way


@case
def refused_everywhere(options):
    """No call gets through, whoever runs it."""
    for way in every_way(options):
        report = way.report("--sandbox", "--on-violation=deny", "--syscalls=none", "--", "./refusals", "every")
        lines = report["io"]["stdout"]["text"].splitlines()
        assert len(lines) > 50 and not [line for line in lines if line.endswith(" done")], (way.name, lines)
        assert report["status"] == "SUCCESS", (way.name, report["status"])
        assert {f["violation"]["rule"] for f in report["findings"]} & {"network"}, way.name


@case
def allowed_everywhere(options):
    for way in every_way(options):
        report = way.report("--sandbox", "--", "./allowed")
        assert report["status"] == "SUCCESS" and "findings" not in report, (way.name, report["diagnosis"], report.get("findings"))
        assert way.is_tidy(), (way.name, "a temporary folder stays")


@case
def private_tmp(options):
    """Where namespaces are permitted, /tmp and /dev/shm are empty, can be written, and nothing of that is left outside."""
    script = "echo x > /tmp/tracerun-only-inside && echo y > /dev/shm/tracerun-only-inside && ls -A /dev/shm && echo $TMPDIR"
    for way in every_way(options):
        report = way.report("--sandbox", "--", "sh", "-c", script)
        if report["sandbox"]["walls"]["temporary_folder"] == "/tmp is private":
            assert report["io"]["stdout"]["text"] == "tracerun-only-inside\n/tmp\n", (way.name, report["io"])
            assert report["sandbox"]["walls"]["ipc"] == "namespace", report["sandbox"]
        else:
            assert "container" in way.name and report["status"] == "SECURITY_VIOLATION", (way.name, report["status"])
            assert "/tmp/tracerun-only-inside" in report["diagnosis"]["violation"]["call"], report["diagnosis"]
        for place in ("/tmp", "/dev/shm"):
            assert not os.path.exists(place + "/tracerun-only-inside"), (way.name, place)


@case
def ends_descendants(options):
    """A daemon ends with the main process, and is counted; the run does not wait for it."""
    for way in every_way(options):
        report = way.report("--sandbox", "--", "./daemon")
        assert report["status"] == "SUCCESS" and report["resources"]["wall_ms"] < 5000, (way.name, report)
        assert [p for p in report["processes"] if p.get("ended_by_tracerun")], way.name
        assert "outlived" in report["incomplete"][0]["reason"], way.name
        assert not lives(report["processes"][-1]["pid"]), way.name


@case
def set_user_id(options):
    """A set-user-ID program gets nothing by it, and a root nothing back."""
    if os.geteuid() != 0:
        return
    for name in ("nobody", "root"):
        with Surroundings(options, name) as way:
            copy = os.path.join(way.folder, "grep")
            shutil.copy("/bin/grep", copy)
            os.chmod(copy, 0o4755)
            report = way.report("--sandbox", "--", "./grep", "-E", "^(Uid|CapEff|NoNewPrivs)", "/proc/self/status")
            uid = NOBODY if name == "nobody" else 0
            lines = report["io"]["stdout"]["text"].split("\n")
            assert lines[0].split()[1:] == [str(uid)] * 4, lines
            assert lines[1].split() == ["CapEff:", "0" * 16] and lines[2].split() == ["NoNewPrivs:", "1"], lines


@case
def streams_by_name(options):
    """/dev/stdin and its like lead to files that lie elsewhere."""
    for way in every_way(options):
        with tempfile.NamedTemporaryFile("w+", dir=options.build) as given, tempfile.NamedTemporaryFile("r", dir=options.build) as got:
            given.write("line\n")
            given.flush()
            os.chmod(given.name, 0o644)
            os.chmod(got.name, 0o666)
            done = way.run("--sandbox", "--stdin", given.name, "--stdout", got.name, "--", "sh", "-c", "cat /dev/stdin > /dev/stdout")
            assert done.returncode == 0 and got.read() == "line\n", (way.name, done)


@case
def fails_closed(options):
    """Without Landlock there is no sandbox, unless best effort is asked for; then the report says so."""
    before = [options.without, "landlock_create_ruleset"]
    with Surroundings(options, "nobody") as way:
        done = way.run("--sandbox", "--", "./allowed", before=before)
        assert done.returncode == 125 and "Landlock" in done.stderr and not done.stdout, (done.returncode, done.stderr)
        report = way.report("--sandbox", "--", "./allowed", before=before)
        assert report["status"] == "INTERNAL_ERROR", report["status"]
        report = way.report("--sandbox=best-effort:student", "--", "./refusals", "tcp", before=before)
        assert report["status"] == "SECURITY_VIOLATION", report["status"]
        assert report["sandbox"]["missing"] == ["files: this kernel has no Landlock"], report["sandbox"]
        assert "files" not in report["sandbox"]["walls"], report["sandbox"]
        assert [i["reason"] for i in report["incomplete"] if i["section"] == "sandbox"], report["incomplete"]
        done = way.run("--sandbox=best-effort:student", "--on-violation=deny", "--", "./refusals", "writes_parent", before=before)
        assert done.stdout == "writes_parent EACCES\n", done.stdout


@case
def older_landlock(options):
    """Debian 12's kernel has ABI 2, which does not know truncation: that is refused by the call then."""
    for abi in ("1", "2", "3", "5"):
        before = [options.landlock_abi, abi]
        with Surroundings(options, "nobody") as way:
            report = way.report("--sandbox", "--on-violation=deny", "--syscalls=none", "--", "./refusals", "every", before=before)
            assert report["sandbox"]["walls"]["files"] == f"Landlock, ABI {abi}", report["sandbox"]
            assert report["sandbox"]["walls"]["signals"] == "checked by tracerun", report["sandbox"]
            lines = report["io"]["stdout"]["text"].splitlines()
            assert len(lines) > 50 and not [line for line in lines if line.endswith(" done")], (abi, lines)
            report = way.report("--sandbox", "--on-violation=deny", "--read", way.victim, "--", "./old", way.victim, before=before)
            by_name, by_open, by_how = report["io"]["stdout"]["text"].split()
            known = int(abi) >= 3
            assert by_name == ("done" if known else "EPERM"), (abi, by_name)
            assert by_open in (("EACCES", "EROFS") if known else ("EPERM",)), (abi, by_open)
            assert by_how == ("done" if known else "ENOSYS"), (abi, by_how)
            with open(way.victim, encoding="utf-8") as f:
                assert f.read() == "kept", abi


@case
def works_without_namespaces(options):
    with Surroundings(options, "nobody") as way:
        report = way.report("--sandbox", "--", "./allowed", before=[options.without, "unshare"])
        assert report["status"] == "SUCCESS", report["diagnosis"]
        assert report["sandbox"]["walls"]["temporary_folder"] == "TMPDIR is private", report["sandbox"]
        assert way.is_tidy(), "a temporary folder stays"


@case
def doctor(options):
    for way in every_way(options):
        done = way.run("doctor", "--json")
        assert done.returncode == 0 and not done.stderr, (way.name, done)
        told = json.loads(done.stdout)
        facilities = {f["name"]: f for f in told["facilities"]}
        assert told["schema"] == "tracerun.doctor/1" and facilities["tracing"]["works"], told
        assert all(f["works"] or (f["reason"] and f["needs"]) for f in told["facilities"]), told
        in_container = "container" in way.name
        assert facilities["namespaces"]["works"] != in_container, (way.name, facilities["namespaces"])
        for profile in told["profiles"]:
            report = way.report(f"--sandbox={profile['name']}", "--", "/bin/true")
            assert profile["works"] and profile["walls"] == report["sandbox"]["walls"], (way.name, profile, report["sandbox"])


@case
def doctor_without_landlock(options):
    with Surroundings(options, "nobody") as way:
        done = way.run("doctor", before=[options.without, "landlock_create_ruleset"])
        assert done.returncode == 0 and "missing  student" in done.stdout and "missing  Landlock" in done.stdout, done.stdout
        # A sanitizer build of tracerun looks for leaks by ptrace, too.
        done = way.run("doctor", before=["/usr/bin/env", "ASAN_OPTIONS=detect_leaks=0", options.without, "ptrace"])
        assert done.returncode == 125 and "missing  tracing" in done.stdout, (done.returncode, done.stdout)


def build(options):
    os.makedirs(options.build, exist_ok=True)
    for name in PROGRAMS:
        subprocess.run(["cc", "-g", "-pthread", "-o", os.path.join(options.build, name),
                        os.path.join(options.samples, name, "main.c")], check=True)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    for option in ("tracerun", "samples", "build", "container", "without", "landlock-abi"):
        parser.add_argument("--" + option, required=True, type=os.path.abspath)
    parser.add_argument("cases", nargs="*")
    options = parser.parse_args()
    build(options)
    failed = 0
    for function in CASES:
        if options.cases and function.__name__ not in options.cases:
            continue
        try:
            function(options)
            print("ok  ", function.__name__, flush=True)
        except (AssertionError, KeyError, IndexError, ValueError, subprocess.SubprocessError) as error:
            failed += 1
            print("FAIL", function.__name__, type(error).__name__, str(error)[:3000], flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
