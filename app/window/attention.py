"""When the window has to be drawn: while something moves, and for a moment after anything happened; otherwise it costs nothing.

What happens are input, events of the window, publications, and work whose end is awaited.  Panels ease, fade and tell after a
delay, so frames go on for a while after each.
"""
from __future__ import annotations

import numpy as np

from app.published.status import Publication
from app.published.view import View
from app.ui.ui_state import UiState

LINGER = 1.0              # [s] of frames after something happened: hints appear and numbers settle in that time
LOOK = 0.1                # [s] between two looks at whether anything happened that wakes no thread


class Attention:
    """Decides, turn by turn, whether to draw."""

    def __init__(self):
        self._until = 0.0                     # [s] frames are drawn till then

    def wanted(self, state: UiState, latest: Publication, happened: bool, now: float) -> bool:
        """Whether to draw at `now` [s]; `latest` is the newest publication, `happened` whether there was input or other news that
        the state does not know of yet."""
        fresh = latest is not state.publication
        if happened or moves(latest) or fresh and not latest.running or awaited(state):
            self._until = now + LINGER
        return fresh or now < self._until


def moves(publication: Publication) -> bool:
    """Whether bodies move from picture to picture."""
    views = publication.views or ((publication.view,) if publication.view is not None else ())
    return publication.running and any(not still(view) for view in views)


def still(view: View) -> bool:
    """Whether every body stands where it stood a step before."""
    return np.array_equal(view.previous_positions, view.positions) and np.array_equal(view.previous_rotations, view.rotations)


def awaited(state: UiState) -> bool:
    """Whether something on the window's side changes by itself: a flight of the camera, news that fades, a recording, a scene
    that is opened or compiled, a dialog, and requests not yet served."""
    status = state.status
    return bool(state.motion.moving or state.toasts.current(state.now) or state.recording or state.requests or status.opening
                or status.compiling or state.file_dialog.waiting)
