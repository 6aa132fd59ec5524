"""What curvature is for: the energy that a double pendulum has after ten seconds, with it and without.

    python -m tests.benchmarks.pendulum_energy [--seconds 10] [--sweeps 20]

Two rods of one metre and one kilogram on hinges, let go when they lie level (case E10), in double precision, one substep a
step.  The change of energy is given as a share of m g l (1 + 2), the gap is the largest distance of a hinge's two places.
The textbook's rows have no curvature, those of the engine have it in every stabilization but `none` and `baumgarte`; here
every stabilization is stepped in both ways (see physics/constraints/curvature.py).
"""
from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from app.studies.validate.runners.joint_measures import Pair
from physics import Box, Hinge, SolverSettings, World
from physics.definitions.settings import STABILIZATIONS
from physics.dynamics.parameters import JointRowParameters, Parameters, turning_of
from physics.pipeline import advance

LENGTH, WIDTH, MASS, GRAVITY = 1.0, 0.1, 1.0, 9.81            # [m], [m], [kg], [m/s2]
STEPS = (1 / 60, 1 / 240)                                     # [s]


@contextmanager
def curvature(amount: float) -> Iterator[None]:
    """Every held row of a joint has its curvature times `amount`, whatever the stabilization."""
    make = advance.parameters

    def changed(*args, **options) -> Parameters:
        numbers = make(*args, **options)
        joints = numbers.joints
        laws = [law._replace(curvature=amount, turning=turning_of(law, amount))
                if isinstance(law, JointRowParameters) else law for law in joints]
        return numbers._replace(joints=type(joints)(*laws))

    with patch.object(advance, "parameters", changed):
        yield


def swing(mode: str, dt: float, asked: argparse.Namespace) -> tuple[float, float]:
    """(change of energy over m g l (1 + 2), largest gap [m]) of a double pendulum."""
    world = World(dt=dt, gravity=(0, 0, -GRAVITY), precision="double",
                  solver=SolverSettings(substeps=1, iterations=asked.sweeps, joint_stabilization=mode))
    half = (0.5 * LENGTH, 0.5 * WIDTH, 0.5 * WIDTH)
    rods = [world.add_body(shape=Box(half=half), mass=MASS, position=((k + 0.5) * LENGTH, 0, 0), group=1) for k in range(2)]
    pairs = [Pair(None, rods[0], (0, 0, 0)), Pair(rods[0], rods[1], (LENGTH, 0, 0))]
    for a, b, place in ((None, rods[0], (0, 0, 0)), (rods[0], rods[1], (LENGTH, 0, 0))):
        world.add_joint(Hinge(a=a, b=b, anchor=place, axis=(0, 1, 0)))
    start, gap = world.energy().total, 0.0
    for _ in range(round(asked.seconds / dt)):
        world.step()
        gap = max(gap, *(pair.gap for pair in pairs))
    return (world.energy().total - start) / (3 * MASS * GRAVITY * LENGTH), gap


def main() -> None:
    """Print the table."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--seconds", type=float, default=10, help="how long it swings")
    options.add_argument("--sweeps", type=int, default=20, help="solver sweeps a step")
    asked = options.parse_args()
    print(f"{'joint_stabilization':21}{'step':>7}{'without curvature':>27}{'with curvature':>27}")
    for mode in STABILIZATIONS:
        for dt in STEPS:
            found = []
            for amount in (0.0, 1.0):
                with curvature(amount):
                    found.append("{:+10.4f} gap {:9.2e} m".format(*swing(mode, dt, asked)))
            print(f"{mode:21}{f'1/{round(1 / dt)}':>7}{found[0]:>27}{found[1]:>27}")


if __name__ == "__main__":
    main()
