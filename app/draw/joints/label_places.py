"""Label places: a place near its point for each text, over as few bodies as possible and over no other text.

Places are tried around the point, near ones first.  What bodies cover is counted in squares of the picture, summed once, so that
each place costs four look-ups.  A text keeps its last place until another is much better; otherwise it would jump while bodies
move.
"""
from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from app.draw.boxes import corners_of
from app.draw.frame_builder import BOX, PLANE, SPHERE, large_still
from app.published.view import BodyTable

CELL = 8.0                             # [px] side of a square
PIECES, MANY = 6, 400                  # parts into which a long box is cut, and number of bodies above which none is cut
DISTANCES = (14.0, 34.0, 62.0, 100.0)  # [px] from the point to the nearest edge of its text
DIRECTIONS = np.array([(1, 0), (1, -1), (1, 1), (0, -1), (0, 1), (-1, -1), (-1, 1), (-1, 0)], float)
HIDING = 600.0                         # [px] distance that a text moves rather than cover bodies with its whole area
KEEPING = 30.0                         # [px] by which another place is better before a text moves there
NEAR = 0.01                            # [m] in front of the eye
Rectangle = tuple[float, float, float, float]              # left, top, right, bottom [px]


class Sight(NamedTuple):
    """A camera's matrix, and the picture's width and height [px]."""

    matrix: np.ndarray         # (4, 4) world -> clip
    size: tuple[float, float]

    def pixels(self, points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """(..., 2) pixels and (...) depths [m] of (..., 3) points; a pixel means nothing where the depth is not above NEAR."""
        clip = points @ self.matrix[:, :3].T + self.matrix[:, 3]
        depth = clip[..., 3]
        return (clip[..., :2] / np.maximum(depth, NEAR)[..., None] * (1.0, -1.0) + 1) * (0.5 * np.array(self.size)), depth


class Cover:
    """The squares of a picture that rectangles cover."""

    def __init__(self, rectangles: np.ndarray, size: tuple[float, float]):
        """`rectangles` (k, 4) left, top, right, bottom [px]."""
        shape = np.array([max(math.ceil(side / CELL), 1) for side in size])
        low = np.clip(np.floor(rectangles[:, :2] / CELL), 0, shape).astype(int)
        high = np.clip(np.ceil(rectangles[:, 2:] / CELL), 0, shape).astype(int)
        marks = np.zeros(shape[::-1] + 1, np.int32)
        for across, down, sign in ((low, low, 1), (high, low, -1), (low, high, -1), (high, high, 1)):
            np.add.at(marks, (down[:, 1], across[:, 0]), sign)
        covered = marks.cumsum(axis=0).cumsum(axis=1)[:-1, :-1] > 0
        self._sums = np.pad(covered, ((1, 0), (1, 0))).astype(np.int32).cumsum(axis=0).cumsum(axis=1)

    def share(self, rectangles: np.ndarray) -> np.ndarray:
        """(k,) share of each of (k, 4) rectangles that is covered."""
        most = np.array(self._sums.shape)[::-1] - 1
        (x, y), (right, bottom) = (np.clip(np.round(part / CELL), 0, most).astype(int).T
                                   for part in (rectangles[:, :2], rectangles[:, 2:]))
        right, bottom = np.maximum(right, np.minimum(x + 1, most[0])), np.maximum(bottom, np.minimum(y + 1, most[1]))
        sums = self._sums
        inside = sums[bottom, right] - sums[y, right] - sums[bottom, x] + sums[y, x]
        return inside / np.maximum((right - x) * (bottom - y), 1)


def body_rectangles(table: BodyTable, poses: tuple[np.ndarray, np.ndarray], sight: Sight) -> np.ndarray:
    """(k, 4) rectangles about the bodies in sight, without planes, floors and walls; long boxes have several.  `poses`: (n, 3)
    positions and (n, 4) rotations."""
    shown = (table.kinds != PLANE) & ~large_still(table) & np.isfinite(poses[0]).all(axis=1)
    balls = np.flatnonzero(shown & (table.kinds == SPHERE))
    boxes = np.flatnonzero(shown & (table.kinds != SPHERE))               # or of the size of a box
    pieces = PIECES if len(boxes) + len(balls) <= MANY else 1
    corners, depths = sight.pixels(_corners(table.sizes[boxes], poses[0][boxes], poses[1][boxes], pieces))
    found = [np.concatenate((corners.min(axis=1), corners.max(axis=1)), axis=1)[depths.min(axis=1) > NEAR]]
    middles, depths = sight.pixels(poses[0][balls])
    seen = depths > NEAR
    scale = 0.5 * sight.size[1] * float(np.linalg.norm(sight.matrix[1, :3]))
    reach = (scale * table.sizes[balls, 0] / np.maximum(depths, NEAR))[:, None]
    return np.concatenate((*found, np.concatenate((middles - reach, middles + reach), axis=1)[seen]))


def _corners(half: np.ndarray, positions: np.ndarray, rotations: np.ndarray, pieces: int) -> np.ndarray:
    """(k, 8, 3) corners of boxes, each cut across its longest side."""
    rows, longest = np.arange(len(half)), half.argmax(axis=1)
    corners = corners_of(positions, rotations, half).reshape(len(half), 2, 2, 2, 3)
    faces = (np.stack([np.take(corners, end, axis=1 + axis).reshape(len(half), 4, 3) for axis in range(3)], axis=1)
             for end in (0, 1))
    low, high = (each[rows, longest] for each in faces)
    ends = np.linspace(0.0, 1.0, pieces + 1)[:, None, None]
    cuts = low[:, None] + (high - low)[:, None] * ends
    return np.concatenate((cuts[:, :-1], cuts[:, 1:]), axis=2).reshape(-1, 8, 3)


def places_around(at: np.ndarray, sizes: np.ndarray) -> np.ndarray:
    """(k, p, 4) places of texts of (k, 2) sizes about pixels (k, 2), near ones first."""
    half = sizes[:, None] / 2
    middles = np.concatenate([at[:, None] + DIRECTIONS * (half + away) for away in DISTANCES], axis=1)
    return np.concatenate((middles - half, middles + half), axis=2)


class Nearness(NamedTuple):
    """How far texts may be from their points."""

    reach: float = DISTANCES[-1]       # [px] largest distance to the nearest edge of a text
    hiding: float = HIDING             # [px] distance that a text moves rather than cover bodies with its whole area


class Places:
    """Finds places for the texts of one picture."""

    def __init__(self, cover: Cover, area: Rectangle, kept: dict[int, int], nearness: Nearness = Nearness()):
        """`area`: where texts may be [px]; `kept`: number of the place of each text in the last picture, by its uid."""
        self._cover, self._area, self._kept, self._nearness = cover, area, kept, nearness
        self._blocked = np.zeros((0, 4))

    def block(self, rectangles: Sequence[Rectangle]) -> None:
        """No text is over these: they have texts of another kind."""
        self._blocked = np.array(rectangles, float).reshape(-1, 4)

    def find(self, uids: list[int], at: np.ndarray, sizes: np.ndarray, most: int) -> list[tuple[int, Rectangle]]:
        """Numbers and places of at most `most` texts, of (k, 2) sizes beside pixels (k, 2): each has the best place that those
        before it have left, or none."""
        places = places_around(at, sizes)
        distances = np.repeat(DISTANCES, len(DIRECTIONS))
        costs = self._nearness.hiding * self._cover.share(places.reshape(-1, 4)).reshape(places.shape[:2]) + distances
        costs[:, distances > self._nearness.reach] = math.inf
        low, high = np.array(self._area[:2]), np.array(self._area[2:])
        costs[((places[..., :2] < low) | (places[..., 2:] > high)).any(axis=2)] = math.inf
        costs[_overlap(places.reshape(-1, 4), self._blocked).reshape(costs.shape)] = math.inf
        taken, found = np.zeros((most, 4)), []
        for number, uid in enumerate(uids):
            price = np.where(_overlap(places[number], taken[:len(found)]), math.inf, costs[number])
            best = int(price.argmin())
            if price[best] == math.inf:
                continue
            before = self._kept.get(uid, best)
            chosen = before if price[before] <= price[best] + KEEPING else best
            self._kept[uid] = chosen
            taken[len(found)] = places[number, chosen]
            found.append((number, tuple(places[number, chosen].tolist())))
            if len(found) == most:
                break
        return found


def _overlap(some: np.ndarray, others: np.ndarray) -> np.ndarray:
    """(k,) bool: which of (k, 4) rectangles overlap any of (m, 4)."""
    left, top, right, bottom = some.T[..., None]
    meeting = (left < others[:, 2]) & (others[:, 0] < right) & (top < others[:, 3]) & (others[:, 1] < bottom)
    return meeting.any(axis=1)
