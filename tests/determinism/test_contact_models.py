"""Friction at the centre, corrected positions and moving surfaces: the same bits each time, from snapshots and in parts too."""
from __future__ import annotations

import numpy as np
import pytest

from physics import Joint, World
from physics.bodies.arrays import CENTRE_IMPULSE, COUNT, MANIFOLD_SLOTS, TWIST_IMPULSE
from physics.contacts.layout import Sweep
from physics.contacts.position_correction import correct_contacts
from physics.contacts.preparation import Preparation, prepare_contacts
from physics.contacts.solver import solve_contacts, warm_start_contacts
from physics.contacts.store import store_impulses
from physics.pipeline.advance import kernel_state, step_parameters
from physics.simd.value import W
from physics.storage.snapshot import Snapshot
from tests.determinism.test_ranges import whole_and_parts
from tests.support.mixed_scene import Recipe, build, run

CENTRE = {"friction_model": "manifold_centre"}
RECIPES = {"centre": Recipe(steps=200, solver=CENTRE), "position": Recipe(steps=200, stabilization="position"),
           "tension": Recipe(steps=200, stabilization="split_impulse",
                             solver={"substeps": 1, "iterations": 10, "geometric_stiffness": True}),
           "resistance": Recipe(steps=200, stabilization="soft"),
           "both": Recipe(steps=200, bodies=90, stabilization="position", precision="double", solver=CENTRE)}


def made(name: str) -> tuple[World, Joint]:
    """The mixed scene with a floor that runs and turns, and bodies that combine in their own ways; of `resistance` also some
    that resist rolling and spinning."""
    world, joint = build(RECIPES[name])
    floor, ramp = world.bodies[:2]
    floor.surface_velocity, ramp.surface_spin = (0.5, 0.2, 0), (0, 0, 1)
    for k, body in enumerate(world.bodies[5:15]):
        body.combine_friction = ("minimum", "average")[k % 2]
        if name == "resistance":
            body.rolling_resistance, body.spinning_share = 0.01 * (k % 3), 0.02 * (k % 2)
    return world, joint


def kept(world: World, slot: int) -> np.ndarray:
    """A number of what the pairs in use keep, (pairs,); writable."""
    pairs = world._contacts.pairs
    return pairs.centres[:int(pairs.kind_start[-1]) * W, slot]


@pytest.mark.parametrize("name", RECIPES)
def test_runs_are_alike_and_go_on_from_snapshots(name):
    world, joint = made(name)
    whole = run(world, joint, 200)
    assert len(whole) == len(set(whole)) == 4
    for saved_at in (1, 17, 100):
        world, joint = made(name)
        begun = run(world, joint, saved_at)
        saved = world.snapshot()
        for _ in range(2):
            world.restore(saved)
            assert begun + run(world, joint, 200 - saved_at) == whole


@pytest.mark.parametrize("stabilization", ["soft", "split_impulse", "baumgarte", "position"])
@pytest.mark.parametrize("model", ["cone", "pyramid", "manifold_centre"])
def test_what_blocks_held_before_does_not_matter(stabilization, model):
    """Preparing fills whatever a step reads: balls of one point, boxes of four, moving surfaces, with and without restitution."""
    runs = []
    for poison in (False, True):
        world, _ = build(Recipe(stabilization=stabilization, bodies=60, solver={"friction_model": model}))
        world.bodies[0].surface_velocity = (0.5, 0.2, 0)
        for _ in range(120):
            world.step()
            if poison:
                contacts = world._contacts.contacts
                for array in (contacts.data, contacts.drive, contacts.centre, contacts.bounce):
                    array[:] = np.nan
                contacts.bounces[:] = 1
        runs.append(world.state_hash())
    assert runs[0] == runs[1]


def _whole(pairs) -> np.ndarray:
    """Mask of the pairs that have four points."""
    return (pairs.manifolds.reshape(-1, MANIFOLD_SLOTS, W)[:int(pairs.kind_start[-1]), COUNT] == 4).ravel()


def test_what_the_centre_keeps_is_part_of_the_state():
    """A last bit of a force or of a twist that is carried makes another hash, and another future."""
    world, joint = made("centre")
    run(world, joint, 160)                                       # when such pairs are there, under load
    saved, hash_before = world.snapshot(), world.state_hash()
    pairs = world._contacts.pairs
    whole = _whole(pairs)
    future = run(world, joint, 50)
    whole &= _whole(pairs)                                       # what bounces off is no part of the future
    for slot in (CENTRE_IMPULSE, CENTRE_IMPULSE + 1, TWIST_IMPULSE):
        world.restore(saved)
        assert world.state_hash() == hash_before
        lanes = kept(world, slot)
        at = np.where(whole, np.abs(lanes), 0).argmax()          # of a pair that has and keeps all its points
        assert lanes[at] != 0
        lanes[at] = np.nextafter(lanes[at], np.float32(0))
        assert world.state_hash() != hash_before
        lanes[at] *= 0.5
        assert run(world, joint, 50) != future


def test_stepping_inside_a_step_and_back():
    whole = run(*made("both"), 100)
    world, joint = made("both")
    begun = run(world, joint, 60)
    saved = world.snapshot()
    for stop in ((5, 0, 0), (7, 1, 0), (8, 2, 1), (9, 3, 0), (10, 1, 0)):
        world.step(stop=stop)
        world.restore(saved)
    assert begun + run(world, joint, 40) == whole


@pytest.fixture(scope="module")
def before() -> tuple[World, Snapshot]:
    """The scene `both` after 300 steps, and a snapshot of it then."""
    world, joint = made("both")
    run(world, joint, 300)
    return world, world.snapshot()


@pytest.mark.parametrize("kernel", ["prepare", "warm start", "solve", "correct", "store"])
def test_blocks_of_a_color_in_any_order(before, kernel):
    """Kernels over parts of their range give the bits of the whole range."""
    world, saved = before
    world.restore(saved)
    world.step(stop={"prepare": (4, 0, 0), "correct": (9, 0, 0), "store": (10, 0, 0)}.get(kernel, (8, 0, 0)))
    p, (state, extent) = step_parameters(world), kernel_state(world)
    calls = {"prepare": lambda a, b, s: prepare_contacts(a, b, s.bodies, Preparation(s.pairs, s.contacts), p),
             "warm start": lambda a, b, s: warm_start_contacts(a, b, s.bodies, s.contacts, 1.0),
             "solve": lambda a, b, s: solve_contacts(a, b, s.bodies, s.contacts, Sweep(p.solve, 0, 0, 1)),
             "correct": lambda a, b, s: correct_contacts(a, b, s.bodies, s.contacts, p.correct),
             "store": lambda a, b, s: store_impulses(a, b, s.pairs, s.contacts)}
    starts = state.contacts.color_start
    widest = int(np.diff(starts[:extent.colors + 1]).argmax())
    begin, end = (0, extent.contacts) if kernel in ("prepare", "store") else (int(starts[widest]), int(starts[widest + 1]))
    assert end - begin > 1
    whole, parts = whole_and_parts(calls[kernel], world, begin, end, True)
    assert whole == parts
