"""A body elsewhere changes nothing here: not when it is made, falls, lands, or is taken away."""
from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from physics import BallSocket, Box, Hinge, SolverSettings, Sphere, World
from tests.support.mixed_scene import Recipe, build, drag

FAR = 400.0                                      # [m]


def states(world: World, uids: list[int]) -> np.ndarray:
    """(n, 13) poses and velocities of these bodies."""
    rows = np.flatnonzero(np.isin(world.uids, uids))
    assert len(rows) == len(uids)
    return np.concatenate((world.positions[rows], world.rotations[rows], world.velocities[rows],
                           world.angular_velocities[rows]), 1)


def trajectory(world: World, joint, uids: list[int], steps: int = 300, meanwhile=None) -> list[np.ndarray]:
    """States of these bodies after every step; `meanwhile(world, k)` acts before step k."""
    found = []
    for k in range(steps):
        if meanwhile:
            meanwhile(world, k)
        drag(world, joint)
        world.step()
        found.append(states(world, uids))
    return found


def same(a: list[np.ndarray], b: list[np.ndarray]) -> bool:
    """Bit for bit, zeros with their signs."""
    return all(x.tobytes() == y.tobytes() for x, y in zip(a, b, strict=True))


@cache
def alone(stabilization: str = "soft", steps: int = 300) -> tuple[list[int], list[np.ndarray]]:
    """The bodies of the mixed scene, and their trajectory without other bodies."""
    world, joint = build(Recipe(stabilization=stabilization))
    uids = [body.uid for body in world.bodies]
    return uids, trajectory(world, joint, uids, steps)


@pytest.mark.parametrize("stabilization", ["baumgarte", "split_impulse", "soft"])
def test_a_body_that_falls_for_ever(stabilization):
    recipe = Recipe(stabilization=stabilization)
    uids, expected = alone(recipe.stabilization)
    world, joint = build(recipe)
    world.add_body(shape=Sphere(radius=1), position=(FAR, FAR, 1000))
    assert same(trajectory(world, joint, uids), expected)


@pytest.mark.parametrize("count", [1, 20])
@pytest.mark.parametrize("stabilization", ["baumgarte", "split_impulse", "soft"])
def test_bodies_that_land_on_their_own_floor(stabilization, count):
    """Strangers with contacts and joints of their own, restitution too, fill lanes of the same blocks."""
    recipe = Recipe(stabilization=stabilization)
    uids, expected = alone(recipe.stabilization)
    world, joint = build(recipe)
    world.add_body(shape=Box(half=(20, 20, 1)), type="static", position=(FAR, 0, 19))
    for k in range(count):
        shape = Box(half=(0.3, 0.4, 0.5)) if k % 2 else Sphere(radius=0.4)
        world.add_body(shape=shape, position=(FAR + 0.3 * (k % 4), 0.1 * k, 21 + k), restitution=0.5, velocity=(0, 0, -2),
                       rolling_share=0.1 * (k % 2), spinning_resistance=0.01)
    strangers = world.bodies[-count:]
    for a, b in zip(strangers, [*strangers[1:], None]):
        world.add_joint(Hinge(a=a, b=b, anchor=a.position, axis=(0, 1, 0), lower=-1) if b else
                        BallSocket(a=None, b=a, anchor=a.position - (0, 0, 3 if count > 1 else 0.3)))
    assert same(trajectory(world, joint, uids), expected)
    assert world.positions[-1, 2] > 18, "the strangers did not land"


def test_a_stranger_that_comes_and_goes():
    """Rows move and pairs are found anew when a body is taken away in mid-run; the others' contacts keep their impulses."""
    recipe = Recipe()
    uids, expected = alone(recipe.stabilization)
    world, joint = build(recipe)
    made = []

    def meanwhile(world: World, k: int) -> None:
        if k == 40:
            made.append(world.add_body(shape=Box(half=(5, 5, 1)), type="static", position=(FAR, 0, 10)))
            made.append(world.add_body(shape=Box(half=(0.5, 0.5, 0.5)), position=(FAR, 0, 11.4)))
        if k == 200:
            for body in made:
                world.remove(body)

    assert same(trajectory(world, joint, uids, meanwhile=meanwhile), expected)


def test_a_stranger_that_was_made_first():
    """Removing an older body moves every row, without effect on the trajectories."""
    recipe = Recipe()

    def with_first(remove_at: int) -> list[np.ndarray]:
        world, joint = build(recipe)
        first = world.bodies[3]
        first.position = (FAR, 0, 50)
        for held in [held for held in world.joints if first in (held.a, held.b)]:
            world.remove(held)
        uids = [body.uid for body in world.bodies if body.uid != first.uid]

        def meanwhile(world: World, k: int) -> None:
            if k == remove_at:
                world.remove(first)

        return trajectory(world, joint, uids, meanwhile=meanwhile)

    never = with_first(-1)
    assert same(with_first(0), never)
    assert same(with_first(150), never)


def test_a_joint_elsewhere_leaves_torques_alone():
    """A torque acts by the inertia of every substep's pose, with or without joints elsewhere."""
    def spun(jointed: bool) -> list[float]:
        world = World(solver=SolverSettings(substeps=4))
        blade = world.add_body(shape=Box(half=(0.5, 0.3, 0.1)), mass=2, angular_velocity=(3, 1, 2))
        stranger = world.add_body(shape=Sphere(radius=0.1), position=(FAR, 0, 0))
        if jointed:
            world.add_joint(BallSocket(a=stranger, anchor=(FAR, 0, 1)))
        for _ in range(30):
            blade.apply_torque((1, 2, 3))
            world.step()
        return blade.rotation.tolist()

    assert spun(True) == spun(False)


def test_removal_in_mid_run_is_the_same_each_time():
    """Taking a body out of the heap, the dragged one included, gives one and the same future."""
    def once() -> list[str]:
        world, joint = build(Recipe())
        hashes = []
        for k in range(300):
            if k == 120:
                world.remove(world.bodies[7])
            if k == 150:
                world.remove(world.bodies[20])
            drag(world, joint)
            world.step()
            hashes.append(world.state_hash())
        assert len(world.bodies) == 37
        return hashes

    assert once() == once()
