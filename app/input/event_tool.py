"""Event tool: an arrow drawn from a place on a body becomes a force, a torque or an impulse of the scene.

A press on a body chooses the place, the drag the direction, its length the size: PER_METRE of the body's mass for each metre.
The mouse tool calls it; `event_arrows` draws it.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from app.input.body_picking import Hit
from app.input.joint_tool import AnchorPoint
from app.published.view import View
from app.simulation.commands import CreateEvent

KINDS = ("force", "torque", "impulse")
UNITS = {"force": "N", "torque": "N m", "impulse": "N s"}
PER_METRE = {"force": 10.0, "torque": 5.0, "impulse": 2.0}     # of an arrow and a kilogram: [N], [N m], [N s]
SHORTEST = 0.02                    # [m] of an arrow that makes an event
DIGITS = 3                         # of a size


class Arrow(NamedTuple):
    """An arrow that is being drawn: its place on a body, the body's mass [kg], and its tip in the world (3,) [m]."""

    place: AnchorPoint
    mass: float
    tip: np.ndarray


class EventTool:
    """The event being drawn; `active` while a press on a body begins an arrow."""

    def __init__(self) -> None:
        self.active = False
        self.kind = KINDS[0]               # kept from event to event
        self.arrow: Arrow | None = None

    def begin(self) -> None:
        """Wait for a press on a body."""
        self.active, self.arrow = True, None

    def cancel(self) -> None:
        """Draw none."""
        self.active, self.arrow = False, None

    def press(self, hit: Hit | None, view: View | None) -> bool:
        """Begin an arrow where a body that can move was hit; whether it has begun."""
        if not self.active or hit is None or not hit.dynamic or view is None:
            return False
        place = AnchorPoint(hit.uid, tuple(map(float, hit.local)), (0.0, 0.0, 1.0), True)
        self.arrow = Arrow(place, float(view.table.masses[hit.row]), np.array(hit.point, float))
        return True

    def move(self, tip: np.ndarray | None, straight: bool, view: View | None) -> None:
        """The tip is at a point (3,) [m]; `straight`: along the nearest axis of the world."""
        if self.arrow is None or tip is None or view is None or (start := self.start(view, 1.0)) is None:
            return
        way = np.asarray(tip, float) - start
        if straight:
            way = np.where(np.arange(3) == np.abs(way).argmax(), way, 0.0)
        self.arrow = self.arrow._replace(tip=start + way)

    def start(self, view: View, alpha: float) -> np.ndarray | None:
        """Where the arrow begins (3,) [m], at `alpha` of a view; None without one."""
        found = self.arrow.place.in_world(view, alpha) if self.arrow is not None else None
        return None if found is None else found[0]

    def vector(self, view: View) -> np.ndarray | None:
        """What the arrow stands for (3,) [N], [N m] or [N s]; None without one, or where it is too short."""
        start = self.start(view, 1.0)
        if start is None or float(np.linalg.norm(self.arrow.tip - start)) < SHORTEST:
            return None
        vector = (self.arrow.tip - start) * (PER_METRE[self.kind] * self.arrow.mass)
        size = float(np.linalg.norm(vector))
        return vector * (float(f"{size:.{DIGITS}g}") / size)

    def release(self, view: View | None) -> CreateEvent | None:
        """The command that makes the event of the arrow, None for one without length; the tool is put away with the first."""
        vector = self.vector(view) if view is not None else None
        arrow, self.arrow = self.arrow, None
        if vector is None or arrow is None:
            return None
        self.active = False
        return CreateEvent(arrow.place.uid, self.kind, tuple(map(float, vector)), arrow.place.point)
