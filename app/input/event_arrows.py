"""Event arrows: forces, torques and impulses of the scene in the picture, those that act now, the selected one, and the one that
is being drawn.

A metre of an arrow stands for PER_METRE of the body's mass, as when it is drawn; longer ones than LONGEST of the eye's distance
are shortened.  A torque is a ring about its axis.
"""
from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np

from app.draw.arrows import arrows
from app.draw.colors import ACTS, CHOSEN, repeated
from app.draw.frame import CameraPose, Segments
from app.draw.frame_builder import interpolate_positions, interpolate_rotations
from app.draw.overlay import NOTHING, Primitives, together
from app.input.event_tool import PER_METRE, EventTool
from app.published.editing import EventCard
from app.published.view import View
from physics.bodies.rotation import cross, rotate

WIDTH = 4.0                        # [pixels]
LONGEST, SHORTEST = 0.35, 0.03     # [of the eye's distance] lengths of arrows
RING, PIECES = 0.5, 40             # [of an arrow's length] radius of the ring of a torque, and its straight pieces
OPEN = 0.82                        # of a turn that a ring goes


def drawn(tool: EventTool, events: Sequence[EventCard], selected: int | None, at: tuple[View, float, CameraPose]) -> Primitives:
    """The arrows for a view, at `alpha` between its states, seen by a camera."""
    view, alpha, camera = at
    found = []
    for event in events:
        acts, chosen = event.acts(view.time), event.number == selected
        if event.vector is not None and (acts or chosen) and (start := _start(event, view, alpha)) is not None:
            kind = event.word.removeprefix("apply_")
            way = _in_sight(_way(kind, event, view), start, camera)
            found.append(_arrow(kind, start, way, CHOSEN if chosen else ACTS, camera))
    start = tool.start(view, alpha)
    if start is not None:
        found.append(_arrow(tool.kind, start, tool.arrow.tip - start, CHOSEN, camera))
    return together(*found) if found else NOTHING


def _start(event: EventCard, view: View, alpha: float) -> np.ndarray | None:
    """Where an event acts (3,) [m], None where its body is gone."""
    row = view.table.index(event.uid) if event.uid is not None else None
    if row is None:
        return None
    if event.place is not None:
        return np.array(event.place, float)
    only = slice(row, row + 1)
    position = interpolate_positions(view.previous_positions[only], view.positions[only], alpha)[0].astype(float)
    if event.point is None:
        return position
    rotation = interpolate_rotations(view.previous_rotations[only], view.rotations[only], alpha).astype(float)
    return position + rotate(rotation, np.array([event.point]))[0]


def _way(kind: str, event: EventCard, view: View) -> np.ndarray:
    """The arrow of an event (3,) [m]."""
    mass = float(view.table.masses[view.table.index(event.uid)])
    return np.array(event.vector, float) / (PER_METRE[kind] * (mass if math.isfinite(mass) else 1.0))


def _in_sight(way: np.ndarray, start: np.ndarray, camera: CameraPose) -> np.ndarray:
    """An arrow that is neither too short nor too long to be seen."""
    length, away = float(np.linalg.norm(way)), float(np.linalg.norm(start - np.array(camera.eye)))
    return way * (min(max(length, SHORTEST * away), LONGEST * away) / length) if length > 0.0 else way


def _arrow(kind: str, start: np.ndarray, way: np.ndarray, color: tuple[int, ...], camera: CameraPose) -> Primitives:
    """One arrow; none without length."""
    if not way.any():
        return NOTHING
    shaft, head = arrows(np.array([start], np.float32), np.array([way], np.float32), color, camera, WIDTH)
    drawn = Primitives((shaft,), (), (head,))
    return together(drawn, *_ring(start, way, color, camera)) if kind == "torque" else drawn


def _ring(start: np.ndarray, way: np.ndarray, color: tuple[int, ...], camera: CameraPose) -> Iterator[Primitives]:
    """Most of a circle about an axis, with a head in the sense of the turn."""
    length = float(np.linalg.norm(way))
    axis = way / length
    aside = np.eye(3)[int(np.abs(axis).argmin())]
    first = cross(axis, aside)
    first = first / np.linalg.norm(first)
    second = cross(axis, first)
    angles = np.linspace(0.0, 2 * math.pi * OPEN, PIECES + 1)[:, None]
    points = start + 0.5 * way + RING * length * (np.cos(angles) * first + np.sin(angles) * second)
    pieces = np.stack((points[:-1], points[1:]), axis=1).astype(np.float32)
    yield Primitives((Segments(pieces, repeated(color, len(pieces)), WIDTH, on_top=True, caps=False),))
    along = np.sin(angles[-1]) * -first + np.cos(angles[-1]) * second
    tip = 0.3 * RING * length * along
    shaft, head = arrows(points[-1:].astype(np.float32), tip[None].astype(np.float32), color, camera, WIDTH)
    yield Primitives((shaft,), (), (head,))
