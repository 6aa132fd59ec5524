"""The language of a lesson's tasks: expectations, settings, the mouse, and one variant of several."""
from __future__ import annotations

import pytest

from app.simulation.lesson.checks import CheckJudge, check_of
from physics.expressions.error import ExpressionError
from physics.joints import Mouse
from physics.measure.quantities import names_in
from physics.measure.sampler import Sampler
from tests.support.fake_world import BALL, FakeWorld


def held(text, world):
    """Whether a check holds in a world now."""
    sampler = Sampler(world)
    judge = CheckJudge(check_of(text).expression, *names_in(world))
    judge.begin(sampler)
    return judge.judge(sampler).passed


def test_a_prefix_names_the_variant():
    assert check_of("b: max_speed > 1").variant == "b"
    assert check_of("max_speed > 1").variant == ""
    with pytest.raises(ExpressionError):
        check_of("e: max_speed > 1")                     # there are four variants at most


def test_settings_are_numbers_and_choices_are_asked_for_by_name():
    world = FakeWorld()
    world.solver = world.solver.replace(beta=0.4, block_solve=False, stabilization="baumgarte")
    assert held("setting(solver.beta) > 0.3", world) and not held("setting(solver.beta) > 0.5", world)
    assert held("setting(solver.block_solve) < 1", world)
    assert held("chosen(solver.stabilization, baumgarte) > 0", world)
    assert not held("chosen(solver.stabilization, soft) > 0", world)
    assert held("setting(world.gravity) > 9", world)
    assert held("setting(bodies.ball_0.friction) < 0.6", world)


def test_a_setting_that_is_none_does_not_hold():
    assert not held("setting(world.friction) < 100", FakeWorld())
    assert not held("setting(joints.door.motor_speed) < 1", FakeWorld())
    assert not held("setting(solver.method) < 1", FakeWorld())


def test_the_pull_of_the_mouse():
    world = FakeWorld()
    assert not held("pull(ball_0) > 1", world)
    joint = world.add_joint(Mouse(a=world.body(BALL), anchor=(0, 0, 5), target=(0, 0, 6)))
    joint.force = joint.force * 10                       # of 5 N
    assert held("pull(ball_0) > 49", world) and not held("pull(ball_0) > 51", world)
    assert not held("pull(ball_1) > 1", world)


@pytest.mark.parametrize(("text", "said"), [
    ("setting(solver.bta) > 1", "did you mean 'beta'"), ("setting(solver) > 1", "no setting"),
    ("setting(solver.beta, 2) > 1", "setting(solver.beta)"), ("setting(3) > 1", "is no name"),
    ("chosen(solver.stabilization) > 0", "chosen(solver.stabilization, soft)"), ("pull() > 1", "pull(crate)"),
    ("settin(solver.beta) > 1", "did you mean 'setting'"), ("setting(world.gravty) > 1", "did you mean 'gravity'"),
    ("height(ball)", "compares nothing"), ("setting(solver.beta) == 1", "equality")])
def test_a_mistake_names_what_is_right(text, said):
    with pytest.raises(ExpressionError, match=said.replace("(", r"\(").replace(")", r"\)")):
        check_of(text)


def test_its_selectors_and_settings_are_known():
    check = check_of("pull(crate) > 1 and setting(joints.door.motor_speed) > 2 or height(ball) > 1")
    assert ("body", "crate") in check.expression.selectors and ("body", "ball") in check.expression.selectors
    assert check.paths == ("joints.door.motor_speed",)


def test_of_several_comparisons_it_shows_the_one_that_fails_and_the_time_last():
    from app.simulation.lesson.running_card import reading_of
    world = FakeWorld()

    def shown(text):
        sampler = Sampler(world)
        judge = CheckJudge(check_of(text).expression, *names_in(world))
        return reading_of(judge.judge(sampler))

    assert shown("time > 5 and height(ball_0) < 1")[1:] == (5.0, 1.0, "height(ball_0)", "<")
    assert shown("time > 5 and height(ball_0) < 9")[1:] == (0.0, 5.0, "time", ">")
    assert shown("9 > height(ball_0)")[:1] == (True,) and shown("4 > height(ball_0)")[3:] == ("height(ball_0)", "<")
