"""Packing: the zip of a share file, written to a file whose name is given.

Every part is stored as it is, so a file that is cut short has all that stands before the cut.  The comment of the zip ends in the
CRC-32 of all that is before it: one changed byte anywhere shows.  The same run makes the same bytes.
"""
from __future__ import annotations

import stat
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import BinaryIO

from impulse.files.reading import opened

SEAL = b"impulse share, crc32 "
DIGITS = 8                             # of the checksum behind it
EPOCH = (1980, 1, 1, 0, 0, 0)          # the earliest date of a zip: a share has none
CHUNK = 1 << 20                        # [bytes]


def pack(path: Path, parts: Mapping[str, bytes | Path]) -> None:
    """Write a zip of parts, by name: bytes, or a file whose content is taken."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as archive:
        for name, content in parts.items():
            with archive.open(_entry(name), "w") as part:
                if isinstance(content, bytes):
                    part.write(content)
                else:
                    with opened(content) as source:
                        while chunk := source.read(CHUNK):
                            part.write(chunk)
        archive.comment = SEAL + b"0" * DIGITS
    with path.open("r+b") as file:
        size = file.seek(0, 2)
        checksum = crc_of(file, size - DIGITS)
        file.seek(size - DIGITS)
        file.write(b"%08x" % checksum)


def _entry(name: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name, EPOCH)
    entry.create_system, entry.external_attr = 3, (stat.S_IFREG | 0o644) << 16          # 3: attributes are those of Unix
    return entry


def crc_of(file: BinaryIO, size: int) -> int:
    """CRC-32 of the first `size` bytes of a file."""
    file.seek(0)
    found = 0
    while size > 0 and (chunk := file.read(min(size, CHUNK))):
        found, size = zlib.crc32(chunk, found), size - len(chunk)
    return found
