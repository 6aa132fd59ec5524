"""The teacher plays a lesson with a session: scenes, variants, knobs and switches of each card, and ticks from publications."""
from __future__ import annotations

import pytest

from app.headless.options import RunOptions
from app.lessons.reader import load
from app.lessons.teacher import Teacher
from app.simulation.commands import LoadScene, Restart
from app.simulation.scene_reader import SceneReader
from app.simulation.session import Session
from tests.support.lesson_folder import LESSON, write_lesson


class Class:
    """A teacher, a session, and what is to be shown."""

    def __init__(self, folder, text=LESSON):
        self.session, self.shown = Session(SceneReader(RunOptions(), lambda error: None)), ()
        self.teacher = Teacher(load(write_lesson(folder, text)), self.session.submit, self.show)
        self.go_on(0)

    def show(self, names):
        self.shown = names

    def go_on(self, steps):
        """Apply what is queued and take steps, unless it is paused."""
        self.session.apply_pending()
        for _ in range(0 if self.session.paused else steps):
            self.session.advance()
        self.session.ready = True
        self.teacher.take(self.session.publish())
        return self.teacher


@pytest.fixture
def room(tmp_path):
    return Class(tmp_path / "falling")


def test_a_card_waits_for_the_prediction_and_then_runs(room):
    assert room.session.paused and room.go_on(60).waits and room.session.step_count == 0
    room.teacher.answer(1)
    assert not room.go_on(60).waits and room.session.step_count == 60


def test_the_right_action_ticks_and_without_it_nothing_does(room):
    room.teacher.answer(1)
    assert not room.go_on(120).done
    room.teacher.turn("world.gravity", 18.0)
    assert room.go_on(5).done and room.teacher.readings[0].ticked
    assert room.session.variants[0].tuning.gravity == (0.0, 0.0, -18.0)


def test_a_restart_keeps_what_is_done_and_the_knobs(room):
    room.teacher.answer(1)
    room.teacher.turn("world.gravity", 18.0)
    assert room.go_on(60).done
    room.session.submit(Restart())
    assert room.go_on(1).done and room.session.variants[0].tuning.gravity[2] == -18.0


def test_anew_begins_with_nothing_done_and_the_knobs_as_written(room):
    room.teacher.answer(1)
    room.teacher.turn("world.gravity", 18.0)
    assert room.go_on(60).done
    room.teacher.anew()
    assert not room.go_on(60).done and room.teacher.waits and room.session.step_count == 0
    assert room.session.variants[0].tuning.gravity[2] == -9.81 and room.teacher.knobs == {"world.gravity": 9.81}


def test_the_next_card_has_its_variants_switches_and_knobs(room):
    room.teacher.next()
    room.go_on(10)
    assert [variant.tuning.solver.iterations for variant in room.session.variants] == [1, 4]
    assert room.shown == ("contacts",) and room.teacher.switches == {"contacts"}
    room.teacher.turn("joints.hinge.motor_speed", 3.0)
    assert room.go_on(60).done
    assert {joint.definition.motor_speed for variant in room.session.variants for joint in variant.world.joints} == {3.0}


def test_a_card_that_keeps_what_runs_goes_on(room):
    room.teacher.next()
    room.teacher.turn("joints.hinge.motor_speed", 3.0)
    run, step = room.go_on(60).progress.card, room.session.step_count
    room.teacher.next()
    room.go_on(1)
    assert (run, room.session.step_count) == (1, step + 1) and len(room.session.variants) == 2
    assert room.teacher.finished is False                # the first card was left out
    room.session.submit(Restart())
    room.go_on(0)
    assert {joint.definition.motor_speed for variant in room.session.variants for joint in variant.world.joints} == {3.0}
    room.teacher.back()
    room.go_on(0)
    assert room.session.step_count == 0
    room.teacher.go(2)
    room.go_on(0)
    room.teacher.go(0)
    room.go_on(0)
    room.teacher.go(2)                                   # what it would keep does not run
    room.go_on(1)
    assert room.session.step_count == 1 and len(room.session.variants) == 2


def test_a_value_of_the_scene_begins_it_again(tmp_path):
    text = LESSON.replace("{world.gravity: 9.81, 0..20}", "{bodies.box.position[2]: 2, 1..4}").replace(
        "setting(world.gravity) > 15 and height(box) < 0.6", "start(height(box)) > 3")
    room = Class(tmp_path / "falling", text)
    room.teacher.answer(0)
    assert not room.go_on(30).done
    room.teacher.turn("bodies.box.position[2]", 3.5)
    assert room.go_on(1).done and room.session.step_count == 1 and room.teacher.progress.here.answer == 0
    room.teacher.anew()
    room.teacher.answer(0)
    assert not room.go_on(1).done


def test_another_scene_ends_the_lesson(room):
    room.teacher.answer(0)
    room.go_on(5)
    assert not room.teacher.left
    room.session.submit(LoadScene("stacking/tower"))
    assert room.go_on(1).left
    room.teacher.close()
    assert room.shown == ()


def test_closing_lets_the_scene_run(room):
    room.teacher.answer(0)
    room.go_on(5)
    room.teacher.close()
    room.go_on(5)
    assert room.session.publish().tasks.card == 0 and room.session.step_count == 10
