#!/usr/bin/env python3
"""Check that the floor table of tracer/README.md and the tr_add_module calls say the same. usage: table.py ROOT"""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
told = {name: int(floor) for floor, name in
        re.findall(r"^\| (\d+) \| (\w+)", (root / "tracer/README.md").read_text(), re.MULTILINE)}
built = {}
for path in [*root.glob("tracer/*/CMakeLists.txt"), root / "formats/CMakeLists.txt"]:
    for name, floor in re.findall(r"tr_add_module\((\w+) FLOOR (\d+)", path.read_text()):
        built[name] = int(floor)

wrong = [f"{name}: floor {told.get(name, 'not named')} in tracer/README.md, {built.get(name, 'no such module')} in the build"
         for name in sorted(told.keys() | built.keys()) if told.get(name) != built.get(name)]
print("\n".join(wrong) or f"{len(built)} modules agree")
sys.exit(bool(wrong))
