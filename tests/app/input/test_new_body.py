"""A body that is made by the mouse tool: press, drag, release, and how it is given up."""
from __future__ import annotations

import pytest

from app.input.router import Event
from app.simulation.commands import CreateBody
from tests.support.mouse_stage import EMPTY, LOW, move, press, release


def test_a_press_makes_the_body_that_was_chosen_and_nothing_else(pointer, stage):
    stage.new_body.begin("box")
    press(pointer, LOW)
    assert pointer.gesture == "body"
    move(pointer, (LOW[0] + 200, LOW[1]))
    assert stage.new_body.size > 1.0 and not stage.commands
    release(pointer, (LOW[0] + 200, LOW[1]))
    (command,) = stage.commands
    assert isinstance(command, CreateBody) and command.size > 1.0 and not stage.new_body.active


@pytest.mark.parametrize("how", ["escape", "blur"])
def test_a_body_is_given_up(pointer, stage, how):
    stage.new_body.begin("box")
    press(pointer, LOW)
    pointer.receive(Event("key", *LOW, key="Escape") if how == "escape" else Event("blur"))
    release(pointer, LOW)
    assert not stage.commands and not stage.new_body.active


def test_with_alt_the_camera_turns_while_a_body_is_made(pointer, stage):
    stage.new_body.begin("box")
    press(pointer, EMPTY, alt=True)
    assert pointer.gesture == "orbit" and stage.new_body.active
