"""The field "stop when": what is refused stays to be mended, what is taken is that of the simulation, Escape goes back to it."""
from __future__ import annotations

import pytest
from imgui_bundle import imgui

from tests.support.inside_step import looked_into

FIELD, WRONG = "field:stop when", "max_penetratio > 0.01"


@pytest.fixture
def dock(bench):
    """A bench with the dock open, and a wrong expression refused."""
    bench.state.size = (1920, 1080)
    bench.session.paused = True
    bench.state.change(inside_step=True)
    bench.shown = {"inside": looked_into()}
    bench.frame(4)
    bench.commands.clear()
    bench.click(FIELD, 0.3)
    bench.type(WRONG)
    bench.press(imgui.Key.enter)
    bench.frame(3)
    assert [command.expression for command in bench.commands] == [WRONG]
    bench.obey()
    bench.frame(3)
    return bench


def test_a_refused_expression_stays_and_is_mended(dock):
    assert dock.state.inside.stop == WRONG and not dock.state.status.stop.expression
    dock.click(FIELD, 0.3)
    dock.press(imgui.Key.end)
    for _ in range(len("o > 0.01")):
        dock.press(imgui.Key.backspace)
    dock.type("on > 0.01")
    dock.press(imgui.Key.enter)
    dock.obey()
    dock.frame(3)
    assert dock.state.inside.stop is None and dock.state.status.stop.expression == "max_penetration > 0.01"


def test_escape_goes_back_to_what_is_in_force(dock):
    dock.click(FIELD, 0.3)
    dock.press(imgui.Key.escape)
    dock.frame(2)
    assert dock.state.inside.stop is None and not dock.commands
