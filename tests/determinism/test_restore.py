"""A snapshot holds everything that later steps depend on."""
from __future__ import annotations

import pytest

from physics import Box, Sphere
from tests.support.mixed_scene import EVERY, Recipe, build, known_hashes, run


@pytest.mark.parametrize("stabilization", ["baumgarte", "split_impulse", "soft"])
def test_going_on_from_snapshots(stabilization):
    """From steps 1, 17 and 300 of one run to its end; and once more from each, for a snapshot is not used up by that."""
    recipe = Recipe(stabilization=stabilization)
    world, joint = build(recipe)
    saved, whole = {}, []
    for at, steps in ((1, 1), (17, 16), (300, 283), (recipe.steps, 300)):
        whole += run(world, joint, steps)
        saved[at] = world.snapshot()
    assert whole == known_hashes(recipe)
    for ends in ((recipe.steps,) * 3, (100, 100, 400)):
        for at, end in zip((1, 17, 300), ends):
            world.restore(saved[at])
            assert (world.step_count, world.time) == (at, pytest.approx(at / 60))
            assert run(world, joint, end - at) == whole[at // EVERY:end // EVERY]


def test_every_step_can_be_gone_back_over():
    """Restored and stepped again after every step, a run stays the same."""
    recipe = Recipe(steps=150)
    world, joint = build(recipe)
    hashes = []
    for _ in range(recipe.steps):
        saved = world.snapshot()
        run(world, joint, 1)
        world.restore(saved)
        hashes += run(world, joint, 1)
    assert hashes == known_hashes(recipe)


def test_edits_are_undone():
    """Bodies added and removed, settings turned and velocities set after the snapshot are gone after restoring it."""
    recipe = Recipe(steps=200)
    world, joint = build(recipe)
    run(world, joint, 100)
    saved, before = world.snapshot(), world.state_hash()
    removed = world.bodies[5]
    world.remove(removed)
    world.remove(world.bodies[10])
    for k in range(100):
        world.add_body(shape=Sphere(radius=0.2), position=(0, 0, 3 + k))
    world.add_body(shape=Box(half=(1, 1, 1)), type="static", position=(0, 0, 1))
    world.solver = world.solver.replace(substeps=1, iterations=9, stabilization="baumgarte")
    world.gravity, world.dt, world.friction_override = (0, 0, -1), 0.01, 0.3
    world.bodies[3].velocity = (1, 2, 3)
    for _ in range(20):
        world.step()
    world.restore(saved)
    assert world.state_hash() == before
    assert removed.position is not None
    assert run(world, joint, 100) == known_hashes(recipe)[2:]


@pytest.mark.parametrize("stop", [(1, 0, 0), (2, 0, 0), (4, 0, 0), (5, 0, 0), (6, 0, 0), (7, 2, 0), (8, 1, 0), (9, 3, 0),
                                  (10, 0, 0)])
def test_stepping_inside_a_step_and_back(stop):
    """A step that was ended early and gone back from leaves no trace."""
    recipe = Recipe(steps=100)
    world, joint = build(recipe)
    run(world, joint, 60)
    saved = world.snapshot()
    world.step(stop=stop)
    assert world.step_count == 60
    world.restore(saved)
    assert run(world, joint, 40) == known_hashes(recipe)[1:]
