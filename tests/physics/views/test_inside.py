"""Details of contacts, why bodies are awake, rows at bodies, and the boxes of the broad phase."""
from __future__ import annotations

import math

import numpy as np
import pytest
from numba.core.event import install_recorder

from physics import Box, Hinge, Plane, World
from physics.views.awake import ABOUT, ASLEEP, FIXED, MOVES, NEIGHBOUR, NEVER, OFF, RECENT
from physics.views.contact_details import OPEN, SLIDING, STICKING, UNCOLORED
from physics.views.costs import ROWS_OF_A_POINT


def floor(world, friction=0.5):
    return world.add_body(shape=Plane(normal=(0, 0, 1), offset=0), type="static", friction=friction)


def crate(world, at, **more):
    return world.add_body(shape=Box(half=(0.5, 0.5, 0.5)), position=at, friction=0.4, **more)


@pytest.mark.parametrize("friction_model", ["cone", "pyramid", "manifold_centre"])
def test_a_sliding_crate_slides_and_a_resting_one_sticks(friction_model):
    world = World(precision="double")
    world.solver = world.solver.replace(friction_model=friction_model)
    floor(world)
    rests, slides = crate(world, (0, 0, 0.5)), crate(world, (5, 0, 0.5), velocity=(3, 0, 0))
    for _ in range(5):
        world.step()
    found, details = world.detailed_contacts()
    assert details.frictions == pytest.approx(np.full(8, math.sqrt(0.5 * 0.4)))
    assert set(details.states[(found.bodies == slides.uid).any(1)]) == {SLIDING}
    assert set(details.states[(found.bodies == rests.uid).any(1)]) == {STICKING}


@pytest.mark.parametrize("precision", ["single", "double"])
@pytest.mark.parametrize("friction_model", ["cone", "pyramid", "manifold_centre"])
def test_points_slide_where_their_rows_do(friction_model, precision):
    """Crates that slide, rest, spin, and lie on slopes: the overlay and the table of rows have the same states."""
    world = World(precision=precision)
    world.solver = world.solver.replace(friction_model=friction_model)
    floor(world)
    for k in range(10):
        crate(world, (3 * k, 0, 0.5), velocity=(0.4 * k, 0.1 * k, 0), angular_velocity=(0, 0, 0.3 * (k % 3)))
        crate(world, (3 * k + 0.2, 0, 1.5))
    seen = set()
    for _ in range(12):
        world.step()
        found, details = world.detailed_contacts()
        table = world.rows()
        rows = {}
        for kind, a, b, feature, state in zip(table.kind, table.a, table.b, table.feature, table.state):
            rows.setdefault((kind, a, b, feature), set()).add(str(state))
        for (a, b), feature, state in zip(found.bodies.tolist(), found.features.tolist(), details.states.tolist()):
            name = ("open", "sticking", "sliding")[state]
            if rows["normal", a, b, feature] == {"open"}:
                assert name == "open"
                continue
            friction = rows["friction", a, b, -1 if friction_model == "manifold_centre" else feature]
            assert ("sliding" in friction) == (name == "sliding"), (a, b, feature, friction)
            seen.add(name)
    assert seen == {"sticking", "sliding"}


def test_points_that_do_not_push_are_open():
    world = World(gravity=(0, 0, 0))
    floor(world)
    crate(world, (0, 0, 0.505))
    world.step()
    details = world.detailed_contacts()[1]
    assert len(details.states) and set(details.states) == {OPEN}


def test_details_are_in_the_order_of_the_points_and_no_body_has_two_contacts_of_a_colour():
    world = World()
    floor(world)
    for number in range(40):
        crate(world, ((number % 8) * 1.01, 0, 0.5 + number // 8))
    for _ in range(3):
        world.step()
    found, details = world.detailed_contacts()
    assert found.features.tolist() == world.contact_arrays().features.tolist()
    firsts = np.flatnonzero(np.diff(found.manifolds, prepend=-1))
    for color in range(details.colors.max() + 1):
        bodies = found.bodies[firsts][details.colors[firsts] == color]
        movers = bodies[bodies > 1]
        assert len(movers) == len(set(movers.tolist())), f"colour {color}"


def test_points_of_sleeping_bodies_have_no_colour():
    world = World(sleep=True)
    floor(world)
    crate(world, (0, 0, 0.5))
    for _ in range(200):
        world.step()
    found, details = world.detailed_contacts()
    assert world.asleep[1] and len(found.features) == 4
    assert set(details.colors) == {UNCOLORED} and np.isnan(details.frictions).all()


def test_one_restless_crate_keeps_the_stack_awake_and_is_named():
    world = World(sleep=True)
    floor(world)
    low, middle = crate(world, (0, 0, 0.5)), crate(world, (0, 0, 1.5))
    top = crate(world, (0, 0, 2.5), can_sleep=False)
    alone, flying = crate(world, (5, 0, 0.5)), crate(world, (20, 0, 50))
    for _ in range(100):
        world.step()
    found = dict(zip(world.uids.tolist(), zip(world.awake_reasons().reasons.tolist(), world.awake_reasons().keepers.tolist())))
    assert found[low.uid] == found[middle.uid] == (NEIGHBOUR, top.uid)
    assert found[top.uid] == (NEVER, top.uid) and found[flying.uid] == (MOVES, flying.uid)
    assert found[alone.uid] == (ASLEEP, 0) and found[1] == (FIXED, 0)


def test_a_moving_platform_keeps_its_load_awake():
    world = World(sleep=True)
    platform = world.add_body(shape=Box(half=(1, 1, 0.1)), type="kinematic", velocity=(0, 0, 1e-3))
    load = crate(world, (0, 0, 0.6))
    for _ in range(100):
        world.step()
    reasons = world.awake_reasons()
    row = world.uids.tolist().index(load.uid)
    assert (reasons.reasons[row], reasons.keepers[row]) == (NEIGHBOUR, platform.uid)


def test_a_crate_that_came_to_rest_a_moment_ago_is_said_to_have():
    world = World(sleep=True)
    floor(world)
    crate(world, (0, 0, 0.5))
    for _ in range(10):
        world.step()
    assert world.awake_reasons().reasons[1] == RECENT
    world.sleep = False
    assert world.awake_reasons().reasons[1] == OFF
    assert ABOUT not in world.awake_reasons().reasons


def test_rows_at_a_body_are_those_of_its_points_and_joints():
    world = World()
    floor(world)
    low, high = crate(world, (0, 0, 0.5)), crate(world, (0, 0, 1.5))
    swinging = crate(world, (5, 0, 5))
    world.add_joint(Hinge(a=swinging, b=None, anchor=(5, 0, 6), axis=(0, 1, 0)))
    world.step()
    counts = dict(zip(world.uids.tolist(), world.row_counts().tolist()))
    assert counts[low.uid] == 8 * ROWS_OF_A_POINT and counts[high.uid] == 4 * ROWS_OF_A_POINT
    assert counts[swinging.uid] == world.joint_row_count == 5


def test_counting_rows_compiles_nothing():
    """A function for kernels, called from here, was compiled in every process: half a second on the simulation's thread."""
    world = World()
    floor(world)
    crate(world, (0, 0, 0.5))
    world.step()
    with install_recorder("numba:compile") as compiled:
        world.row_counts()
    assert not compiled.buffer


def test_the_tree_surrounds_all_fat_boxes():
    world = World()
    assert world.tree_boxes() == []
    floor(world)
    for number in range(300):
        crate(world, ((number % 20) * 1.5, (number // 20) * 1.5, 0.5))
    world.step()
    levels, fat = world.tree_boxes(), world.fat_aabbs[1:]
    assert [len(level) for level in levels] == [19, 2]
    for level in levels:
        assert (level[:, 0].min(0) <= fat[:, 0].min(0)).all() and (level[:, 1].max(0) >= fat[:, 1].max(0)).all()
    assert (fat[:, 0] <= world.aabbs[1:, 0]).all() and (fat[:, 1] >= world.aabbs[1:, 1]).all()
