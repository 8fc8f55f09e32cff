#!/usr/bin/env python3
"""Check that the man page and the completions name the options of `tracerun --help`, and no others.

usage: options.py ROOT TRACERUN
"""
import pathlib
import re
import subprocess
import sys

WORD = r"--[a-z][a-z-]*"


def help_options(tracerun):
    done = subprocess.run([tracerun, "--help"], capture_output=True, text=True)
    return set(re.findall(rf"^\s+(?:-\S, )?({WORD})", done.stdout, re.MULTILINE))


def manual_options(text):
    """The options that head a paragraph of the OPTIONS section."""
    text = text.replace("\\-", "-").replace("\\c", "")
    section = re.search(r"^\.SH OPTIONS\n(.*?)^\.SH ", text, re.MULTILINE | re.DOTALL)[1]
    heads = re.findall(r"^\.TP\n(.*)", section, re.MULTILINE)
    return {word for head in heads for word in re.findall(WORD, head)}


def code(path):
    """The file without its comments."""
    return re.sub(r"^\s*#.*", "", path.read_text(), flags=re.MULTILINE)


def main():
    root, tracerun = pathlib.Path(sys.argv[1]), sys.argv[2]
    wanted = help_options(tracerun)
    if not wanted:
        sys.exit("tracerun --help names no options")
    told = {"docs/tracerun.1": manual_options((root / "docs/tracerun.1").read_text()),
            "completions/tracerun.bash": set(re.findall(WORD, code(root / "completions/tracerun.bash"))),
            "completions/_tracerun": set(re.findall(WORD, code(root / "completions/_tracerun"))),
            "completions/tracerun.fish": {"--" + name for name in re.findall(
                r"^complete .*-l ([a-z-]+)", (root / "completions/tracerun.fish").read_text(), re.MULTILINE)}}
    wrong = [f"{place}: {'lacks' if option in wanted else 'has, but --help has not,'} {option}"
             for place, options in told.items() for option in sorted(options ^ wanted)]
    print("\n".join(wrong) or f"{len(wanted)} options agree: {' '.join(sorted(wanted))}")
    sys.exit(bool(wrong))


main()
