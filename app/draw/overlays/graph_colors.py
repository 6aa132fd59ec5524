"""Colours of the constraint graph: contacts of one colour share no body and are solved at once, and colour follows
colour in a sweep."""
from __future__ import annotations

import numpy as np

from app.draw import colors
from app.draw.contact_marks import marks_of
from app.draw.frame import CameraPose, Markers, Segments
from app.draw.joints.poses import body_rows
from app.draw.overlay import NOTHING, Primitives, Shown
from app.draw.view_options import ViewOptions
from app.draw.view_setting import Color
from app.published.view import View

WIDTH, LISTED = 3.0, 6             # [pixels] of a line, and colours in the legend
UNSOLVED = (120, 126, 140, 160)    # contacts of sleeping bodies
GOLDEN = 0.61803398875             # of the circle of hues between two colours: neighbours differ most


def draw(shown: Shown) -> Primitives:
    """A line from each contact to its moving bodies, and a dot, in the contact's colour."""
    marks = marks_of(shown, lines=True) if shown.options.graph_colors else None
    if marks is None or marks.details is None:
        return NOTHING
    contacts, tints = marks.contacts, tints_of(marks.details.colors)
    rows, known = body_rows(shown.view.table, contacts.bodies)
    moving = known & (shown.view.table.types[rows] == 0)
    pieces = [(np.stack((contacts.positions, shown.positions[rows[:, side]]), axis=1)[moving[:, side]], tints[moving[:, side]])
              for side in (0, 1)]
    lines = tuple(Segments(points.astype(np.float32), tint, WIDTH, on_top=True) for points, tint in pieces)
    return Primitives(lines, (Markers(contacts.positions, tints, marks.size, shine=marks.shine),), counts=marks.counts)


def tints_of(numbers: np.ndarray) -> np.ndarray:
    """(k, 4) uint8 of colours (k,) of the graph."""
    hue = 6.0 * ((numbers * GOLDEN) % 1.0)
    rgb = np.clip(np.stack((np.abs(hue - 3) - 1, 2 - np.abs(hue - 2), 2 - np.abs(hue - 4)), axis=1), 0, 1)
    tints = np.concatenate((255 * (0.25 + 0.75 * rgb), np.full((len(rgb), 1), 235.0)), axis=1).astype(np.uint8)
    tints[numbers < 0] = UNSOLVED
    return tints


def legend(view: View, options: ViewOptions, _camera: CameraPose) -> list[tuple[str, Color]]:
    """The first colours, in the order of a sweep, and how many points each has; last those that are not solved."""
    if not options.graph_colors or view.contact_details is None:
        return []
    numbers = view.contact_details.colors
    counts = np.bincount(numbers[numbers >= 0])
    tints = tints_of(np.arange(len(counts)))
    rows = [(f"colour {number}: {points_text(count)}", tuple(map(int, tints[number])))
            for number, count in enumerate(counts.tolist()) if count]
    more = [(f"{len(rows) - LISTED} more colours", rows[LISTED][1])] if len(rows) > LISTED else []
    asleep = int((numbers < 0).sum())
    return rows[:LISTED] + more + ([(f"asleep: {points_text(asleep)}", UNSOLVED)] if asleep else [])


def points_text(count: int) -> str:
    """So many points, in words."""
    return f"{count:,} point{'' if count == 1 else 's'}"
