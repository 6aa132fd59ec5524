"""Attention: decides when to draw the window, during motion and for a short time after each event; otherwise it is idle.

Events are input, window events, publications, and awaited work.  Panels ease, fade and show tooltips after a delay, so drawing
continues for a while after each event.
"""
from __future__ import annotations

import numpy as np

from app.published.status import Publication
from app.published.view import View
from app.ui.ui_state import UiState

LINGER = 1.0              # [s] of frames after an event, for tooltips and smoothed numbers
LOOK = 0.1                # [s] between two polls for events that wake no thread


class Attention:
    """Decides in each turn whether to draw."""

    def __init__(self):
        self._until = 0.0                     # [s] frames are drawn until then

    def wanted(self, state: UiState, latest: Publication, happened: bool, now: float) -> bool:
        """Whether to draw at `now` [s]; `latest` is the newest publication, `happened` whether there was input or another event
        not yet in the state."""
        fresh = latest is not state.publication
        if happened or moves(latest) or fresh and not latest.running or awaited(state):
            self._until = now + LINGER
        return fresh or now < self._until


def moves(publication: Publication) -> bool:
    """Whether bodies move between pictures."""
    views = publication.views or ((publication.view,) if publication.view is not None else ())
    return publication.running and any(not still(view) for view in views)


def still(view: View) -> bool:
    """Whether every body has the pose of the previous step."""
    return np.array_equal(view.previous_positions, view.positions) and np.array_equal(view.previous_rotations, view.rotations)


def awaited(state: UiState) -> bool:
    """Whether the window changes by itself: by camera motion, a film that plays, fading toasts, a recording, opening
    or compiling a scene, a dialog, or pending requests."""
    status, film = state.status, state.film
    filming = film.player.playing and not status.paused
    return bool(state.motion.moving or filming or state.toasts.current(state.now) or state.recording or state.requests
                or status.opening or status.compiling or state.file_dialog.waiting or state.unsaved.waits)
