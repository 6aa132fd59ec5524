"""Joints solved together: the same bits for any number of threads, after a restored snapshot, and beside strangers."""
from __future__ import annotations

import numpy as np
import pytest

from physics import BallSocket, Box, Mouse, Plane, SolverSettings, Sphere, World
from tests.determinism.test_threads import with_threads
from tests.support.mixed_scene import Recipe, build, run

MODES = ("soft", "split_impulse", "position")


def ragged(world: World, at: float) -> list:
    """Three chains of different lengths that fall on the floor, from y = `at` on."""
    made = []
    for row, length in enumerate((3, 7, 20)):
        last = None
        for k in range(length):
            box = world.add_body(shape=Box(half=(0.2, 0.1, 0.1)), position=(0.5 * k, at + row, 1 + 0.1 * row),
                                 density=500 * (1 + k % 5))
            if last is not None:
                world.add_joint(BallSocket(a=last, b=box, anchor=(0.5 * k - 0.25, at + row, 1 + 0.1 * row)))
            made.append(box)
            last = box
    return made


def floor(mode: str, how: str = "direct") -> World:
    """A floor."""
    world = World(solver=SolverSettings(joint_solve=how, joint_stabilization=mode, stabilization=mode, iterations=2, substeps=2))
    world.add_body(shape=Plane(), type="static")
    return world


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("how", ("direct", "auto"))
def test_any_number_of_threads(mode, how):
    """The mixed scene with all joints, and chains beside it."""
    found = {}
    for number in (1, 2, 3, 8):
        world, joint = build(Recipe(stabilization=mode, bodies=60))
        world.solver = world.solver.replace(joint_solve=how)
        ragged(world, 40)
        found[number] = run(with_threads(world, number), joint, 80)
        assert world.threads_used == number
    assert all(hashes == found[1] for hashes in found.values())


@pytest.mark.parametrize("mode", MODES)
def test_a_restored_snapshot_goes_on_the_same(mode):
    """Factors and shares of inertia are made anew in every substep, so there is nothing to forget."""
    world = floor(mode)
    ragged(world, 0)
    for _ in range(25):
        world.step()
    saved, hashes = world.snapshot(), []
    for _ in range(2):
        for _ in range(30):
            world.step()
        hashes.append(world.state_hash())
        world.restore(saved)
    assert hashes[0] == hashes[1]


@pytest.mark.parametrize("mode", MODES)
def test_strangers_change_nothing(mode):
    """Chains elsewhere, made before, between or after."""
    def places(before: int, after: int) -> np.ndarray:
        world = floor(mode)
        for k in range(before):
            ragged(world, 100 + 10 * k)
        mine = ragged(world, 0)
        for k in range(after):
            ragged(world, -100 - 10 * k)
        for _ in range(60):
            world.step()
        return np.array([body.position for body in mine])

    alone = places(0, 0)
    assert (alone == places(1, 0)).all() and (alone == places(2, 1)).all()


def test_without_joints_nothing_changes():
    """The bits of a world without joints do not depend on `joint_solve`."""
    found = []
    for how in ("sweep", "direct", "auto"):
        world = floor("soft", how)
        for k in range(8):
            world.add_body(shape=Box(half=(0.2, 0.1, 0.1)), position=(0.15 * k, 0, 0.3 + 0.25 * k))
        for _ in range(50):
            world.step()
        found.append(world.state_hash())
    assert found[0] == found[1] == found[2]


def hung(how: str, net: int) -> World:
    """A net of spheres hung by one row."""
    world = World(solver=SolverSettings(joint_solve=how))
    balls = {(i, k): world.add_body(shape=Sphere(radius=0.2), position=(0.5 * i, 0, -0.5 * k), group=1,
                                    type="dynamic" if k else "static")
             for i in range(net) for k in range(net)}
    for (i, k), ball in balls.items():
        for other in ((i + 1, k), (i, k + 1)):
            if other in balls and (k or other[1]):
                world.add_joint(BallSocket(a=ball, b=balls[other], anchor=tuple(0.5 * (ball.position + balls[other].position))))
    return world


def test_auto_sweeps_nets_and_takes_chains():
    """A net has the bits that sweeps give it, beside a chain that is solved together; alone `direct` would change them."""
    found = {}
    for how in ("sweep", "auto", "direct"):
        world = hung(how, 14)
        net = len(world.bodies)
        ragged(world, 50)[-1].velocity = (0, 0, 5)
        for _ in range(20):
            world.step()
        found[how] = world.positions[:net].copy(), world.positions[net:].copy(), world._contacts.together
    assert (found["auto"][0] == found["sweep"][0]).all() and (found["direct"][0] != found["sweep"][0]).any()
    assert (found["auto"][1] != found["sweep"][1]).any()
    assert len(found["auto"][2].touched) == 3 and len(found["direct"][2].touched) == 4 and len(found["sweep"][2].touched) == 0


def test_joints_come_go_break_and_sleep():
    """The components follow: what is left of a chain goes on, sleeps and wakes when it is pulled."""
    world = World(sleep=True, solver=SolverSettings(joint_solve="direct"))
    world.add_body(shape=Plane(), type="static")
    boxes = ragged(world, 0)
    weak = world.add_joint(BallSocket(a=boxes[0], b=None, anchor=(-0.25, 0, 1), break_force=1.0))
    for _ in range(5):
        world.step()
    assert weak.broken and len(world._contacts.together.touched) == 3
    world.remove(world.joints[10])
    world.step()
    assert len(world._contacts.together.touched) == 4
    for _ in range(400):
        world.step()
    assert all(box.asleep for box in boxes) and len(world._contacts.together.touched) == 0
    mouse = world.add_joint(Mouse(a=boxes[-1], anchor=boxes[-1].position, target=(5, 5, 4)))
    for _ in range(30):
        world.step()
    assert not boxes[-1].asleep and boxes[-1].position[2] > 0.5 and np.linalg.norm(mouse.force) > 0
    assert np.nanmax(world.joint_arrays().gaps[:-1]) < 0.05
