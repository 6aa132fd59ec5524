"""Box selection: a rectangle that is drawn over the scene with the mouse, and the bodies whose centres lie in it."""
from __future__ import annotations

import numpy as np

from app.draw.camera import Camera
from app.draw.frame_builder import ground
from app.input.viewports import Viewport
from app.published.view import View

Corner = tuple[float, float]


class BoxSelect:
    """The rectangle; `active` from the key on until one is drawn, or the user cancels."""

    def __init__(self) -> None:
        self.active = False
        self._first: Corner | None = None
        self._last: Corner = (0.0, 0.0)

    def begin(self) -> None:
        """The next left drag draws one."""
        self.active, self._first = True, None

    def end(self) -> None:
        """Draw none."""
        self.active, self._first = False, None

    def press(self, at: Corner) -> None:
        """The first corner [px]."""
        self._first = self._last = at

    def drag(self, at: Corner) -> None:
        """The corner across it [px]."""
        self._last = at

    @property
    def rectangle(self) -> tuple[float, float, float, float] | None:
        """Left, top, right and bottom [px]; None while none is drawn."""
        if self._first is None:
            return None
        (x, y), (u, v) = self._first, self._last
        return min(x, u), min(y, v), max(x, u), max(y, v)

    def uids(self, view: View, camera: Camera, viewport: Viewport) -> tuple[int, ...]:
        """The bodies whose centres lie in the rectangle, before the eye; no planes, and none of the size of floors and walls."""
        if self.rectangle is None or not len(view.table.uids):
            return ()
        left, top, right, bottom = self.rectangle
        x, y, depth = viewport.project(camera, view.positions).T
        inside = (x >= left) & (x <= right) & (y >= top) & (y <= bottom) & (depth > 0) & ~ground(view.table)
        return tuple(view.table.uids[np.flatnonzero(inside)].tolist())
