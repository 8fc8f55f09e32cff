"""Starts a program with an inheritance of its own: usage: inherit.py WHAT,WHAT… COMMAND…"""
import os
import resource
import signal
import sys


def descriptors():
    os.set_inheritable(os.dup2(os.open("/dev/null", os.O_RDONLY), 7), True)
    os.set_inheritable(os.dup2(os.open("inherited", os.O_CREAT | os.O_RDWR, 0o600), 23), True)


def limits():
    resource.setrlimit(resource.RLIMIT_NOFILE, (77, 99))
    resource.setrlimit(resource.RLIMIT_STACK, (4 << 20, 64 << 20))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def ignored():
    for name in ("SIGHUP", "SIGUSR1", "SIGTERM", "SIGPIPE", "SIGTTOU"):
        signal.signal(getattr(signal, name), signal.SIG_IGN)


WAYS = {
    "descriptors": descriptors, "limits": limits, "ignored": ignored, "umask": lambda: os.umask(0o027),
    "mask": lambda: signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR2, signal.SIGINT, signal.SIGCHLD, signal.SIGRTMIN + 4]),
    "no-children": lambda: signal.signal(signal.SIGCHLD, signal.SIG_IGN),
    "no-stdin": lambda: os.close(0), "no-stderr": lambda: os.close(2), "nice": lambda: os.nice(3),
}
signal.signal(signal.SIGPIPE, signal.SIG_DFL)
signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
for way in sys.argv[1].split(","):
    WAYS[way]()
os.execvp(sys.argv[2], sys.argv[2:])
