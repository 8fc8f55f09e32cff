#!/usr/bin/env python3
"""Output under a limit goes through tracerun: what comes through, and what a reader that is slow, or gone, does to it.

usage: test_relay.py --tracerun PATH --build DIR
"""
import argparse
import os
import pty
import subprocess
import sys
import time

SOURCE = """
#include <stdio.h>
#include <string.h>
#include <unistd.h>
int main(int argc, char **argv)
{
    alarm(30);
    if (argc > 1 && strcmp(argv[1], "flood") == 0)
        for (;;)
            puts("0123456789abcdef");
    if (argc > 1 && strcmp(argv[1], "mixed") == 0)
        for (int i = 0; i < 1000; i++) {
            dprintf(1, "out %d\\n", i);
            dprintf(2, "err %d\\n", i);
        }
    if (argc > 1 && strcmp(argv[1], "terminal") == 0)
        printf("%d %d\\n", isatty(1), isatty(2));
    if (argc > 1 && strcmp(argv[1], "holds") == 0 && fork() == 0)
        sleep(20);
    return 0;
}
"""

LIMIT = ["--output", "100M"]


class Relay:
    def __init__(self, options):
        os.makedirs(options.build, exist_ok=True)
        self.tracerun, self.program = options.tracerun, os.path.join(options.build, "relayed")
        subprocess.run(["gcc", "-x", "c", "-", "-o", self.program], input=SOURCE.encode(), check=True)

    def start(self, options, argument, **streams):
        return subprocess.Popen([self.tracerun, *options, "--", self.program, argument], **streams)

    def a_reader_that_stops_holds_up_no_limit(self):
        """The pipe is full, nobody reads; the time limit is served, and tracerun ends soon after it."""
        read, write = os.pipe()
        begin = time.monotonic()
        run = self.start([*LIMIT, "--timeout", "0.5"], "flood", stdout=write, stderr=subprocess.PIPE)
        os.close(write)
        _, words = run.communicate(timeout=20)
        os.close(read)
        assert run.returncode == 124, run.returncode
        assert time.monotonic() - begin < 10, time.monotonic() - begin
        assert b"dropped" in words or b"time" in words.lower(), words

    def a_reader_that_leaves_ends_the_program(self):
        """As without tracerun: by SIGPIPE, and silently."""
        run = self.start(LIMIT, "flood", stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert run.stdout.read(17) == b"0123456789abcdef\n"
        run.stdout.close()
        words = run.stderr.read()
        assert run.wait(20) == -13, (run.returncode, words)
        assert words == b"", words

    def one_place_keeps_its_order(self):
        run = self.start(LIMIT, "mixed", stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        out, _ = run.communicate(timeout=20)
        assert out.decode().split("\n")[:-1] == [f"{w} {i}" for i in range(1000) for w in ("out", "err")], out[:200]

    def two_places_stay_apart(self):
        run = self.start(LIMIT, "mixed", stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        out, err = run.communicate(timeout=20)
        assert out == b"".join(b"out %d\n" % i for i in range(1000)), out[:200]
        assert err == b"".join(b"err %d\n" % i for i in range(1000)), err[:200]

    def a_terminal_stays_one(self):
        ours, theirs = pty.openpty()
        run = self.start(LIMIT, "terminal", stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True)
        os.close(theirs)
        shown = b""
        while b"\n" not in shown:
            shown += os.read(ours, 1000)
        assert run.wait(20) == 0
        os.close(ours)
        assert shown == b"1 1\r\n", shown

    def nobody_waits_for_one_who_holds_the_pipe(self):
        begin = time.monotonic()
        run = self.start([*LIMIT, "--grace", "0.2"], "holds", stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        run.communicate(timeout=20)
        assert run.returncode == 0, run.returncode
        assert time.monotonic() - begin < 8, time.monotonic() - begin


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tracerun", required=True)
    parser.add_argument("--build", required=True)
    relay, failed = Relay(parser.parse_args()), 0
    for name in [name for name in vars(Relay) if "_" in name and not name.startswith("_")]:
        try:
            getattr(relay, name)()
        except AssertionError as error:
            failed += 1
            print(f"FAIL {name}: {str(error)[:500]}")
    sys.exit(bool(failed))


main()
