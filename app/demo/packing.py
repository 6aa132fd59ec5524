"""Packing: arrays behind each other in one block, compressed, with a table of what lies where.

The block is a raw Deflate stream (RFC 1951), which browsers inflate by themselves.  Numbers are little-endian, and every array
begins at a multiple of 8 bytes.
"""
from __future__ import annotations

import base64
import zlib
from collections.abc import Callable
from typing import Any

import numpy as np

ALIGNED = 8                            # [bytes]
PIECE = 1 << 20                        # [bytes] compressed between two reports of progress
LEVEL, RAW = 6, -15                    # of zlib: effort, and a stream without header


class Packing:
    """Arrays by name."""

    def __init__(self) -> None:
        """Without any."""
        self.table: dict[str, dict[str, Any]] = {}       # name -> type as numpy writes it, shape, place [bytes]
        self._parts: list[bytes] = []
        self.size = 0                                    # [bytes]

    def add(self, name: str, array: np.ndarray, kind: str) -> None:
        """Append an array as numbers of a kind: u1, i4, f4 or f8."""
        data = np.ascontiguousarray(array, f"<{kind}")
        self.table[name] = {"type": kind, "shape": list(data.shape), "at": self.size}
        octets = data.tobytes()
        octets += bytes(-len(octets) % ALIGNED)
        self._parts.append(octets)
        self.size += len(octets)

    def compressed(self, advance: Callable[[int], object] = int) -> bytes:
        """The block; `advance` is called with the number of bytes done, and an exception in it ends the work."""
        packer, done, found = zlib.compressobj(LEVEL, zlib.DEFLATED, RAW), 0, []
        for part in self._parts:
            for start in range(0, len(part), PIECE):
                found.append(packer.compress(part[start:start + PIECE]))
                advance(done + start)
            done += len(part)
        return b"".join((*found, packer.flush()))


def as_text(block: bytes) -> str:
    """A block in Base64."""
    return base64.b64encode(block).decode("ascii")
