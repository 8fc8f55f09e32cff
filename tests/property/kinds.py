"""Types of C as the property test sees them: each can make a random value, declare, write and recognise it.

A kind has: declare(declarator) -> text; random(draw) -> value; write(value) -> initialiser; nodes(value) -> records in a report;
check(node, value, report) -> list of differences, [] when the node shows the value. To add one: a class here (or in
cxx_kinds.py) and a line in program.py's table.
"""
from fractions import Fraction
import re

import literals
from literals import Unreadable


def differs(node, expected):
    return ["%s: shown %s, written %s" % (node.get("name"), node.get("value", node.get("children")), expected)]


class Kind:
    """What kinds without parts have in common."""

    name = ""
    size = 0
    is_key = False  # can be the key of a map
    is_text = False
    is_character = False

    def declare(self, declarator):
        return "%s %s" % (self.name, declarator)

    def nodes(self, _value):
        return 1

    def order(self, value):
        """What values are sorted by, as std::less does."""
        return value

    def check(self, node, value, report):
        if node.get("state") != "ok":
            return ["%s: %s (%s)" % (node.get("name"), node.get("state"), node.get("reason"))]
        try:
            return self.compare(node, value, report)
        except Unreadable as error:
            return ["%s: %s, written %r" % (node.get("name"), error, value)]

    def compare(self, node, value, report):
        raise NotImplementedError


class Integer(Kind):
    is_key = True

    def __init__(self, name, size, signed, bits=None):
        self.name, self.size, self.signed = name, size, signed
        self.bits = bits or 8 * size

    def random(self, draw):
        low = -(1 << self.bits - 1) if self.signed else 0
        high = low + (1 << self.bits) - 1
        return draw.choice([low, high, 0, max(low, -1), min(high, 1), draw.randint(low, high), draw.randint(max(low, -99), min(high, 99))])

    def write(self, value):
        if self.size == 16:
            text = "((unsigned __int128)%dULL << 64 | %dULL)" % (value >> 64 & 2**64 - 1, value & 2**64 - 1)
            return "(%s)%s" % (self.name, text)
        # The least value has no literal of its own.
        text = "(-%dLL - 1)" % -(value + 1) if value < 0 else "%dULL" % value
        return "(%s)%s" % (self.name, text)

    def compare(self, node, value, report):
        return [] if literals.read_integer(node.get("value")) == value else differs(node, value)


class Boolean(Kind):
    size = 1
    is_key = True

    def __init__(self, name="_Bool"):
        self.name = name

    def random(self, draw):
        return draw.random() < 0.5

    def write(self, value):
        return str(int(value)) if self.name == "_Bool" else str(value).lower()

    def compare(self, node, value, report):
        return [] if node.get("value") == str(value).lower() else differs(node, value)


class Character(Kind):
    name, size = "char", 1
    is_key = is_character = True

    def random(self, draw):
        return draw.choice([0, 10, 39, 92, 34, draw.randint(32, 126), draw.randint(0, 255)])

    def order(self, value):
        return value - 256 if value > 127 else value

    def write(self, value):
        return "'\\%03o'" % value

    def compare(self, node, value, report):
        return [] if literals.read_bytes(node.get("value"), "'") == bytes([value]) else differs(node, value)


class WideCharacter(Kind):
    is_character = True

    def __init__(self, name, size, prefix):
        self.name, self.size, self.prefix = name, size, prefix

    def random(self, draw):
        return draw.choice([0x41, 0xe9, 0x20ac, draw.randint(32, 126)] + [0x1f600] * (self.size == 4))

    def write(self, value):
        return "(%s)%d" % (self.name, value)

    def compare(self, node, value, report):
        text = node.get("value")
        if not isinstance(text, str) or not text.startswith(self.prefix):
            return differs(node, value)
        return [] if literals.read_bytes(text[len(self.prefix):], "'") == chr(value).encode() else differs(node, value)


class Float(Kind):
    def __init__(self, name, size):
        self.name, self.size = name, size
        self.code, self.suffix = ("f", "f") if size == 4 else ("d", "")

    def random(self, draw):
        value = draw.choice([0.0, -0.0, 0.1, -1.5, 1e10, 5e-324 if self.size == 8 else 1e-45, float("inf"), float("nan"),
                             draw.uniform(-1000, 1000), draw.uniform(-1, 1) * 10.0 ** draw.randint(-37, 37)])
        return literals.round_float(value, self.code)

    def write(self, value):
        return literals.write_float(value, self.suffix)

    def compare(self, node, value, report):
        text = node.get("value")
        number = literals.read_number(text)
        same_sign = text.startswith("-") == (str(value)[0] == "-")
        shown = literals.round_float(float(number), self.code)
        return [] if shown == value and same_sign or shown != shown and value != value else differs(node, repr(value))


class LongDouble(Kind):
    """Values are (mantissa, exponent): mantissa * 2^exponent."""

    name, size = "long double", 16

    def random(self, draw):
        mantissa = draw.choice([0, 1, -3, draw.getrandbits(64) | 1 << 63, -(draw.getrandbits(64) | 1 << 63)])
        return mantissa, draw.choice([0, -63, -64, draw.randint(-4000, 4000)]) if mantissa else 0

    def write(self, value):
        return literals.write_long_double(*value)

    def compare(self, node, value, report):
        exact = Fraction(value[0]) * Fraction(2) ** value[1]
        shown = literals.read_number(node.get("value"))
        # Half a unit in the last place of 64 bits: another text would read back as another value.
        return [] if abs(shown - exact) <= abs(exact) / 2**64 else differs(node, value)


class Complex(Kind):
    name, size = "double _Complex", 16

    def random(self, draw):
        return literals.round_float(draw.uniform(-9, 9), "d"), draw.choice([2.0, -0.5, 1e10])

    def write(self, value):
        return "__builtin_complex(%s, %s)" % (literals.write_float(value[0]), literals.write_float(value[1]))

    def compare(self, node, value, report):
        text = node.get("value") or ""
        parts = re.fullmatch(r"(.*[^e])([+-].*)i", text)
        if not parts:
            return differs(node, value)
        return [] if tuple(float(part) for part in parts.groups()) == value else differs(node, value)


class Enumeration(Kind):
    size = 4
    is_key = True

    def __init__(self, name, enumerators, is_scoped=False, underlying=None):
        self.tag, self.enumerators, self.is_scoped, self.underlying = name, enumerators, is_scoped, underlying
        self.name = name if is_scoped or underlying else "enum " + name
        self.size = underlying.size if underlying else 4

    def definition(self):
        items = ", ".join("%s = %d" % item for item in self.enumerators.items())
        head = "enum class %s : %s" % (self.tag, self.underlying.name) if self.is_scoped else "enum %s" % self.tag
        return "%s { %s };" % (head, items)

    def is_flags(self):
        values = [value for value in self.enumerators.values() if value]
        return len(values) > 1 and all(value > 0 and value & value - 1 == 0 for value in values)

    def random(self, draw):
        values = list(self.enumerators.values())
        if self.is_flags() and not self.is_scoped:
            return draw.choice(values + [sum(draw.sample(values, 2)), 77])
        return draw.choice(values)

    def write(self, value):
        names = [name for name, number in self.enumerators.items() if number == value]
        if not names:
            return "(%s)%d" % (self.name, value)
        return "%s::%s" % (self.name, names[0]) if self.is_scoped else names[0]

    def compare(self, node, value, report):
        shown = 0
        for word in (node.get("value") or "").split("|"):
            name = word.split("::")[-1]
            shown |= self.enumerators[name] if name in self.enumerators else literals.read_integer(word)
        names = [name for name, number in self.enumerators.items() if number == value]
        is_named = not names or (node.get("value") or "").split("::")[-1] in names
        return [] if shown == value and is_named else differs(node, value)


class Named(Kind):
    """A typedef."""

    def __init__(self, name, target):
        self.name, self.target, self.size = name, target, target.size
        self.is_key, self.is_text, self.is_character = target.is_key, target.is_text, target.is_character

    def definition(self):
        return "typedef %s;" % self.target.declare(self.name)

    def random(self, draw):
        return self.target.random(draw)

    def write(self, value):
        return self.target.write(value)

    def nodes(self, value):
        return self.target.nodes(value)

    def check(self, node, value, report):
        return self.target.check(node, value, report)


class Qualified(Named):
    """const, volatile, _Atomic or several, in front of a type that is no array and no pointer."""

    def __init__(self, qualifier, target):
        super().__init__("", target)
        self.qualifier = qualifier

    def declare(self, declarator):
        return "%s %s" % (self.qualifier, self.target.declare(declarator))


class Text(Kind):
    """A char array that holds a string."""

    is_text = True

    def __init__(self, size):
        self.size = size

    def declare(self, declarator):
        return "char %s[%d]" % (declarator, self.size)

    def random(self, draw):
        return random_text(draw, self.size - 1)

    def write(self, value):
        return literals.write_bytes(value)

    def compare(self, node, value, report):
        return [] if literals.read_bytes(node.get("value")) == value else differs(node, value)


class TextPointer(Kind):
    name, size = "const char *", 8
    is_text = True

    def random(self, draw):
        return random_text(draw, 60)

    def write(self, value):
        return literals.write_bytes(value)

    compare = Text.compare


def random_text(draw, limit):
    """Bytes of a string without NUL: words, escapes, UTF-8, and bytes that are no UTF-8; these less than a third, as in text."""
    odd = [b"\xff", b"\x01", b"\x7f"]
    parts = odd + [b"word", b"\n", b"\t", b'"', b"\\", b"'", "\u00e9\u20ac".encode(), b"9", b"a?b", b"%s"]
    content, odds = b"", 0
    for _ in range(draw.randint(0, 8)):
        part = draw.choice(parts)
        if len(content) + len(part) <= limit and (part not in odd or (odds + 1) * 3 < len(content)):
            content, odds = content + part, odds + (part in odd)
    return content


class Array(Kind):
    def __init__(self, element, count):
        self.element, self.count, self.size = element, count, element.size * count

    def declare(self, declarator):
        return self.element.declare("%s[%d]" % (declarator, self.count))

    def random(self, draw):
        if draw.random() < 0.2:
            return [self.element.random(draw)] * self.count
        return [self.element.random(draw) for _ in range(self.count)]

    def write(self, value):
        return "{%s}" % ", ".join(self.element.write(item) for item in value)

    def nodes(self, value):
        return 1 + sum(self.element.nodes(item) for item in value)

    def compare(self, node, value, report):
        return compare_elements(self.element, node, value, report)


def compare_elements(element, node, value, report):
    """Children "[3]" or, folded, "[3..9]"; those that a cap left out are counted."""
    if node.get("kind") == "string":
        return compare_text(element, node, value)
    if node.get("size", len(value)) != len(value):
        return ["%s: size %s, written %d" % (node.get("name"), node.get("size"), len(value))]
    found, covered = [], 0
    for child in node.get("children", []):
        place = re.fullmatch(r"\[(\d+)(?:\.\.(\d+))?\]", child["name"])
        if not place:
            return ["%s: a child is called %s" % (node.get("name"), child["name"])]
        first, last = int(place.group(1)), int(place.group(2) or place.group(1))
        if last >= len(value):
            return ["%s: %s of %d elements" % (node.get("name"), child["name"], len(value))]
        covered += last - first + 1
        for item in value[first:last + 1]:
            found += element.check(child, item, report)
    if covered + node.get("omitted_children", 0) != len(value):
        found.append("%s: %d elements told, %d omitted of %d" % (node.get("name"), covered, node.get("omitted_children", 0), len(value)))
    return found


def compare_text(element, node, value):
    """An array of characters that reads as text: as far as the first NUL, or cut."""
    prefix, quoted = re.fullmatch(r"([uUL]?)(.*)", node.get("value") or "", re.DOTALL).groups()
    shown = literals.read_bytes(quoted.removesuffix("..."))
    if element.size == 1:
        written = bytes(item & 255 for item in value).split(b"\0")[0]
    else:
        written = "".join(map(chr, value)).split("\0")[0].encode()
    same = written.startswith(shown) and shown if quoted.endswith("...") else written == shown
    return [] if same and bool(prefix) == (element.size > 1) else differs(node, value)


class Record(Kind):
    """A struct, or a union of which the first member is written. Members: (name or None, kind, bits or 0)."""

    def __init__(self, tag, members, keyword="struct", is_cxx=False):
        self.tag, self.members, self.keyword = tag, members, keyword
        self.name = tag if is_cxx else "%s %s" % (keyword, tag)
        self.size = 0  # unknown: layout is the compiler's

    def body(self):
        lines = []
        for name, kind, bits in self.members:
            if name is None:
                lines.append("%s { %s };" % (kind.keyword, kind.body()))
            else:
                lines.append(kind.declare(name) + (" : %d;" % bits if bits else ";"))
        return " ".join(lines)

    def definition(self):
        return "%s %s { %s };" % (self.keyword, self.tag, self.body())

    def written(self):
        return self.members[:1] if self.keyword == "union" else self.members

    def random(self, draw):
        return [kind.random(draw) for _, kind, _ in self.written()]

    def write(self, value):
        return "{%s}" % ", ".join(kind.write(item) for (_, kind, _), item in zip(self.written(), value))

    def nodes(self, value):
        used = sum(kind.nodes(item) for (_, kind, _), item in zip(self.written(), value))
        return 1 + used * (len(self.members) if self.keyword == "union" else 1)

    def compare(self, node, value, report):
        children = node.get("children", [])
        if len(children) != len(self.members):
            return ["%s: %d members of %d" % (node.get("name"), len(children), len(self.members))]
        found = []
        for child, (name, kind, _), item in zip(children, self.written(), value):
            if name is not None and child["name"] != name:
                found.append("%s: member %s is called %s" % (node.get("name"), name, child["name"]))
            found += [node.get("name", "") + "." + text for text in kind.check(child, item, report)]
        return found


class Target(Kind):
    """A pointer to an earlier variable of the function, or to one of its elements. Values are (variable, index) or None."""

    size = 8

    def __init__(self, pointee):
        self.pointee = pointee

    def declare(self, declarator):
        is_array = isinstance(self.pointee, Array)
        return self.pointee.declare("(*%s)" % declarator if is_array else "*" + declarator)

    def random(self, draw):
        return None

    def write(self, value):
        if value is None:
            return "0"
        return "&%s[%d]" % value if value[1] is not None else "&" + value[0]

    def compare(self, node, value, report):
        shown = literals.read_integer(node.get("value"))
        if value is None:
            return [] if shown == 0 else differs(node, 0)
        name, index = value
        offset = index * self.pointee.size if index is not None else 0
        variable = report.sibling(name)
        if variable is None or variable.get("address") is None:
            return ["%s: points to %s, which has no address" % (node.get("name"), name)]
        if int(variable["address"], 16) + offset != shown:
            return differs(node, "the address of %s + %d" % (name, offset))
        return report.check_target(node, name, offset)


class Wild(Kind):
    """A pointer that leads nowhere."""

    name, size = "int *", 8

    def random(self, draw):
        return draw.choice([0, 1, 0x10, 0xdead0000, 2**63 - 1, 2**64 - 8])

    def write(self, value):
        return "(int *)%dULL" % value

    def compare(self, node, value, report):
        return [] if literals.read_integer(node.get("value")) == value and "points_to" not in node else differs(node, value)


class FunctionPointer(Kind):
    size = 8
    functions = ["add_one", "negate"]

    def declare(self, declarator):
        return "int (*%s)(int)" % declarator

    def random(self, draw):
        return draw.choice(self.functions)

    def write(self, value):
        return value

    def compare(self, node, value, report):
        return [] if re.fullmatch(r"0x[0-9a-f]+ <%s(\(int\))?>" % value, node.get("value") or "") else differs(node, value)
