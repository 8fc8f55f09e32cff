"""Running a command so that nothing of it survives, in a session of its own, and saying how it ended."""
import ctypes
import os
import select
import signal
import subprocess
import tempfile
import time
from dataclasses import dataclass, field

PR_SET_CHILD_SUBREAPER = 36
SETTLE_SECONDS = 1.0


# A shell starts what it puts in the background with SIGINT ignored, which programs that are run here would inherit.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@dataclass
class Result:
    returncode: int | None
    out: bytes = b""
    err: bytes = b""
    seconds: float = 0.0
    left_behind: list = field(default_factory=list)
    remarks: list = field(default_factory=list)


def become_subreaper():
    """Orphans of a run become ours, so that they can be told and ended."""
    ctypes.CDLL(None, use_errno=True).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def state(pid):
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as f:
            return f.read().rpartition(")")[2].split()[0]
    except OSError:
        return "gone"


def children_of(pid):
    found = []
    try:
        for task in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{task}/children", encoding="ascii") as f:
                found += [int(word) for word in f.read().split()]
    except OSError:
        pass
    return found


def command_of(pid):
    try:
        with open(f"/proc/{pid}/cmdline", "rb") as f:
            return f.read().replace(b"\0", b" ").decode("utf-8", "replace").strip()
    except OSError:
        return "?"


def reap(spared=()):
    """Collect orphans that have ended; the living ones are returned."""
    living = []
    for pid in set(children_of(os.getpid())) - set(spared):
        try:
            if os.waitpid(pid, os.WNOHANG)[0] == 0:
                living.append(pid)
        except ChildProcessError:
            pass
    return living


def end_survivors(wait_seconds, spared=()):
    """Descendants still alive after wait_seconds are ended and told, but for those spared."""
    until = time.monotonic() + wait_seconds
    while (living := reap(spared)) and time.monotonic() < until:
        time.sleep(0.01)
    told = [f"{pid} ({command_of(pid)})" for pid in living]
    while living:
        for pid in living:
            os.kill(pid, signal.SIGKILL)
        time.sleep(0.005)
        living = reap(spared)
    return told


def wait_for_file(path, process, seconds):
    """A program says by making a file how far it is."""
    until = time.monotonic() + seconds
    while not os.path.exists(path):
        if time.monotonic() > until or process.poll() is not None:
            return False
        time.sleep(0.005)
    return True


def send(events, process, cwd):
    """Send the signals of a case: [{"wait_for": FILE, "after": seconds, "send": NAME, "to": "tracerun"|"group"}]."""
    for event in events:
        if "wait_for" in event and not wait_for_file(os.path.join(cwd, event["wait_for"]), process, 20):
            return [f"the program never made {event['wait_for']!r}"]
        time.sleep(event.get("after", 0))
        number = getattr(signal, event["send"])
        try:
            if event.get("to") == "group":
                os.killpg(process.pid, number)
            else:
                process.send_signal(number)
        except ProcessLookupError:
            return [f"nobody was there to get {event['send']}"]
    return []


def stdin_for(case_input, scratch):
    """(descriptor for the program, descriptor to keep open or None)"""
    if case_input is None:
        return os.open(os.devnull, os.O_RDONLY), None
    if isinstance(case_input, dict):
        reader, writer = os.pipe()
        os.write(writer, case_input["open"].encode())
        return reader, writer
    path = os.path.join(scratch, "stdin")
    with open(path, "wb") as f:
        f.write(case_input.encode("utf-8", "surrogateescape"))
    return os.open(path, os.O_RDONLY), None


def run(command, cwd, *, given=None, env=None, seconds=60, signals=(), settle=SETTLE_SECONDS, preexec=None, pass_fds=(),
        spared=()):
    """Run command to its end, or end it after so many seconds (returncode None)."""
    with tempfile.TemporaryDirectory() as scratch, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        stdin, held = stdin_for(given, scratch)
        began = time.monotonic()
        process = subprocess.Popen(command, cwd=cwd, env=env, stdin=stdin, stdout=out, stderr=err, start_new_session=True,
                                   preexec_fn=preexec, pass_fds=pass_fds)
        os.close(stdin)
        remarks = send(signals, process, cwd)
        pidfd = os.pidfd_open(process.pid)
        ended = bool(select.select([pidfd], [], [], max(0.1, began + seconds - time.monotonic()))[0])
        os.close(pidfd)
        if not ended:
            process.kill()
        code = process.wait()
        took = time.monotonic() - began
        left = end_survivors(settle if ended else 0, spared)
        if held is not None:
            os.close(held)
        out.seek(0)
        err.seek(0)
        return Result(code if ended else None, out.read(), err.read(), took, left, remarks)
