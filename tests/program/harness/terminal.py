"""A small shell on a terminal of its own: one job in the foreground, its stops and its end told, keys typed for it.

Steps of a case, each an object with one of
    expect     wait until the terminal has shown a match of this regular expression, after the last one
    type       type these characters (\\u0003 is Ctrl-C)
    wait       seconds
    kill       send the job's group a signal
    resize     [rows, columns] of the terminal
    stops      wait until the job has stopped by one of these signals (tracerun stops itself by SIGSTOP)
    continue   put it into the foreground again and let it go on
    ends       wait for its end: exit status, or minus the number of a signal
    modes      "same": the terminal's modes are those of before the job
"only": "tracerun" leaves a step out of the plain run.
"""
import fcntl
import json
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time

PATIENCE = 15
KEYS = (signal.SIGINT, signal.SIGQUIT, signal.SIGTSTP, signal.SIGTTIN, signal.SIGTTOU)  # a shell ignores them, its jobs do not


def job(command, env, slave, background):
    """Becomes the job; does not return."""
    os.setpgid(0, 0)
    signal.signal(signal.SIGTTOU, signal.SIG_IGN)
    if not background:
        os.tcsetpgrp(slave, os.getpid())
    for number in (*KEYS, signal.SIGPIPE, signal.SIGXFSZ):
        signal.signal(number, signal.SIG_DFL)
    for fd in (0, 1, 2):
        os.dup2(slave, fd)
    os.closerange(3, 256)
    try:
        os.execvpe(command[0], command, env)
    finally:
        os._exit(127)


def shell(command, cwd, env, slave, events, orders, background):
    """The session's leader; does not return."""
    os.setsid()
    fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
    os.chdir(cwd)
    for number in KEYS:
        signal.signal(number, signal.SIG_IGN)
    modes = termios.tcgetattr(slave)
    pid = os.fork()
    if pid == 0:
        job(command, env, slave, background)
    os.write(events, json.dumps({"job": pid}).encode() + b"\n")
    while True:
        _, status = os.waitpid(pid, os.WUNTRACED)
        os.tcsetpgrp(slave, os.getpgrp())
        if os.WIFSTOPPED(status):
            termios.tcsetattr(slave, termios.TCSADRAIN, modes)
            os.write(events, json.dumps({"stops": os.WSTOPSIG(status)}).encode() + b"\n")
            if not os.read(orders, 1):
                os._exit(1)
            os.tcsetpgrp(slave, pid)
            os.killpg(pid, signal.SIGCONT)
        else:
            os.write(events, json.dumps({"ends": os.waitstatus_to_exitcode(status)}).encode() + b"\n")
            os.read(orders, 1)
            os._exit(0)


class Session:
    def __init__(self, command, cwd, env, background):
        self.master, self.slave = pty.openpty()
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 100, 0, 0))
        self.modes = termios.tcgetattr(self.slave)
        self.shown, self.seen, self.told = "", 0, []
        event_reader, event_writer = os.pipe()
        order_reader, order_writer = os.pipe()
        sys.stdout.flush()
        self.pid = os.fork()
        if self.pid == 0:
            os.close(order_writer)
            try:
                shell(command, cwd, env, self.slave, event_writer, order_reader, background)
            finally:
                os._exit(1)
        os.close(event_writer)
        os.close(order_reader)
        self.events, self.orders = event_reader, order_writer
        self.job = self.event("job")

    def pump(self, seconds):
        """Take what has come on the terminal and from the shell."""
        ready = select.select([self.master, self.events], [], [], seconds)[0]
        if self.master in ready:
            self.shown += os.read(self.master, 65536).decode("utf-8", "replace")
        if self.events in ready:
            self.told += [json.loads(line) for line in os.read(self.events, 65536).splitlines()]

    def until(self, test):
        end = time.monotonic() + PATIENCE
        while not (found := test()):
            if time.monotonic() > end:
                return None
            self.pump(0.05)
        return found

    def expect(self, pattern):
        found = self.until(lambda: re.compile(pattern, re.S).search(self.shown, self.seen))
        if found:
            self.seen = found.end()
        return found

    def event(self, name):
        told = self.until(lambda: self.told)
        return self.told.pop(0).get(name, f"another event: {told}") if told else "nothing"

    def step(self, step):
        """A complaint, or None."""
        if "expect" in step and not self.expect(step["expect"]):
            return f"{step['expect']!r} never came; shown: {self.shown[self.seen:][-1500:]!r}"
        if "type" in step:
            os.write(self.master, step["type"].encode())
        if "resize" in step:
            fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", *step["resize"], 0, 0))
        if "kill" in step:
            os.killpg(self.job, getattr(signal, step["kill"]))
        if "wait" in step:
            time.sleep(step["wait"])
        for name in ("stops", "ends"):
            if name in step and (got := self.event(name)) not in (step[name] if name == "stops" else [step[name]]):
                return f"{name}: wanted {step[name]}, got {got}; shown: {self.shown[-1500:]!r}"
        if "continue" in step:
            os.write(self.orders, b"c")
        if "modes" in step:
            now = termios.tcgetattr(self.slave)
            if now != self.modes:
                return f"terminal modes were {self.modes[:6]}, are {now[:6]}"
        return None

    def close(self):
        while select.select([self.master], [], [], 0.05)[0]:
            self.pump(0)
        os.close(self.orders)
        os.close(self.slave)
        os.close(self.master)
        os.close(self.events)
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)


def run(command, cwd, env, steps, background=False):
    """(complaints, everything that the terminal showed)"""
    session, bad = Session(command, cwd, env, background), []
    for step in steps:
        if complaint := session.step(step):
            bad.append(complaint)
            break
    session.close()
    return bad, session.shown
