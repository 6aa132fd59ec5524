"""Events happen at their step, expectations are judged in their window; both on real worlds of spheres."""
from __future__ import annotations

import pytest

import scenes
from scenes import Runner
from scenes.running.runner import step_of

HEAD = "format: 1\ntitle: x\nworld: {gravity: [0, 0, 0], dt: 0.125, precision: double}\n"
BALL = """\
bodies:
  - {name: ball, shape: {sphere: {radius: 0.5}}, mass: 2}
  - {name: other, shape: {sphere: {radius: 0.5}}, position: [9, 0, 0]}
"""


def runner(text: str) -> Runner:
    document = scenes.loads(HEAD + BALL + text)
    return Runner(document, scenes.build(document))


def speeds(text: str, steps: int) -> list[float]:
    """Velocity of the ball along x after each step."""
    run = runner(text)
    found = []
    for _ in range(steps):
        run.step()
        found.append(round(float(next(b for b in run.world.bodies if b.name == "ball").velocity[0]), 9))
    return found


@pytest.mark.parametrize(("time", "dt", "step"), [
    (0, 0.1, 0), (0.1, 0.1, 1), (0.3, 0.1, 3), (0.30001, 0.1, 4), (2, 1 / 60, 120), (0.7, 0.1, 7), (1e-12, 0.1, 0), (5, 0, 0)])
def test_the_step_of_a_time(time, dt, step):
    assert step_of(time, dt) == step


def test_steps_are_counted_as_they_are_taken():
    run = runner("run: 0.5")
    assert [(taken, run.world.step_count) for taken in run.each_step()] == [(1, 1), (2, 2), (3, 3), (4, 4)]
    assert list(run.each_step(0)) == [] and list(run.each_step(2)) == [1, 2] and run.world.step_count == 6


def test_an_impulse_acts_before_its_step():
    assert speeds("events: [{at: 0.25, apply_impulse: {body: ball, impulse: [4, 0, 0]}}]", 4) == [0, 0, 2, 2]


def test_a_time_between_two_steps_waits_for_the_next():
    assert speeds("events: [{at: 0.2, apply_impulse: {body: ball, impulse: [4, 0, 0]}}]", 4) == [0, 0, 2, 2]


def test_a_force_lasts():
    assert speeds("events: [{at: 0.125, apply_force: {body: ball, force: [16, 0, 0], for: 0.25}}]", 5) == [0, 1, 2, 2, 2]


def test_a_short_force_lasts_one_step():
    assert speeds("events: [{at: 0.125, apply_force: {body: ball, force: [16, 0, 0], for: 0.01}}]", 4) == [0, 1, 1, 1]


def test_set_velocity():
    assert speeds("events: [{at: 0.125, set_velocity: {body: ball, velocity: [3, 0, 0]}}]", 3) == [0, 3, 3]


def test_events_of_the_same_time_act_in_order():
    events = """\
events:
  - {at: 0, set_velocity: {body: ball, velocity: [3, 0, 0]}}
  - {at: 0, apply_impulse: {body: ball, impulse: [2, 0, 0]}}
"""
    assert speeds(events, 1) == [4]


def test_remove_and_what_comes_after_it():
    run = runner("""\
events:
  - {at: 0.125, remove: {body: other}}
  - {at: 0.25, apply_impulse: {body: other, impulse: [1, 0, 0]}}
""")
    for _ in range(4):
        run.step()
    assert [b.name for b in run.world.bodies] == ["ball"]


def test_set():
    run = runner("events: [{at: 0.125, set: {solver.iterations: 9, world.gravity: [0, 0, -8]}}]")
    run.step()
    assert run.world.solver.iterations != 9
    run.step()
    assert run.world.solver.iterations == 9 and tuple(run.world.gravity) == (0, 0, -8)


def test_events_come_again_after_a_restore():
    run = runner("events: [{at: 0.25, apply_impulse: {body: ball, impulse: [4, 0, 0]}}]")
    before = run.world.snapshot()
    for _ in range(4):
        run.step()
    after = run.world.state_hash()
    run.world.restore(before)
    for _ in range(4):
        run.step()
    assert run.world.state_hash() == after


def results(expect: str, steps: int, events: str = "events: [{at: 0.5, apply_impulse: {body: ball, impulse: [4, 0, 0]}}]\n"):
    run = runner(f"{events}expect:\n  - {{{expect}}}\nrun: 2\n")
    assert run.steps == 16
    for _ in range(steps):
        run.step()
    return run.results()


def test_without_a_window_every_step_counts():
    (result,) = results("what: speed(ball) < 1, name: slow", 16)
    assert (result.name, result.passed, result.value, result.time) == ("slow", False, pytest.approx(2), pytest.approx(0.625))


def test_the_name_is_the_text_when_there_is_none():
    assert results("what: speed(ball) < 9", 16)[0].name == "speed(ball) < 9"


def test_before_after_and_at():
    assert results("what: speed(ball) < 1, before: 0.5", 16)[0].passed
    assert not results("what: speed(ball) < 1, before: 0.625", 16)[0].passed
    assert results("what: speed(ball) > 1, after: 0.625", 16)[0].passed
    assert not results("what: speed(ball) > 1, after: 0.5", 16)[0].passed
    assert results("what: speed(ball) > 1, at: 1", 16)[0].passed
    assert not results("what: speed(ball) > 1, at: 0.5", 16)[0].passed


def test_time_zero_is_looked_at():
    assert not results("what: speed(ball) > 1, at: 0", 1)[0].passed
    assert not results("what: x(other) > 9.5", 1)[0].passed


def test_what_has_not_come_yet_is_left_out():
    assert results("what: speed(ball) > 1, at: 1", 7) == []
    assert results("what: peak(speed(ball)) > 1", 15) == []
    assert results("what: peak(speed(ball)) > 1", 16)[0].passed
    assert results("what: speed(ball) < 5", 3)[0].passed


def test_a_run_can_go_on_longer_than_the_scene_asks():
    assert results("what: x(ball) < 3.1", 40)[0].passed                  # 3 m at 2 s, where it stops looking; 10 m at the end


def test_a_runner_without_expectations():
    document = scenes.loads(HEAD + BALL + "expect: [{what: max_speed < 1}]\n")
    assert Runner(document, scenes.build(document), expect=False).results() == []
