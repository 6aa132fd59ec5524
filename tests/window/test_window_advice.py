"""The adviser in the real window: a press on its button names what is wrong with a stack, another tries the change beside."""
from __future__ import annotations

import pytest

from app.adviser.ill_scenes import FOLDER
from tests.support.desktop import COLD, App, missing

pytestmark = pytest.mark.skipif(bool(missing()), reason=f"not installed: {', '.join(missing())}")
LEANS = FOLDER / "stack_leans" / "few_sweeps.yaml"


@pytest.fixture(scope="module")
def app(display, tmp_path_factory):
    """A stack that leans, with the adviser's panel open."""
    window = App(display, tmp_path_factory.mktemp("advice"), str(LEANS), introduction=False)
    window.wait(lambda s: s["ready"] and s["step"] and s["step"] > 60, "the first steps", COLD)
    window.key("h")
    window.wait(lambda s: "window:advice" in s["widgets"], "the panel")
    yield window
    window.close()


def done(state):
    return state["advice"]["state"] == "done"


def test_the_button_names_the_cause_while_the_scene_goes_on(app):
    begun = app.state()["step"]
    app.click(*app.middle("button:advise"))
    state = app.wait(done, "the findings")
    assert state["advice"]["findings"][0] == "A stack leans" and state["step"] > begun
    assert state["advice"]["changed"] == "" and state["fault"] is None
    app.wait(lambda s: "button:try advice 1" in s["widgets"], "its button")


def test_another_press_opens_variant_b_with_the_change(app):
    iterations = app.state()["solver"]["iterations"]
    app.click(*app.middle("button:try advice 1"))
    state = app.wait(lambda s: len(s["variants"]) == 2, "variant b")
    assert state["chosen"] == 1 and state["variants"][1]["changes"] == [["Iterations", "20"]] and iterations == 1
    app.wait(lambda s: "advice:made 1" in s["widgets"] and "advice:changed" in s["widgets"], "what runs already, what changed")


def test_the_variant_has_nothing_wrong(app):
    app.key("shift+h")
    app.wait(lambda s: s["advice"]["state"] == "running", "the look")
    state = app.wait(done, "its end")
    assert state["chosen"] == 1 and state["advice"]["findings"] == []
    app.wait(lambda s: "advice:nothing" in s["widgets"], "the words")


def test_rows_take_its_place_and_give_it_back(app):
    app.key("x")
    app.wait(lambda s: "window:inside" in s["widgets"] and "window:advice" not in s["widgets"], "the rows")
    app.key("h")
    app.wait(lambda s: "window:advice" in s["widgets"] and "window:inside" not in s["widgets"], "the adviser")
    app.key("h")
    app.wait(lambda s: "window:advice" not in s["widgets"], "its end")


def test_a_long_look_is_cancelled_and_the_window_goes_on(app):
    app.key("shift+c")
    app.wait(lambda s: not s["variants"], "one variant")
    app.key("ctrl+o")
    app.wait(lambda s: s["sheet"] == "scenes", "the picker")
    app.type("b_large_pyramid")
    app.wait(lambda s: rows_of(s) == ["row:benchmark/b_large_pyramid"], "the row")
    app.key("Return")
    app.wait(lambda s: s["scene"] == "benchmark/b_large_pyramid" and s["ready"] and s["step"], "the first step", COLD)
    app.key("h")
    app.click(*app.middle("button:advise"))
    begun = app.wait(lambda s: s["advice"]["state"] == "running", "the look")
    app.wait(lambda s: s["step"] > begun["step"] + 5, "steps meanwhile")
    app.click(*app.middle("button:cancel advice"))
    app.wait(lambda s: s["advice"]["state"] == "cancelled" and "button:advise" in s["widgets"], "its end")


def rows_of(state):
    """Rows of the picker in sight."""
    return [name for name in state["widgets"] if name.startswith("row:")]
