"""Commands that change the settings of the chosen variant.  They raise SettingError out of range."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from app.simulation.commands.command import Command
from app.simulation.variant_settings import changes_of
from physics.definitions.material import Material
from physics.definitions.settings import SolverSettings, WorldSettings
from physics.definitions.tunable import tunables


def _override(name: str, value: float | None) -> float | None:
    return None if value is None else tunables(Material)[name].check(name, value)


@dataclass(frozen=True)
class SetSolver(Command):
    """Solver setting `name`, one of SolverSettings, becomes `value`."""

    name: str
    value: Any

    def apply(self, session) -> None:
        session.tune(lambda variant: variant.tune(solver=variant.tuning.solver.replace(**{self.name: self.value})))

    def replaces(self, earlier: Command) -> bool:
        """A slider on the move: only its last place counts."""
        return isinstance(earlier, SetSolver) and earlier.name == self.name


@dataclass(frozen=True)
class UsePreset(Command):
    """All solver settings of the preset `name`."""

    name: str

    def apply(self, session) -> None:
        session.tune(lambda variant: variant.tune(solver=SolverSettings.preset(self.name)))


@dataclass(frozen=True)
class UseSettings(Command):
    """Settings as `--set` takes them, `solver.iterations=20` and the like."""

    settings: tuple[str, ...]

    def apply(self, session) -> None:
        session.tune(lambda variant: variant.tune(**changes_of(self.settings, variant.tuning)))


@dataclass(frozen=True)
class SetGravity(Command):
    """The world's gravity [m/s^2]."""

    gravity: tuple[float, float, float]
    replaceable = True

    def apply(self, session) -> None:
        checked = WorldSettings(gravity=self.gravity).gravity
        session.tune(lambda variant: variant.tune(gravity=checked))


@dataclass(frozen=True)
class OverrideFriction(Command):
    """One friction for every pair; None gives the scene's own back."""

    value: float | None
    replaceable = True

    def apply(self, session) -> None:
        session.tune(lambda variant: variant.tune(friction=_override("friction", self.value)))


@dataclass(frozen=True)
class OverrideRestitution(Command):
    """One restitution for every pair; None gives the scene's own back."""

    value: float | None
    replaceable = True

    def apply(self, session) -> None:
        session.tune(lambda variant: variant.tune(restitution=_override("restitution", self.value)))


@dataclass(frozen=True)
class SetSleep(Command):
    """Whether bodies at rest fall asleep."""

    on: bool
    replaceable = True

    def apply(self, session) -> None:
        checked = WorldSettings(sleep=self.on).sleep
        session.tune(lambda variant: variant.tune(sleep=checked))


@dataclass(frozen=True)
class ResetTuning(Command):
    """All settings back to what the scene asks for."""

    def apply(self, session) -> None:
        session.tune(lambda variant: variant.reset_tuning())
