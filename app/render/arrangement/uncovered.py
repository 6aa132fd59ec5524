"""Uncovered parts: what rectangles leave of a picture, as few rectangles; and how panels with round corners cover it."""
from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

Box = tuple[int, int, int, int]        # left, bottom, right, top [pixels, from the lower left]


class Backs(NamedTuple):
    """The opaque backs of panels: their boxes, the radius of their corners [pixels] and their colour, 0 to 1."""

    boxes: tuple[Box, ...]
    radius: int
    color: tuple[float, float, float]

    @property
    def middles(self) -> tuple[Box, ...]:
        """All of each box but the squares at its corners."""
        found = []
        for left, bottom, right, top in self.boxes:
            reach = self.reach(left, bottom, right, top)
            found += [(left, bottom + reach, right, top - reach), (left + reach, top - reach, right - reach, top),
                      (left + reach, bottom, right - reach, bottom + reach)]
        return tuple(box for box in found if box[0] < box[2] and box[1] < box[3])

    @property
    def corners(self) -> tuple[tuple[Box, tuple[float, float, float]], ...]:
        """The squares at the corners, each with the middle of its arc and the arc's radius."""
        found = []
        for left, bottom, right, top in self.boxes:
            reach = self.reach(left, bottom, right, top)
            found += [((x, y, x + reach, y + reach), (float(middle_x), float(middle_y), float(reach)))
                      for x, middle_x in ((left, left + reach), (right - reach, right - reach))
                      for y, middle_y in ((bottom, bottom + reach), (top - reach, top - reach))]
        return tuple(found)

    def reach(self, left: int, bottom: int, right: int, top: int) -> int:
        """The radius in a box, which may have no room for the usual one."""
        return max(min(self.radius, (right - left) // 2, (top - bottom) // 2), 0)


@lru_cache(64)
def uncovered(area: Box, covers: tuple[Box, ...]) -> tuple[Box, ...]:
    """Rectangles that together are `area` without `covers`, and do not overlap."""
    left, bottom, right, top = area
    covers = tuple(box for box in covers if box[0] < right and box[2] > left and box[1] < top and box[3] > bottom)
    lines = sorted({bottom, top, *(min(max(y, bottom), top) for box in covers for y in (box[1], box[3]))})
    found: list[Box] = []
    for low, high in zip(lines, lines[1:]):
        row = _gaps(left, right, sorted((box[0], box[2]) for box in covers if box[1] < high and box[3] > low))
        for one, other in row:
            below = next((box for box in found if box[3] == low and (box[0], box[2]) == (one, other)), None)
            if below is not None:
                found.remove(below)
            found.append((one, low if below is None else below[1], other, high))
    return tuple(found)


def _gaps(left: int, right: int, spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """What rising spans leave of left to right."""
    found = []
    for one, other in spans:
        if one > left:
            found.append((left, min(one, right)))
        left = max(left, other)
    return [span for span in (*found, (left, right)) if span[0] < span[1]]
