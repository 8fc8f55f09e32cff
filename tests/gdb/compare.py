"""Comparing what tracerun reports of a variable with what gdb reads (dump.py)."""
import re
import struct
from decimal import Context, Decimal, InvalidOperation

ESCAPES = {"n": 10, "t": 9, "r": 13, "a": 7, "b": 8, "f": 12, "v": 11, "e": 27, "\\": 92, '"': 34, "'": 39}


def unescape(text):
    """Bytes of C text without its quotes."""
    out, i = bytearray(), 0
    while i < len(text):
        if text[i] != "\\":
            out += text[i].encode("utf-8")
            i += 1
            continue
        octal = re.match(r"[0-7]{1,3}", text[i + 1:])
        hexadecimal = re.match(r"x[0-9a-fA-F]{2}", text[i + 1:])
        if octal:
            out.append(int(octal.group(), 8) & 0xff)
            i += 1 + len(octal.group())
        elif hexadecimal:
            out.append(int(hexadecimal.group()[1:], 16))
            i += 4
        else:
            out.append(ESCAPES[text[i + 1]])
            i += 2
    return bytes(out)


def quoted(value):
    """(bytes, whole) of a string value, None when it is none."""
    match = re.fullmatch(r'(?:u8|u|U|L)?"(.*)"(\.\.\.)?', value or "", re.S)
    return (unescape(match.group(1)), not match.group(2)) if match else None


def number(value):
    if value in ("true", "false"):
        return int(value == "true")
    match = re.fullmatch(r"(?:u8|u|U|L)?'(.*)'", value, re.S)
    if match:
        return unescape(match.group(1))[0]
    return int(value, 0)


def has_value(node):
    """Whether any of it is known."""
    return node.get("state") in ("ok", "partial")


def address_in(node):
    value = node.get("value") or ""
    return int(value.split()[0], 16) if value.startswith("0x") else None


def expand(node):
    """Children by name; runs of equal elements singly."""
    found = {}
    for child in node.get("children", []):
        run = re.fullmatch(r"\[(\d+)\.\.(\d+)\]", child["name"])
        if run:
            for i in range(int(run.group(1)), int(run.group(2)) + 1):
                found.setdefault("[%d]" % i, child)
        else:
            found.setdefault(child["name"], child)
    return found


class Comparison:
    """Differences between one variable's two trees, as sentences; what only one side knows is listed apart."""

    def __init__(self):
        self.different, self.lost, self.gained = [], [], []

    def differ(self, path, ours, theirs):
        self.different.append("%s: tracerun %s, gdb %s" % (path, ours, theirs))

    def compare(self, path, ours, theirs):
        if "none" in theirs:
            if not theirs.get("deep") and has_value(ours) and not ours.get("children"):
                self.gained.append((path, ours.get("value")))
            elif not theirs.get("deep") and has_value(ours) and ours.get("children") and ours.get("state") == "ok":
                self.gained.append((path, "{…}"))
            return
        if not has_value(ours):
            self.lose(path, ours, theirs)
            return
        getattr(self, "compare_" + theirs["kind"], self.compare_other)(path, ours, theirs)

    def lose(self, path, ours, theirs):
        if all_none(theirs):
            return
        self.lost.append((path, ours.get("state"), ours.get("reason"), brief(theirs)))

    def compare_number(self, path, ours, theirs, mask=None):
        try:
            value = number(ours["value"])
        except (KeyError, ValueError, IndexError):
            self.differ(path, ours.get("value"), theirs["value"])
            return
        expected = theirs["value"]
        if value != expected and not (ours["value"].endswith("'") and value == expected & 0xff):
            self.differ(path, ours["value"], expected)

    compare_integer = compare_boolean = compare_number

    def compare_enum(self, path, ours, theirs):
        words = lambda text: re.sub(r"[()\s]", "", text)
        if words(ours.get("value", "")) == words(theirs["text"]):
            return
        try:
            same = number(ours["value"]) in (theirs["value"], theirs["value"] & 0xffffffff)
        except (KeyError, ValueError):
            same = False
        unknown = re.search(r"unknown:(0x[0-9a-f]+)", words(theirs["text"]))
        if not same and not (unknown and unknown.group(1) in ours.get("value", "").lower()):
            self.differ(path, ours.get("value"), theirs["text"])

    def compare_float(self, path, ours, theirs):
        mine, other = ours.get("value", ""), theirs["value"]
        if mine.lstrip("-+")[:3] in ("nan", "inf"):
            if mine.lstrip("-+")[:3] != other.lstrip("-+")[:3]:
                self.differ(path, mine, other)
            return
        kind = re.sub(r"\b(const|volatile|_Atomic) ", "", ours["type"])
        try:
            same = floating(kind, mine) == floating(kind, other)
        except (ValueError, InvalidOperation):
            same = False
        if not same:
            self.differ(path, mine, other)

    def compare_pointer(self, path, ours, theirs):
        if ours["kind"] == "string":
            text = quoted(ours.get("value"))
            expected = theirs.get("text")
            if text and expected is not None and not same_text(text, expected.encode("latin-1")):
                self.differ(path, ours["value"], expected)
            return
        if address_in(ours) != theirs["value"]:
            self.differ(path, ours.get("value"), hex(theirs["value"]))

    def compare_string(self, path, ours, theirs):
        text = quoted(ours.get("value"))
        expected = theirs["value"].encode("utf-8" if (ours.get("value") or "")[:1] in "uUL" else "latin-1", "replace")
        if not text:
            self.differ(path, ours.get("value"), theirs["value"])
        elif not same_text(text, expected) and not (theirs.get("whole") is False and text[0].startswith(expected[:100])):
            self.differ(path, ours["value"], theirs["value"])

    def compare_reference(self, path, ours, theirs):
        if ours.get("address") and int(ours["address"], 16) not in (theirs["address"],) and ours["kind"] == "reference":
            self.differ(path, ours["address"], hex(theirs["address"]))
        # What is an object of its own is told there; only what stands here is compared.
        if ours.get("value") or ours.get("children"):
            self.compare(path, dict(ours, state="ok"), theirs["target"])

    def compare_array(self, path, ours, theirs):
        if ours["kind"] == "string":
            text = quoted(ours.get("value"))
            values = [child["value"] for _, child in theirs["children"] if "value" in child]
            values = values[:values.index(0)] if 0 in values else values
            if (ours.get("value") or "").startswith('"'):
                expected = bytes(value & 0xff for value in values)
            else:
                expected = "".join(chr(value) for value in values).encode("utf-8", "replace")
            if not text or not same_text(text, expected):
                self.differ(path, ours.get("value"), expected)
            return
        if ours.get("size") not in (None, theirs["size"]):
            self.differ(path, "%s elements" % ours["size"], "%s elements" % theirs["size"])
        self.compare_children(path, ours, theirs["children"])

    def compare_children(self, path, ours, children):
        mine = expand(ours)
        for name, child in children:
            if name in mine:
                self.compare(path + "." + name, mine[name], child)
            elif not ours.get("omitted_children") and not all_none(child) and not is_empty(child):
                self.differ(path + "." + name, "(absent)", brief(child))

    def compare_struct(self, path, ours, theirs):
        # gdb has no printer for std::array.
        if ours["kind"] == "container" and [name for name, _ in theirs["children"]] == ["_M_elems"]:
            self.compare(path, ours, theirs["children"][0][1])
            return
        mine = list(ours.get("children", []))
        by_name = {child["name"]: child for child in mine}
        bases = [child for child in mine if child["name"].startswith("<") and child["name"] != "<anonymous>"]
        anonymous = [child for child in mine if child["name"] == "<anonymous>"]
        for name, child in theirs["children"]:
            found = by_name.get(name) or by_name.get(name.lstrip("_"))
            if name == "<anonymous>":
                found = anonymous.pop(0) if anonymous else None
            elif name.startswith("<"):
                found = bases.pop(0) if bases else None
            if found:
                self.compare(path + "." + name, found, child)
            elif not ours.get("omitted_children") and not all_none(child) and not is_empty(child) and not ours.get("value"):
                self.differ(path + "." + name, "(absent)", brief(child))

    compare_union = compare_struct

    def compare_printed(self, path, ours, theirs):
        children = theirs.get("children", [])
        printer = theirs["printer"]
        if printer == "StdBitsetPrinter":
            mine, found = expand(ours), dict((name, child) for name, child in children)
            for name, child in mine.items():
                if (child["value"] == "true") != (name in found):
                    self.differ(path + "." + name, child["value"], name in found)
        elif printer in ("UniquePointerPrinter", "SharedPointerPrinter"):
            pointer = children[0][1] if children else {"value": 0}
            if pointer.get("value") != address_in(ours):
                self.differ(path, ours.get("value"), pointer.get("value"))
        elif printer in ("StdOptionalPrinter", "StdVariantPrinter"):
            self.compare_children(path, ours, [["*", child] for _, child in children[:1]])
        elif theirs["hint"] == "map":
            self.compare_map(path, ours, children)
        elif theirs["hint"] == "array" or printer == "StdTuplePrinter":
            self.compare_children(path, ours, [["[%d]" % i, child] for i, (_, child) in enumerate(children)])
        elif children:
            self.compare_children(path, ours, [["*", children[0][1]]] if "*" in expand(ours) else [])

    def compare_map(self, path, ours, children):
        mine = ours.get("children", [])
        pairs = [(children[i][1], children[i + 1][1]) for i in range(0, len(children) - 1, 2)]
        if len(mine) < len(pairs) and not ours.get("omitted_children"):
            self.differ(path, "%d entries" % len(mine), "%d entries" % len(pairs))
        for found, (key, value) in zip(mine, pairs):
            name = found["name"][1:-1]
            if key.get("kind") in ("integer", "string", "boolean") and name[:1] not in "{?":
                self.compare(path + ".key", {"kind": key["kind"], "type": "", "state": "ok", "value": name}, key)
            self.compare(path + "[" + name + "]", found, value)

    def compare_member(self, path, ours, theirs):
        pass

    compare_other = compare_complex = compare_text = compare_member


def floating(kind, text):
    """What a number is in its own precision; a long double's is cut to the digits that gdb prints."""
    if kind == "float":
        return struct.unpack("f", struct.pack("f", float(text)))[0]
    return Decimal(text).normalize(Context(prec=17)) if kind == "long double" else float(text)


def same_text(text, expected):
    found, whole = text
    return found == expected if whole else expected.startswith(found)


def all_none(node):
    """Whether gdb knows nothing of it."""
    if "none" in node:
        return True
    if node.get("kind") == "reference":
        return all_none(node["target"])
    children = node.get("children")
    return bool(children) and all(all_none(child) for _, child in children)


def is_empty(node):
    return node.get("kind") == "struct" and all(is_empty(child) for _, child in node["children"])


def brief(node):
    if "none" in node:
        return "<%s>" % node["none"]
    if "children" in node:
        return "{%s}" % ", ".join("%s=%s" % (name, brief(child)) for name, child in node["children"][:4])
    return str(node.get("value", brief(node["target"]) if "target" in node else "?"))[:60]
