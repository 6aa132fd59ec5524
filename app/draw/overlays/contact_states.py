"""Contact points in the colour of their state: open, sticking or sliding."""
from __future__ import annotations

import numpy as np

from app.draw.colors import STATE_COLORS
from app.draw.contact_marks import marks_of
from app.draw.frame import CameraPose, Markers
from app.draw.overlay import NOTHING, Primitives, Shown
from app.draw.view_options import ViewOptions
from app.draw.view_setting import Color
from app.published.view import View
from physics.views.contact_details import STATES

LARGER = 1.35                      # than plain contact points
PAINTS = np.array([STATE_COLORS[state] for state in STATES], np.uint8)


def draw(shown: Shown) -> Primitives:
    """A dot at each contact point."""
    marks = marks_of(shown, lines=False) if shown.options.contact_states else None
    if marks is None or marks.details is None:
        return NOTHING
    return Primitives(markers=(Markers(marks.contacts.positions, PAINTS[marks.details.states], LARGER * marks.size,
                                       shine=marks.shine),), counts=marks.counts)


def legend(view: View, options: ViewOptions, _camera: CameraPose) -> list[tuple[str, Color]]:
    """The colours, and how many points have each."""
    if not options.contact_states or view.contact_details is None:
        return []
    counts = np.bincount(view.contact_details.states, minlength=len(STATES))
    return [(f"{state}: {count:,}", STATE_COLORS[state]) for state, count in zip(STATES, counts.tolist())]
