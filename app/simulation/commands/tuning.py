"""Commands that change the settings of the chosen variant.  They raise SettingError for values out of range."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from app.published.tuning import world_setting_called
from app.simulation.commands.command import Command
from app.simulation.commands.target import Target
from physics.definitions.settings import SolverSettings


@dataclass(frozen=True)
class SetSolver(Command):
    """Set solver setting `name`, one of SolverSettings, to `value`."""

    name: str
    value: Any

    def apply(self, session: Target) -> None:
        session.tune(lambda variant: variant.tune(solver=variant.tuning.solver.replace(**{self.name: self.value})))

    def replaces(self, earlier: Command) -> bool:
        """A slider on the move: only its last place counts."""
        return isinstance(earlier, SetSolver) and earlier.name == self.name


@dataclass(frozen=True)
class UsePreset(Command):
    """Set all solver settings to those of the preset `name`."""

    name: str

    def apply(self, session: Target) -> None:
        session.tune(lambda variant: variant.tune(solver=SolverSettings.preset(self.name)))


@dataclass(frozen=True)
class UseSettings(Command):
    """Change settings given as for `--set`, such as `solver.iterations=20`."""

    settings: tuple[str, ...]

    def apply(self, session: Target) -> None:
        session.tune(lambda variant: variant.use(self.settings))


def _of(name: str, field: str) -> Callable[[dict[str, Any]], dict[str, Any]]:
    """Converts a former command that set one world setting alone, by the value `field`."""
    return lambda given: {"name": name, "value": given.get(field)}


@dataclass(frozen=True)
class SetWorld(Command):
    """Set world setting `name`, a field of `Tuning`, to `value`; None removes an override."""

    name: str
    value: Any
    formerly: ClassVar = {"set_gravity": _of("gravity", "gravity"), "override_friction": _of("friction", "value"),
                          "override_restitution": _of("restitution", "value"), "set_sleep": _of("sleep", "on")}

    def apply(self, session: Target) -> None:
        checked = world_setting_called(self.name).check(self.name, self.value)
        session.tune(lambda variant: variant.tune(**{self.name: checked}))

    def replaces(self, earlier: Command) -> bool:
        """A slider on the move: only its last place counts."""
        return isinstance(earlier, SetWorld) and earlier.name == self.name


@dataclass(frozen=True)
class ResetTuning(Command):
    """Restore all settings of the scene."""

    def apply(self, session: Target) -> None:
        session.tune(lambda variant: variant.reset_tuning())
