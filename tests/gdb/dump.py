"""Run inside of gdb: what gdb knows of the variables of the program's own frames, for each core, as JSON.

usage: gdb -nx -batch -ex 'set $…' -x dump.py PROGRAM, with DUMP_CORES (paths, one a line), DUMP_SOURCE (name of the program's
own file) and DUMP_OUTPUT in the environment.
"""
import json
import os

import gdb

MOST_CHILDREN = 70
MOST_DEPTH = 7
MOST_TEXT = 260


def scalar(kind, value):
    return {"kind": kind, "value": value}


def text_behind(pointer):
    try:
        return pointer.string(encoding="latin-1", length=-1)[:MOST_TEXT]
    except (gdb.error, UnicodeError):
        return None


def of_array(value, kind, depth):
    low, high = kind.range()
    element = kind.target().strip_typedefs()
    limit = MOST_CHILDREN
    if element.code in (gdb.TYPE_CODE_INT, gdb.TYPE_CODE_CHAR) and element.sizeof == 1:
        limit = 4096
    count = min(high - low + 1, limit)
    return {"kind": "array", "size": high - low + 1,
            "children": [["[%d]" % i, tree(value[low + i], depth + 1)] for i in range(count)]}


def of_structure(value, kind, depth):
    children = []
    for field in kind.fields():
        if not hasattr(field, "bitpos") or (field.name or "").startswith("_vptr"):
            continue
        name = "<%s>" % field.name if field.is_base_class else field.name or "<anonymous>"
        children.append([name, tree(value[field], depth + 1)])
    return {"kind": "union" if kind.code == gdb.TYPE_CODE_UNION else "struct", "children": children}


def of_printer(printer, depth):
    hint = printer.display_hint() if hasattr(printer, "display_hint") else None
    result = {"kind": "printed", "printer": type(printer).__name__, "hint": hint}
    text = printer.to_string() if hasattr(printer, "to_string") else None
    if hint == "string" and text is not None:
        if type(text).__name__ == "LazyString":
            lazy = text
            text = lazy.value()
            text = text.string(encoding="latin-1") if lazy.type.target().sizeof == 1 else text.string()
        elif isinstance(text, gdb.Value):
            text = text.string(encoding="latin-1")
        return {"kind": "string", "value": text[:MOST_TEXT], "whole": len(text) <= MOST_TEXT}
    result["text"] = str(text)
    if hasattr(printer, "children"):
        children = []
        for name, child in printer.children():
            if len(children) == 2 * MOST_CHILDREN:
                break
            children.append([str(name), tree(child, depth + 1) if isinstance(child, gdb.Value) else {"kind": "text", "value": str(child)}])
        result["children"] = children
    return result


def of_float(value):
    return scalar("float", str(value))


READERS = {
    gdb.TYPE_CODE_INT: lambda v, t, d: scalar("integer", int(v)),
    gdb.TYPE_CODE_CHAR: lambda v, t, d: scalar("integer", int(v)),
    gdb.TYPE_CODE_BOOL: lambda v, t, d: scalar("boolean", int(v)),
    gdb.TYPE_CODE_FLT: lambda v, t, d: of_float(v),
    gdb.TYPE_CODE_COMPLEX: lambda v, t, d: scalar("complex", str(v)),
    gdb.TYPE_CODE_ENUM: lambda v, t, d: {"kind": "enum", "value": int(v), "text": str(v)},
    gdb.TYPE_CODE_ARRAY: of_array,
    gdb.TYPE_CODE_STRUCT: of_structure,
    gdb.TYPE_CODE_UNION: of_structure,
    gdb.TYPE_CODE_METHODPTR: lambda v, t, d: scalar("member", str(v)),
    gdb.TYPE_CODE_MEMBERPTR: lambda v, t, d: scalar("member", str(v)),
}


def of_pointer(value, kind):
    if "synthetic" in value.format_string(raw=True):
        return {"none": "synthetic pointer"}
    result = scalar("pointer", int(value))
    target = kind.target().strip_typedefs()
    if target.sizeof == 1 and target.code in (gdb.TYPE_CODE_INT, gdb.TYPE_CODE_CHAR) and target.unqualified().name == "char":
        text = text_behind(value)
        if text is not None:
            result["text"] = text
    return result


def tree(value, depth=0):
    try:
        if value.is_optimized_out:
            return {"none": "optimized out"}
        if depth > MOST_DEPTH:
            return {"none": "too deep", "deep": True}
        kind = value.type.strip_typedefs()
        if kind.code in (gdb.TYPE_CODE_REF, getattr(gdb, "TYPE_CODE_RVALUE_REF", -1)):
            target = value.referenced_value()
            return {"kind": "reference", "address": int(target.address), "target": tree(target, depth)}
        printer = gdb.default_visualizer(value)
        if printer is not None:
            return of_printer(printer, depth)
        if kind.code == gdb.TYPE_CODE_PTR:
            return of_pointer(value, kind)
        reader = READERS.get(kind.code)
        return reader(value, kind, depth) if reader else {"kind": "other", "value": str(value)}
    except (gdb.error, gdb.MemoryError, UnicodeError, OverflowError, RuntimeError, ValueError, AttributeError, TypeError) as error:
        return {"none": str(error)}


def variables(frame):
    block = frame.block()
    found = []
    while block is not None:
        for symbol in block:
            if not (symbol.is_variable or symbol.is_argument) or symbol.addr_class == gdb.SYMBOL_LOC_TYPEDEF:
                continue
            try:
                value = tree(frame.read_var(symbol, block))
            except (gdb.error, RuntimeError) as error:
                value = {"none": str(error)}
            found.append({"name": symbol.name, "argument": symbol.is_argument, "line": symbol.line, "value": value})
        if block.function is not None:
            break
        block = block.superblock
    return found


def frames(source):
    found = []
    frame = gdb.newest_frame()
    while frame is not None and frame.is_valid():
        where = frame.find_sal()
        if where.symtab is not None and os.path.basename(where.symtab.filename) == source:
            found.append({"function": frame.name(), "pc": frame.pc(), "line": where.line, "variables": variables(frame)})
        frame = frame.older()
    return found


def main():
    gdb.execute("set pagination off")
    gdb.execute("set print elements 0")
    gdb.execute("set print repeats 0")
    gdb.execute("set print object off")
    gdb.execute("set print frame-arguments none")
    result = {}
    for core in os.environ["DUMP_CORES"].splitlines():
        gdb.execute("core-file " + core, to_string=True)
        result[core] = frames(os.environ["DUMP_SOURCE"])
    with open(os.environ["DUMP_OUTPUT"], "w", encoding="utf-8") as output:
        json.dump(result, output)


main()
