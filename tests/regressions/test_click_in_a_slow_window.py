"""Seen: a click on a body of a paused scene, with the pointer at rest for a while before, selected nothing; nor did clicks in a
window of few frames a second, now and then.  Expected: a press that is let go before REST is a click.  Why: a press counted from
the frame before it, and a window in which nothing changes draws none for as long as nobody touches it.
"""
from __future__ import annotations

import pytest

from app.input.mouse import REST, MouseTool
from app.input.router import LEFT, Event
from app.simulation.commands import Grab, Select
from tests.support.mouse_stage import BALL, Stage
from tests.support.synthetic import DYNAMIC, SPHERE, view_of_bodies


class Alone(Stage):
    """A ball without a ground."""

    def __init__(self):
        super().__init__()
        self.view = view_of_bodies([(SPHERE, DYNAMIC, (0, 0, 1), (1, 1, 1))])


@pytest.mark.parametrize("before", [2 * REST, 100.0], ids=["a slow window", "a window at rest"])
def test_a_press_counts_from_the_frame_that_has_it(before):
    stage = Alone()
    pointer = MouseTool(stage)
    pointer.tick(10.0)
    pointer.receive(Event("press", *BALL, button=LEFT))
    pointer.tick(10.0 + before)                                    # the frame of the press
    pointer.tick(10.0 + before + REST / 2)
    assert pointer.gesture == "maybe" and stage.commands == []
    pointer.receive(Event("release", *BALL, button=LEFT))
    assert stage.commands == [Select(1)]


def test_a_press_that_rests_still_grabs():
    stage = Alone()
    pointer = MouseTool(stage)
    pointer.receive(Event("press", *BALL, button=LEFT))
    for now in (100.0, 100.0 + 1.01 * REST):
        pointer.tick(now)
    assert pointer.gesture == "grab" and isinstance(stage.commands[0], Grab)
