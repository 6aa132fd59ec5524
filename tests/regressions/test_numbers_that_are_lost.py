"""A position or velocity that becomes NaN.

Seen: a world whose bodies were NaN went on stepping in silence, `note` was empty, and `impulse run` ended with a crash report and
exit code 70, because its summary could not print an energy that was no number.  Expected: the note and an event say so, `step`
raises NumberLost unless the world is told to go on, and `impulse run` ends with 1, the step and the body.  Why: nothing looked.
"""
from __future__ import annotations

import copy
import json
import pickle

import numpy as np
import pytest

import scenes
from physics import BallSocket, Box, History, NumberLost, Plane, SolverSettings, Sphere, World
from physics.views.events import BodyLost
from tests.app.cli.conftest import impulse as impulse                       # a fixture

SCENE = """
format: 1
title: A box and a ball
run: 1
bodies:
  - {name: floor, shape: {plane: {normal: [0, 0, 1], offset: 0}}}
  - {name: crate, shape: {box: {half: [0.5, 0.5, 0.5]}}, position: [0, 0, 0.5]}
  - {name: ball, shape: {sphere: {radius: 0.5}}, position: [5, 0, 3]}
"""


def lose(world: World, name: str, field: str = "velocity") -> None:
    """Let a body of a world be NaN, as a kernel might."""
    body = next(body for body in world.bodies if body.name == name)
    getattr(world._bodies.arrays, field)[body._row, 0] = np.nan


def made(number: int = 2, **settings) -> World:
    """A floor, a crate on it and others above; the world has taken steps enough to take further ones in compiled code."""
    world = World(sleep=False, **settings)
    world.add_body(shape=Plane(), type="static", name="floor")
    for k in range(number):
        world.add_body(shape=Box(half=(0.5, 0.5, 0.5)), position=(3 * k, 0, 0.5 + 9 * k), name=f"crate {k}")
    world.step(20)
    return world


@pytest.mark.parametrize("steps", [1, 7])
@pytest.mark.parametrize("field", ["velocity", "pose"])
@pytest.mark.parametrize("settings", [{}, {"precision": "double"}, {"threads": 2}, {"solver": SolverSettings(method="xpbd")}])
def test_step_raises_after_the_step(settings, field, steps):
    world = made(**settings)
    lose(world, "crate 1", field)
    with pytest.raises(NumberLost, match="NaN since step 21: position or velocity of crate 1") as caught:
        world.step(steps)
    assert world.step_count == caught.value.step == 21 and caught.value.body == 3 and caught.value.cause
    assert BodyLost(3) in world.events and BodyLost(2) not in world.events
    assert world.note.startswith("NaN since step 21")
    assert np.isfinite(world.bodies[1].position).all()
    with pytest.raises(NumberLost):
        world.step()
    assert world.step_count == 22 and not world.events


def test_a_condition_may_be_met_by_it():
    world = made()
    lose(world, "crate 1")
    saved = world.snapshot()
    assert world.step(5, stop_when="not_finite").step == 21
    world.restore(saved)
    with pytest.raises(NumberLost):
        world.step(5, stop_when="energy < -1e9")
    assert world.step_count == 21


def test_it_goes_on_where_that_is_wished():
    world = made(stops_on_nan=False)
    lose(world, "crate 1")
    world.step(50)
    assert world.step_count == 70 and "NaN since step 21" in world.note


def test_a_snapshot_and_a_hand_bring_it_back():
    world = made()
    saved = world.snapshot()
    lose(world, "crate 1")
    with pytest.raises(NumberLost):
        world.step()
    lost = world.snapshot()
    world.restore(saved)
    world.step(5)
    assert not world.note
    world.restore(lost)
    world.remove(world.body(3))
    world.step(5)
    assert not world.note and not world.events


def test_the_row_that_lost_it_is_named():
    world = World()
    ball = world.add_body(shape=Sphere(radius=0.5), position=(1, 0, 0), name="bob")
    world.add_joint(BallSocket(a=None, b=ball, anchor=(0, 0, 0)))
    world.step(3)
    lose(world, "bob")
    with pytest.raises(NumberLost) as caught:
        world.step()
    error = pickle.loads(pickle.dumps(copy.copy(caught.value)))
    assert (error.step, error.body, error.cause, str(error)) == (4, 1, caught.value.cause, str(caught.value))


def test_a_history_takes_such_steps_again():
    world = made()
    history = History(world)
    world.step(3)
    lose(world, "crate 1")
    world._bodies.edits += 1
    with pytest.raises(NumberLost):
        world.step()
    history.at(history.first)
    history.at(history.last)
    assert not np.isfinite(world.positions).all() and world.stops_on_nan


@pytest.mark.parametrize("as_json", [False, True])
def test_run_ends_with_1(tmp_path, monkeypatch, impulse, as_json):
    (tmp_path / "two.yaml").write_text(SCENE)
    usual = scenes.Runner.step

    def step(runner) -> None:
        if runner.world.step_count == 5:
            lose(runner.world, "crate")
        usual(runner)

    monkeypatch.setattr(scenes.Runner, "step", step)
    outcome = impulse("run", tmp_path / "two.yaml", *(["--json"] if as_json else []))
    assert outcome.code == 1
    assert "step 6" in outcome.err and "crate" in outcome.err and "Traceback" not in outcome.err
    if as_json:
        assert json.loads(outcome.out)["steps"] == 6 and json.loads(outcome.out)["energy"]["total"] is None
    else:
        assert "energy    NaN" in outcome.out
