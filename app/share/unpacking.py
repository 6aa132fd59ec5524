"""Unpacking: the parts of a share file, whole, cut short, damaged or made to do harm.

The list of parts at the end of a zip is read by Python's own module, within limits; each part by the head before it.  Where the
list is missing or damaged, `salvage` goes from head to head.  Names are compared with those that a share file has, and nothing is
written anywhere.
"""
from __future__ import annotations

import os
import stat
import struct
import zipfile
from pathlib import Path
from typing import BinaryIO, NamedTuple

from app.headless.errors import InputError
from app.share.limits import MOST_DIRECTORY, MOST_FILE, MOST_PARTS, MOST_RATIO, PARTS
from app.share.packing import DIGITS, SEAL, crc_of
from app.share.salvage import MARK, Entry, Part, check, part_at, salvage
from impulse.files.reading import opened

END = struct.Struct("<4s4H2IH")        # mark, disks, parts, size and place of the directory, length of the comment
END_MARK, WIDE_MARK = b"PK\x05\x06", b"PK\x06\x07"
WIDE = 20                              # [bytes] of what points to the end of a zip of more than 4 GB
TAIL = END.size + 0xFFFF               # [bytes] in which the end of a zip lies
SMALL = 10_000                         # [bytes] of a part whose ratio does not matter
# What Python's zip module raises for a list of parts that is none; OSError for one that would stand before the file.
BROKEN = (zipfile.BadZipFile, OSError, ValueError, NotImplementedError, struct.error, OverflowError)
# What is said of a file all of whose parts are whole, by whether its seal is.
SAID = {True: (), False: ("a byte around its parts is damaged: the parts are whole, the checksum of the file is another",),
        None: ("the checksum of the whole file is missing: its last bytes are damaged, or another program packed it",)}


class Unpacked(NamedTuple):
    """The parts by name, without the film's content, and what is wrong with the file around them."""

    parts: dict[str, Part]
    flaws: tuple[str, ...]


def unpack(path: Path) -> Unpacked:
    """The parts of a file.  Raises InputError for one that is no share file or has what none has, FileError for one that cannot
    be read."""
    try:
        with opened(path) as file:
            return _unpacked(file)
    except InputError as error:
        raise InputError(f"{path}: {error}") from None


def _unpacked(file: BinaryIO) -> Unpacked:
    found = os.fstat(file.fileno())
    if found.st_size > MOST_FILE:
        raise InputError(f"it has {found.st_size:,} bytes, and a share file has at most {MOST_FILE:,}")
    tail = _tail(file, found.st_size)
    begins, ends = file.read(len(MARK)) == MARK, END_MARK in tail
    if not begins and not ends:
        raise InputError("this is no share file: it does not begin as a zip does")
    sealed = _sealed(file, tail, found.st_size)
    why = "the end of the file is missing"
    if ends:
        try:
            parts = _by_directory(file, tail)
        except InputError as error:
            if sealed is not False:
                raise
            why = f"its list of parts is damaged: {error}"
        except BROKEN as error:
            why = f"its list of parts is damaged: {error}"
        else:
            found = Unpacked(parts, () if any(part.flaw for part in parts.values()) else SAID[sealed])
            return _better(file, found) if sealed is False else found._replace(flaws=SAID[sealed])
    return _salvaged(file, why)


def _better(file: BinaryIO, found: Unpacked) -> Unpacked:
    """What is found by the list of parts, unless going from head to head finds more: either may be damaged."""
    try:
        return min(found, _salvaged(file, "its list of parts is damaged"), key=_missing)
    except InputError:
        return found


def _salvaged(file: BinaryIO, why: str) -> Unpacked:
    parts, cut = salvage(file)
    return Unpacked(parts, (f"{why}; {cut}" if cut else why,))


def _missing(found: Unpacked) -> int:
    """How much of the parts cannot be read."""
    return sum(bool(part.flaw) for part in found.parts.values()) + len(PARTS) - len(found.parts)


def _tail(file: BinaryIO, size: int) -> bytes:
    """The last bytes of a file; then it is at its beginning."""
    file.seek(max(size - TAIL, 0))
    tail = file.read(TAIL)
    file.seek(0)
    return tail


def _sealed(file: BinaryIO, tail: bytes, size: int) -> bool | None:
    """Whether the file is as it was written; None where it says nothing about that."""
    if tail[-DIGITS - len(SEAL):-DIGITS] != SEAL:
        return None
    return tail[-DIGITS:] == b"%08x" % crc_of(file, size - DIGITS)


def _by_directory(file: BinaryIO, tail: bytes) -> dict[str, Part]:
    """The parts of a zip that has a list of them."""
    place = tail.rfind(END_MARK)
    _, _, _, _, number, size, _, _ = END.unpack(tail[place:place + END.size].ljust(END.size, b"\0"))
    if number > MOST_PARTS or size > MOST_DIRECTORY or tail[max(place - WIDE, 0):place].startswith(WIDE_MARK):
        raise InputError(f"it lists {number:,} parts in {size:,} bytes, and a share file has at most {MOST_PARTS} in "
                         f"{MOST_DIRECTORY:,}")
    with zipfile.ZipFile(file) as archive:
        found = archive.infolist()
    _check(found)
    return {one.filename: part_at(file, one.header_offset, _entry(one)) for one in found}


def _entry(found: zipfile.ZipInfo) -> Entry:
    return Entry(found.filename, found.compress_size, found.file_size, found.CRC, found.compress_type, bool(found.flag_bits & 1))


def _check(entries: list[zipfile.ZipInfo]) -> None:
    """Raise InputError for parts that no share file has."""
    seen: set[str] = set()
    for entry in entries:
        name = entry.filename
        check(_entry(entry))
        if name in seen:
            raise InputError(f"it has the part {name} twice")
        seen.add(name)
        if stat.S_ISLNK(entry.external_attr >> 16):
            raise InputError(f"{name} is a link, and a share file has none")
        if entry.file_size > max(SMALL, MOST_RATIO * entry.compress_size):
            raise InputError(f"{name} would unpack {entry.compress_size:,} bytes to {entry.file_size:,}, more than "
                             f"{MOST_RATIO} times as many")
