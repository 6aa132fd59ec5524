"""Overlays: each alone, by its key, with its legend."""
from __future__ import annotations

from app.draw.view_setting import INSIDE, OVERLAYS, placements
from app.panels.stack import window_settings
from tests.support.tour.walk import Walk, chapter

OF_JOINTS = ("joints", "joint_errors", "joint_labels", "joint_frames")


def keys() -> dict[str, str]:
    """Name -> key of every overlay."""
    return {name: place.keys[0] for name, (_, place) in placements(window_settings()).items()
            if place.group in (OVERLAYS, INSIDE) and place.keys}


def shown(tour: Walk, names: list[str]) -> None:
    """Each alone."""
    tour.pause()
    tour.away()
    known = keys()
    for name in names:
        chord = known[name].replace("Shift+", "shift+")
        chord = chord if "+" not in chord else chord[:-1] + chord[-1].lower()
        was = tour.app.state()["settings"][name]
        if not was:
            tour.key(chord, lambda s, name=name: s["settings"][name])
        tour.picture(name, keep=True)
        if not was:
            tour.key(chord, lambda s, name=name: not s["settings"][name])


@chapter("welcome", steps=40)
def overlays(tour: Walk) -> None:
    """Those of contacts and bodies."""
    shown(tour, [name for name in keys() if name not in OF_JOINTS])


@chapter("joint_zoo", steps=60)
def joint_overlays(tour: Walk) -> None:
    """Those of joints."""
    shown(tour, list(OF_JOINTS))
