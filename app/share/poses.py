"""Poses of bodies after some steps, as frames one after another; they say which body differs, and by how much.

    offset  size
         0     4  "POSE"
         4     4  step
         8     4  n, number of bodies
        12     2  bytes of a number: 4 or 8
        14     2  1: with uids; 0: the bodies of the frame before
        16     4  bytes of the content as it is packed
        20     4  CRC-32 of the 20 bytes before and of the packed content
        24        the content, packed by zlib

All numbers are little-endian.  The content is n uids of 8 bytes, if they are there, then n times seven numbers, x y z of the
position [m] and x y z w of the quaternion, first their first bytes, then their second ones and so on.  Without uids each is
combined by exclusive or with the frame before, so bodies at rest cost nothing.
"""
from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator, Mapping
from typing import NamedTuple

import numpy as np

from app.share.limits import MOST_BODIES, MOST_POSES, MOST_STEPS
from physics.history.record import POSE
from physics.history.run_record import Poses

MARK = b"POSE"
HEAD = struct.Struct("<4sIIHHI")
CHECK = struct.Struct("<I")
UID = 8                                # bytes
BUDGET = 8_000_000                     # [bytes] of all poses of a file before they are packed
LEVEL = 6                              # of zlib


class Frames(NamedTuple):
    """What was read: poses by step, and why the rest was not, "" when all was."""

    poses: dict[int, Poses]
    why: str


def chosen(poses: Mapping[int, Poses], budget: int = BUDGET) -> dict[int, Poses]:
    """The poses of every n-th step, the smallest n with which they fit a budget [bytes]; those of the last step in any case."""
    size = sum(array.nbytes for _, array in poses.values())
    every = max(-(-size // budget), 1)
    last = max(poses, default=0)
    return {step: found for step, found in poses.items() if step % every == 0 or step == last}


def encode(poses: Mapping[int, Poses]) -> bytes:
    """The frames of poses by step."""
    return b"".join(_encoded(poses))


def _encoded(poses: Mapping[int, Poses]) -> Iterator[bytes]:
    before: Poses | None = None
    for step in sorted(poses):
        uids, array = poses[step]
        same = before is not None and before[1].dtype == array.dtype and np.array_equal(before[0], uids)
        octets = _octets(array) ^ _octets(before[1]) if same else _octets(array)
        content = (b"" if same else uids.astype("<i8").tobytes()) + octets.T.tobytes()
        packed = zlib.compress(content, LEVEL)
        head = HEAD.pack(MARK, step, len(uids), array.dtype.itemsize, not same, len(packed))
        yield head + CHECK.pack(zlib.crc32(packed, zlib.crc32(head))) + packed
        before = uids, array


def _octets(array: np.ndarray) -> np.ndarray:
    """(numbers, bytes of each) uint8."""
    plain = np.ascontiguousarray(array, array.dtype.newbyteorder("<"))
    return plain.view(np.uint8).reshape(-1, array.dtype.itemsize)


def decode(data: bytes) -> Frames:
    """The poses in frames, as far as these are whole."""
    poses: dict[int, Poses] = {}
    place, size, before = 0, 0, None
    while place < len(data):
        try:
            step, found, place = _frame(data, place, before)
            size += found[1].nbytes + found[0].nbytes
            if poses and step <= max(poses):
                raise ValueError("its step does not follow the one before")
            if size > MOST_POSES:
                raise ValueError(f"there are more than {MOST_POSES:,} bytes of poses")
        except ValueError as error:
            where = f"after step {max(poses):,}" if poses else "from their beginning"
            return Frames(poses, f"{where}: {error}")
        poses[step] = before = found
    return Frames(poses, "")


def _frame(data: bytes, place: int, before: Poses | None) -> tuple[int, Poses, int]:
    """(step, poses, place behind it) of the frame at a place.  Raises ValueError."""
    begin = place + HEAD.size + CHECK.size
    if len(data) < begin:
        raise ValueError("the file ends there")
    mark, step, number, real, with_uids, packed = HEAD.unpack_from(data, place)
    content = data[begin:begin + packed]
    if mark != MARK or step > MOST_STEPS or number > MOST_BODIES or real not in (4, 8) or with_uids not in (0, 1):
        raise ValueError("a frame is damaged: its head is none")
    if len(content) < packed:
        raise ValueError("the file ends there")
    if CHECK.unpack_from(data, begin - CHECK.size)[0] != zlib.crc32(content, zlib.crc32(data[place:begin - CHECK.size])):
        raise ValueError("a frame is damaged: its checksum is another")
    if not with_uids and (before is None or len(before[0]) != number or before[1].dtype.itemsize != real):
        raise ValueError("a frame is damaged: it does not fit the one before")
    whole = _unpacked(content, number * (UID * with_uids + POSE * real))
    return step, _poses(whole, (number, real), None if with_uids else before), begin + packed


def _unpacked(packed: bytes, size: int) -> bytes:
    """The content, which must have this size."""
    worker = zlib.decompressobj()
    try:
        content = worker.decompress(packed, size + 1) if packed else b""
    except zlib.error:
        content = b""
    if len(content) != size:
        raise ValueError("a frame is damaged: its content has another size")
    return content


def _poses(content: bytes, shape: tuple[int, int], before: Poses | None) -> Poses:
    """The poses of (n, bytes of a number) in a content, `before` those of the frame with which they are combined."""
    number, real = shape
    begin = 0 if before is not None else number * UID
    octets = np.frombuffer(content, np.uint8, offset=begin).reshape(real, number * POSE).T
    if before is not None:
        octets = octets ^ _octets(before[1])
    array = np.ascontiguousarray(octets).view(f"<f{real}").reshape(number, POSE)
    uids = before[0] if before is not None else np.frombuffer(content, "<i8", number)
    return uids, array
