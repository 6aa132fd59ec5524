"""Measuring tape: the distance of two places on bodies or in the world, which goes with the bodies.

Two clicks choose its ends; it stays until it is put away, or begun anew.
"""
from __future__ import annotations

import numpy as np

from app.draw.colors import TAPE
from app.draw.frame import Markers, Segments
from app.input.joint_tool import AnchorPoint
from app.published.view import View

WIDTH, DOT = 2.4, 10.0             # [pixels]


class Tape:
    """The tape; `active` while clicks choose its ends."""

    def __init__(self):
        self.active = False
        self._chosen: list[AnchorPoint] = []

    @property
    def shown(self) -> bool:
        """Whether there is anything of it to see."""
        return self.active or bool(self._chosen)

    def begin(self) -> None:
        """Choose both ends anew."""
        self.active, self._chosen = True, []

    def put_away(self) -> None:
        """Remove the tape."""
        self.active, self._chosen = False, []

    def choose(self, point: AnchorPoint) -> None:
        """Take a clicked place as the next end."""
        self._chosen.append(point)
        self.active = len(self._chosen) < 2

    def ends(self, view: View, alpha: float, aimed: AnchorPoint | None) -> list[np.ndarray]:
        """The ends (3,) [m] at `alpha` of a view, none, one or two; the second one is at `aimed` while it is being chosen."""
        points = [*self._chosen, *([aimed] if self.active and aimed is not None else [])][:2]
        places = [point.in_world(view, alpha) for point in points]
        return [] if any(place is None for place in places) else [place[0] for place in places]

    def drawn(self, ends: list[np.ndarray]) -> tuple[tuple[Segments, ...], tuple[Markers, ...]]:
        """A dot at each end, and a line between them."""
        if not ends:
            return (), ()
        dots = Markers(np.array(ends, np.float32), np.array([TAPE] * len(ends), np.uint8), DOT)
        if len(ends) < 2:
            return (), (dots,)
        line = Segments(np.array([ends], np.float32), np.array([TAPE], np.uint8), WIDTH, on_top=True)
        return (line,), (dots,)
