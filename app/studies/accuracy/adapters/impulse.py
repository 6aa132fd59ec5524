"""Our own engine, by its public interface: every preset in both precisions."""
from __future__ import annotations

import dataclasses

import numpy as np

from app.studies.accuracy.setup import Setup
from physics import World
from physics.definitions.body_definition import BodyDefinition
from physics.definitions.settings import PRESETS

FIELDS = tuple(field.name for field in dataclasses.fields(BodyDefinition))


class Adapter:
    """A world with the settings of a preset, in a precision."""

    @staticmethod
    def cannot(setup: Setup) -> str | None:
        """None: it builds every setup."""
        return None

    def __init__(self, setup: Setup, variant: tuple[str, ...]):
        preset, precision = variant
        solver = PRESETS[preset] if setup.substeps is None else PRESETS[preset].replace(substeps=setup.substeps)
        self.world = World(gravity=setup.gravity, dt=setup.dt, precision=precision, solver=solver, stops_on_nan=False)
        bodies = {body.name: self.world.add_body(**{name: getattr(body, name) for name in FIELDS}) for body in setup.bodies}
        for joint in setup.joints:
            changes = {side: bodies[getattr(joint, side)] for side in ("a", "b") if getattr(joint, side) is not None}
            self.world.add_joint(dataclasses.replace(joint, **changes))
        self.pushes = [(bodies[push.body], push) for push in setup.pushes]
        self.settings = f"{precision} precision"

    def step(self) -> None:
        """One step, under the forces that still act."""
        half = self.world.dt / 2                             # a step's start is a sum of rounded steps
        for body, push in self.pushes:
            if self.world.time + half < push.seconds:
                body.apply_force(push.force)
                body.apply_torque(push.torque)
        self.world.step()

    def state(self) -> np.ndarray:
        """Poses and velocities."""
        w = self.world
        return np.hstack((w.positions, w.rotations, w.velocities, w.angular_velocities)).astype(np.float64)
