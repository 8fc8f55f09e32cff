"""Values as C spells them: written into a program, and read back from a report."""
from decimal import Decimal, InvalidOperation
from fractions import Fraction
import re
import struct

ESCAPES = {"n": 10, "t": 9, "r": 13, "a": 7, "b": 8, "f": 12, "v": 11, "e": 27, "\\": 92, '"': 34, "'": 39, "?": 63}
TOKEN = re.compile(r"\\([0-7]{1,3})|\\x([0-9a-fA-F]{2})|\\(.)|(.)", re.DOTALL)


class Unreadable(Exception):
    """A shown value that is not the literal that it should be."""


def write_bytes(content):
    """A C string literal; every byte that could join its neighbour or a trigraph is an octal escape of three digits."""
    safe = lambda byte: 32 <= byte < 127 and chr(byte) not in '"\\?'
    return '"%s"' % "".join(chr(byte) if safe(byte) else "\\%03o" % byte for byte in content)


def write_float(value, suffix=""):
    if value != value:
        return "__builtin_nan%s(\"\")" % suffix
    if value in (float("inf"), float("-inf")):
        return "%s__builtin_inf%s()" % ("-" if value < 0 else "", suffix)
    return value.hex() + suffix


def write_long_double(mantissa, exponent):
    """mantissa * 2^exponent, exactly; the mantissa has up to 64 bits."""
    return "%s0x%xp%dL" % ("-" if mantissa < 0 else "", abs(mantissa), exponent)


def read_integer(text):
    try:
        return int(text, 16 if text.lower().lstrip("-").startswith("0x") else 10)
    except (TypeError, ValueError) as error:
        raise Unreadable("%r is no integer" % (text,)) from error


def read_bytes(text, quote='"'):
    """Bytes of a literal with its quotes; what is not an escape stands for its UTF-8."""
    if not isinstance(text, str) or len(text) < 2 or text[0] != quote or text[-1] != quote:
        raise Unreadable("%r is not quoted by %s" % (text, quote))
    content = bytearray()
    for octal, hexadecimal, escape, plain in TOKEN.findall(text[1:-1]):
        if octal or hexadecimal:
            content.append(int(octal or hexadecimal, 8 if octal else 16))
        elif escape:
            if escape not in ESCAPES:
                raise Unreadable("%r has an unknown escape" % text)
            content.append(ESCAPES[escape])
        else:
            content += plain.encode()
    return bytes(content)


def read_number(text):
    """A decimal number exactly, as (Fraction, is negative), or the words inf and nan as a float."""
    if text in ("inf", "-inf", "nan", "-nan"):
        return float(text)
    try:
        return Fraction(Decimal(text))
    except (TypeError, InvalidOperation, ValueError) as error:
        raise Unreadable("%r is no number" % (text,)) from error


def round_float(value, code):
    """The nearest value of struct's format @code."""
    return struct.unpack(code, struct.pack(code, value))[0]
