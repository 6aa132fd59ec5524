"""Variants: several worlds of one scene side by side, with the same commands and settings of their own."""
from __future__ import annotations

import dataclasses
from types import SimpleNamespace

import numpy as np
import pytest

from app.published.tuning import Tuning
from app.simulation import divergence
from app.simulation.commands import (
    AddVariant,
    ApplyImpulse,
    ChooseVariant,
    Grab,
    MoveGrab,
    ReloadScene,
    RemoveBody,
    RemoveVariant,
    ResetTuning,
    Restart,
    Select,
    SetBody,
    SetSolver,
    SetWorld,
    Shoot,
    TryAdvice,
    UsePreset,
)
from app.simulation.divergence import DivergenceLog, Table, distance
from app.simulation.variant_diff import differences, in_words
from physics.definitions.settings import PRESETS, SolverSettings
from physics.definitions.tunable import SettingError
from tests.support.fake_world import BALL, OTHER, FakeWorld, apply


def steps(session, count):
    for _ in range(count):
        session.advance()
    return session.publish()


def test_advice_is_tried_in_a_variant_of_its_own(session):
    apply(session, SetSolver("iterations", 7))
    steps(session, 3)
    apply(session, TryAdvice(("solver.substeps=16", "solver.joint_stabilization=position")))
    assert session.comparing and session.chosen == 1 and session.step_count == 0
    kept, changed = (variant.world.solver for variant in session.variants)
    assert changed == kept.replace(substeps=16, joint_stabilization="position") and kept.iterations == 7


def test_advice_that_is_wrong_adds_no_variant(session):
    apply(session, TryAdvice(("solver.substps=16",)))
    assert not session.comparing and "solver.substeps" in session.status().fault.text


def test_a_new_variant_begins_with_the_chosen_ones_knobs_and_all_begin_anew(session):
    apply(session, SetSolver("iterations", 7))
    steps(session, 3)
    run = session.run
    apply(session, AddVariant())
    assert session.comparing and session.chosen == 1 and session.run == run + 1
    assert [variant.world.solver.iterations for variant in session.variants] == [7, 7]
    assert [variant.world.step_count for variant in session.variants] == [0, 0]


def test_knobs_turn_the_chosen_variant_alone_and_survive_a_restart(session):
    apply(session, AddVariant(), SetSolver("iterations", 20), SetWorld("gravity", (0.0, 0.0, -1.0)), SetWorld("sleep", True))
    apply(session, ChooseVariant(0), UsePreset("classic"), Restart())
    first, second = session.variants
    assert first.world.solver == PRESETS["classic"] and first.world.gravity[2] == -9.81 and not first.world.sleep
    assert second.world.solver == SolverSettings(iterations=20) and second.world.gravity[2] == -1.0 and second.world.sleep
    apply(session, ResetTuning())
    assert first.world.solver == SolverSettings() and second.world.solver.iterations == 20


def test_what_a_hand_does_acts_on_all_variants(session):
    apply(session, AddVariant(), AddVariant(), Grab(BALL, (0.1, 0, 0), (0, 0, 6)), MoveGrab((1, 2, 3)),
          ApplyImpulse(OTHER, (2.0, 0, 0)), SetBody(OTHER, "friction", 0.9), Shoot((0, 0, 9), (0, 1, 0)))
    for variant in session.variants:
        assert variant.drag.joint.target == (1, 2, 3) and variant.drag.body is variant.body(BALL)
        assert variant.body(OTHER).velocity[0] == 1.0 and variant.body(OTHER).friction == 0.9
        assert len(variant.world.bodies) == 4


def test_what_is_gone_in_the_chosen_variant_is_told_once(session):
    apply(session, AddVariant())
    session.variants[0].remove_body(BALL)
    apply(session, ApplyImpulse(BALL, (1.0, 0, 0)))
    assert not session.status().notices
    apply(session, ChooseVariant(0), ApplyImpulse(BALL, (1.0, 0, 0)))
    assert [notice.text for notice in session.status().notices] == ["The body to push is gone"]


def test_a_fifth_variant_is_refused(session):
    apply(session, *[AddVariant()] * 4)
    assert len(session.variants) == 4 and "no more" in session.status().fault.text


def test_removing_variants_keeps_one_chosen(session):
    apply(session, AddVariant(), AddVariant())
    session.variants[1].tune(sleep=True)
    keeps = session.variants[1]
    apply(session, RemoveVariant(0))
    assert session.variants[0] is keeps and session.chosen == 1
    assert [card.name for card in session.status().variants] == ["a", "b"]
    apply(session, RemoveVariant(1))
    assert session.variant is keeps and session.chosen == 0 and session.status().variants == ()
    apply(session, RemoveVariant(0), RemoveVariant(-1))
    assert session.variant is keeps


def test_variants_are_published_side_by_side(session):
    alone = steps(session, 1)
    assert alone.views == () and alone.divergence is None
    apply(session, AddVariant(), SetWorld("gravity", (0.0, 0.0, 0.0)))
    both = steps(session, 5)
    assert both.view is both.views[1] and both.views[0].positions[1, 2] < both.views[1].positions[1, 2] == 5
    assert both.status.chosen == 1 and both.status.tuning.gravity == (0.0, 0.0, 0.0)
    assert both.status.variants[0].changes == () and both.status.variants[1].changes == (("Gravity", "0 m/s²"),)


def test_the_log_says_how_far_variants_are_apart_and_since_when(session):
    apply(session, AddVariant(), SetWorld("gravity", (0.0, 0.0, 0.0)))
    divergence = steps(session, 30).divergence
    fallen = -session.variants[0].world.positions[1, 2] + 5
    assert divergence.largest[-1] == pytest.approx([0, fallen]) and divergence.rms[-1] == pytest.approx([0, fallen])
    assert list(divergence.steps) == list(range(31)) and divergence.first_beyond(0, 0.0) is None
    assert divergence.first_beyond(1, 0.0) == (1, pytest.approx(1 / 60))
    late = divergence.first_beyond(1, 0.1)
    at = session.variants[0].world.dt ** 2 * 9.81 * np.cumsum(np.arange(1, 31))
    assert late == (int(np.flatnonzero(at > 0.1)[0]) + 1, pytest.approx((np.flatnonzero(at > 0.1)[0] + 1) / 60))
    assert divergence.first_beyond(1, 100.0) is None


def test_the_log_holds_the_readings_of_every_variant(session):
    apply(session, AddVariant(), SetWorld("gravity", (0.0, 0.0, 0.0)))
    for _ in range(4):
        session._log._due = 0.0                           # as if there were time enough
        divergence = steps(session, 1).divergence
    energy = divergence.names.index("kinetic_energy")
    assert divergence.readings.shape == (5, 2, len(divergence.names))
    assert list(divergence.times) == pytest.approx(np.arange(5) / 60)
    assert (np.diff(divergence.readings[:, 0, energy]) > 0).all() and not divergence.readings[:, 1, energy].any()


def test_a_body_that_one_variant_lost_is_infinitely_far(session):
    apply(session, AddVariant())
    session.variants[1].remove_body(BALL)
    divergence = steps(session, 2).divergence
    assert divergence.largest[-1, 1] == np.inf and divergence.rms[-1, 1] == 0.0 and divergence.first_beyond(1, 1e6)[0] == 1
    apply(session, RemoveBody(BALL))
    assert steps(session, 1).divergence.largest[-1, 1] == 0.0


def test_a_place_that_is_no_number_is_infinitely_far():
    here, there = np.zeros((2, 3)), np.array(((0.0, 0, 0), (np.nan, 0, 0)))
    assert distance((np.arange(2), here), (np.arange(2), there)) == (np.inf, np.inf)


def test_a_variant_that_cannot_go_on_stands_still_while_the_others_go_on(session):
    apply(session, AddVariant())
    session.variants[1].world.on_step = refuse
    steps(session, 3)
    status = session.status()
    assert [variant.world.step_count for variant in session.variants] == [3, 0] and not session.paused
    assert status.variants[1].failure == "cannot solve this" and status.variants[0].failure == ""
    assert [notice.text for notice in status.notices] == ["Variant b stands still: cannot solve this"]
    session.variants[0].world.on_step = refuse
    steps(session, 1)
    assert session.paused and "cannot solve this" in session.status().fault.text
    apply(session, Restart())
    assert all(not variant.failure for variant in session.variants)


def refuse():
    raise SettingError("method", "cannot solve this")


def test_variants_and_what_differs_in_them_stay_when_the_scene_is_read_again(session):
    apply(session, AddVariant(), SetSolver("iterations", 20), ReloadScene())
    assert session.scene.card.id == "one" and session.variants[0].world.solver == SolverSettings()
    assert session.variants[1].world.solver == SolverSettings(iterations=20)
    apply(session, RemoveVariant(0), ReloadScene())
    assert session.variant.world.solver == SolverSettings(), "one variant alone is opened with the scene's own settings"


def test_a_selection_holds_in_all_variants(session):
    apply(session, AddVariant(), Select(OTHER))
    assert session.publish().status.body.uid == OTHER
    apply(session, ChooseVariant(0))
    assert session.publish().status.body.uid == OTHER


def test_differences_name_every_knob():
    first = Tuning()
    other = dataclasses.replace(first, solver=SolverSettings(iterations=9, warm_start=0.5, method="jacobi"), sleep=True,
                                friction=0.25, restitution=1.0, gravity=(0.0, 3.0, 4.0))
    words = dict(differences(other, first))
    assert words["Iterations"] == "9" and words["Gravity"] == "5 m/s²" and words["Friction"] == "0.25"
    assert "jacobi" in words.values() and "on" in words.values() and len(words) == 7
    assert differences(dataclasses.replace(first, solver=PRESETS["classic"]), first) == (("Preset", "Classic"),)
    assert differences(first, dataclasses.replace(first, solver=PRESETS["ngs"])) == (("Preset", "Soft step"),)
    few = dataclasses.replace(first, solver=SolverSettings(substeps=1, iterations=10))
    assert differences(first, few) == (("Substeps", "4"), ("Iterations", "1")), "not the preset that they make together"
    assert in_words(()) == "the same settings" and "Iterations 9, " in in_words(differences(other, first))


def test_a_table_that_is_full_keeps_every_second_row():
    table = Table(1, room=128)
    for number in range(127):
        table.add([number])
    before = table.rows
    for number in range(127, 1000):
        table.add([number])
    rows = table.rows[:, 0]
    assert len(rows) <= 128 and rows[0] == 0 and set(np.diff(rows)) == {8.0} and rows[-1] >= 984
    assert list(before[:, 0]) == list(range(127)), "rows that were handed out are never written again"


def test_readings_take_their_share_of_the_time_only(monkeypatch):
    world = FakeWorld()
    log = DivergenceLog([world, FakeWorld()])
    world.step()
    log.read()
    assert len(log.divergence().times) == 1
    log._due = 0.0
    log.read()
    log.read()
    assert len(log.divergence().times) == 2
    clock = iter([log._due + seconds for seconds in (0.0, 0.5, 4.4, 4.6, 4.7)])
    monkeypatch.setattr(divergence, "time", SimpleNamespace(perf_counter=lambda: next(clock)))
    for read in (3, 3, 4):                           # half a second of reading, and eight times as long without
        world.step()
        log.read()
        assert len(log.divergence().times) == read


def test_what_a_method_has_to_say_is_shown_once(session):
    apply(session, AddVariant())
    said = session.publish().status.notices
    session.variants[1].world.note = "joints contradict each other"
    new = [notice for notice in steps(session, 3).status.notices if notice not in said]
    assert [(notice.text, notice.kind) for notice in new] == [("Variant b: joints contradict each other", "warning")]
    apply(session, Restart())
    session.variants[0].world.note = "joints contradict each other"
    assert len(steps(session, 3).status.notices) == len(said) + len(new) + 1
