"""Building a sample into a folder of the build tree, once for each content of the sample."""
import ctypes
import fcntl
import hashlib
import os
import shutil
import subprocess
import tempfile

COMPILERS = {"gcc": {"c": "gcc", "c++": "g++"}, "clang": {"c": "clang", "c++": "clang++"}}
PROBES = {
    "32bit": ("gcc", "-m32"), "static": ("gcc", "-static"), "asan": ("gcc", "-fsanitize=address"),
    "tsan": ("gcc", "-fsanitize=thread"), "ubsan": ("gcc", "-fsanitize=undefined"),
    "clang-asan": ("clang", "-fsanitize=address"), "clang-msan": ("clang", "-fsanitize=memory"),
    "libc++": ("clang++", "-x", "c++", "-stdlib=libc++", "-include", "vector"),
}


class Unbuildable(Exception):
    pass


def command_of(case):
    """(compiler, flags) of a variant such as "gcc-O2" or "clang-O0-m32"."""
    name, *flags = case.variant.split("-")
    return COMPILERS[name][case.language], [f"-{flag}" for flag in flags]


def lines_of(case):
    """The shell lines that build a case."""
    if not case.variant:
        return case.get("build", []) + case.get("post", []), {}
    compiler, flags = command_of(case)
    flags = ["-D_GNU_SOURCE", "-Wall", *(["-Werror=implicit"] if case.language == "c" else [])] + case.get("debug", ["-g"]) + flags + case.get("cflags", [])
    source = "main.cpp" if case.language == "c++" else "main.c"
    default = ['$CC $CFLAGS "$SOURCE" -o program $LDFLAGS']
    lines = case.get("build", default) + case.get("post", [])
    return lines, {"CC": compiler, "CFLAGS": " ".join(flags), "SOURCE": source, "LDFLAGS": " ".join(case.get("ldflags", []))}


def digest(case, lines, words):
    state = hashlib.sha256(repr((lines, sorted(words.items()))).encode())
    for name in sorted(os.listdir(case.folder)):
        if name not in ("case.json", "README.md"):
            with open(os.path.join(case.folder, name), "rb") as f:
                state.update(name.encode() + b"\0" + f.read())
    return state.hexdigest()


def copy_sources(case, folder):
    os.makedirs(folder)
    for name in os.listdir(case.folder):
        if name not in ("case.json", "README.md"):
            shutil.copy2(os.path.join(case.folder, name), folder)


def compile_into(case, folder, lines, words):
    copy_sources(case, folder)
    env = {**os.environ, **words, "LC_ALL": "C"}
    for line in lines:
        made = subprocess.run(["/bin/sh", "-ec", line], cwd=folder, env=env, stdin=subprocess.DEVNULL, capture_output=True,
                              text=True, errors="replace", timeout=300)
        if made.returncode:
            raise Unbuildable(f"{line}: {made.stderr.strip()[:1000]}")


def prepare(case, build):
    """A fresh folder with the sample built in it, the same path each time; the lock on it lasts as long as the object."""
    place = os.path.join(build, *case.title.split("."))
    os.makedirs(place, exist_ok=True)
    lock = open(os.path.join(place, "lock"), "w", encoding="ascii")
    fcntl.flock(lock, fcntl.LOCK_EX)
    run, built, key = (os.path.join(place, name) for name in ("run", "built", "key"))
    lines, words = lines_of(case)
    wanted = digest(case, lines, words)
    if not os.path.exists(key) or open(key, encoding="ascii").read() != wanted:
        for old in (run, built, key):
            remove(old)
        compile_into(case, run, lines, words)
        shutil.copytree(run, built, symlinks=True)
        with open(key, "w", encoding="ascii") as f:
            f.write(wanted)
    return run, built, lock


def refresh(run, built):
    """Put the folder back as it was built."""
    remove(run)
    shutil.copytree(built, run, symlinks=True)


def remove(path):
    if os.path.isdir(path) and not os.path.islink(path):
        # rm goes deeper than shutil.rmtree does.
        subprocess.run(["rm", "-rf", "--", path], check=True)
    elif os.path.lexists(path):
        os.remove(path)


def probe(name):
    """Whether a compiler can build and run a program with the flags of PROBES[name]."""
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "probe.c")
        with open(source, "w", encoding="ascii") as f:
            f.write("int main(void) { return 0; }\n")
        program = os.path.join(folder, "probe")
        try:
            made = subprocess.run([*PROBES[name], source, "-o", program], capture_output=True, check=False)
            return made.returncode == 0 and subprocess.run([program], capture_output=True, check=False).returncode == 0
        except OSError:
            return False


def has_library(name):
    try:
        ctypes.CDLL(name)
    except OSError:
        return False
    return True


def lacking(case, as_root, prefix):
    """Why this machine cannot run the case as that user, behind the words of prefix, or None."""
    tests = {
        "root": lambda: as_root,
        "ordinary": lambda: not as_root,
        "unsanitized": lambda: True,
        "libdebuginfod": lambda: has_library("libdebuginfod.so.1"),
        "pidns": lambda: subprocess.run([*prefix, "unshare", "--fork", "--pid", "--mount-proc", "true"],
                                        capture_output=True, check=False).returncode == 0,
    }
    for need in [*([command_of(case)[0]] if case.variant else []), *case.get("needs", [])]:
        if need in PROBES:
            there = probe(need)
        elif need in tests:
            there = tests[need]()
        else:
            there = shutil.which(need) is not None
        if not there:
            return f"needs {need}"
    return None
