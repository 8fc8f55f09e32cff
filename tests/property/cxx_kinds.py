"""Types of C++: classes, references and the containers of the standard library (kinds.py says what a kind is)."""
import literals
from kinds import Integer, Kind, Record, compare_elements, differs, random_text


def expression(kind, value):
    """An expression of exactly this type, which no constructor can take for something else."""
    if isinstance(kind, (Record, Class)):
        return kind.name + kind.write(value)
    return kind.write(value)


class String(Kind):
    is_key = True
    is_text = True

    def __init__(self, name="std::string"):
        self.name = name

    def random(self, draw):
        text = random_text(draw, 60)
        return text + b"\0z" if self.name == "std::string" and draw.random() < 0.1 else text

    def write(self, value):
        return "%s(%s, %d)" % (self.name, literals.write_bytes(value), len(value))

    def compare(self, node, value, report):
        if node.get("size") != len(value):
            return ["%s: size %s, written %d" % (node.get("name"), node.get("size"), len(value))]
        return [] if literals.read_bytes(node.get("value")) == value else differs(node, value)


class Sequence(Kind):
    """vector, deque, list, forward_list, array, stack and queue, with their elements in order."""

    def __init__(self, template, element, count=None):
        self.template, self.element, self.count = template, element, count
        self.name = "std::%s<%s%s>" % (template, element.name, ", %d" % count if count is not None else "")

    def random(self, draw):
        count = self.count if self.count is not None else draw.choice([0, 1, 2, 5])
        return [self.element.random(draw) for _ in range(count)]

    def write(self, value):
        items = ", ".join(expression(self.element, item) for item in value)
        if self.template == "array":
            return "%s{{%s}}" % (self.name, items)
        if self.template in ("stack", "queue"):
            return "%s(std::deque<%s>{%s})" % (self.name, self.element.name, items)
        return "%s{%s}" % (self.name, items)

    def nodes(self, value):
        return 1 + sum(self.element.nodes(item) for item in value)

    def compare(self, node, value, report):
        # Characters in a row may be told as a string, as those of an array are.
        if node.get("kind") not in (["container", "string"] if self.element.is_character else ["container"]):
            return ["%s: is a %s, not a container" % (node.get("name"), node.get("kind"))]
        return compare_elements(self.element, node, value, report)


def is_ordered(template):
    return not template.startswith("unordered")


class Set(Sequence):
    """set, multiset and unordered_set: elements in order where the container keeps one."""

    def random(self, draw):
        value = super().random(draw)
        return sorted(value if self.template == "multiset" else set(value), key=self.element.order)

    def compare(self, node, value, report):
        if is_ordered(self.template):
            return super().compare(node, value, report)
        left = list(node.get("children", []))
        for item in value:
            match = [child for child in left if not self.element.check(child, item, report)]
            if not match:
                return differs(node, value)
            left.remove(match[0])
        return differs(node, value) if left else []


class Map(Kind):
    """map, multimap and unordered_map; keys of a multimap may repeat, and then keep their order."""

    def __init__(self, template, key, mapped):
        self.template, self.key, self.mapped = template, key, mapped
        self.name = "std::%s<%s, %s>" % (template, key.name, mapped.name)

    def random(self, draw):
        keys = [self.key.random(draw) for _ in range(draw.choice([0, 1, 2, 4]))]
        if self.template != "multimap":
            keys = set(keys)
        return [(key, self.mapped.random(draw)) for key in sorted(keys, key=self.key.order)]

    def write(self, value):
        items = ", ".join("{%s, %s}" % (expression(self.key, key), expression(self.mapped, item)) for key, item in value)
        # Empty braces would be one element without a key.
        return "%s{%s}" % (self.name, items) if value else "%s()" % self.name

    def nodes(self, value):
        return 1 + sum(self.mapped.nodes(item) for _, item in value)

    def check_entry(self, child, key, item, report):
        # A key is spelled as a value is.
        shown = {"name": child["name"], "state": "ok", "value": child["name"][1:-1], "size": len(key) if isinstance(key, bytes) else None}
        return self.key.check(shown, key, report) or self.mapped.check(child, item, report)

    def compare(self, node, value, report):
        left = list(node.get("children", []))
        if len(left) != len(value) or node.get("size") != len(value):
            return ["%s: %d entries, size %s, written %d" % (node.get("name"), len(left), node.get("size"), len(value))]
        found = []
        for place, (key, item) in enumerate(value):
            if is_ordered(self.template):
                found += self.check_entry(left[place], key, item, report)
            elif not any(not self.check_entry(child, key, item, report) for child in left):
                found.append("%s: [%s] is missing or differs" % (node.get("name"), key))
        return found


class Pair(Kind):
    """pair and tuple."""

    def __init__(self, template, kinds):
        self.template, self.kinds = template, kinds
        self.name = "std::%s<%s>" % (template, ", ".join(kind.name for kind in kinds))
        self.names = ["first", "second"] if template == "pair" else ["[%d]" % place for place in range(len(kinds))]

    def random(self, draw):
        return tuple(kind.random(draw) for kind in self.kinds)

    def write(self, value):
        return "%s(%s)" % (self.name, ", ".join(expression(kind, item) for kind, item in zip(self.kinds, value)))

    def nodes(self, value):
        return 1 + sum(kind.nodes(item) for kind, item in zip(self.kinds, value))

    def compare(self, node, value, report):
        children = node.get("children", [])
        if [child["name"] for child in children] != self.names:
            return differs(node, value)
        return sum((kind.check(child, item, report) for kind, child, item in zip(self.kinds, children, value)), [])


class Holder(Kind):
    """optional, unique_ptr and shared_ptr, which hold one value or none."""

    def __init__(self, template, element):
        self.template, self.element = template, element
        self.name = "std::%s<%s>" % (template, element.name)

    def random(self, draw):
        return None if draw.random() < 0.25 else self.element.random(draw)

    def write(self, value):
        if value is None:
            return self.name + "()"
        content = expression(self.element, value)
        forms = {"unique_ptr": "%s(new auto(%s))", "shared_ptr": "%s(new auto(%s))", "optional": "%s(%s)"}
        return forms[self.template] % (self.name, content)

    def nodes(self, value):
        return 3 + (self.element.nodes(value) if value is not None else 0)

    def compare(self, node, value, report):
        target = [child for child in node.get("children", []) if child["name"] == "*"]
        if value is None:
            return [] if not target and node.get("value") in ("nullopt", "0x0", "nullptr") else differs(node, value)
        if not target and "points_to" in node:
            # Nested too deeply for a child: told apart.
            target = [dict(report.target_of(node), name="*")]
        if not target:
            return ["%s: nothing in it, written %s" % (node.get("name"), value)]
        return self.element.check(target[0], value, report)


class Variant(Kind):
    """Values are (alternative, value)."""

    def __init__(self, kinds):
        self.kinds = kinds
        self.name = "std::variant<%s>" % ", ".join(kind.name for kind in kinds)

    def random(self, draw):
        place = draw.randrange(len(self.kinds))
        return place, self.kinds[place].random(draw)

    def write(self, value):
        return "%s(std::in_place_index<%d>, %s)" % (self.name, value[0], expression(self.kinds[value[0]], value[1]))

    def nodes(self, value):
        return 1 + self.kinds[value[0]].nodes(value[1])

    def compare(self, node, value, report):
        children = node.get("children", [])
        if len(children) != 1 or children[0]["name"] != "*":
            return differs(node, value)
        return self.kinds[value[0]].check(children[0], value[1], report)


class Bits(Kind):
    def __init__(self, count):
        self.count, self.name = count, "std::bitset<%d>" % count

    def random(self, draw):
        return draw.getrandbits(self.count)

    def write(self, value):
        return "%s(%dULL)" % (self.name, value)

    def nodes(self, value):
        return 1 + self.count

    def compare(self, node, value, report):
        return compare_elements(BIT, node, [value >> place & 1 for place in range(self.count)], report)


class Bit(Kind):
    """A boolean that is written as a number."""

    def compare(self, node, value, report):
        return [] if node.get("value") == ("true" if value else "false") else differs(node, value)


BIT = Bit()


class Atomic(Kind):
    def __init__(self, element):
        self.element, self.name = element, "std::atomic<%s>" % element.name

    def random(self, draw):
        return self.element.random(draw)

    def write(self, value):
        return "%s(%s)" % (self.name, self.element.write(value))

    def compare(self, node, value, report):
        return self.element.check(node, value, report)


class Class(Kind):
    """A class with bases and a constructor for all of its members, first those of the bases."""

    def __init__(self, name, bases, members, is_polymorphic):
        self.name, self.bases, self.members, self.is_polymorphic = name, bases, members, is_polymorphic

    def definition(self):
        bases = ", ".join("public " + base.name for base in self.bases)
        *spaces, tag = self.name.split("::")
        fields = ["%s;" % kind.declare(name) for name, kind in self.members]
        parts = [(base.name, base.name, "b%d" % place) for place, base in enumerate(self.bases)]
        parts += [(kind.name, name, "m_" + name) for name, kind in self.members]
        parameters = ", ".join("%s const &%s" % (kind, parameter) for kind, _, parameter in parts)
        initialisers = ", ".join("%s(%s)" % (name, parameter) for _, name, parameter in parts)
        destructor = "virtual ~%s() {}" % tag if self.is_polymorphic else ""
        text = "class %s%s { public: %s %s(%s) : %s {} %s };" % (
            tag, " : " + bases if bases else "", " ".join(fields), tag, parameters, initialisers, destructor)
        return "".join("namespace %s { " % space for space in spaces) + text + " }" * len(spaces)

    def random(self, draw):
        return [base.random(draw) for base in self.bases] + [kind.random(draw) for _, kind in self.members]

    def write(self, value):
        parts = list(self.bases) + [kind for _, kind in self.members]
        return "(%s)" % ", ".join(expression(kind, item) for kind, item in zip(parts, value))

    def nodes(self, value):
        parts = list(self.bases) + [kind for _, kind in self.members]
        return 1 + sum(kind.nodes(item) for kind, item in zip(parts, value))

    def compare(self, node, value, report):
        parts = [("<%s>" % base.name, base) for base in self.bases] + self.members
        children = node.get("children", [])
        # What the share of one element did not allow is counted.
        told = len(parts) - node.get("omitted_children", 0)
        if [child["name"] for child in children] != [name for name, _ in parts][:told]:
            return ["%s: members %s" % (node.get("name"), [child["name"] for child in children])]
        return sum((kind.check(child, item, report) for (_, kind), child, item in zip(parts, children, value)), [])


class Reference(Kind):
    """To an earlier variable. Values are (its name, its value)."""

    def __init__(self, target):
        self.target = target

    def declare(self, declarator):
        return "%s const &%s" % (self.target.name, declarator)

    def write(self, value):
        return value[0]

    def compare(self, node, value, report):
        address = (report.sibling(value[0]) or {}).get("address")
        if "points_to" in node:
            return report.check_target(node, value[0], 0)
        if self.target.is_text:
            return self.target.check(node, value[1], report)
        if address and node.get("address") != address:
            return differs(node, "the address of " + value[0])
        return self.target.check(node, value[1], report)


INT = Integer("int", 4, True)
