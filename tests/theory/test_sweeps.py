"""Many constraints: the order of a step, sweeps, and impulses that are carried from step to step."""
from __future__ import annotations

import numpy as np
import pytest

from physics import BallSocket, Box, Plane, SolverSettings, Sphere, World


def hanging(links: int = 8, heavy: float = 1.0, **solver) -> tuple[World, list, list]:
    """Balls that hang below each other, swept; (world, balls, joints)."""
    settings = {"substeps": 1, "iterations": 10, "joint_stabilization": "none", "stabilization": "none", "joint_solve": "sweep"}
    world, above, joints, balls = World(precision="double", solver=SolverSettings(**settings | solver)), None, [], []
    for k in range(links):
        ball = world.add_body(shape=Sphere(radius=0.1), mass=heavy if k == links - 1 else 1, position=(0, 0, -0.5 * k - 0.25))
        joints.append(world.add_joint(BallSocket(a=above, b=ball, anchor=(0, 0, -0.5 * k))))
        balls.append(ball)
        above = ball
    return world, balls, joints


def test_the_order_of_a_step():
    """1.1, 2.5, 4.2: gravity changes velocities, sweeps make them fit, positions follow the new velocities; then errors go."""
    world = World(precision="double", solver=SolverSettings(substeps=1, iterations=20, joint_stabilization="position", beta=0.5,
                                                            stabilization="position"))
    world.add_body(shape=Plane(), type="static")
    fall = world.add_body(shape=Sphere(radius=0.5), position=(5, 0, 3))
    held = world.add_body(shape=Sphere(radius=0.5), position=(0, 0, 3))
    rest = world.add_body(shape=Sphere(radius=0.5), position=(-5, 0, 0.5))
    world.add_joint(BallSocket(a=None, b=held, anchor=(0, 0, 3)))
    held.position = (0, 0, 2.9)
    start, drop = world.snapshot(), 9.81 * world.dt

    def after(stage: int) -> dict[str, np.ndarray]:
        world.restore(start)
        world.step(stop=(stage, 0, 0 if stage < 8 else 1_000_000))
        return {"z": world.positions[1:, 2], "v": world.velocities[1:, 2], "pairs": len(world.contacts)}

    assert fall.uid and rest.uid                             # falling, held, resting: in this order below
    forces, solved, moved = after(6), after(8), after(9)
    assert forces["v"] == pytest.approx([-drop] * 3) and forces["z"] == pytest.approx([3, 2.9, 0.5])
    assert solved["v"] == pytest.approx([-drop, 0, 0], abs=1e-12) and solved["z"] == pytest.approx([3, 2.9, 0.5])
    assert moved["z"] == pytest.approx([3 - drop * world.dt, 2.9, 0.5], abs=1e-12)
    world.restore(start)
    world.step()
    assert world.velocities[1:, 2] == pytest.approx([-drop, 0, 0], abs=1e-12)
    assert 2.9 < held.position[2] < 3                        # by the last verb, which leaves velocities alone


def test_sweeps_come_closer():
    """0.7: each sweep disturbs its neighbours and all of them together still settle; what is left falls with their number."""
    left = []
    for sweeps in (1, 6, 16, 64):        # six there and back go through the eight balls
        world, balls, _ = hanging(iterations=sweeps)
        world.step()
        left.append(max(np.linalg.norm(ball.velocity) for ball in balls))
    assert (np.diff(left) < 0).all() and left[-1] < 0.15 * left[0]


def test_warm_starting_pays():
    """0.8, 4.4: started from the last step's impulses a few sweeps hold a chain that they never hold from nothing."""
    left = {}
    for warm_start in (0.0, 1.0):
        world, balls, joints = hanging(iterations=5, warm_start=warm_start)
        for _ in range(60):
            world.step()
        left[warm_start] = max(np.linalg.norm(ball.velocity) for ball in balls)
        if warm_start:
            assert [joint.force[2] for joint in joints] == pytest.approx([9.81 * (8 - k) for k in range(8)], rel=0.02)
    assert left[1.0] < 0.01 * left[0.0]


@pytest.mark.parametrize("dt", [1 / 30, 1 / 60, 1 / 240])
def test_carried_impulses_follow_the_step(dt):
    """0.8, 4.4: the same force in a shorter step is a smaller impulse; without a single sweep the chain still hangs."""
    world, balls, _ = hanging()
    for _ in range(300):
        world.step()
    world.dt, world.solver = dt, world.solver.replace(iterations=0)
    world.step()
    assert max(np.linalg.norm(ball.velocity) for ball in balls) < 1e-6


def test_carried_impulses_are_limited():
    """0.12: to 1e5 N s unless told otherwise, whichever way; the number of sweeps is a setting, five is one."""
    assert SolverSettings().max_warm_start == 1e5
    assert SolverSettings(iterations=5).iterations == 5
    for most, speed in ((1e5, 0.0), (0.5 * 9.81 / 60, -0.5 * 9.81 / 60)):
        world, balls, _ = hanging(links=1, iterations=5)
        for _ in range(5):
            world.step()
        world.solver = world.solver.replace(iterations=0, max_warm_start=most)
        world.step()
        assert balls[0].velocity[2] == pytest.approx(speed, abs=1e-9)


def test_one_constraint_after_another():
    """0.12, 0.7: rows are solved in turn, from the velocities that the others left; a sweep backward gives other impulses."""
    world, _, joints = hanging(links=3, iterations=1)
    world.step()
    first = [joint.impulses[2] for joint in joints]
    weight = 9.81 / 60
    # Joints of one colour, the first and the third, are solved first: each sees falling balls only.
    assert first[0] == pytest.approx(weight, abs=1e-9)
    assert first[2] == pytest.approx(0, abs=1e-9)
    assert first[1] == pytest.approx(0.5 * weight, abs=1e-9)


def test_resting_contacts_carry_their_impulses():
    """4.4: a stack at rest needs no sweep in the next step."""
    world = World(precision="double", solver=SolverSettings(substeps=1, iterations=50, stabilization="none"))
    world.add_body(shape=Plane(), type="static")
    boxes = [world.add_body(shape=Box(half=(0.5, 0.5, 0.5)), position=(0, 0, 0.5 + k)) for k in range(3)]
    for _ in range(120):
        world.step()
    world.solver = world.solver.replace(iterations=0)
    world.step()
    assert max(np.linalg.norm(box.velocity) for box in boxes) < 1e-6
