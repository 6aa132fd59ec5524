"""Stops inside a step: the first moment, the state there, and that the run goes on as if there had been none."""
from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

from physics import Sphere, World
from physics.expressions.error import ExpressionError
from physics.history.timeline import History
from physics.stopping.moments import moments
from tests.physics.stopping.test_stop_conditions import falling


def stop_inside(text, look="inside", steps=60, **settings):
    """A world that was stepped until it stopped, and what stopped it."""
    world = falling(**settings)
    return world, next(filter(None, (world.step(stop_when=text, look=look) for _ in range(steps))), None)


def reference(steps, **settings):
    """The hash after so many steps without a stop."""
    world = falling(**settings)
    for _ in range(steps):
        world.step()
    return world.state_hash()


def test_moments_are_those_of_the_step_in_order():
    found = list(moments(World(solver=World().solver.replace(substeps=2, iterations=3)).solver))
    assert found == [(5, 0, 0), *((stage, substep, iteration) for substep in (0, 1) for stage, iteration in
                                  ((6, 0), (7, 0), (8, 1), (8, 2), (8, 3), (9, 0), (10, 0)))]


@pytest.mark.parametrize("look", ["inside", "sweeps"])
def test_the_first_moment_at_which_it_holds(look):
    """Gravity alone makes the ball faster than 5 m/s: h g in each substep, so in the first or a later one of step 13."""
    world, stopped = stop_inside("speed(ball) > 5", look)
    substeps, h = world.solver.substeps, world.dt / world.solver.substeps
    whole, part = divmod(int(np.ceil((5 - 3) / (9.81 * h))) - 1, substeps)
    assert (stopped.step, stopped.stage, stopped.substep) == (whole + 1, 6, part)
    assert stopped.values["speed(ball)"] == pytest.approx(3 + (whole * substeps + part + 1) * 9.81 * h, rel=1e-9)
    assert world.stopped is stopped and stopped.inside and world.step_count == whole


def test_every_moment_before_it_does_not_hold():
    world, stopped = stop_inside("speed(brick) > 0.2")
    assert stopped.stage == 8 and stopped.iteration == 1 and stopped.where == "brick_2"
    at = (stopped.stage, stopped.substep, stopped.iteration)
    assert np.linalg.norm(world.velocities[3]) == pytest.approx(stopped.values["speed(brick)"])
    for moment in moments(world.solver):
        again = falling()
        for _ in range(stopped.step - 1):
            again.step()
        again.step(stop=moment)
        fast = np.linalg.norm(again.velocities[1:4], axis=1).max() > 0.2
        assert fast == (moment == at)
        if fast:
            break


@pytest.mark.parametrize("settings", [{}, {"precision": "single"}, {"threads": 2}], ids=str)
@pytest.mark.parametrize(("text", "look"), [
    ("max_penetration > 0.001", "inside"), ("first_contact", "sweeps"), ("energy_rise > 0.5", "inside"),
    ("time > 0.5", "inside")])
def test_going_on_is_bit_identical(text, look, settings):
    settings = {"precision": "double"} | settings
    world, stopped = falling_of(settings), None
    while not stopped:
        stopped = world.step(stop_when=text, look=look)
    read_everything(world)
    for _ in range(5):
        world.step()
    plain = falling_of(settings)
    for _ in range(world.step_count):
        plain.step()
    assert world.stopped is None and world.state_hash() == plain.state_hash()


def falling_of(settings):
    """The falling scene in a world with these settings."""
    world = World(**settings)
    for body in falling().bodies:
        mass = {"mass": body.mass} if body.type == "dynamic" else {}
        world.add_body(shape=body.shape, type=body.type, position=body.position, velocity=body.velocity, name=body.name, **mass)
    return world


def read_everything(world):
    """All views of a world."""
    return [world.contact_arrays(), world.contacts, world.events, world.energy(), world.aabbs, world.joint_arrays(),
            world.islands, world.asleep, world.overlaps, world.ray_cast((0, 0, 9), (0, 0, -1)),
            world.profile, world.max_penetration()]


def test_it_stops_again_in_the_next_step_and_goes_on_with_stops_as_without():
    world = falling()
    stops = [world.step(stop_when="speed(brick) > 0.2", look="inside") for _ in range(34)]
    assert [stopped.step for stopped in stops if stopped] == [31, 31, 31, 31]         # from the beginning of the same step
    world.step()
    assert world.step_count == 31 and world.state_hash() == reference(31)


def test_copies_stand_where_the_world_does():
    world, stopped = stop_inside("max_penetration > 0.001")
    for other in (copy.deepcopy(world), pickle.loads(pickle.dumps(world))):
        assert other.stopped == stopped and other.state_hash() == world.state_hash()
        other.step()
        assert other.state_hash() == reference(stopped.step)
    assert world.stopped is stopped


def test_a_change_inside_a_step_is_refused_and_rewinding_makes_way():
    world, stopped = stop_inside("max_penetration > 0.001")
    ball = world.bodies[4]
    ball.velocity = (1, 2, 3)
    with pytest.raises(RuntimeError, match=f"inside step {stopped.step}.*rewind"):
        world.step()
    world.rewind()
    assert world.stopped is None and world.step_count == stopped.step - 1
    assert world.state_hash() == reference(stopped.step - 1)
    ball.velocity = (1, 2, 3)
    world.step()
    assert world.step_count == stopped.step and world.state_hash() != reference(stopped.step)


@pytest.mark.parametrize("change", [
    lambda world: setattr(world, "gravity", (0, 0, -1)), lambda world: world.bodies[4].apply_force((1, 0, 0)),
    lambda world: world.remove(world.bodies[2]), lambda world: world.add_body(shape=Sphere(radius=1), position=(9, 9, 9)),
    lambda world: setattr(world, "solver", world.solver.replace(iterations=9))])
def test_every_kind_of_change_is_noticed(change):
    world, _ = stop_inside("max_penetration > 0.001")
    change(world)
    with pytest.raises(RuntimeError, match="was changed"):
        world.step()


def test_restoring_a_snapshot_leaves_the_step():
    world = falling()
    start = world.snapshot()
    while not world.step(stop_when="max_penetration > 0.001", look="inside"):
        pass
    world.restore(start)
    assert world.stopped is None
    for _ in range(3):
        world.step()
    assert world.state_hash() == reference(3)


@pytest.mark.parametrize("look", ["inside", "sweeps"])
def test_columns_of_the_rows_are_those_of_each_moment(look):
    """The ball is pressed against the top brick by the first sweep after they meet, and by no moment before it."""
    world, stopped = stop_inside("kind == normal and impulse > 1 and (a == ball or b == ball)", look)
    assert (stopped.step, stopped.stage, stopped.iteration) == (31, 8, 1) and stopped.inside
    assert stopped.values["kind"] == "normal" and stopped.where.endswith("ball and brick_2")
    rows, at = world.rows(), (stopped.stage, stopped.substep, stopped.iteration)
    number = int(stopped.where.split()[1].rstrip(","))
    assert rows.impulse[number] == stopped.values["impulse"] > 1
    for moment in moments(world.solver):
        again = falling()
        for _ in range(stopped.step - 1):
            again.step()
        again.step(stop=moment)
        rows = again.rows()
        pressed = ((rows.kind == "normal") & (rows.impulse > 1) & ((rows.a == 5) | (rows.b == 5))).any()
        assert pressed == (moment == at)
        if pressed:
            break


def test_what_holds_in_passing_is_found_by_sweeps_alone():
    """When the ball hits, rows are far from their equations before the first sweep of that step, and near at its end."""
    text = "kind == normal and residual > 1"
    assert stop_inside(text, "inside", 31)[1] is None
    world, stopped = stop_inside(text, "sweeps", 31)
    assert (stopped.step, stopped.stage) == (31, 7) and stopped.values["residual"] > 1
    world.step()
    assert world.state_hash() == reference(31)


@pytest.mark.parametrize("look", ["inside", "sweeps"])
def test_a_column_that_is_not_known_inside_a_step_is_a_mistake_there(look):
    world = falling()
    with pytest.raises(ExpressionError, match="column 18: change is not known inside a step, but of whole steps alone"):
        world.step(stop_when="impulse > 99 and change > 1", look=look)
    assert world.step_count == 0 and world.step(stop_when="impulse > 99 and change > 1") is None


def test_a_column_that_a_method_does_not_have_is_a_mistake():
    world = falling(solver=World().solver.replace(method="xpbd"))
    with pytest.raises(ExpressionError, match="residual is not known of xpbd, which keeps no record of sweeps"):
        world.step(stop_when="residual > 1")
    assert world.step(stop_when="impulse > 1e9") is None


def test_methods_that_cannot_be_stopped_inside_stop_after_the_step():
    world, stopped = stop_inside("speed(ball) > 5", solver=World().solver.replace(method="projected_gauss_seidel"))
    assert not stopped.inside and stopped.step == 13 and world.stopped is None


def test_a_history_records_steps_with_stops_as_those_without():
    world, plain = falling(), falling()
    hashes = {}
    with History(world) as history, History(plain):
        for step in range(1, 41):
            for text, look in (("speed(brick) > 0.2", "sweeps"), ("time < 0", "inside")):
                if world.step_count < step:
                    world.step(stop_when=text, look=look) if step % 3 else world.step()
            if world.step_count < step:
                world.step()
            plain.step()
            hashes[step] = world.state_hash()
            assert hashes[step] == plain.state_hash()
        for step in (5, 31, 33, 40):
            history.at(step)
            assert world.state_hash() == hashes[step]
