"""The session, with a world that needs no kernels."""
from __future__ import annotations

import numpy as np
import pytest

from app.simulation.commands import (
    ApplyImpulse,
    Grab,
    LoadScene,
    MoveGrab,
    Observe,
    Pin,
    Release,
    ReloadScene,
    RemoveBody,
    ResetTuning,
    Restart,
    Select,
    SetSolver,
    SetWorld,
    UsePreset,
)
from physics.definitions.settings import PRESETS
from physics.definitions.tunable import SettingError
from tests.support.fake_world import BALL, FLOOR, OTHER, apply, held_point


def test_a_scene_opens_with_a_view(session):
    publication = session.publish()
    assert publication.status.scene.title == "One"
    assert publication.view.table.names == ("floor", "ball_0", "ball_1")
    assert publication.view.step == 0


def test_views_are_never_written_again(session):
    view = session.publish().view
    before = view.positions.copy()
    session.advance()
    session.publish()
    assert np.array_equal(view.positions, before)
    with pytest.raises(ValueError):
        view.positions[0, 0] = 1.0


def test_a_view_has_the_state_before_its_last_step(session):
    first = session.publish().view
    session.advance()
    second = session.publish().view
    assert np.array_equal(second.previous_positions, first.positions)
    assert not np.array_equal(second.positions, first.positions)


def test_a_body_added_after_the_step_does_not_fly_in_from_somewhere(session):
    session.advance()
    session.variants[0].world.add_body(shape=session.variants[0].world.body(BALL).shape, position=(7, 8, 9))
    view = session.publish().view
    assert view.previous_positions[-1] == pytest.approx((7, 8, 9))
    assert not np.array_equal(view.previous_positions[1], view.positions[1])


def test_commands_are_stamped_with_their_step(session):
    session.advance()
    session.advance()
    apply(session, Select(BALL))
    assert (session.log[-1].step, session.log[-1].command) == (2, Select(BALL))


def test_of_several_positions_of_a_slider_only_the_last_acts(session):
    before = len(session.log)
    assert apply(session, SetSolver("beta", 0.1), SetSolver("beta", 0.2), SetSolver("beta", 0.3)) == 1
    assert len(session.log) == before + 1
    assert session.variants[0].world.solver.beta == 0.3
    assert apply(session, SetSolver("beta", 0.4), SetSolver("slop", 0.01), SetSolver("beta", 0.5)) == 3


def test_an_impossible_setting_becomes_a_card_and_nothing_changes(session):
    apply(session, SetSolver("beta", 7.0))
    assert "beta" in session.publish().status.fault.text
    assert session.variants[0].world.solver.beta == 0.2


def test_an_unknown_setting_names_the_nearest(session):
    apply(session, SetSolver("iteration", 7))
    assert "iterations" in session.publish().status.fault.text


def test_a_bad_scene_leaves_the_old_one_running(session):
    run = session.run
    apply(session, LoadScene("broken.yaml"))
    status = session.publish().status
    assert "broken.yaml:3:7" in status.fault.text and "bodies[0].mass" in status.fault.text
    assert status.scene.title == "One" and session.run == run
    session.advance()
    assert session.publish().view.step == 1


def test_the_next_good_scene_takes_the_card_away(session):
    apply(session, LoadScene("broken"), LoadScene("two"))
    status = session.publish().status
    assert status.fault is None and status.scene.title == "Two"


def test_a_missing_file_is_told(session, monkeypatch):
    def read(name, values=()):
        raise FileNotFoundError(2, "No such file or directory", name)
    monkeypatch.setattr(session.source_of_scenes, "read", read)
    apply(session, LoadScene("/nowhere/x.yaml"))
    assert "/nowhere/x.yaml" in session.publish().status.fault.text


def test_restart_keeps_the_knobs_and_reload_does_not(session):
    apply(session, SetSolver("iterations", 30), SetWorld("gravity", (0, 0, -1.0)), SetWorld("friction", 0.9))
    session.advance()
    apply(session, Restart())
    world = session.variants[0].world
    assert world.step_count == 0 and world.solver.iterations == 30
    assert world.gravity == (0, 0, -1.0) and world.friction_override == 0.9
    assert session.status().scene_tuning.solver.iterations == 1
    apply(session, ReloadScene())
    assert session.variants[0].world.solver.iterations == 1


def test_reset_gives_back_what_the_scene_asks_for(session):
    apply(session, UsePreset("classic"), SetWorld("friction", 1.5))
    assert session.variants[0].world.solver == PRESETS["classic"]
    apply(session, ResetTuning())
    assert session.variants[0].world.solver == PRESETS["soft_step"] and session.variants[0].world.friction_override is None
    apply(session, Restart())
    assert session.variants[0].world.solver == PRESETS["soft_step"]


def test_grab_ties_a_spring_to_the_point_that_was_hit(session):
    variant = session.variants[0]
    body = variant.world.body(BALL)
    body.position = np.array((3.0, 4.0, 5.0))
    apply(session, Grab(uid=BALL, anchor=(0.1, 0.2, 0.3), target=(9, 9, 9), force_factor=10))
    mouse = variant.world.joints[0].definition
    assert mouse.anchor == pytest.approx(tuple(held_point(body, (0.1, 0.2, 0.3))))
    assert mouse.max_force == pytest.approx(10 * body.mass * 9.81)
    assert session.publish().status.grabbed == BALL
    apply(session, MoveGrab((1, 2, 3)))
    assert session.publish().view.springs[0].target == (1, 2, 3)
    apply(session, Release())
    assert not variant.world.joints and session.publish().status.grabbed is None


def test_a_static_body_cannot_be_grabbed(session):
    apply(session, Grab(uid=FLOOR, anchor=(0, 0, 0), target=(0, 0, 1)))
    assert not session.variants[0].world.joints


def test_a_pin_stays_until_the_body_is_grabbed_again(session):
    variant = session.variants[0]
    apply(session, Grab(uid=BALL, anchor=(0, 0, 0), target=(0, 0, 1)), Pin(), Release())
    assert len(variant.world.joints) == 1 and variant.drag is None
    assert len(session.publish().view.springs) == 1
    apply(session, Grab(uid=BALL, anchor=(0, 0, 0), target=(0, 0, 2)))
    assert len(variant.world.joints) == 1


def test_removing_a_grabbed_body_takes_its_spring_along(session):
    apply(session, Select(BALL), Grab(uid=BALL, anchor=(0, 0, 0), target=(0, 0, 1)), RemoveBody(BALL))
    variant = session.variants[0]
    assert not variant.world.joints and variant.drag is None and session.selection is None
    apply(session, MoveGrab((0, 0, 0)), Release(), RemoveBody(BALL), ApplyImpulse(BALL, (0, 0, 1)))     # all of them too late
    assert session.publish().view.table.index(BALL) is None


def test_a_body_that_the_scene_takes_out_leaves_an_empty_hand(session):
    variant = session.variants[0]
    apply(session, Grab(uid=BALL, anchor=(0, 0, 0), target=(0, 0, 1)), Pin(), Grab(uid=OTHER, anchor=(0, 0, 0), target=(0, 0, 1)))
    assert len(variant.view(Observe()).springs) == 2

    def take_out():
        for uid in (BALL, OTHER):
            variant.world.remove(variant.world.body(uid))
        variant.world.on_step = None
    variant.world.on_step = take_out
    session.advance()
    assert variant.drag is None and variant.pins == [] and session.publish().view.springs == ()
    apply(session, MoveGrab((0, 0, 2)), Release())


def test_only_what_is_watched_is_copied(session):
    assert session.publish().view.contacts is None
    apply(session, Observe(contacts=True, aabbs=True))
    view = session.publish().view
    assert len(view.contacts.positions) == 1 and view.aabbs.shape == (3, 2, 3)


def test_an_event_that_a_turned_knob_made_impossible_pauses_and_is_told(session):
    """A joint's upper limit was pulled below the lower one that an event wants: no fault of the program."""
    def refuse():
        raise SettingError("lower", "lower: 2 is above upper, 1")
    session.paused, session.owed_steps = False, 3
    session.variants[0].run.apply_events = refuse
    session.advance()
    fault = session.status().fault
    assert session.paused and not session.owed_steps and "lower: 2 is above upper, 1" in fault.text and not fault.path
