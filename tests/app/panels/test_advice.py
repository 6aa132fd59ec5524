"""The adviser's panel: each state has its words and buttons, findings open variants, and it shares its place with the rows."""
from __future__ import annotations

import dataclasses

import pytest

from app.panels.stack import window_settings
from app.published.advice import CANCELLED, DONE, FAILED, RUNNING, UNASKED, Advice, FindingCard, Knob
from app.published.status import VARIANT_NAMES, VariantCard
from app.published.tuning import Tuning
from app.simulation.commands import Advise, CancelAdvice, TryAdvice
from physics.definitions.settings import SolverSettings

BETTER = SolverSettings().replace(substeps=8)
FINDING = FindingCard("A stack leans", "1.57 rad", "0.04 rad", "largest lean", "it leans far", "too few sweeps",
                      (("lean", "90 deg"),), (Knob("Substeps", "4", "8"),), ("solver.substeps=8",), (("solver", BETTER),))
UNKNOWN = FindingCard("Energy grows", "no number", "0.05", "largest gain", "none of the known causes applies")
REFUSED = dataclasses.replace(FINDING, goal=(), refusal="world.dt is the same for all variants of a window")


@pytest.fixture
def panel(bench):
    """A bench with the panel open."""
    bench.state.change(advice=True)
    bench.commands.clear()
    bench.show = lambda *findings, state=DONE, **fields: bench.shown.update(
        advice=Advice(state, 40, 300, "steps 0 to 40", ("A stack leans",), findings, **fields))
    return bench


def test_the_button_and_its_key_ask(panel):
    panel.click("button:advise")
    assert panel.commands == [Advise()]
    panel.commands.clear()
    panel.state.change(advice=False)
    assert panel.state.act_by_chord("Shift+H") and panel.state.settings.advice
    assert panel.commands[-1] == Advise()


@pytest.mark.parametrize(("state", "there", "gone"), [
    (UNASKED, "button:advise", "advice:progress"), (RUNNING, "advice:progress", "button:advise"),
    (DONE, "advice:nothing", "button:cancel advice"), (CANCELLED, "button:advise", "advice:nothing"),
    (FAILED, "advice:failure", "advice:nothing")])
def test_each_state_is_shown(panel, state, there, gone):
    panel.show(state=state, failure="a number too many")
    widgets = panel.frame(3)
    assert there in widgets and gone not in widgets


def test_a_look_is_cancelled(panel):
    panel.show(state=RUNNING)
    panel.click("button:cancel advice")
    assert panel.commands == [CancelAdvice()]


def test_a_change_is_tried_beside(panel):
    panel.show(FINDING, UNKNOWN, REFUSED)
    widgets = panel.frame(3)
    assert "button:try advice 2" not in widgets and "button:try advice 3" not in widgets and "advice:refused 3" in widgets
    panel.click("button:try advice 1")
    assert panel.commands == [TryAdvice(("solver.substeps=8",))]


def test_a_change_that_runs_already_names_its_variant(panel):
    panel.show(FINDING)
    panel.changes = {"variants": (VariantCard("a", Tuning()), VariantCard("b", Tuning(solver=BETTER)))}
    widgets = panel.frame(3)
    assert "advice:made 1" in widgets and "button:try advice 1" not in widgets


def test_there_are_no_more_variants_than_names(panel):
    panel.show(FINDING)
    panel.changes = {"variants": tuple(VariantCard(name, Tuning()) for name in VARIANT_NAMES)}
    panel.click("button:try advice 1")
    assert panel.commands == []


def test_what_changed_since_is_said(panel):
    panel.show(FINDING)
    assert "advice:changed" not in panel.frame(3)
    panel.show(FINDING, changed="settings were changed since")
    assert "advice:changed" in panel.frame(3)


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (700, 480)])
def test_all_of_it_stays_in_the_panel(panel, size):
    panel.state.size = size
    panel.show(FINDING, changed="settings were changed since")
    widgets = panel.frame(4)
    left, _, right, _ = widgets["window:advice"]
    for name in ("button:advise", "button:try advice 1", "finding:1", "advice:changed"):
        assert left <= widgets[name][0] and widgets[name][2] <= right, name


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_it_is_as_high_as_what_it_says(panel, size):
    panel.state.size = size

    def room():
        (_, top, _, bottom), content = panel.frame(5)["window:advice"], panel.frame()["advice:content"]
        return bottom - top, content[3] - content[1]

    panel.show(state=UNASKED)
    unasked, content = room()
    assert 90 <= unasked <= 125 and content <= unasked
    panel.show(FINDING)
    one, content = room()
    assert unasked < one < 240 and content <= one
    panel.show(*[FINDING] * 5)
    many, content = room()
    assert many == pytest.approx(max(296, 0.34 * (size[1] - 32)), abs=1) and many < content, "as high as before, and it scrolls"


def test_it_and_the_rows_have_one_place(panel):
    panel.state.change(inside_step=True)
    assert not panel.state.settings.advice and "window:advice" not in panel.frame()
    panel.state.act("advice")
    assert not panel.state.settings.inside_step and "window:inside" not in panel.frame()


def test_settings_that_name_both_show_one(panel):
    panel.state.settings = window_settings()(advice=True, inside_step=True)
    assert len({"window:advice", "window:inside"} & set(panel.frame())) == 1
