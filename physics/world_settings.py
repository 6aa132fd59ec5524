"""The settings of a world: gravity, step, solver, sleeping, overrides.  A change that affects bodies at rest wakes all bodies, so
that it takes effect at once.
"""
from __future__ import annotations

import math
import os
from typing import Any

from physics.definitions.length_scale import scaled
from physics.definitions.material import Material
from physics.definitions.numbers import shown
from physics.definitions.settings import SolverSettings, WorldSettings
from physics.definitions.tunable import SettingError, Tunable, tunables
from physics.parallel.entrance import alone
from physics.storage.waking import wake_all


PAIR_MEMORY = Tunable(1.0, limits=(0.001, 1000.0), unit="GB")
STOPS_ON_NAN = Tunable(True)
MEMORY_VARIABLE = "IMPULSE_PAIR_MEMORY"           # of the environment


def default_memory() -> float:
    """`World.pair_memory` of a new world, unless it says otherwise.  Raises SettingError."""
    said = os.environ.get(MEMORY_VARIABLE)
    try:
        return PAIR_MEMORY.default if not said else PAIR_MEMORY.check(MEMORY_VARIABLE, float(said))
    except ValueError:
        low, high = PAIR_MEMORY.limits
        raise SettingError(MEMORY_VARIABLE, f"{MEMORY_VARIABLE}: {said!r} is no number of GB from {low:g} to {high:g}") from None


class WorldSettingsAccess:
    """The settings of a world, as properties; `World` provides `_settings`, `_overrides`, `_bodies`, `_contacts` and
    `_close_up`."""

    _settings: WorldSettings
    _pair_memory: float
    _stops_on_nan: bool

    @alone
    def _change(self, **changes: Any) -> WorldSettings:
        """Replace fields of the settings; returns the settings before."""
        before, self._settings = self._settings, self._settings.replace(**changes)
        self._bodies.edits += 1
        return before

    @property
    def settings(self) -> WorldSettings:
        """All settings but those of the solver."""
        return self._settings

    @property
    def solver(self) -> SolverSettings:
        """How a step is solved; writable."""
        return self._solver

    @solver.setter
    @alone
    def solver(self, settings: SolverSettings) -> None:
        if not isinstance(settings, SolverSettings):
            raise SettingError("solver", f"solver: {shown(settings)} is not a SolverSettings")
        before = getattr(self, "_solver", settings)
        if settings.friction_model != before.friction_model:
            self._contacts.forget_centres()
        if settings != before:
            wake_all(self._bodies)
        self._solver = settings
        self._bodies.edits += 1

    @property
    def gravity(self) -> tuple[float, float, float]:
        """Acceleration of all dynamic bodies [m/s2]; writable."""
        return self._settings.gravity

    @gravity.setter
    def gravity(self, value: Any) -> None:
        before = self._change(gravity=value)
        if self.gravity != before.gravity:
            wake_all(self._bodies)

    @property
    def dt(self) -> float:
        """Time step [s]; writable."""
        return self._settings.dt

    @dt.setter
    def dt(self, value: float) -> None:
        self._change(dt=value)

    @property
    def pair_memory(self) -> float:
        """How much memory pairs and contacts may take [GB]; writable."""
        return self._pair_memory

    @pair_memory.setter
    @alone
    def pair_memory(self, value: float) -> None:
        self._pair_memory = PAIR_MEMORY.check("pair_memory", value)
        self._contacts.allow(self._pair_memory)
        self._bodies.edits += 1

    @property
    def stops_on_nan(self) -> bool:
        """Whether `step` raises NumberLost; writable."""
        return self._stops_on_nan

    @stops_on_nan.setter
    @alone
    def stops_on_nan(self, value: bool) -> None:
        self._stops_on_nan = STOPS_ON_NAN.check("stops_on_nan", value)
        self._bodies.edits += 1

    @property
    def precision(self) -> str:
        """"single" or "double"."""
        return self._settings.precision

    @property
    def seed(self) -> int:
        """Start of the scene's random choices."""
        return self._settings.seed

    @property
    def sleep(self) -> bool:
        """Whether bodies at rest fall asleep; writable, and False wakes all bodies."""
        return self._settings.sleep

    @sleep.setter
    def sleep(self, value: bool) -> None:
        self._change(sleep=value)
        if not value:
            wake_all(self._bodies)

    @property
    def sleep_speed(self) -> float:
        """Speed below which all points of a body at rest are, even where it only trembles [m/s]; writable."""
        return self._settings.sleep_speed

    @sleep_speed.setter
    def sleep_speed(self, value: float) -> None:
        self._change(sleep_speed=value)

    @property
    def sleep_time(self) -> float:
        """How long an island must be at rest before it falls asleep [s]; writable."""
        return self._settings.sleep_time

    @sleep_time.setter
    def sleep_time(self, value: float) -> None:
        self._change(sleep_time=value)

    @property
    def length_scale(self) -> float:
        """For things of which size the solver's lengths and speeds are [m]; writable, None: found from the bodies."""
        said = self._settings.length_scale
        if said is not None:
            return said
        if self._bodies.gone:
            self._close_up()
        return self._bodies.length_scale

    @length_scale.setter
    def length_scale(self, value: float | None) -> None:
        before = self._change(length_scale=value)
        if self._settings != before:
            wake_all(self._bodies)

    @property
    def _scaled_solver(self) -> SolverSettings:
        """The solver's settings as they act, for things of the world's length scale and steps of its length."""
        settings = self._settings
        return scaled(self._solver, self.length_scale, math.hypot(*settings.gravity) * settings.dt * settings.dt)

    @property
    def sleep_way(self) -> float:
        """Share of its size that a body at rest goes in `sleep_time`; writable."""
        return self._settings.sleep_way

    @sleep_way.setter
    def sleep_way(self, value: float) -> None:
        self._change(sleep_way=value)

    @property
    def sleep_horizon(self) -> float:
        """Time in which a body at rest that no contact holds goes no farther than that, getting faster as now [s]; writable."""
        return self._settings.sleep_horizon

    @sleep_horizon.setter
    def sleep_horizon(self, value: float) -> None:
        self._change(sleep_horizon=value)

    @alone
    def _set_override(self, name: str, value: float | None) -> None:
        before = self._overrides[name]
        self._bodies.edits += 1
        self._overrides[name] = None if value is None else tunables(Material)[name].check(f"{name}_override", value)
        if self._overrides[name] != before:
            wake_all(self._bodies)

    @property
    def friction_override(self) -> float | None:
        """Friction of every pair, or None for each pair's own; writable."""
        return self._overrides["friction"]

    @friction_override.setter
    def friction_override(self, value: float | None) -> None:
        self._set_override("friction", value)

    @property
    def restitution_override(self) -> float | None:
        """Restitution of every pair, or None for each pair's own; writable."""
        return self._overrides["restitution"]

    @restitution_override.setter
    def restitution_override(self, value: float | None) -> None:
        self._set_override("restitution", value)
