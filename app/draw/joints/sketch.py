"""A sketch of joint glyphs: the geometry that stays the same from frame to frame.

    at = sketch.mount(on_a, rows)                                    # an origin with three axes for each joint `rows` (k,)
    ends = sketch.points(at, radii=((1, 0, 0), (-1, 0, 0)))          # (k, 2) numbers of vertices
    sketch.lines(ends[:, 0], ends[:, 1], MAIN, THICK)

A glyph places its vertices once, in the axes of mounts.  A frame computes the mounts from the poses of the joints, those of one
kind for all joints at once, and from these all vertices at once.  Local places are in metres or in radii of the glyph.
"""
from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

import numpy as np

from app.draw.joints.calls import Calls, Place
from app.draw.joints.glyph_batch import CASING, Outline, Outlines
from app.draw.joints.polylines import HEAD
from app.draw.joints.vertices import Local, Vertices

ORIGIN = (0.0, 0.0, 0.0)


class Seen(NamedTuple):
    """k joints of one glyph, as far as its geometry depends on them."""

    rows: np.ndarray           # (k,) of the view's joints
    moving: np.ndarray         # (k, 2) bool: their bodies are dynamic
    look: np.ndarray           # (k,) uint8 as its `look` tells, 0 without one


class Sketch:
    """Primitives of joints by the numbers of their vertices, and how the vertices follow the poses."""

    def __init__(self) -> None:
        """Empty; `line_scale` multiplies the widths of primitives added afterwards."""
        self.line_scale = 1.0
        self._mounts, self._places = Calls(), Calls()
        self._mount_rows = np.zeros(0, np.intp)                   # of all mounts, in order of their numbers
        self._local: list[tuple[np.ndarray, ...]] = []            # mounts, metres, radii of vertices
        self._owners = np.zeros(0, np.intp)                       # rows of the joints of all vertices
        self._numbers: dict[str, list[np.ndarray]] = {"fixed": [], "placed": [], "heads": []}
        self._ends: list[tuple[np.ndarray, np.ndarray]] = []      # tips and tails of heads
        self._count = 0
        self._lines: dict[tuple[float, bool, float], list[Outline]] = defaultdict(list)           # width, caps, casing
        self._dots: dict[float, list[Outline]] = defaultdict(list)
        self._fills: list[Outline] = []

    def mount(self, place: Place, rows: np.ndarray, *constants: np.ndarray, count: int = 1) -> np.ndarray:
        """Numbers (k,) of mounts of joints `rows` (k,), or (k, count): `place` takes the joints' poses with axes and the
        constants (k, ...), and returns origins and axes, (k, 4, 3) or (k, count, 4, 3)."""
        numbers = self._mounts.add(place, rows, constants, count)
        self._mount_rows = np.append(self._mount_rows, np.repeat(rows, count))
        return numbers[:, 0] if count == 1 else numbers

    def points(self, mounts: np.ndarray, radii=ORIGIN, metres=ORIGIN) -> np.ndarray:
        """Numbers (k, n) of vertices in the axes of mounts (k,), at (n, 3) or (k, n, 3) radii of the glyph and metres."""
        radii, metres = (np.atleast_2d(np.asarray(part, float)) for part in (radii, metres))
        shape = np.broadcast_shapes(radii.shape, metres.shape, (len(mounts), 1, 3))
        used = np.repeat(mounts, shape[1])
        self._local.append((used, *(np.broadcast_to(part, shape).reshape(-1, 3) for part in (metres, radii))))
        return self._new("fixed", self._mount_rows[mounts], shape[1])

    def point(self, mounts: np.ndarray, radii=ORIGIN, metres=ORIGIN) -> np.ndarray:
        """Numbers (k,) of one vertex for each mount, at (3,) or (k, 3)."""
        radii, metres = (np.asarray(part, float)[..., None, :] for part in (radii, metres))
        return self.points(mounts, radii, metres)[:, 0]

    def places(self, place: Place, rows: np.ndarray, *constants: np.ndarray, count: int) -> np.ndarray:
        """Numbers (k, count) of vertices of joints `rows` (k,): `place` takes the joints' poses without axes and the constants
        (k, ...), and returns the vertices themselves (k, count, 3)."""
        self._places.add(place, rows, constants, count)
        return self._new("placed", rows, count)

    def lines(self, starts: np.ndarray, ends: np.ndarray, meaning: int, width: float, *, caps: bool = True) -> None:
        """Straight pieces between vertices, (k,) or (k, s), `width` pixels wide."""
        pieces = np.stack(np.broadcast_arrays(starts, ends), axis=-1).reshape(-1, 2)
        if len(pieces):
            self._lines[width * self.line_scale, caps, CASING * self.line_scale].append(Outline(pieces, meaning))

    def curve(self, points: np.ndarray, meaning: int, width: float) -> None:
        """Smooth curves through vertices (k, n)."""
        self.lines(points[:, :-1], points[:, 1:], meaning, width, caps=False)

    def dots(self, points: np.ndarray, meaning: int, size: float) -> None:
        """Dots at vertices (k,) or (k, s), `size` pixels wide."""
        if points.size:
            self._dots[size * self.line_scale].append(Outline(points.reshape(-1), meaning))

    def fills(self, corners: np.ndarray, meaning: int) -> None:
        """Triangles between vertices (k, 3) or (k, s, 3)."""
        if corners.size:
            self._fills.append(Outline(corners.reshape(-1, 3), meaning))

    def fan(self, apex: np.ndarray, rim: np.ndarray, meaning: int) -> None:
        """Triangles from vertices (k,) to curves (k, n)."""
        self.fills(np.stack(np.broadcast_arrays(apex[:, None], rim[:, :-1], rim[:, 1:]), axis=-1), meaning)

    def heads(self, tips: np.ndarray, tails: np.ndarray, meaning: int) -> None:
        """Arrow heads that point from vertices (k,) to vertices (k,), as long as these are apart."""
        self._ends.append((tips, tails))
        self.fills(self._new("heads", self._owners[tips], 6)[:, HEAD], meaning)

    def finished(self) -> tuple[Vertices, Outlines]:
        """How the vertices follow the poses, and the primitives between them."""
        mounts, mount_order = self._mounts.batches()
        places, place_order = self._places.batches()
        fixed, placed, heads = (joined(self._numbers[kind]) for kind in ("fixed", "placed", "heads"))
        at = inverse(np.concatenate((fixed, placed[place_order], heads)))
        tips, tails = (at[joined([pair[end] for pair in self._ends])] for end in (0, 1))
        nowhere = np.zeros(0, np.intp), np.zeros((0, 3)), np.zeros((0, 3))
        used, metres, radii = map(np.concatenate, zip(nowhere, *self._local, strict=True))
        local = Local(inverse(mount_order)[used], self._mount_rows[used], metres, radii)
        return Vertices(mounts, places, local, (tips, tails)), Outlines((self._lines, self._dots, self._fills), at, self._owners)

    def _new(self, kind: str, rows: np.ndarray, count: int) -> np.ndarray:
        numbers = self._count + np.arange(len(rows) * count).reshape(len(rows), count)
        self._count += numbers.size
        self._numbers[kind].append(numbers.reshape(-1))
        self._owners = np.append(self._owners, np.repeat(rows, count))
        return numbers


def joined(parts: list[np.ndarray]) -> np.ndarray:
    """Integers (n,) of all parts."""
    return np.concatenate(parts) if parts else np.zeros(0, np.intp)


def inverse(order: np.ndarray) -> np.ndarray:
    """(n,) the place of each number in `order`, a permutation."""
    places = np.empty(len(order), np.intp)
    places[order] = np.arange(len(order))
    return places
