"""The pulley: a rope from a over two points of the world to b.  Part: PULLEY with an upper limit, so that it never pushes.

    |anchor_a - ground_a| + ratio |anchor_b - ground_b| <= length

The force of the joint is that on b, where the rope runs `ratio` times: ratio times the tension, which is what a feels.
"""
from __future__ import annotations

import math
from typing import ClassVar

from physics.constraints.part import Part
from physics.constraints.parts.pulley import PULLEY
from physics.definitions.body_definition import FARTHEST
from physics.definitions.tunable import SettingError, tunable
from physics.joints.definition import SHORTEST, TIES, Measure, PairDefinition, joint, point
from physics.joints.drive import stops
from physics.joints.placement import Placement, Seat, between, frame_along


@joint
class Pulley(PairDefinition):
    """A rope runs from a over two fixed points to b: as one side gets longer, the other gets shorter."""

    anchor_a: tuple[float, float, float] = point("Where the rope is tied to a")
    anchor_b: tuple[float, float, float] = point("Where the rope is tied to b")
    ground_a: tuple[float, float, float] = point("The fixed point above a")
    ground_b: tuple[float, float, float] = point("The fixed point above b")
    ratio: float = tunable(1.0, limits=(1e-3, 1000), slider=(0.1, 10), label="Ratio",
                           help="How often the rope runs to b, as in a block and tackle")
    length: float | None = tunable(None, limits=(0, FARTHEST), slider=(0, 50), unit="m", label="Length",
                                   help="Length of the rope, b's side times ratio; if not given the rope is tight as made")

    type_name: ClassVar[str] = "pulley"
    order: ClassVar[int] = 100
    glyph: ClassVar[str] = "pulley"
    relation: ClassVar[str] = TIES
    measure: ClassVar[Measure] = Measure(PULLEY, "Rope", "m")

    def _check(self) -> None:
        for anchor, ground in (("anchor_a", "ground_a"), ("anchor_b", "ground_b")):
            if math.dist(getattr(self, anchor), getattr(self, ground)) < SHORTEST:
                raise SettingError(ground, f"{ground}: is where {anchor} is; the rope has no direction there")

    def seat(self, at: Placement) -> Seat:
        """Where the rope is tied, and its directions from there."""
        frames = []
        for anchor, ground in ((self.anchor_a, self.ground_a), (self.anchor_b, self.ground_b)):
            length, (x, y, z) = math.dist(anchor, ground), between(anchor, ground)
            frames.append(frame_along((x / length, y / length, z / length)))
        return at.seat(self.anchor_a, self.anchor_b, *frames)

    def parts(self, at: Placement) -> list[Part]:
        """One row that only pulls."""
        present = math.dist(self.anchor_a, self.ground_a) + self.ratio * math.dist(self.anchor_b, self.ground_b)
        rope = stops(PULLEY, self.seat(at), None, present if self.length is None else self.length, present)
        return [part._replace(ratio=self.ratio, ground_a=self.ground_a, ground_b=self.ground_b) for part in rope]
