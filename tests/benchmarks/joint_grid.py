"""What a ball joint costs: a net of spheres, each joined to its neighbours, stepped by Impulse and, where installed, rapier.

    python -m tests.benchmarks.joint_grid [--side 100] [--rounds 3] [--steps 100]

Both engines run in turn, in single precision on one thread with their own default solver (4 substeps; in each, every joint is
solved once with its correction and once without).  Printed are medians of a step in processor time, and that time over
joints and sweeps.  The net is Box3D's benchmark joint_grid: spheres of radius 0.4 m, 1 m apart, the first row fixed.
"""
from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from statistics import median

RADIUS, DT = 0.4, 1 / 60
SWEEPS = 8                                       # 4 substeps of two sweeps, in both engines


def net(side: int) -> Iterator[tuple[int, int, bool]]:
    """(column, row, fixed) of every sphere, column by column."""
    for column in range(side):
        for row in range(side):
            yield column, row, row == 0


def joints(side: int) -> Iterator[tuple[int, int, tuple[float, float]]]:
    """(sphere, sphere, anchor x and z) of every joint."""
    for column in range(side):
        for row in range(1, side):
            number = column * side + row
            yield number - 1, number, (column, 0.5 - row)
            if column:
                yield number - side, number, (column - 0.5, -row)


def impulse(side: int) -> Callable[[], object]:
    """The step of a net in Impulse."""
    from physics import BallSocket, Sphere, World

    world = World(dt=DT, precision="single", threads=1)
    balls = [world.add_body(shape=Sphere(radius=RADIUS), type="static" if fixed else "dynamic", position=(column, 0, -row),
                            group=1)
             for column, row, fixed in net(side)]
    for a, b, (x, z) in joints(side):
        world.add_joint(BallSocket(a=balls[a], b=balls[b], anchor=(x, 0, z)))
    return world.step


def rapier(side: int) -> Callable[[], object]:
    """The step of the same net in rapier3d; ImportError where that is not installed."""
    import rapier3d as rp

    world = rp.PhysicsWorld(gravity=(0.0, 0.0, -9.81))
    world.set_num_threads(1)
    world.integration_parameters.dt = DT
    handles = []
    for column, row, fixed in net(side):
        kind = rp.RigidBodyType.FIXED if fixed else rp.RigidBodyType.DYNAMIC
        body = rp.RigidBodyBuilder(kind).translation((float(column), 0.0, -float(row))).can_sleep(False)
        ball = rp.Collider.ball(RADIUS).density(1000.0)
        handles.append(world.add_body(body, [ball.collision_groups(rp.InteractionGroups(rp.Group.GROUP_2, rp.Group.GROUP_1))]))
    places = list(net(side))
    for a, b, (x, z) in joints(side):
        arms = [(x - places[k][0], 0.0, z + places[k][1]) for k in (a, b)]
        joint = rp.SphericalJointBuilder().local_anchor1(arms[0]).local_anchor2(arms[1])
        world.impulse_joints.insert(handles[a], handles[b], joint.build(), True)
    return world.step


def milliseconds(step: Callable[[], object], steps: int) -> float:
    """Median processor time of a step [ms]."""
    taken = []
    for _ in range(steps):
        start = time.process_time()
        step()
        taken.append((time.process_time() - start) * 1e3)
    return median(taken)


def main() -> None:
    """Print the table."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--side", type=int, default=100, help="spheres along a side")
    options.add_argument("--rounds", type=int, default=3, help="how often the engines take turns")
    options.add_argument("--steps", type=int, default=100, help="steps in a turn")
    asked = options.parse_args()
    count = sum(1 for _ in joints(asked.side))
    engines: dict[str, Callable[[], object]] = {"impulse": impulse(asked.side)}
    try:
        engines["rapier3d"] = rapier(asked.side)
    except ImportError:
        print("rapier3d is not installed: no second row")
    found: dict[str, list[float]] = {name: [] for name in engines}
    for _ in range(asked.rounds):
        for name, step in engines.items():
            found[name].append(milliseconds(step, asked.steps))
    print(f"{count:,} ball joints between {asked.side**2:,} spheres")
    for name, taken in found.items():
        step_ms = median(taken)
        ratio = f"  {step_ms / median(found['rapier3d']):.2f} of rapier3d" if "rapier3d" in found else ""
        print(f"{name:10} {step_ms:7.3f} ms a step  {step_ms * 1e6 / (count * SWEEPS):6.1f} ns per joint and sweep{ratio}")


if __name__ == "__main__":
    main()
