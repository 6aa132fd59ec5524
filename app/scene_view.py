"""Scene view: turns a published view into the frame that the renderer draws.

Bodies are shown between the last two steps (`alpha`), coloured from five colours by body; contacts, boxes and the mouse
spring become markers and segments.
"""
from __future__ import annotations

from dataclasses import dataclass

from app.frame import CameraPose, Frame
from app.view import View


@dataclass(frozen=True)
class ViewOptions:
    """What to show besides the bodies."""

    theme: str = "dark"                       # "dark" or "light"
    contacts: bool = False                    # contact points
    normals: bool = False                     # contact normals, 0.25 m long
    impulses: bool = False                    # contact forces as lines
    aabbs: bool = False                       # axis-aligned boxes
    grid: bool = True
    shadows: bool = True
    stripes: bool = True                      # on spheres, so that turning shows
    selected: frozenset[int] = frozenset()    # uids
    hovered: int | None = None                # uid


def frame_of(view: View, alpha: float, camera: CameraPose, options: ViewOptions = ViewOptions()) -> Frame:
    """The frame of `view` at `alpha` of the way from its previous state (0) to its current one (1)."""
