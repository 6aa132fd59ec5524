"""Tuning: the settings of one running variant, those of the solver and the changeable ones of its world.

`Tuning` is the one record of them.  A world setting is a field made by `world_setting(...)`; from it derive the command
`set_world`, its widget in the panel, the options `--variant-a` to `--variant-d` of the window, and the text of differences
between variants.
"""
from __future__ import annotations

import dataclasses
import math
from dataclasses import dataclass
from typing import Any

from physics.definitions.material import Material
from physics.definitions.settings import SolverSettings, WorldSettings
from physics.definitions.tunable import SettingError, Tunable, nearest, tunables

KEY = "world setting"
MATERIALS, DIALS, SWITCHES = "materials", "dials", "switches"          # places in the panel
MATERIAL, WORLD = tunables(Material), tunables(WorldSettings)


@dataclass(frozen=True)
class WorldSetting:
    """The description of one setting of a running world.

    about       label, unit, range, help; for a vector those of its length
    attribute   its name in World
    place       its place in the panel: MATERIALS, beside the solver's main settings, DIALS or SWITCHES
    vector      three numbers instead of one, each within the limits
    """

    about: Tunable
    attribute: str
    place: str
    vector: bool = False
    override: bool = False              # None stands for the scene's own values

    def read(self, world: Any) -> Any:
        """Its value in a world."""
        value = getattr(world, self.attribute)
        return tuple(float(x) for x in value) if self.vector else value

    def check(self, name: str, value: Any) -> Any:
        """`value` in the world's form; SettingError otherwise."""
        if value is None and self.override:
            return None
        if not self.vector:
            return self.about.check(name, value)
        if not isinstance(value, (tuple, list)) or len(value) != 3:
            raise SettingError(name, f"{name}: {value!r} is not three numbers")
        most = self.about.limits[1]
        return tuple(dataclasses.replace(self.about, limits=(-most, most)).check(name, x) for x in value)

    def text(self, value: Any) -> str:
        """A value as text."""
        if value is None:
            return "the scene's"
        if isinstance(value, bool):
            return "on" if value else "off"
        number = math.hypot(*value) if self.vector else value
        return f"{number:.4g} {self.about.unit}".rstrip()


def world_setting(default: Any, about: Tunable, place: str, attribute: str = "", vector: bool = False) -> Any:
    """A field of `Tuning`; `attribute` ends in `_override` where None restores the scene's own values."""
    setting = WorldSetting(about, attribute, place, vector, attribute.endswith("_override"))
    return dataclasses.field(default=default, metadata={KEY: setting})


GRAVITY = Tunable(default=9.81, limits=(0, 1000), slider=(0, 20), unit="m/s²", label="Gravity",
                  help="Strength of gravity; its direction stays that of the scene")


@dataclass(frozen=True)
class Tuning:
    """The settings of one variant."""

    solver: SolverSettings = SolverSettings()
    gravity: tuple[float, float, float] = world_setting((0.0, 0.0, -9.81), GRAVITY, DIALS, "gravity", vector=True)    # [m/s^2]
    restitution: float | None = world_setting(None, MATERIAL["restitution"], MATERIALS, "restitution_override")
    friction: float | None = world_setting(None, MATERIAL["friction"], MATERIALS, "friction_override")
    sleep: bool = world_setting(False, WORLD["sleep"], SWITCHES, "sleep")


WORLD_SETTINGS: dict[str, WorldSetting] = {f.name: f.metadata[KEY] for f in dataclasses.fields(Tuning) if KEY in f.metadata}


def world_setting_called(name: str) -> WorldSetting:
    """The world setting `name`; SettingError names the nearest."""
    if name not in WORLD_SETTINGS:
        raise SettingError(name, f"there is no setting {name!r} of a running world; {nearest(name, list(WORLD_SETTINGS))}"
                                 f"known are {', '.join(WORLD_SETTINGS)}")
    return WORLD_SETTINGS[name]


def tuning_of(world: Any) -> Tuning:
    """The present settings of a world; a scene's own events change them as well."""
    return Tuning(solver=world.solver, **{name: setting.read(world) for name, setting in WORLD_SETTINGS.items()})


def apply_to(world: Any, name: str, value: Any) -> None:
    """Set one field of `Tuning` in a world."""
    setattr(world, "solver" if name == "solver" else WORLD_SETTINGS[name].attribute, value)
