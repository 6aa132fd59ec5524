"""Why bodies are awake: a dot in the colour of the reason, and a line to the neighbour that keeps a body up."""
from __future__ import annotations

import numpy as np

from app.draw.colors import AWAKE_COLORS
from app.draw.frame import CameraPose, Markers, Segments
from app.draw.front import counted, in_front, shine_of
from app.draw.joints.poses import body_rows
from app.draw.overlay import NOTHING, Primitives, Shown
from app.draw.view_options import ViewOptions
from app.draw.view_setting import Color
from app.published.view import View
from physics.views.awake import NEIGHBOUR, REASONS

DOT, WIDTH = 9.0, 2.0              # [pixels]
PAINTS = np.array([AWAKE_COLORS.get(reason, (0, 0, 0, 0)) for reason in REASONS], np.uint8)


def draw(shown: Shown) -> Primitives:
    """The dots of bodies in front that are awake, and lines to their keepers."""
    awake = shown.view.awake
    if not shown.options.awake or awake is None:
        return NOTHING
    front = in_front(shown)
    rows = front[PAINTS[awake.reasons[front], 3] > 0]
    kept = front[awake.reasons[front] == NEIGHBOUR]
    keepers, known = body_rows(shown.view.table, awake.keepers[kept])
    lines = np.stack((shown.positions[kept], shown.positions[keepers]), axis=1)[known]
    tint = np.repeat(PAINTS[NEIGHBOUR][None], len(lines), axis=0)
    return Primitives((Segments(lines.astype(np.float32), tint, WIDTH, on_top=True),),
                      (Markers(shown.positions[rows].astype(np.float32), PAINTS[awake.reasons[rows]], DOT,
                               shine=shine_of(shown, front)),), counts=counted(shown))


def legend(view: View, options: ViewOptions, _camera: CameraPose) -> list[tuple[str, Color]]:
    """The reasons, and how many bodies have each."""
    if not options.awake or view.awake is None:
        return []
    counts = np.bincount(view.awake.reasons, minlength=len(REASONS)).tolist()
    found = [(f"{reason}: {count:,}", AWAKE_COLORS[reason]) for reason, count in zip(REASONS, counts)
             if count and reason in AWAKE_COLORS]
    return found or [("all bodies sleep" if view.asleep is not None else "sleep is off", (150, 160, 178, 255))]
