"""Paths into a report and expectations about what lies there.

A path is keys joined by dots, with lists entered by
    [3] [-1]        one element
    [*]             every element
    [key=value]     every element whose key is value ([name="[3]"] quotes it as JSON)
    [key~regex]     every element whose key matches wholly
and yields every value that it reaches: none, one or many.

An expectation is a plain value (one of the values equals it), or an object:
    regex           one of the values contains a match
    min, max        one of the values is a number within
    any             a list of expectations: one of them holds
    length          the number of elements or characters
    absent          true: the path reaches nothing
    count           an expectation about how many values the path reaches
    all, none       an expectation that every (at least one), or no, value meets
    sequence        plain values that occur in this order, others between them
"""
import json
import re

TOKEN = re.compile(r'\[(?P<filter>(?:"(?:[^"\\]|\\.)*"|[^\]"])*)\]|(?P<key>[^.\[\]]+)|(?P<dot>\.)')


def tokens(path):
    at = 0
    while at < len(path):
        found = TOKEN.match(path, at)
        if not found:
            raise ValueError(f"malformed path {path!r} at {at}")
        at = found.end()
        if found["key"] is not None:
            yield "key", found["key"]
        elif found["filter"] is not None:
            yield "filter", found["filter"]


def chosen(elements, text):
    if text == "*":
        return list(elements)
    if re.fullmatch(r"-?\d+", text):
        return elements[int(text):][:1] if int(text) < 0 else elements[int(text):int(text) + 1]
    key, operator, wanted = re.fullmatch(r"(\w+)([=~])(.*)", text, re.S).groups()
    wanted = json.loads(wanted) if wanted.startswith('"') else wanted
    elements = [e for e in elements if isinstance(e, dict) and key in e]
    if operator == "~":
        return [e for e in elements if re.fullmatch(wanted, spelled(e[key]))]
    return [e for e in elements if spelled(e[key]) == wanted]


def spelled(value):
    return value if isinstance(value, str) else json.dumps(value)


def resolve(document, path):
    """Every value that path reaches."""
    values = [document]
    for kind, text in tokens(path):
        if kind == "key":
            values = [v[text] for v in values if isinstance(v, dict) and text in v]
        else:
            values = [e for v in values if isinstance(v, list) for e in chosen(v, text)]
    return values


def matches(want, value):
    """Whether one value meets an expectation."""
    if not isinstance(want, dict):
        return want == value and isinstance(want, bool) == isinstance(value, bool)
    for word, argument in want.items():
        if word == "regex":
            ok = isinstance(value, str) and re.search(argument, value, re.S) is not None
        elif word == "min":
            ok = isinstance(value, (int, float)) and value >= argument
        elif word == "max":
            ok = isinstance(value, (int, float)) and value <= argument
        elif word == "any":
            ok = any(matches(w, value) for w in argument)
        elif word == "length":
            ok = isinstance(value, (str, list, dict)) and matches(argument, len(value))
        else:
            raise ValueError(f"unknown word {word!r} in an expectation")
        if not ok:
            return False
    return True


def in_order(wanted, values):
    rest = iter(values)
    return all(any(matches(w, v) for v in rest) for w in wanted)


def meets(want, values):
    """Whether the values of a path meet an expectation."""
    if isinstance(want, dict):
        for word, test in (("absent", lambda a: a == (not values)),
                           ("count", lambda a: matches(a, len(values))),
                           ("all", lambda a: bool(values) and all(matches(a, v) for v in values)),
                           ("none", lambda a: not any(matches(a, v) for v in values)),
                           ("sequence", lambda a: in_order(a, values))):
            if word in want:
                if len(want) > 1:
                    raise ValueError(f"{word!r} stands alone in an expectation")
                return test(want[word])
    return any(matches(want, v) for v in values)


def pointer(document, text):
    """Whether a JSON pointer (RFC 6901) leads somewhere."""
    node = document
    for step in text.split("/")[1:]:
        step = step.replace("~1", "/").replace("~0", "~")
        if isinstance(node, dict) and step in node:
            node = node[step]
        elif isinstance(node, list) and step.isdigit() and int(step) < len(node):
            node = node[int(step)]
        else:
            return None
    return node
