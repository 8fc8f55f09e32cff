#!/usr/bin/env python3
"""Attach to processes in every state: what is told, and that they go on as they were, whatever becomes of tracerun.

usage: test_attach.py --tracerun PATH --build DIR [--rounds N] [CASE…]
"""
import argparse
import json
import os
import pwd
import random
import signal
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
CASES = []


def case(function):
    CASES.append(function)
    return function


def status(pid):
    with open(f"/proc/{pid}/status", encoding="utf-8") as f:
        return dict(line.rstrip("\n").split(":\t", 1) for line in f if ":\t" in line)


def processor_ticks(pid):
    with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as f:
        return int(f.read().rpartition(")")[2].split()[11])


def until(condition, what, seconds=10):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, f"never: {what}"
        time.sleep(0.005)


class Process:
    """The program under one of its names, ready."""

    def __init__(self, options, which):
        self.popen = subprocess.Popen([options.program, which], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert self.popen.stdout.readline() == b"ready\n"
        self.pid = self.popen.pid
        if which == "spin":
            until(lambda: processor_ticks(self.pid) > 1, "it computes")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.popen.kill()
        self.popen.wait()
        self.popen.stdin.close()
        self.popen.stdout.close()

    def is_as_before(self, state):
        """Nobody traces any of its threads, and it is in this state."""
        until(lambda: all(status(tid)["TracerPid"] == "0" for tid in os.listdir(f"/proc/{self.pid}/task")), "untraced")
        try:
            until(lambda: status(self.pid)["State"][0] in state, f"in state {state}")
        except AssertionError as error:
            raise AssertionError(f"{error}, but {status(self.pid)['State']}, status {self.popen.poll()}") from None
        assert self.popen.poll() is None


def attach(options, pid, *words, wrap=()):
    return subprocess.run([*wrap, options.tracerun, "attach", *words, str(pid)], capture_output=True, text=True, timeout=60)


def report(options, pid):
    done = attach(options, pid, "--json")
    assert done.returncode == 0 and not done.stderr, (done.returncode, done.stderr)
    document = json.loads(done.stdout)
    assert document["status"] == "INTERRUPTED", document["status"]
    assert document["outcome"] == {"exit_code": None, "signal": None}
    assert document["processes"][0]["pid"] == pid
    return document


def refusal(options, pid, *, wrap=()):
    done = attach(options, pid, wrap=wrap)
    assert done.returncode == 125, (done.returncode, done.stderr)
    return done.stderr


@case
def loop(options):
    with Process(options, "spin") as process:
        document = report(options, process.pid)
        assert document["diagnosis"]["kind"] == "infinite-loop", document["diagnosis"]
        assert document["diagnosis"]["location"]["function"] == "spin"
        assert "goal != 0" in document["diagnosis"]["summary"]
        process.is_as_before("R")
        ticks = processor_ticks(process.pid)
        until(lambda: processor_ticks(process.pid) > ticks, "it computes on")


@case
def again(options):
    with Process(options, "spin") as process:
        for _ in range(5):
            assert report(options, process.pid)["diagnosis"]["kind"] == "infinite-loop"
        process.is_as_before("R")


@case
def threads(options):
    with Process(options, "threads") as process:
        document = report(options, process.pid)
        assert document["diagnosis"]["kind"] == "deadlock", document["diagnosis"]
        assert len(document["threads"]) == 41
        assert "lock" in document["diagnosis"]["summary"]
        process.is_as_before("S")


@case
def sleeping(options):
    with Process(options, "sleep") as process:
        document = report(options, process.pid)
        assert document["diagnosis"]["kind"] == "blocked", document["diagnosis"]
        process.is_as_before("S")


@case
def in_epoll(options):
    with Process(options, "epoll") as process:
        assert report(options, process.pid)["diagnosis"]["kind"] == "blocked"
        process.is_as_before("S")
        process.popen.stdin.write(b"x")
        process.popen.stdin.flush()
        assert process.popen.stdout.readline() == b"woken\n"
        assert process.popen.wait(10) == 0


@case
def call_begins_while_watched(options):
    # The step over a call that waits is cut short, and its trap must not stay behind for the program.
    with Process(options, "bursts") as process:
        for _ in range(options.rounds):
            report(options, process.pid)
            assert process.popen.stdout.readline() == b"ready\n", process.popen.wait(10)


@case
def cannot_be_stopped(options):
    # The parent of a vfork() stops only when the child has ended.
    with Process(options, "vfork") as process:
        until(lambda: status(process.pid)["State"][0] == "D", "it waits")
        document = report(options, process.pid)
        assert document["diagnosis"]["kind"] == "blocked", document["diagnosis"]
        assert document["threads"][0]["waiting_for"] == "vfork()", document["threads"][0]
        assert "frames" not in document["threads"][0]
        process.is_as_before("D")
        with open(f"/proc/{process.pid}/task/{process.pid}/children", encoding="ascii") as f:
            os.kill(int(f.read()), signal.SIGKILL)
        assert process.popen.wait(10) == 0


@case
def stopped(options):
    for which, kind in (("spin", "infinite-loop"), ("sleep", "blocked")):
        with Process(options, which) as process:
            os.kill(process.pid, signal.SIGSTOP)
            until(lambda: status(process.pid)["State"][0] == "T", "stopped")
            document = report(options, process.pid)
            assert document["diagnosis"]["kind"] == "blocked", document["diagnosis"]
            assert "SIGSTOP" in document["diagnosis"]["summary"]
            assert document["threads"][0]["state"] == "stopped"
            process.is_as_before("T")
            time.sleep(0.05)
            process.is_as_before("T")
            os.kill(process.pid, signal.SIGCONT)
            process.is_as_before("RS")
            assert report(options, process.pid)["diagnosis"]["kind"] == kind


def end_midway(options, number, expected):
    for which, state in (("spin", "R"), ("threads", "S"), ("epoll", "S")):
        with Process(options, which) as process:
            for _ in range(options.rounds):
                looker = subprocess.Popen([options.tracerun, "attach", str(process.pid)], stdout=subprocess.DEVNULL,
                                          stderr=subprocess.DEVNULL)
                time.sleep(random.uniform(0, 0.06))
                looker.send_signal(number)
                looker.wait(20)
                assert looker.returncode in (0, *expected), looker.returncode
                process.is_as_before(state if number != signal.SIGKILL or which != "epoll" else "SZ")


@case
def interrupted(options):
    # Before tracerun has its handlers, the signal ends it, too.
    end_midway(options, signal.SIGINT, (-signal.SIGINT, 128 + signal.SIGINT))
    end_midway(options, signal.SIGTERM, (-signal.SIGTERM, 128 + signal.SIGTERM))


@case
def killed(options):
    for which, state in (("spin", "R"), ("threads", "S"), ("sleep", "S")):
        with Process(options, which) as process:
            for _ in range(options.rounds):
                looker = subprocess.Popen([options.tracerun, "attach", str(process.pid)], stdout=subprocess.DEVNULL,
                                          stderr=subprocess.DEVNULL, start_new_session=True)
                time.sleep(random.uniform(0, 0.06))
                os.killpg(looker.pid, signal.SIGKILL)
                looker.wait(20)
                process.is_as_before(state)


@case
def ends_meanwhile(options):
    for _ in range(options.rounds):
        with Process(options, "threads") as process:
            looker = subprocess.Popen([options.tracerun, "attach", "--json", str(process.pid)], stdout=subprocess.PIPE,
                                      stderr=subprocess.DEVNULL)
            time.sleep(random.uniform(0, 0.06))
            process.popen.kill()
            told = looker.communicate(timeout=20)[0]
            assert json.loads(told)["schema"] == "tracerun.report/1"
            assert process.popen.wait(10) == -signal.SIGKILL


@case
def no_process(options):
    with Process(options, "sleep") as process:
        pid = process.pid
    assert "there is no process" in refusal(options, pid)
    assert "not the number of a process" in refusal(options, "spin")


@case
def zombie(options):
    with Process(options, "sleep") as process:
        process.popen.send_signal(signal.SIGKILL)
        until(lambda: status(process.pid)["State"][0] == "Z", "a zombie")
        assert "zombie" in refusal(options, process.pid)


@case
def thread_of_process(options):
    with Process(options, "threads") as process:
        tid = next(tid for tid in os.listdir(f"/proc/{process.pid}/task") if int(tid) != process.pid)
        assert f"a thread of process {process.pid}" in refusal(options, tid)


@case
def traced_already(options):
    with subprocess.Popen([options.tracerun, "--", options.program, "spin"], stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL) as tracer:
        assert tracer.stdout.readline() == b"ready\n"
        with open(f"/proc/{tracer.pid}/task/{tracer.pid}/children", encoding="ascii") as f:
            pid = int(f.read().split()[0])
        told = refusal(options, pid)
        tracer.kill()
        assert f"traced already, by process {tracer.pid} (tracerun)" in told, told


@case
def not_permitted(options):
    if os.geteuid() != 0:
        assert "not permitted" in refusal(options, 1) or "root may attach" in refusal(options, 1)
        return
    nobody = pwd.getpwnam("nobody")
    with Process(options, "sleep") as process:
        wrap = ["setpriv", f"--reuid={nobody.pw_uid}", f"--regid={nobody.pw_gid}", "--clear-groups"]
        if subprocess.run([*wrap, "test", "-x", options.tracerun], check=False).returncode:
            print("     nobody cannot get to tracerun")
            return
        told = refusal(options, process.pid, wrap=wrap)
        assert "belongs to user 0" in told or "ptrace_scope" in told, told
        process.is_as_before("S")


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--tracerun", required=True, type=os.path.abspath)
    parser.add_argument("--build", required=True, type=os.path.abspath)
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("cases", nargs="*")
    options = parser.parse_args()
    os.makedirs(options.build, exist_ok=True)
    options.program = os.path.join(options.build, "attached")
    subprocess.run(["gcc", "-g", "-O0", "-pthread", "-o", options.program, os.path.join(HERE, "attach", "main.c")], check=True)
    failed = 0
    for function in CASES:
        if options.cases and function.__name__ not in options.cases:
            continue
        try:
            function(options)
            print(f"ok   {function.__name__}", flush=True)
        except (AssertionError, subprocess.TimeoutExpired) as error:
            failed += 1
            line = error.__traceback__
            while line.tb_next:
                line = line.tb_next
            print(f"FAIL {function.__name__}: {error or 'assertion'} at line {line.tb_lineno}", flush=True)
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
