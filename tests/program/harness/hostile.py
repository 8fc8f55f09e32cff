"""What stands around a hostile program, and whether it still stands after the run.

A case with "hostile": true gets, as words that its arguments, options and shell lines may use:
    $OUTSIDE     a folder open to everyone but not the program's: nothing in it may change. Not below /tmp, which may be private
    $BYSTANDER   pid of a process of the same user that is none of the run's: it must live on, unstopped
    $MARK        a word; no file whose name holds it may be left outside the run's folder
    $KEY         a number; no System V object with this key, or made by the run, may be left
"""
import contextlib
import ctypes
import json
import os
import secrets
import shutil
import signal
import subprocess
import tempfile

from . import execute

ANSWER = "the expected answer is "
PUBLIC_FOLDERS = ("/tmp", "/var/tmp", "/dev/shm", "/run", "/run/lock")


def table(path):
    """The rows of a table with a head line, each a dictionary."""
    with open(path, encoding="ascii") as f:
        names, *rows = (line.split() for line in f)
    return [dict(zip(names, row)) for row in rows]


def processes(result):
    """The pids that a report tells of."""
    try:
        return {process["pid"] for process in json.loads(result.out)["processes"]}
    except (ValueError, KeyError, TypeError):
        return set()


def remove(path):
    if os.path.isdir(path) and not os.path.islink(path):
        shutil.rmtree(path, ignore_errors=True)
    else:
        os.remove(path)


class Surroundings:
    def __init__(self, prefix):
        self.token = secrets.token_hex(8)
        self.mark, self.key = "hostile-" + self.token, int(self.token[:7], 16)
        self.outside = tempfile.mkdtemp(prefix="outside-", dir="/var/tmp")
        self.lay_out()
        self.bystander = subprocess.Popen([*prefix, "sleep", "300"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                          stderr=subprocess.DEVNULL, start_new_session=True)
        self.before = self.picture()

    def lay_out(self):
        for name, text in (("answer", f"{ANSWER}{self.token}\n"), ("scores", "alice 3\n")):
            with open(os.path.join(self.outside, name), "w", encoding="ascii") as f:
                f.write(text)
            os.chmod(os.path.join(self.outside, name), 0o666)
        os.chmod(self.outside, 0o777)

    def words(self):
        return {"$OUTSIDE": self.outside, "$BYSTANDER": str(self.bystander.pid), "$MARK": self.mark, "$KEY": str(self.key)}

    def picture(self):
        """Everything in the folder: names, modes, owners, links, times, contents."""
        shown = {}
        for place, folders, files in os.walk(self.outside):
            for name in [".", *folders, *files]:
                path = os.path.join(place, name)
                about = os.lstat(path)
                shown[path] = (about.st_mode, about.st_uid, about.st_gid, about.st_nlink, about.st_size, about.st_mtime_ns,
                               tuple(os.listxattr(path, follow_symlinks=False)))
        return shown

    def faults(self, result):
        bad = []
        if self.picture() != self.before:
            bad.append(f"the folder outside was changed: {sorted(set(self.picture().items()) ^ set(self.before.items()))[:4]}")
        state = execute.state(self.bystander.pid)
        if self.bystander.poll() is not None or state not in "SRD":
            bad.append(f"the bystander did not live on: {self.bystander.poll()}, state {state}")
        if (ANSWER + self.token).encode() in result.out + result.err:
            bad.append("the answer outside was read")
        left = self.left_files() + self.left_objects(processes(result))
        return bad + ([f"left behind: {left[:4]}"] if left else [])

    def left_files(self):
        left = []
        for folder in (*PUBLIC_FOLDERS, os.path.expanduser("~")):
            with contextlib.suppress(OSError):
                left += [os.path.join(folder, name) for name in os.listdir(folder) if self.mark in name]
        for path in left:
            remove(path)
        # A message queue is a file where its file system is mounted, and mostly that is nowhere.
        queues = ctypes.CDLL(None, use_errno=True)
        if queues.mq_unlink(f"/{self.mark}".encode()) == 0:
            left.append(f"message queue /{self.mark}")
        return left

    def left_objects(self, pids):
        left = []
        for kind, number, option in (("shm", "shmid", "-m"), ("sem", "semid", "-s"), ("msg", "msqid", "-q")):
            for row in table(f"/proc/sysvipc/{kind}"):
                if int(row["key"]) == self.key or int(row.get("cpid", 0)) in pids:
                    left.append(f"{kind} {row[number]}")
                    subprocess.run(["ipcrm", option, row[number]], check=False, capture_output=True)
        return left

    def take_down(self):
        self.bystander.send_signal(signal.SIGKILL)
        self.bystander.wait()
        shutil.rmtree(self.outside, ignore_errors=True)
