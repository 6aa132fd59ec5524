"""Salvage: the parts of a zip by the head that stands before each of them, whether or not there is a list of parts."""
from __future__ import annotations

import struct
import zlib
from typing import BinaryIO, NamedTuple

from app.headless.errors import InputError
from app.share.limits import FILM, MOST_PARTS, PARTS

HEAD = struct.Struct("<4s5H3I2H")      # mark, version, flags, method, time, date, checksum, packed and whole size, lengths
MARK, DIRECTORY = b"PK\x03\x04", b"PK\x01\x02"
ENCRYPTED, SIZES_BEHIND = 1, 8         # flags
STORED, DEFLATED = 0, 8                # methods
MOST_NAME, MOST_EXTRA = 100, 1000      # [bytes]
CHUNK = 1 << 20                        # [bytes]


class Part(NamedTuple):
    """A part of a file: its content as far as it could be read, and what is wrong with it, "" for nothing."""

    content: bytes
    flaw: str = ""


class Entry(NamedTuple):
    """What a zip says of a part: bytes in the file and unpacked, CRC-32, and how it is packed."""

    name: str
    packed: int
    size: int
    checksum: int
    method: int
    encrypted: bool = False


class Salvaged(NamedTuple):
    """The parts by name, and why there are no more, "" where the list of parts begins."""

    parts: dict[str, Part]
    why: str


def salvage(file: BinaryIO) -> Salvaged:
    """The parts of a file, read from its beginning.  Raises InputError for a part that no share file has."""
    parts: dict[str, Part] = {}
    file.seek(0)
    while len(parts) < MOST_PARTS:
        place, head = file.tell(), file.read(HEAD.size)
        if head[:len(DIRECTORY)] == DIRECTORY:
            return Salvaged(parts, "")
        if len(head) < HEAD.size:
            return Salvaged(parts, f"the file ends at byte {place + len(head):,}")
        mark, _, flags, method, _, _, checksum, packed, size, name_length, extra = HEAD.unpack(head)
        if mark != MARK or name_length > MOST_NAME or extra > MOST_EXTRA:
            return Salvaged(parts, f"what stands at byte {place:,} is no part")
        name = file.read(name_length).decode("ascii", "backslashreplace")
        if len(name) < name_length:
            return Salvaged(parts, f"the file ends at byte {file.tell():,}")
        file.seek(extra, 1)
        entry = Entry(name, packed, size, checksum, method, bool(flags & ENCRYPTED))
        check(entry)
        if name in parts:
            raise InputError(f"it has the part {name} twice")
        if flags & SIZES_BEHIND:
            return Salvaged(parts, f"{name} is packed in a way that is read only while the list of parts is whole")
        parts[name] = content_of(file, entry)
    return Salvaged(parts, f"there are more than {MOST_PARTS} parts")


def check(entry: Entry) -> None:
    """Raise InputError for a part that no share file has."""
    name = entry.name
    if name not in PARTS:
        raise InputError(f"it has a part {name[:60]!r}, and a share file has {', '.join(PARTS)} alone")
    if entry.encrypted:
        raise InputError(f"{name} is encrypted, and a share file never is")
    if max(entry.size, entry.packed) > PARTS[name]:
        raise InputError(f"{name} has {max(entry.size, entry.packed):,} bytes, and at most {PARTS[name]:,} are allowed")
    if entry.method not in (STORED, DEFLATED):
        raise InputError(f"{name} is packed by method {entry.method}, and only stored and deflated parts are read")


def part_at(file: BinaryIO, place: int, entry: Entry) -> Part:
    """The part whose head stands at a place of a file, as the list of parts says."""
    if place < 0:
        return Part(b"", "it would stand before the file begins")
    file.seek(place)
    head = file.read(HEAD.size)
    name_length, extra = HEAD.unpack(head)[-2:] if len(head) == HEAD.size else (0, 0)
    if head[:len(MARK)] != MARK or file.read(name_length) != entry.name.encode():
        return Part(b"", f"its head at byte {place:,} is damaged")
    file.seek(extra, 1)
    return content_of(file, entry)


def content_of(file: BinaryIO, entry: Entry) -> Part:
    """The content of a part that begins here; then the file is behind it.  That of the film is only compared."""
    if entry.method == DEFLATED:
        return _unpacked(file, entry)
    found, left, checksum = bytearray(), entry.packed, 0
    while left > 0 and (chunk := file.read(min(CHUNK, left))):
        checksum, left = zlib.crc32(chunk, checksum), left - len(chunk)
        if entry.name != FILM:
            found += chunk
    if left:
        return Part(bytes(found), f"it is cut short at byte {file.tell():,}")
    return Part(bytes(found), "" if checksum == entry.checksum and entry.size == entry.packed else "its checksum is another")


def _unpacked(file: BinaryIO, entry: Entry) -> Part:
    raw, worker = file.read(entry.packed), zlib.decompressobj(-zlib.MAX_WBITS)
    try:
        content = worker.decompress(raw, max(entry.size, 1))
    except zlib.error:
        return Part(b"", "its content cannot be unpacked")
    if len(raw) < entry.packed:
        return Part(content, f"it is cut short at byte {file.tell():,}")
    whole = len(content) == entry.size and zlib.crc32(content) == entry.checksum
    return Part(content, "" if whole else "its checksum is another")
