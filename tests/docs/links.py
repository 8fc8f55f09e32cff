#!/usr/bin/env python3
"""Check that every relative link and every path in backquotes of the documents leads somewhere. usage: links.py ROOT"""
import pathlib
import re
import sys

LINK = re.compile(r"\]\((?!https?:|#)([^)#]+)")
# `folder/file` with a known first folder; words in capitals, <…> and * stand for something else.
PATH = re.compile(r"`((?:tracer|formats|tests|samples|docs|scripts|cmake|include|completions)/[\w./-]+)`")


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    pages = [*root.glob("*.md"), *root.glob("docs/*.md"), *root.glob("tracer/*.md"), *root.glob("formats/**/*.md")]
    wrong = []
    for page in pages:
        text = page.read_text()
        wrong += [f"{page.relative_to(root)}: no {target}" for target in LINK.findall(text)
                  if not (page.parent / target).exists()]
        wrong += [f"{page.relative_to(root)}: no {target}" for target in PATH.findall(text) if not (root / target).exists()]
    print("\n".join(wrong) or f"{len(pages)} pages, every link leads somewhere")
    sys.exit(bool(wrong) or not pages)


main()
