"""One step of a world by every method and preset, from the same state, compared with the step of `global_direct`.

A preset is compared with the exact step of its own settings.  All have pyramids of friction, as the exact solution.
"""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from app.headless.si_format import number, thousandths
from app.studies.cells.cell import REFUSALS, reason
from physics.definitions.method_names import OURS, method_names
from physics.definitions.settings import PRESET_LIST, SolverSettings
from physics.measure.sampler import Sampler

EXACT = "global_direct"
SCENES = "the scene's"                            # source of the settings: these, or a preset
HEAD = ("<method", "<settings", "velocity m/s", "spin rad/s", "place mm", "energy J", "momentum N s", "overlap mm",
        "joint mm", "<")


class Stepped(NamedTuple):
    """A world after a step; freely moving bodies in order of creation."""

    places: np.ndarray                           # (n, 3) [m]
    velocities: np.ndarray                       # (n, 3) [m/s]
    spins: np.ndarray                            # (n, 3) [rad/s]
    momentum: np.ndarray                         # (3,) [N s]
    energy: float                                # [J]
    overlap: float                               # [m]
    joints: float | None                         # largest gap [m]; None without joints


class Compared(NamedTuple):
    """A method's step; distances are None without an exact step, all figures are None when it failed."""

    name: str
    settings: str                                # SCENES, or a preset's name
    velocity: float | None = None                # largest difference of a body [m/s]
    spin: float | None = None                    # [rad/s]
    place: float | None = None                   # [m]
    energy: float | None = None                  # above the exact [J]
    momentum: float | None = None                # length of the difference [N s]
    overlap: float | None = None                 # its own [m]
    joints: float | None = None                  # its own [m]
    failure: str = ""

    def cells(self) -> list[str]:
        """A line of the table under HEAD."""
        return [self.name, self.settings, number(self.velocity), number(self.spin), thousandths(self.place), number(self.energy),
                number(self.momentum), thousandths(self.overlap), thousandths(self.joints), self.failure]

    def plain(self) -> dict[str, Any]:
        """The figures by their names."""
        return self._asdict()


def contestants(settings: SolverSettings) -> list[tuple[str, str, SolverSettings]]:
    """(method, source of settings, settings): every method with these, the exact one first, then the presets."""
    settings = settings.replace(friction_model="pyramid")
    names = sorted(method_names(), key=lambda name: name != EXACT)
    return [*((name, SCENES, settings.replace(method=name)) for name in names),
            *((OURS, preset.name, preset.settings.replace(method=OURS, friction_model="pyramid")) for preset in PRESET_LIST)]


def compared(world: Any) -> Iterator[Compared]:
    """One step by each of the contestants; the world keeps the state of the last one."""
    state, exact = world.snapshot(), {}
    for method, whose, settings in contestants(world.solver):
        reference = settings.replace(method=EXACT)
        if reference not in exact:
            exact[reference] = _step(world, state, reference)
        stepped = exact[reference] if settings == reference else _step(world, state, settings)
        yield _beside(Compared(method, whose), stepped, exact[reference])


def _step(world: Any, state: Any, settings: SolverSettings) -> Stepped | str:
    """The world after a step, or the reason of a failure."""
    world.restore(state)
    world.solver = settings
    try:
        world.step()
    except REFUSALS as error:
        return reason(error)
    sampler = Sampler(world)
    look, free = sampler.now, sampler.facts.dynamic
    gaps = sampler.read("joint_gap") if world.joints else None
    return Stepped(look.positions[free], look.velocities[free], look.spins[free], np.asarray(sampler.read("momentum")),
                   float(sampler.read("energy")), float(sampler.read("max_penetration")),
                   None if gaps is None else float(np.max(gaps, initial=0.0)))


def _beside(row: Compared, mine: Stepped | str, exact: Stepped | str) -> Compared:
    if isinstance(mine, str):
        return row._replace(failure=mine)
    row = row._replace(overlap=mine.overlap, joints=mine.joints)
    if isinstance(exact, str):
        return row._replace(failure=f"no exact step: {exact}")
    return row._replace(velocity=_farthest(mine.velocities - exact.velocities), spin=_farthest(mine.spins - exact.spins),
                        place=_farthest(mine.places - exact.places), energy=mine.energy - exact.energy,
                        momentum=float(np.linalg.norm(mine.momentum - exact.momentum)))


def _farthest(apart: np.ndarray) -> float:
    return float(np.linalg.norm(apart, axis=1).max(initial=0.0))
