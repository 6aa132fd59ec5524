"""The generator `copies`: several copies of a group of bodies and the joints between them.

Positions and points are those of a copy before placement: a copy is rotated about their origin and then translated.
"""
from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

import numpy as np
from pydantic import Field, model_validator

from physics.bodies.rotation import product, rotate
from scenes.generators.generator import COUNT, SPACING, TURN, Generator, turned_about_z
from scenes.schema.body import BodyPlan, BodySection, Rotation, body_plan
from scenes.schema.joint import JointSection
from scenes.schema.joint_plan import JointPlan, joint_plan, moved
from scenes.schema.values import Section, Velocity, quantity, vector


class Copies(Generator):
    """`count` copies of `bodies` with their `joints`; copy i is at position + i step, rotated by `rotation` and then by i `turn`
    about z.  Bodies and joints of the generator `doll` are called doll_0.head, doll_0.neck and so on."""

    word: ClassVar[str] = "copies"
    count: quantity("count", COUNT) = Field(default=1, description="How many")
    step: vector("step", SPACING) = Field(default=(0.0, 0.0, 0.0), description="From one copy to the next [m]")
    rotation: Rotation = Field(default=(0.0, 0.0, 0.0, 1.0), description="How each copy is turned")
    turn: quantity("turn", TURN) = Field(default=0.0, description="From one copy to the next, about z [rad]")
    velocity: Velocity = Field(default=(0.0, 0.0, 0.0), description="Added to that of every body [m/s]")
    parts: list[BodySection] = Field(alias="bodies", description="The bodies of one copy; names are needed for joints")
    ties: list[JointSection] = Field(default=[], alias="joints", description="Between bodies of one copy, or to the world")

    @property
    def total(self) -> int:
        return self.count * len(self.parts)

    @property
    def joint_total(self) -> int:
        return self.count * len(self.ties)

    def name_of(self, index: int) -> str:
        return self._called(index // len(self.parts), self.parts[index % len(self.parts)].name)

    @model_validator(mode="after")
    def _finite_parts(self) -> "Copies":
        if any(part.is_plane for part in self.parts):
            raise ValueError("bodies: a plane has no copies; it is one body under `bodies` of the scene")
        if not self.parts:
            raise ValueError("bodies: needs one body at least")
        return self

    def _called(self, copy: int, name: str) -> str:
        return f"{self.name}_{copy}.{name}" if self.name and name else ""

    def is_dynamic(self, index: int) -> bool:
        return self.parts[index % len(self.parts)].type == "dynamic"

    def joint_names(self) -> Iterator[tuple[str, str]]:
        named = [(joint.name, joint.type) for joint in self.ties if self.name and joint.name]
        yield from ((self._called(copy, name), word) for copy in range(self.count) for name, word in named)

    def colors(self) -> list[str | None]:
        return [part.color for part in self.parts] * self.count

    def _pose(self, copy: int) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """Position [m] and rotation of one copy."""
        return self.at(*(copy * s for s in self.step))["position"], turned_about_z(self.rotation, copy * self.turn)

    def bodies(self, materials: Mapping[str, Section], seed: int) -> Iterator[BodyPlan]:
        """The bodies, copy by copy."""
        plans = [body_plan(part, materials) for part in self.parts]
        for index in range(self.total):
            plan = plans[index % len(plans)]
            yield replace(_placed(plan, *self._pose(index // len(plans)), self.velocity), name=self.name_of(index))

    def joints(self, bodies: Sequence[BodyPlan]) -> Iterator[JointPlan]:
        """The joints, copy by copy."""
        size = len(self.parts)
        numbers = {part.name: number for number, part in enumerate(self.parts) if part.name}
        plans = [joint_plan(joint, numbers) for joint in self.ties]
        for copy in range(self.count):
            for plan in plans:
                placed = moved(plan.numbered_from(copy * size), *self._pose(copy))
                yield replace(placed, name=self._called(copy, plan.name))


def _placed(plan: BodyPlan, position: Sequence[float], rotation: Sequence[float], velocity: Sequence[float]) -> BodyPlan:
    """A body rotated about the origin, then translated, with a velocity [m/s] added unless it is static."""
    turn = np.asarray(rotation, float)

    def turned(v: Sequence[float]) -> tuple[float, ...]:
        return tuple(rotate(turn, np.asarray(v, float)).tolist())

    more: dict[str, Any] = {"position": tuple(a + b for a, b in zip(turned(plan.position), position)),
                            "rotation": tuple(product(turn, np.asarray(plan.rotation, float)).tolist())}
    if plan.type != "static":
        more["velocity"] = tuple(a + b for a, b in zip(turned(plan.velocity), velocity))
        more["angular_velocity"] = turned(plan.angular_velocity)
    return replace(plan, **more)
