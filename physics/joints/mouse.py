"""The mouse joint: it drags a body by a point.  Part: POINT against the world, as a spring of bounded force."""
from __future__ import annotations

from typing import ClassVar

from physics.constraints.part import IDENTITY, SPRING, Part
from physics.constraints.parts.point import POINT
from physics.definitions.settings import LEAST_HERTZ
from physics.definitions.tunable import SettingError, tunable
from physics.joints.definition import MOST_FORCE, PULLS, JointDefinition, joint, needs, point
from physics.joints.placement import Placement, Seat


@joint
class Mouse(JointDefinition):
    """A spring from a point of body `a` to a point of the world that moves: how a hand drags a body."""

    anchor: tuple[float, float, float] = point("The point of a that is pulled")
    target: tuple[float, float, float] = point("Where that point is pulled to")
    hertz: float = tunable(5.0, limits=(0, 240), least=LEAST_HERTZ, fades=True, slider=(0, 30), unit="Hz",
                           label="Grab frequency", help="Stiffness of the hand. More: follows faster; 0: rigid, by beta")
    damping_ratio: float = tunable(1.0, limits=(0, 100), slider=(0, 4), label="Grab damping ratio", unused=needs("hertz"),
                                   help="1: follows without overshoot; less: swings")
    beta: float = tunable(0.2, limits=(0, 1), slider=(0, 1), label="Grab beta",
                          help="Share of the distance closed per substep when the frequency is 0")
    max_force: float = tunable(MOST_FORCE, limits=(0, MOST_FORCE), slider=(0, 1e5), unit="N", label="Greatest force", log=True,
                               help="The hand's strength. Less: heavy bodies are not lifted")

    type_name: ClassVar[str] = "mouse"
    order: ClassVar[int] = 110
    glyph: ClassVar[str] = "pull"
    relation: ClassVar[str] = PULLS
    live: ClassVar[tuple[str, ...]] = ("target",)
    force_on_a: ClassVar[bool] = True

    def _check(self) -> None:
        if self.a is None:
            raise SettingError("a", "a: the world cannot be pulled; a mouse joint needs a body")

    def seat(self, at: Placement) -> Seat:
        """The pulled point, and the target in the world."""
        return at.seat(self.anchor, self.target, IDENTITY, IDENTITY)

    def parts(self, at: Placement) -> list[Part]:
        """One spring."""
        return [Part(POINT, *self.seat(at), use=SPRING, hertz=self.hertz, damping_ratio=self.damping_ratio, beta=self.beta,
                     max_force=self.max_force)]
