"""Our own engine, by its public interface."""
from __future__ import annotations

import sys
from typing import Any

import numpy as np

from app.studies.neutral_scene import NeutralScene
from physics.bodies.arrays import FIRST


class Engine:
    """A world of Impulse in single precision, with the default solver."""

    threaded = True

    @staticmethod
    def cannot(scene: NeutralScene) -> str | None:
        """None: it steps every neutral scene."""
        return None

    def __init__(self, scene: NeutralScene, threads: int):
        from physics.warmup import warm_world
        self.world = world(scene, "single", threads)
        warm_world(self.world, ahead=True)                   # loads kernels here, not in a timed step
        solver = self.world.solver
        self.step = self.world.step
        self.settings = (f"{solver.stabilization}, {solver.substeps} substeps x {solver.iterations} + {solver.relax_iterations}, "
                         f"single precision, {self.world.threads_used} thread{'s' * (self.world.threads_used > 1)}")

    def state(self) -> np.ndarray:
        """Poses and velocities."""
        w = self.world
        return np.hstack((w.positions, w.rotations, w.velocities, w.angular_velocities)).astype(np.float64)

    def counts(self) -> dict[str, int]:
        """Pairs of bodies whose fat boxes overlap, touching pairs and contact points; bytes of all arrays by purpose; and the
        peak memory of this process, 0 where the system does not report it."""
        state, arrays = self.world._contacts, self.world._bodies.arrays
        others = [value for name, value in vars(state).items() if name not in ("pairs", "contacts", "parts")]
        spent = {"body": arrays, "pair": state.pairs, "contact": state.contacts, "other": others}
        return {"pairs": int((state.pairs.a >= FIRST).sum()), "contacts": int(state.touching_count),
                "points": int(self.world.contact_count), "process_bytes": _process_bytes(),
                **{f"{name}_bytes": array_bytes(thing) for name, thing in spent.items()}}


def array_bytes(thing: Any) -> int:
    """Bytes of an array, or of all arrays in a sequence."""
    if isinstance(thing, np.ndarray):
        return thing.nbytes
    return sum(map(array_bytes, thing)) if isinstance(thing, (tuple, list)) else 0


def _process_bytes() -> int:
    """The peak memory of this process [bytes]."""
    try:
        import resource
    except ImportError:                                     # Windows
        return 0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else 1024 * most


def world(scene: NeutralScene, precision: str, threads: int = 1):
    """A world of Impulse with a neutral scene."""
    from physics import BallSocket, World
    made = World(gravity=scene.gravity, dt=scene.dt, precision=precision, threads=threads, sleep=False, stops_on_nan=False)
    bodies = []
    for k in range(len(scene.shape)):
        bodies.append(made.add_body(
            shape=scene.solid[k], type="static" if scene.fixed[k] else "dynamic", position=scene.position[k],
            velocity=scene.velocity[k], angular_velocity=scene.spin[k], mass=float(scene.mass[k]),
            friction=float(scene.friction[k]), can_sleep=False,
            group=int(scene.group[k])))
    for (a, b), anchor in zip(scene.joints, scene.anchors):
        made.add_joint(BallSocket(a=bodies[a], b=bodies[b], anchor=tuple(anchor)))
    return made
