"""A random program: functions that call each other until the last one crashes, each with variables of known values."""
from kinds import (Array, Boolean, Character, Complex, Enumeration, Float, FunctionPointer, Integer, LongDouble, Named, Qualified,
                   Record, Target, Text, TextPointer, WideCharacter, Wild)
from cxx_kinds import (Atomic, Bits, Class, Holder, Map, Pair, Reference, Sequence, Set, String, Variant, expression)

FUNCTIONS, VARIABLES = 6, 10
# A report has 4000 records, shared by all variables, and 300 for one.
NODES_OF_PROGRAM, NODES_OF_VARIABLE = 2200, 120

INTEGERS = [("signed char", 1, True), ("unsigned char", 1, False), ("short", 2, True), ("unsigned short", 2, False), ("int", 4, True),
            ("unsigned int", 4, False), ("long", 8, True), ("unsigned long", 8, False), ("long long", 8, True),
            ("unsigned long long", 8, False), ("__int128", 16, True), ("unsigned __int128", 16, False)]

HEAD = """#include <stddef.h>
/* What runs before and after each call: memory that is used there must hold its value in between. */
#define KEEP(pointer) __asm__ volatile("" : : "r"(pointer) : "memory")
#define HOLD(variable) __asm__ volatile("" : "+r"(variable))
#define NOINLINE __attribute__((noinline))
volatile int *volatile nowhere;
NOINLINE int add_one(int x) { return x + 1; }
NOINLINE int negate(int x) { return -x; }
NOINLINE void crash(void) { *nowhere = 1; }
"""
CXX_HEADERS = """array atomic bitset deque forward_list list map memory optional queue set stack string string_view tuple unordered_map
unordered_set utility variant vector""".split()


class Variable:
    """One variable with what it was given. Storage: memory, register, static, argument, vla."""

    def __init__(self, name, kind, value, storage):
        self.name, self.kind, self.value, self.storage = name, kind, value, storage


class Program:
    def __init__(self, draw, is_cxx):
        self.draw, self.is_cxx = draw, is_cxx
        self.definitions, self.named, self.nodes = [], 0, 0
        self.leaves = self.make_leaves()
        self.records = []
        for _ in range(4):
            self.records.append(self.make_record())
        if is_cxx:
            self.classes = []
            for _ in range(4):
                self.classes.append(self.make_class())
        self.functions = [self.make_function(place) for place in range(FUNCTIONS)]

    def fresh(self, prefix):
        self.named += 1
        return "%s%d" % (prefix, self.named)

    def define(self, kind):
        self.definitions.append(kind.definition())
        return kind

    # Kinds

    def make_leaves(self):
        leaves = [Integer(*row) for row in INTEGERS] + [Boolean("bool" if self.is_cxx else "_Bool"), Character()]
        leaves += [Float("float", 4), Float("double", 8), LongDouble(), TextPointer(), Wild()]
        leaves += [self.define(self.make_enumeration()) for _ in range(3)]
        if self.is_cxx:
            leaves += [WideCharacter("wchar_t", 4, "L"), WideCharacter("char16_t", 2, "u"), WideCharacter("char32_t", 4, "U")]
            leaves += [self.define(Enumeration(self.fresh("Mode"), self.make_enumerators(range(100)), True, Integer("unsigned char", 1, False)))]
        else:
            leaves += [Complex()]
        return leaves + [self.define(Named(self.fresh("name"), self.draw.choice(leaves))) for _ in range(3)]

    def make_enumerators(self, values):
        return {self.fresh("E"): value for value in self.draw.sample(list(values), 4)}

    def make_enumeration(self):
        values = self.draw.choice([[1, 2, 4, 8, 16], range(-5, 20), [0, 1, 2, 3, 1000000, -2**31]])
        return Enumeration(self.fresh("color"), self.make_enumerators(values))

    def leaf(self):
        return self.draw.choice(self.leaves)

    def make_record(self):
        return self.define(Record(self.fresh("record"), self.make_members(), "union" if self.draw.random() < 0.2 else "struct", self.is_cxx))

    def make_members(self):
        members = []
        for _ in range(self.draw.randint(1, 6)):
            shape = self.draw.random()
            if shape < 0.2:
                name, size, signed = self.draw.choice(INTEGERS[:10])
                bits = self.draw.randint(1 if not signed else 2, 8 * size)
                members.append((self.fresh("b"), Integer(name, size, signed, bits), bits))
            elif shape < 0.25:
                members.append((self.fresh("b"), Boolean("bool" if self.is_cxx else "_Bool"), 1))
            elif shape < 0.35:
                inner = [(self.fresh("a"), self.leaf(), 0) for _ in range(2)]
                members.append((None, Record("", inner, self.draw.choice(["struct", "union"])), 0))
            else:
                members.append((self.fresh("m"), self.plain(2), 0))
        return members

    def plain(self, depth):
        """A kind that C can put anywhere: a leaf, an array, text, a record."""
        shape = self.draw.random() if depth else 0
        if shape < 0.55:
            return self.leaf()
        if shape < 0.7:
            return Text(self.draw.choice([1, 2, 8, 40]))
        if shape < 0.9 or not self.records:
            return Array(self.plain(depth - 1), self.draw.choice([1, 2, 3, 3, 7, 12]))
        return self.draw.choice(self.records)

    def make_class(self):
        bases = self.draw.sample(self.classes, min(len(self.classes), self.draw.choice([0, 0, 1, 2])))
        # The same class twice among the bases could not be named.
        if len(bases) == 2 and self.family(bases[0]) & self.family(bases[1]):
            bases = bases[:1]
        members = [(self.fresh("m"), self.content(2)) for _ in range(self.draw.randint(1, 4))]
        name = self.draw.choice(["", "space::", "outer::inner::"]) + self.fresh("Class")
        return self.define(Class(name, bases, members, self.draw.random() < 0.4))

    def family(self, kind):
        return {kind.name}.union(*(self.family(base) for base in kind.bases))

    def content(self, depth):
        """A kind that can be copied and named: what a container may hold."""
        shape = self.draw.random() if depth else 0
        if shape < 0.45:
            return self.leaf()
        if shape < 0.6:
            return String()
        if shape < 0.7 and self.records:
            return self.draw.choice(self.records)
        if shape < 0.8 and self.classes:
            return self.draw.choice(self.classes)
        return self.container(depth)

    def key(self):
        return self.draw.choice([String()] + [kind for kind in self.leaves if kind.is_key and kind.size < 16])

    def container(self, depth):
        content = lambda: self.content(depth - 1)
        makers = [lambda: Sequence(self.draw.choice(["vector", "vector", "deque", "list", "forward_list", "stack", "queue"]), content()),
                  lambda: Sequence("array", content(), self.draw.randint(1, 4)),
                  lambda: Set(self.draw.choice(["set", "multiset", "unordered_set"]), self.key()),
                  lambda: Map(self.draw.choice(["map", "map", "multimap", "unordered_map"]), self.key(), content()),
                  lambda: Pair("pair", [content(), content()]),
                  lambda: Pair("tuple", [content() for _ in range(self.draw.randint(1, 3))]),
                  lambda: Holder(self.draw.choice(["optional", "shared_ptr"]), content()),
                  lambda: Variant([content() for _ in range(self.draw.randint(1, 3))]),
                  lambda: Bits(self.draw.choice([1, 8, 40, 64]))]
        return self.draw.choice(makers)()

    def local(self):
        """A kind for a whole variable."""
        shape = self.draw.random()
        if self.is_cxx and shape < 0.6:
            return self.draw.choice([lambda: self.content(3), lambda: self.container(3), lambda: self.draw.choice(self.classes),
                                     lambda: Holder("unique_ptr", self.content(2)), lambda: Atomic(self.small_integer()),
                                     lambda: String("std::string_view")])()
        if shape < 0.7:
            return self.plain(3)
        if shape < 0.75:
            return FunctionPointer()
        if shape < 0.8:
            return Array(self.leaf(), self.draw.choice([20, 63, 64, 65, 100]))
        if shape < 0.9:
            qualifiers = ["const", "volatile", "const volatile"] + ["_Atomic"] * (not self.is_cxx)
            return Qualified(self.draw.choice(qualifiers), self.small_integer())
        return self.draw.choice(self.records)

    def small_integer(self):
        return Integer(*self.draw.choice(INTEGERS[:10]))

    # Variables

    def make_function(self, place):
        arguments = [self.make_variable(self.fresh("p"), self.argument(), "argument") for _ in range(self.draw.randint(0, 4))] if place else []
        variables = []
        while len(variables) < VARIABLES:
            name = self.fresh("v")
            variable = self.make_pointer(name, variables) if self.draw.random() < 0.15 else None
            variables.append(variable or self.make_variable(name, *self.kind_and_storage()))
        return arguments, variables

    def argument(self):
        shape = self.draw.random()
        if self.is_cxx and shape < 0.3:
            return self.draw.choice([String(), self.draw.choice(self.classes), Sequence("vector", self.leaf())])
        return self.draw.choice(self.records) if shape < 0.5 else self.leaf()

    def kind_and_storage(self):
        shape = self.draw.random()
        if shape < 0.1:
            return self.plain(2), self.draw.choice(["static", "static", "static __thread"])
        if shape < 0.2:
            return self.draw.choice([kind for kind in self.leaves if type(kind) is Integer and kind.size < 16]), "register"
        if shape < 0.25:
            return Array(self.small_integer(), self.draw.randint(1, 9)), "vla"
        return self.local(), "memory"

    def make_variable(self, name, kind, storage):
        for _ in range(20):
            value = kind.random(self.draw)
            nodes = kind.nodes(value)
            if nodes <= NODES_OF_VARIABLE and self.nodes + nodes <= NODES_OF_PROGRAM:
                self.nodes += nodes
                return Variable(name, kind, value, storage)
        kind = Integer("int", 4, True)
        return Variable(name, kind, kind.random(self.draw), storage if storage != "vla" else "memory")

    def make_pointer(self, name, variables):
        """A pointer or a reference to one of @variables; None when none will do. A pointer to bytes would be a string."""
        fits = [variable for variable in variables
                if variable.storage in ("memory", "static") and type(variable.kind) in (Integer, Float, Array, Record, Class)
                and not (isinstance(variable.kind, Integer) and variable.kind.size == 1)]
        if not fits:
            return None
        target = self.draw.choice(fits)
        if self.is_cxx and target.kind.name and self.draw.random() < 0.5:
            return Variable(name, Reference(target.kind), (target.name, target.value), "reference")
        if isinstance(target.kind, Array):
            element = target.kind.element
            if type(element) not in (Integer, Float) or element.size == 1:
                return None
            return Variable(name, Target(element), (target.name, self.draw.randrange(target.kind.count)), "memory")
        return Variable(name, Target(target.kind), (target.name, None), "memory")

    # Text

    def text(self):
        headers = "".join("#include <%s>\n" % header for header in CXX_HEADERS) if self.is_cxx else ""
        parts = [headers + HEAD, *self.definitions]
        for place in reversed(range(FUNCTIONS)):
            parts.append(self.function_text(place))
        return "\n".join(parts) + "\nint main() { f0(); return 0; }\n"

    def function_text(self, place):
        arguments, variables = self.functions[place]
        lines = ["KEEP(&%s);" % argument.name for argument in arguments]
        for variable in variables:
            lines += self.declaration(variable)
        call = "crash();"
        if place + 1 < FUNCTIONS:
            call = "f%d(%s);" % (place + 1, ", ".join(self.passed(argument) for argument in self.functions[place + 1][0]))
        kept = [self.keeping(variable) for variable in arguments + variables]
        parameters = ", ".join(argument.kind.declare(argument.name) for argument in arguments)
        body = "\n    ".join(lines + kept + [call] + kept)
        return "NOINLINE void f%d(%s)\n{\n    %s\n}" % (place, parameters or "void", body)

    def passed(self, argument):
        if isinstance(argument.kind, Record) and not self.is_cxx:
            return "(%s)%s" % (argument.kind.name, argument.kind.write(argument.value))
        return expression(argument.kind, argument.value)

    def declaration(self, variable):
        kind, name, value = variable.kind, variable.name, variable.value
        if variable.storage == "vla":
            sets = ["%s[%d] = %s;" % (name, place, kind.element.write(item)) for place, item in enumerate(value)]
            return ["volatile int n_%s = %d;" % (name, kind.count), kind.element.declare("%s[n_%s]" % (name, name)) + ";"] + sets
        storage = variable.storage + " " if variable.storage.startswith("static") else ""
        initialiser = expression(kind, value) if self.is_cxx else kind.write(value)
        return ["%s%s = %s;" % (storage, kind.declare(name), initialiser)]

    def keeping(self, variable):
        return ("HOLD(%s);" if variable.storage == "register" else "KEEP(&%s);") % variable.name
