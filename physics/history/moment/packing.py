"""Packing: numbers and arrays of a moment as bytes, and back.

Four bytes with the length of the head, the head as JSON, and the arrays one after another, in little-endian order and compressed.
The bytes of numbers are sorted by their place in a number before that: signs and exponents are much alike and take little space.
"""
from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Mapping
from typing import Any

import numpy as np

from physics.history.moment.layout import Place
from physics.storage.pair_checks import DoesNotFit

LENGTH = struct.Struct("<I")
MOST_HEAD = 10_000                   # [bytes]
LEVEL = 9                            # of zlib


def packed(head: Mapping[str, Any], places: list[Place], arrays: Mapping[str, np.ndarray]) -> bytes:
    """Head and arrays, of the shapes of `places`, as bytes."""
    text = json.dumps(head, separators=(",", ":")).encode()
    compressor = zlib.compressobj(LEVEL)
    parts = [LENGTH.pack(len(text)), text]
    for place in places:
        array = arrays[place.name]
        if array.shape != place.shape or array.dtype != place.dtype:
            raise ValueError(f"{place.name} is {array.dtype} {array.shape}, not {place.dtype} {place.shape}")
        flat = np.ascontiguousarray(array, place.dtype.newbyteorder("<")).reshape(-1).view(np.uint8)
        parts.append(compressor.compress(np.ascontiguousarray(flat.reshape(-1, place.dtype.itemsize).T).tobytes()))
    return b"".join([*parts, compressor.flush()])


def head_of(data: bytes) -> tuple[dict[str, Any], bytes]:
    """The head, as any JSON mapping, and what is behind it.  Raises DoesNotFit."""
    if len(data) < LENGTH.size or LENGTH.unpack_from(data)[0] > min(MOST_HEAD, len(data) - LENGTH.size):
        raise DoesNotFit("it is cut short or damaged")
    end = LENGTH.size + LENGTH.unpack_from(data)[0]
    try:
        head = json.loads(data[LENGTH.size:end].decode("ascii"))
    except (ValueError, RecursionError):
        raise DoesNotFit("it is damaged") from None
    if not isinstance(head, dict):
        raise DoesNotFit("it is damaged")
    return head, data[end:]


def unpacked(data: bytes, places: list[Place], size: int) -> dict[str, np.ndarray]:
    """The arrays of these places by name; `size` [bytes] of all of them, and no more is unpacked.  Raises DoesNotFit."""
    decompressor = zlib.decompressobj()
    try:
        plain = decompressor.decompress(data, size + 1)
    except zlib.error:
        raise DoesNotFit("it is damaged") from None
    if len(plain) != size or not decompressor.eof or decompressor.unused_data:
        raise DoesNotFit("it is cut short or damaged")
    found, at = {}, 0
    for place in places:
        number, width = int(np.prod(place.shape, dtype=np.int64)), place.dtype.itemsize
        raw = np.frombuffer(plain, np.uint8, number * width, at).reshape(width, number)
        kind = place.dtype.newbyteorder("<")
        found[place.name] = np.ascontiguousarray(raw.T).reshape(-1).view(kind).astype(place.dtype).reshape(place.shape)
        at += number * width
    return found
