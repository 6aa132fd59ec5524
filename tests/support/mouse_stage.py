"""A stage for the mouse tool: a ball on the ground in the middle of the picture, and the commands that it is given."""
from __future__ import annotations

from app.draw.camera import Camera
from app.input.body_picking import pick
from app.input.box_select import BoxSelect
from app.input.camera_motion import CameraMotion
from app.input.event_tool import EventTool
from app.input.router import LEFT, Event, Modifiers
from app.input.viewports import Viewport
from app.ui.body_making import BodyMaking
from tests.support.synthetic import DYNAMIC, GROUND, SPHERE, view_of_bodies

SIZE = (1000, 800)
BALL, EMPTY, LOW = (500, 400), (100, 100), (500, 700)             # on the ball, on nothing, below the horizon


class Stage:
    """A ball in the middle of the picture."""

    def __init__(self):
        self.view = view_of_bodies([GROUND, (SPHERE, DYNAMIC, (0, 0, 1), (1, 1, 1))])
        self.motion = CameraMotion(Camera((0, -10, 1), (0, 0, 1)))
        self.commands, self.chords, self.shots, self.places, self.boxes = [], [], [], [], []
        self.viewports = (Viewport(0, 0, 0, *SIZE),)
        self.box = BoxSelect()
        self.events, self.made, self.gizmo = EventTool(), [], ""
        self.new_body = BodyMaking(self.commands.append)
        self.joint, self.making = None, False                # the joint whose mark is everywhere; whether one is being made

    def viewport(self, x, y):
        return next(viewport for viewport in self.viewports if viewport.holds(x, y))

    def pick(self, x, y, sensors=False):
        return pick(self.view, 1.0, *self.motion.camera.ray(x, y, *SIZE), sensors)

    def pick_joint(self, x, y):
        return self.joint

    def choose_box(self, besides):
        self.boxes.append((self.box.rectangle, besides))
        self.box.end()

    def place(self, x, y):
        self.places.append((x, y))

    def make_event(self, command):
        self.made.append(command)

    def submit(self, command):
        self.commands.append(command)

    def act_by_chord(self, keys):
        self.chords.append(keys)
        return True

    def shoot(self, x, y):
        self.shots.append((x, y))

    def grab_settings(self):
        return {"hertz": 5.0, "damping_ratio": 1.0, "force_factor": 50.0}


def press(pointer, at, button=LEFT, **held):
    pointer.receive(Event("press", *at, button=button, modifiers=Modifiers(**held)))


def move(pointer, at, **held):
    pointer.receive(Event("motion", *at, modifiers=Modifiers(**held)))


def release(pointer, at, button=LEFT, **held):
    pointer.receive(Event("release", *at, button=button, modifiers=Modifiers(**held)))
