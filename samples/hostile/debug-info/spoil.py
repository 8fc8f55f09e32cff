"""Damages a section of ./program: usage: spoil.py SECTION random|ones|zeroes|long|rows|cut."""
import random
import struct
import subprocess
import sys

section, way = sys.argv[1:]
random.seed(7)


def find(data, name):
    """(offset of the section's header, offset and size of its content) in a 64-bit little-endian ELF file."""
    table, = struct.unpack_from("<Q", data, 0x28)
    entry, count, names = struct.unpack_from("<HHH", data, 0x3a)
    strings, = struct.unpack_from("<Q", data, table + names * entry + 0x18)
    for at in range(table, table + count * entry, entry):
        start = strings + struct.unpack_from("<I", data, at)[0]
        if data[start:data.index(0, start)].decode() == name:
            return (at, *struct.unpack_from("<QQ", data, at + 0x18))
    sys.exit(f"no section {name}")


with open("program", "rb") as f:
    data = bytearray(f.read())
header, offset, size = find(data, section)
if way in ("random", "ones", "zeroes"):
    data[offset:offset + size] = {"random": random.randbytes(size), "ones": b"\xff" * size, "zeroes": bytes(size)}[way]
elif way == "cut":
    struct.pack_into("<QQ", data, header + 0x18, len(data) - 16, 1 << 40)
else:  # a line table of five megabytes behind the true header: garbage, or a row with each byte
    fields = 12 if struct.unpack_from("<H", data, offset + 4)[0] >= 5 else 10
    head = data[offset:offset + fields + struct.unpack_from("<I", data, offset + fields - 4)[0]]
    body = random.randbytes(5 << 20) if way == "long" else b"\x4b" * (5 << 20)
    struct.pack_into("<I", head, 0, len(head) - 4 + len(body))
    with open("section", "wb") as f:
        f.write(head + body)
    subprocess.run(["objcopy", "--update-section", f"{section}=section", "program"], check=True)
    sys.exit()
with open("program", "wb") as f:
    f.write(data)
