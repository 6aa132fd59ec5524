"""Scenes with one thing wrong: the adviser names it first, and the change that it names helps."""
from __future__ import annotations

import pytest

from app.adviser.adviser import symptoms
from app.adviser.ill_scenes import ill_scenes, page, verdict
from tests.architecture.sources import ROOT

TWELVE = {"jitter", "sinking", "joint_drift", "bounce_missing", "stack_leans", "joint_stretches", "explosion_at_start",
          "energy_grows", "tunnelling", "sticks_on_seams", "slow_slide", "spins_too_little"}


@pytest.fixture(scope="module")
def found():
    return {scene.name: verdict(scene) for scene in ill_scenes()}


@pytest.mark.parametrize("name", [scene.name for scene in ill_scenes()])
def test_the_right_cause_is_first_and_its_change_helps(found, name):
    one = found[name]
    assert one.right, one.trial.finding and (one.trial.finding.symptom.name, one.trial.finding.cause, one.trial.finding.value)
    assert one.trial.helps, (one.trial.finding.value, one.trial.after)


def test_every_symptom_has_an_ill_scene():
    shown = {scene.symptom for scene in ill_scenes()}
    assert shown == set(symptoms()) and shown >= TWELVE


def test_scenes_are_named_after_causes():
    known = {f"{symptom.name}/{cause.name}" for symptom in symptoms().values() for cause in symptom.causes}
    assert {f"{scene.symptom}/{scene.cause}" for scene in ill_scenes()} <= known


def test_explained_symptoms_exist():
    assert {name for symptom in symptoms().values() for name in symptom.explains} <= set(symptoms())


def test_the_reference_page_is_up_to_date(found):
    """Numbers are those of one kind of processor: everything else must be equal."""
    def words(text):
        return [word for word in text.split() if not any(letter.isdigit() for letter in word)]
    committed = (ROOT / "docs/reference/adviser.md").read_text(encoding="utf-8")
    assert words(page(list(found.values()))) == words(committed)
