"""The pipe between a script and the window that watches it: whole messages one way, lines of JSON the other.

A message is `KIND`, the lengths of head and body [bytes], head, body; see `codec`.  Numbers are little-endian.
"""
from __future__ import annotations

import json
import struct
from typing import Any, BinaryIO, NamedTuple

PREFIX = struct.Struct("<4sIQ")
OPTIONS, PUBLICATION, END = b"IMPO", b"IMPP", b"IMPE"           # kinds of messages
LARGEST = 1 << 32                                               # [bytes] of a body


class Message(NamedTuple):
    """One message to the window."""

    kind: bytes
    head: bytes = b""
    body: bytes = b""


def write_message(file: BinaryIO, message: Message) -> None:
    """Write a message; OSError when its reader has gone."""
    file.write(PREFIX.pack(message.kind, len(message.head), len(message.body)))
    file.write(message.head)
    file.write(message.body)
    file.flush()


def read_message(file: BinaryIO) -> Message | None:
    """The next message; None at the end of the pipe, also where the writer ended within a message."""
    prefix = _read(file, PREFIX.size)
    if prefix is None:
        return None
    kind, head, body = PREFIX.unpack(prefix)
    if kind not in (OPTIONS, PUBLICATION, END) or body > LARGEST:
        raise ValueError(f"no message of a script begins with {prefix[:4]!r}")
    parts = _read(file, head), _read(file, body)
    return None if None in parts else Message(kind, *parts)


def write_line(file: BinaryIO, data: dict[str, Any]) -> None:
    """Write a line to the script; OSError when it has gone."""
    file.write(json.dumps(data).encode() + b"\n")
    file.flush()


def read_line(file: BinaryIO) -> dict[str, Any] | None:
    """The next line; None at the end of the pipe."""
    line = file.readline()
    return json.loads(line) if line.endswith(b"\n") else None


def _read(file: BinaryIO, count: int) -> bytes | None:
    """So many bytes, None at the end."""
    data = file.read(count)
    return data if len(data) == count else None
