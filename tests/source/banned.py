#!/usr/bin/env python3
"""Check that tracerun's own C calls none of the functions that it does not use. usage: banned.py ROOT"""
import pathlib
import re
import sys

BANNED = {
    "strcpy": "tr_arena_strdup", "strcat": "tr_str", "stpcpy": "tr_str", "strncpy": "tr_arena_strndup",
    "strncat": "tr_str", "sprintf": "snprintf or tr_str_printf", "vsprintf": "vsnprintf", "gets": "fgets", "atoi": "strtol",
    "atol": "strtol", "atoll": "strtoll", "atof": "strtod", "alloca": "a fixed array or the arena", "strtok": "strsep or strchr",
    "tmpnam": "mkostemp", "mktemp": "mkostemp", "system": "posix_spawn", "popen": "posix_spawn",
}
ALLOWED_IN_TESTS = {"system", "popen", "strcat", "strncat"}  # of text that the test itself made
CALL = re.compile(r"(?<![\w.>])(" + "|".join(BANNED) + r")\s*\(")
# Comments and literals, so that they can be blanked out without moving a line.
QUIET = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.DOTALL)


def code(text):
    return QUIET.sub(lambda match: "\n" * match.group().count("\n"), text)


def main():
    root = pathlib.Path(sys.argv[1])
    files = [path for folder in ("tracer", "formats", "include", "tests/unit")
             for path in sorted((root / folder).rglob("*.[ch]"))]
    found = [f"{path.relative_to(root)}:{number}: {name} is not used here, use {BANNED[name]}"
             for path in files
             for number, line in enumerate(code(path.read_text()).split("\n"), 1)
             for name in CALL.findall(line)
             if not (name in ALLOWED_IN_TESTS and (root / "tests") in path.parents)]
    print("\n".join(found) or f"{len(files)} files call none of {len(BANNED)} banned functions")
    sys.exit(bool(found) or not files)


main()
