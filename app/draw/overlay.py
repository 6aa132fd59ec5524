"""Overlay: what every overlay takes and returns.  The overlays themselves are in `app.draw.overlays`."""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from app.draw.frame import CameraPose, Count, Fills, Markers, Segments
from app.draw.view_options import NO_HIGHLIGHTS, Highlights, ViewOptions
from app.published.view import View


class Shown(NamedTuple):
    """The input of an overlay."""

    view: View
    positions: np.ndarray          # (n, 3) of the drawn bodies [m]
    rotations: np.ndarray          # (n, 4) x y z w
    camera: CameraPose
    options: ViewOptions
    highlights: Highlights = NO_HIGHLIGHTS


class Primitives(NamedTuple):
    """An overlay as parts of a frame."""

    segments: tuple[Segments, ...] = ()
    markers: tuple[Markers, ...] = ()
    fills: tuple[Fills, ...] = ()
    counts: tuple[Count, ...] = ()     # of what has marks


NOTHING = Primitives()


def together(*parts: Primitives) -> Primitives:
    """Several overlays as one."""
    return Primitives(*(tuple(one for part in parts for one in part[kind]) for kind in range(len(NOTHING))))
