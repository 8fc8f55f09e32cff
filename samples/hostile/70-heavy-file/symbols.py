#!/usr/bin/env python3
"""Give an ELF file a symbol table of 60 MB, every symbol a function that covers main's code."""
import struct
import sys

SYMBOLS = 2_500_000

with open(sys.argv[1], "r+b") as f:
    data = bytearray(f.read())
    sections, entry, count = struct.unpack_from("<Q", data, 40)[0], *struct.unpack_from("<HH", data, 58)
    for index in range(count):
        at = sections + index * entry
        if struct.unpack_from("<I", data, at + 4)[0] == 2:  # SHT_SYMTAB
            offset, size = struct.unpack_from("<QQ", data, at + 24)
            own = bytes(data[offset:offset + size])
            code = next(s for s in range(0, size, 24) if own[s + 4] & 15 == 2 and struct.unpack_from("<Q", own, s + 16)[0])
            table = own + (own[code:code + 24]) * SYMBOLS
            struct.pack_into("<QQ", data, at + 24, (len(data) + 7) & ~7, len(table))
            data += bytes(-len(data) % 8) + table
            break
    f.seek(0)
    f.write(data)
