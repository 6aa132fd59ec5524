"""The map of stability: growth of a hanging chain's error, by mass ratio, sweeps and joint stabilization.

The numbers are spectral radii of the step, see physics.lab.stability.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from app.studies.charts.machine import describe
from app.studies.charts.outcome import Outcome
from physics.constraints.softness import JOINT, resolved_hertz
from physics.definitions.settings import SolverSettings
from physics.lab.stability import chain, spectral_radius

RATIOS = (1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0)
SWEEPS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 75, 100)
STABILIZATIONS = ("baumgarte", "split_impulse", "soft")
ROUNDING = 1e-6                                      # rounding of a radius of 1; more is growth


class Plan(NamedTuple):
    """The plan of a map; settings except iterations and joint stabilization, which the map varies."""

    settings: SolverSettings = SolverSettings(substeps=1)
    links: int = 10
    ratios: tuple[float, ...] = RATIOS           # mass of the last link over that of the others
    sweeps: tuple[int, ...] = SWEEPS
    stabilizations: tuple[str, ...] = STABILIZATIONS
    dt: float = 1 / 60                           # [s]


class Stability:
    """A map for each stabilization: radii[stabilization] is (ratios, sweeps)."""

    def __init__(self, plan: Plan):
        self.plan, self.total = plan, len(plan.stabilizations)
        self.radii: dict[str, np.ndarray] = {}

    def go(self, report: Callable[[int, str], None] = lambda done, doing: None) -> None:
        """Compute all maps; `report(done, doing)` is called before each."""
        for done, name in enumerate(self.plan.stabilizations):
            report(done, name)
            self.radii[name] = np.array([[self._radius(name, ratio, sweeps) for sweeps in self.plan.sweeps]
                                         for ratio in self.plan.ratios])

    def _radius(self, name: str, ratio: float, sweeps: int) -> float:
        settings = self.plan.settings.replace(joint_stabilization=name, iterations=sweeps)
        return spectral_radius(chain(self.plan.links, ratio), settings, self.plan.dt)

    def outcome(self) -> Outcome:
        """The table of the maps so far."""
        head = ["<joints", "mass ratio", *(str(sweeps) for sweeps in self.plan.sweeps)]
        cells = [[name, f"{ratio:g}", *(f"{radius:.3f}" for radius in row)]
                 for name, table in self.radii.items() for ratio, row in zip(self.plan.ratios, table)]
        settings = self.plan.settings
        hertz = resolved_hertz(settings.joint_hertz, JOINT, self.plan.dt / settings.substeps, settings.substeps)
        notes = [f"Spectral radius of a step of {self.plan.dt:.4g} s by sweeps: above 1 any disturbance of "
                 f"{self.plan.links} links that hang straight down, the last of them heavier, grows by it in every step.",
                 f"Substeps {settings.substeps}, warm start {settings.warm_start:g}, beta {settings.beta:g}, joint frequency "
                 f"{hertz:g} Hz, damping ratio {settings.joint_damping_ratio:g}; sequential impulses from the top "
                 "down."]
        notes += [f"{name}: grows in {int((table > 1 + ROUNDING).sum())} of {table.size}, at most by {table.max():.3f}."
                  for name, table in self.radii.items()]
        return Outcome("stability", "Stability of a hanging chain", head, cells, notes, describe(),
                       {"ratios": list(self.plan.ratios), "sweeps": list(self.plan.sweeps),
                        "radii": {name: table.tolist() for name, table in self.radii.items()}})
