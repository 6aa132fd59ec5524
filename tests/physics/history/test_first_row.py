"""A world changed past its methods: the replay names the first step and row that differ, and what is different in it."""
from __future__ import annotations

import numpy as np
import pytest

from physics import Box, Hinge, History, Plane, SolverSettings, World
from physics.constraints.part import PART_SLOTS, UPPER
from physics.history import ReplayError
from physics.simd.value import W
from tests.support.recorded_worlds import Push, run_to

PUSHED, ALONE = 2, 4                             # uids; body 3 rests on the ground far from both
FRICTION, INVERSE_MASS = 4, 3                    # slots of `Bodies.shape` and `Bodies.local`


def pushed_boxes(**settings) -> tuple[World, History]:
    """A box that a push sends sliding over the ground, one that rests far from it, and one that falls; 60 steps."""
    world = World(sleep=False, **settings)
    world.add_body(shape=Plane(), type="static", name="ground", friction=0.5)
    for x, name in ((0, "crate"), (5, "rest")):
        world.add_body(shape=Box(half=(0.3, 0.25, 0.2)), position=(x, 0, 0.2), friction=0.5, name=name)
    world.add_body(shape=Box(half=(0.1, 0.1, 0.1)), position=(0, 9, 90), name="alone")
    history = History(world)
    run_to(world, 20)
    history.record(Push(PUSHED, (0, 300, 0)))
    run_to(world, 60)
    return world, history


def door() -> tuple[World, History]:
    """A trap door that swings down against the stop of its hinge; 90 steps."""
    world = World(sleep=False)
    frame = world.add_body(shape=Box(half=(0.1, 0.5, 0.1)), position=(0, 0, 2), type="static")
    flap = world.add_body(shape=Box(half=(0.5, 0.4, 0.03)), position=(0.7, 0, 2))
    world.add_joint(Hinge(a=frame, b=flap, anchor=(0.1, 0, 2), axis=(0, 1, 0), lower=-0.5, upper=0.5, name="trap"))
    history = History(world)
    run_to(world, 90)
    return world, history


def told(world: World, history: History, step: int, change) -> ReplayError:
    """The error of going on from a step after a change that no history sees; the world is where it would be."""
    history.at(step)
    change()
    with pytest.raises(ReplayError) as caught:
        run_to(world, history.last)
    assert world.step_count == caught.value.step == history.present
    return caught.value


def set_number(world: World, array: str, uid: int, slot: int, factor: float) -> None:
    getattr(world._bodies.arrays, array)[world.body(uid)._row, slot] *= factor


def test_friction_of_a_body_shows_in_its_first_friction_row():
    world, history = pushed_boxes()
    error = told(world, history, 15, lambda: set_number(world, "shape", PUSHED, FRICTION, 0.25))
    assert error.step == 21                                           # at rest before the push, its friction does nothing
    assert (error.row.kind, {error.row.a, error.row.b}, error.row.joint) == ("friction", {1, PUSHED}, -1)
    assert error.row.feature >= 0 and "friction 0.25, recorded 0.5" in error.row.text
    assert "Row that differs first: friction between body " in str(error) and "body 2 'crate'" in str(error)


def test_mass_of_a_body_shows_in_its_first_normal_row():
    world, history = pushed_boxes()
    error = told(world, history, 15, lambda: set_number(world, "local", 3, INVERSE_MASS, 0.5))
    assert error.step == 16
    assert (error.row.kind, {error.row.a, error.row.b}) == ("normal", {1, 3})
    assert "; K " in error.row.text and "after sweep 1 of solve, substep 1" in error.row.text


def test_a_limit_shows_in_the_row_of_the_joint():
    world, history = door()

    def change() -> None:
        uppers = world._joints.store.reshape(-1, PART_SLOTS, W)[:, UPPER]
        assert (np.abs(uppers - 0.5) < 1e-6).sum() == 1
        uppers[np.abs(uppers - 0.5) < 1e-6] = 0.4

    error = told(world, history, 5, change)
    assert (error.step, error.row.kind, error.row.joint) == (6, "limit", 1)        # it is far from it yet: no impulse differs
    assert "limit of joint 1 'trap', part " in str(error) and "has error " in error.row.text


def test_a_body_that_leaves_its_place_takes_its_rows_with_it():
    world, history = pushed_boxes()
    error = told(world, history, 15, lambda: set_number(world, "pose", 3, 2, 3.0))
    assert (error.row.kind, error.row.text) == ("normal", "is missing") and 3 in (error.row.a, error.row.b)


def test_where_no_row_differs_the_body_alone_is_named():
    world, history = pushed_boxes()
    error = told(world, history, 15, lambda: set_number(world, "velocity", ALONE, 2, 1.5))
    assert error.row is None and "body 4 'alone' is " in str(error) and "Row" not in str(error)


def test_the_search_for_the_row_leaves_the_world_as_the_changed_step_left_it():
    world, history = pushed_boxes()
    history.at(15)
    set_number(world, "local", 3, INVERSE_MASS, 0.5)
    history.close()
    world.step()
    alone = world.state_hash()
    world, history = pushed_boxes()
    error = told(world, history, 15, lambda: set_number(world, "local", 3, INVERSE_MASS, 0.5))
    assert error.row is not None and world.state_hash() == alone
    history.branch()
    run_to(world, 20)
    assert history.last == 20


def test_a_recording_that_cannot_be_taken_again_names_no_row():
    world = World(sleep=False)
    world.add_body(shape=Plane(), type="static")
    world.add_body(shape=Box(half=(0.3, 0.25, 0.2)), position=(0, 0, 0.2))
    with History(world) as history:
        run_to(world, 10)
        set_number(world, "local", 2, INVERSE_MASS, 0.5)              # past the history, while it records
        run_to(world, 20)
        with pytest.raises(ReplayError, match="first in step 11: ") as caught:
            history.at(15)
    assert caught.value.row is None


def test_a_method_that_keeps_no_record_of_its_sweeps_names_the_body_alone():
    world, history = pushed_boxes(solver=SolverSettings(method="projected_gauss_seidel"))
    error = told(world, history, 15, lambda: set_number(world, "local", 3, INVERSE_MASS, 0.5))
    assert error.row is None and "body " in str(error)
