"""Stop expressions: when they hold, what they say, what their mistakes say."""
from __future__ import annotations

import math

import pytest

from physics import Box, Plane, Sphere, World
from physics.definitions.tunable import SettingError
from physics.expressions.error import ExpressionError
from physics.joints import Hinge
from physics.stopping.condition import StopCondition


def falling(**settings):
    """A stack of three bricks, and a ball that hits it in step 31."""
    world = World(precision="double", **settings)
    world.add_body(shape=Plane(normal=(0, 0, 1)), type="static", name="ground")
    for k in range(3):
        world.add_body(shape=Box(half=(0.5, 0.5, 0.5)), mass=1, position=(0, 0, 0.5 + k), name=f"brick_{k}")
    world.add_body(shape=Sphere(radius=0.3), mass=5, position=(0, 0, 6), velocity=(0, 0, -3), name="ball")
    return world


def stopped_by(text, world=None, steps=60):
    """What stopped a run, or None."""
    world = world or falling()
    return next(filter(None, (world.step(stop_when=text) for _ in range(steps))), None)


@pytest.mark.parametrize(("text", "step", "values", "where"), [
    ("speed(ball) > 5", 13, {"speed(ball)": 3 + 13 * 9.81 / 60}, "ball"),
    ("5 < speed(ball)", 13, {"speed(ball)": 3 + 13 * 9.81 / 60}, "ball"),
    ("not (speed(ball) < 5 or time < 0)", 13, {"speed(ball)": 3 + 13 * 9.81 / 60, "time": 13 / 60}, "ball"),
    ("time > 0.49 and speed(ball) > 5", 30, {"time": 0.5, "speed(ball)": 3 + 30 * 9.81 / 60}, "ball"),
    ("norm(momentum) / 5 > 3 + 10.5 * g / 60", 11, {"norm(momentum) / 5": 3 + 11 * 9.81 / 60}, ""),
    ("body_count == 5", 1, {"body_count": 5}, ""), ("body_count != 5 or time > 0.24", 15, {"time": 0.25}, ""),
    ("max(speed()) > 5 or energy < 0", 13, {"max(speed())": 3 + 13 * 9.81 / 60}, "")])
def test_it_stops_after_the_first_step_at_which_it_holds(text, step, values, where):
    stopped = stopped_by(text)
    assert (stopped.step, stopped.where, stopped.inside, stopped.stage) == (step, where, False, 12)
    assert stopped.time == pytest.approx(step / 60) and stopped.expression == text
    assert stopped.values == pytest.approx(values, rel=2e-3)


def test_of_several_bodies_one_is_enough_and_it_is_named():
    stopped = stopped_by("speed(brick) > 0.2 and height(brick) > 1")
    assert stopped.step == 31 and stopped.where in ("brick_1", "brick_2")
    assert stopped.values["height(brick)"] == pytest.approx(float(stopped.where[-1]) + 0.5, abs=0.1)


def test_truths_of_different_bodies_are_joined_as_wholes():
    """A brick that is fast and the ball that is high are no one body."""
    assert stopped_by("speed(brick) > 0.2 and height(ball) > 1").step == 31
    assert stopped_by("speed(brick) > 0.2 and height(brick) > 100") is None


def test_first_contact_is_a_pair_that_did_not_press_before():
    world = falling()
    touched = [world.step(stop_when="first_contact") for _ in range(45)]
    assert "ground and brick_0 touch" in touched[0].said
    assert "brick_2 and ball touch" in touched[30].said and not any(touched[5:30])


def test_energy_jump_and_energy_rise():
    world = World(precision="double", gravity=(0, 0, 0))
    body = world.add_body(shape=Sphere(radius=1), mass=2, velocity=(1, 0, 0), name="puck")
    assert world.step(stop_when="energy_jump") is None
    body.apply_force((0, 6, 0))                                       # m v^2 / 2 grows from 1 J by (F dt)^2 / (2 m)
    assert world.step(stop_when="energy_jump") is None
    body.apply_force((60, 0, 0))
    gained = 0.5 * 2 * ((1 + 0.5) ** 2 - 1)
    stopped = world.step(stop_when="energy_rise > 1 and energy_jump")
    assert stopped.values["energy_rise"] == pytest.approx(gained, rel=0.02)
    assert stopped.values["energy_jump"].startswith("+1.2")


def test_a_number_that_is_none():
    world = falling()
    assert world.step(stop_when="not_finite") is None
    world._bodies.arrays.velocity[world._bodies.rows[world.bodies[4].uid], 0] = math.nan
    stopped = world.step(stop_when="not_finite")
    assert stopped.values["not_finite"].endswith("of ball")
    assert world.step(stop_when="speed(ball) > 1 or speed(ball) <= 1") is None


def test_what_is_gone_does_not_stop_and_what_comes_does():
    world = falling()
    assert stopped_by("speed(ball) > 5", world, 5) is None
    world.remove(world.bodies[4])
    assert stopped_by("speed(ball) > 5", world, 20) is None
    world.add_body(shape=Sphere(radius=0.3), position=(9, 0, 9), velocity=(7, 0, 0), name="ball")
    assert world.step(stop_when="speed(ball) > 5").where == "ball"


def test_joints():
    world = World(gravity=(0, 0, -10))
    bob = world.add_body(shape=Sphere(radius=0.1), mass=1, position=(1, 0, 0), name="bob")
    world.add_joint(Hinge(a=None, b=bob, anchor=(0, 0, 0), axis=(0, 1, 0), name="pivot"))
    assert stopped_by("abs(joint_measure(pivot)) > 0.5 and joint_force > 1", world).values["abs(joint_measure(pivot))"] > 0.5


def test_only_what_holds_is_said():
    stopped = stopped_by("first_contact or speed(ball) > 99 or speed(brick) > 99")
    assert list(stopped.values) == ["first_contact"] and stopped.where == ""


def test_rows_of_the_step():
    stopped, world = stopped_by("kind == normal and impulse > 0.1"), falling()
    world.step()                                                       # the same step without a stop
    rows = world.rows()
    assert stopped.step == 1 and stopped.values["kind"] == "normal"
    number = int(stopped.where.split(",")[0].removeprefix("row "))
    assert (rows.kind[number], rows.impulse[number]) == ("normal", stopped.values["impulse"])
    assert not ((rows.kind == "normal") & (rows.impulse > 0.1))[:number].any()
    assert stopped_by("(a == ball or b == ball) and impulse > 0").step == 31
    assert stopped_by("state == sliding and kind == normal or k < 0") is None


def test_bodies_that_are_named_like_columns_are_named_in_quotes():
    world = World()
    world.add_body(shape=Plane(), type="static", name="world")
    for x, name in ((0, "upper"), (5, "kind")):
        world.add_body(shape=Sphere(radius=0.3), position=(x, 0, 0.3), name=name)
    world.step()
    with pytest.raises(ExpressionError, match='in quotes it is the name: b == "upper"'):
        world.step(stop_when="b == upper and impulse > 0")
    assert world.step(stop_when='b == "upper" or a == "upper"').where.startswith("row 0, ")
    assert "kind" in world.step(stop_when='(a == "world" or b == "world") and (a == "kind" or b == "kind")').where
    assert world.step(stop_when="a == world or b == world") is None
    assert world.step(stop_when='speed("upper") >= 0').where == "upper"


def test_a_world_without_rows():
    world = World()
    world.add_body(shape=Sphere(radius=1), mass=1, name="ball")
    assert stopped_by("time > 0.05 or impulse > 1 or not kind == normal", world).step == 4
    assert stopped_by("time > 0.05 and impulse > -1", world) is None and stopped_by("not impulse > 1", world) is None
    assert stopped_by("max(impulse) > 0 or count(impulse) < 1", world).values == {"count(impulse)": 0}


def test_a_bound_that_is_reached():
    world = World(gravity=(0, 0, 0))
    wheel = world.add_body(shape=Sphere(radius=0.5), mass=1, position=(0, 0, 0), name="wheel")
    hinge = world.add_joint(Hinge(a=None, b=wheel, anchor=(0, 0, 0), axis=(0, 0, 1), upper=0.1, motor_speed=1, motor_torque=100,
                                  name="axle"))
    assert world.step(stop_when="bound_reached") is None               # the motor is strong enough
    stopped = stopped_by("bound_reached", world)
    assert stopped.values["bound_reached"] in ("limit of axle", "motor of axle")
    assert hinge.measure == pytest.approx(0.1, abs=0.03)


def test_one_condition_is_compiled_once_and_serves_any_world():
    world, other = falling(), falling()
    condition = StopCondition("speed(ball) > 5")
    assert [world.step(stop_when=condition) for _ in range(12)] == [None] * 12
    compiled = condition._compiled
    assert world.step(stop_when=condition) and condition._compiled is compiled
    assert stopped_by(condition, other).step == 13
    world.step(stop_when="speed(ball) > 5")
    kept = world._stop_condition
    world.step(stop_when="speed(ball) > 5")
    assert world._stop_condition is kept


@pytest.mark.parametrize(("text", "message"), [
    ("max_penetratoin > 1", "did you mean 'max_penetration'"), ("first_contct", "did you mean 'first_contact'"),
    ("speed(bal) > 1", "no body has the name 'bal'; did you mean 'ball'"), ("height > 1", "height is measured on bodies"),
    ("joint_force(x) > 1", "no joint has the name 'x'"), ("first_contact > 1", "true or false, and a quantity is wanted"),
    ("first_contact + 1", "true or false"), ("energy_rise", "compares nothing"), ("speed(ball) > joint_force", "for each joint"),
    ("speed(ball)", "compares nothing"), ("peak(energy) > 1", "no function 'peak'"), ("joint_error > 1", "joint_gap"),
    ("inside(ball) > 1", "takes a sensor and a body"), ("kind == norml", "did you mean 'normal'"),
    ("a == bal", "a is never 'bal'; did you mean 'ball'"), ("impulse > speed(ball)", "for each body"),
    ("state > 1", "state has names"), ("impuls > 1", "did you mean 'impulse'")])
def test_a_mistake_names_the_place_and_the_nearest(text, message):
    world = falling()
    with pytest.raises(ExpressionError, match=message):
        world.step(stop_when=text)
    assert world.step_count == 0


def test_what_is_no_expression_at_all():
    world = falling()
    with pytest.raises(SettingError, match="stop_when: 3 is no text"):
        world.step(stop_when=3)
    with pytest.raises(SettingError, match="did you mean 'inside'"):
        world.step(stop_when="time > 1", look="insde")
    with pytest.raises(ValueError, match="one of stop and stop_when"):
        world.step(stop=(5, 0, 0), stop_when="time > 1")
