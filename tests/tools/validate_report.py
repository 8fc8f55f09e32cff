#!/usr/bin/python3
"""Validate reports against the JSON Schema, with Debian's python3-jsonschema (draft 2020-12).

usage: validate_report.py SCHEMA DOCUMENT...    ("-" is standard input)

Prints one line a fault, with the JSON pointer to it. Exit status: 0 all valid, 1 a fault, 2 wrong usage, 77 no jsonschema.
As a module: validator(schema_path) and faults(validator, document).
"""
import json
import sys

try:
    import jsonschema
except ImportError:
    jsonschema = None


def no_duplicates(pairs):
    keys = [key for key, _ in pairs]
    if len(set(keys)) != len(keys):
        raise ValueError(f"a key twice: {sorted(key for key in set(keys) if keys.count(key) > 1)}")
    return dict(pairs)


def no_constant(word):
    raise ValueError(f"{word} is not JSON")


def parse(text):
    """The document; ValueError where it is not strict JSON (duplicate keys, NaN) or more than one document."""
    return json.loads(text, object_pairs_hook=no_duplicates, parse_constant=no_constant)


def validator(schema_path):
    with open(schema_path, encoding="utf-8") as file:
        schema = parse(file.read())
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def faults(checker, document):
    """One line a fault: where, what."""
    found = sorted(checker.iter_errors(document), key=lambda error: [str(part) for part in error.absolute_path])
    return ["/" + "/".join(str(part) for part in error.absolute_path) + ": " + error.message[:200] for error in found]


def main():
    if len(sys.argv) < 3:
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    if jsonschema is None:
        print("python3-jsonschema is missing")
        sys.exit(77)
    checker, bad = validator(sys.argv[1]), 0
    for path in sys.argv[2:]:
        try:
            raw = sys.stdin.buffer.read() if path == "-" else open(path, "rb").read()
            lines = faults(checker, parse(raw.decode("utf-8")))
        except (OSError, ValueError) as error:
            lines = [str(error)]
        for line in lines:
            print(f"{path}: {line}")
        bad += bool(lines)
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
