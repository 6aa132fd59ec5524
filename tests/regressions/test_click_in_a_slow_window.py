"""Seen: a click on a body of a paused scene, with the pointer at rest for a while before, selected nothing; nor did clicks in a
window of few frames a second, now and then.  Expected: a press that is let go before REST is a click.  Why: a press counted from
the frame before it, and a window in which nothing changes draws none for as long as nobody touches it.
"""
from __future__ import annotations

import pytest

from app.draw.camera import Camera
from app.input.body_picking import pick
from app.input.box_select import BoxSelect
from app.input.camera_motion import CameraMotion
from app.input.event_tool import EventTool
from app.input.mouse import REST, MouseTool
from app.input.router import LEFT, Event
from app.input.viewports import Viewport
from app.simulation.commands import Grab, Select
from app.ui.body_making import BodyMaking
from tests.support.synthetic import DYNAMIC, SPHERE, view_of_bodies

SIZE, BALL = (1000, 800), (500, 400)


class Stage:
    """A ball in the middle, and the commands that it is given."""

    making, viewports = False, (Viewport(0, 0, 0, *SIZE),)

    def __init__(self):
        self.view = view_of_bodies([(SPHERE, DYNAMIC, (0, 0, 1), (1, 1, 1))])
        self.motion = CameraMotion(Camera((0, -10, 1), (0, 0, 1)))
        self.box, self.events, self.commands = BoxSelect(), EventTool(), []
        self.new_body = BodyMaking(self.commands.append)

    def viewport(self, _x, _y):
        return self.viewports[0]

    def pick(self, x, y, sensors=False):
        return pick(self.view, 1.0, *self.motion.camera.ray(x, y, *SIZE), sensors)

    def pick_joint(self, _x, _y):
        return None

    def submit(self, command):
        self.commands.append(command)

    def grab_settings(self):
        return {"hertz": 5.0, "damping_ratio": 1.0, "force_factor": 50.0}


@pytest.mark.parametrize("before", [2 * REST, 100.0], ids=["a slow window", "a window at rest"])
def test_a_press_counts_from_the_frame_that_has_it(before):
    stage = Stage()
    pointer = MouseTool(stage)
    pointer.tick(10.0)
    pointer.receive(Event("press", *BALL, button=LEFT))
    pointer.tick(10.0 + before)                                    # the frame of the press
    pointer.tick(10.0 + before + REST / 2)
    assert pointer.gesture == "maybe" and stage.commands == []
    pointer.receive(Event("release", *BALL, button=LEFT))
    assert stage.commands == [Select(1)]


def test_a_press_that_rests_still_grabs():
    stage = Stage()
    pointer = MouseTool(stage)
    pointer.receive(Event("press", *BALL, button=LEFT))
    for now in (100.0, 100.0 + 1.01 * REST):
        pointer.tick(now)
    assert pointer.gesture == "grab" and isinstance(stage.commands[0], Grab)
