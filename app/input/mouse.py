"""Mouse tool: presses, drags, wheel and held keys on the scene.

A left press on a dynamic body becomes a grab as soon as the pointer moves or rests; released before that it is a click, which
selects the body or the joint there, or chooses a place while a joint is being made.  While an event is being drawn the press
begins its arrow, while a body is being made it chooses the place of that.  A click on the ground selects nothing,
unless Ctrl is held; one on a sensor selects what is in it or behind it, and the sensor where that is the ground or nothing.
With Ctrl and Shift a click adds a body to the selection, or takes it out.  Every change of a body is a command; the camera is
moved directly.
"""
from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from app.input.bindings import FLY_KEYS, chord
from app.input.body_picking import Hit
from app.input.box_select import BoxSelect
from app.input.camera_motion import CameraMotion
from app.input.event_tool import EventTool
from app.input.router import LEFT, MIDDLE, RIGHT, Event, Modifiers
from app.input.viewports import Viewport
from app.published.view import View
from app.simulation.commands import ChooseVariant, Grab, MoveGrab, Pin, Release, Select, SelectJoint, ToggleSelected

CLICK = 3.0                # [px] a press with less motion is a click
REST = 0.2                 # [s] a press that is seen for longer on a body grabs it
REACH_NOTCH = 1.1          # factor on the distance of a grabbed point per wheel notch


class Stage(Protocol):
    """The mouse tool's interface to the window, implemented by `UiState`."""

    motion: CameraMotion
    events: EventTool

    new_body: Any                      # the body that is being made, an `app.ui.body_making.BodyMaking`

    @property
    def view(self) -> View | None:
        """The newest published view."""

    def viewport(self, x: float, y: float) -> Viewport:
        """The viewport that contains a pixel."""

    def pick(self, x: float, y: float, sensors: bool = False) -> Hit | None:
        """The body under a pixel; of the `sensors` alone on request."""

    def pick_joint(self, x: float, y: float) -> int | None:
        """Uid of the joint whose mark is under a pixel."""

    @property
    def viewports(self) -> tuple[Viewport, ...]:
        """The viewports of all variants."""

    @property
    def making(self) -> bool:
        """Whether clicks choose the places of a new joint."""

    box: BoxSelect                     # the rectangle that is drawn to select bodies

    def choose_box(self, besides: bool) -> None:
        """Select the bodies in the rectangle."""

    def place(self, x: float, y: float) -> None:
        """Choose the place under a pixel for the new joint."""

    def submit(self, command: object) -> None:
        """Queue a command."""

    def act_by_chord(self, keys: str) -> bool:
        """Perform the action of a chord of the controls table."""

    def make_event(self, command: object) -> None:
        """Make an event that was drawn."""

    def shoot(self, x: float, y: float) -> None:
        """Shoot a ball through a pixel."""

    def grab_settings(self) -> dict[str, float]:
        """hertz, damping_ratio and force_factor of the mouse spring."""


@dataclass
class Held:
    """A dragged body: the plane through the grabbed point in which the pointer moves it."""

    point: np.ndarray          # (3,) a point of the plane, world [m]
    upright: bool = False      # the plane is vertical instead of facing the eye
    sent: tuple[float, float, float] | None = None      # the target last requested, world [m]


class MouseTool:
    """Receives the scene's events from the router."""

    def __init__(self, stage: Stage):
        self._stage = stage
        self._gesture = ""                     # "", "maybe", "grab", "draw", "body", "point", "orbit", "pan", "look"
        self._button = ""
        self._pressed = (0.0, 0.0)
        self._rests_since: float | None = None         # [s] the first frame with the press in it
        self._last = (0.0, 0.0)
        self._moved = self._toggling = False           # the press has moved; it has Ctrl and Shift
        self._viewport: Viewport | None = None         # place of the press
        self._hit: Hit | None = None
        self._held: Held | None = None
        self._fly: set[str] = set()
        self.position = (0.0, 0.0)             # latest place of the pointer on the scene [px]
        self.now = 0.0                         # [s] set once a frame

    @property
    def gesture(self) -> str:
        """The gesture of the pressed button: "", "maybe" (a click or a grab), "grab", "draw" (an event's arrow), "body" (the size
        of a new one), "point" (a click with Ctrl), "box", "orbit", "pan" or "look"."""
        return self._gesture

    def receive(self, event: Event) -> None:
        """Act on one event of the scene."""
        getattr(self, f"_on_{event.kind}", lambda _: None)(event)

    def tick(self, now: float) -> None:
        """Once a frame at `now` [s]: a resting press grabs; a grab follows the camera; held keys fly."""
        self.now = now
        if self._gesture == "maybe" and not self._toggling and self._has_rested() and self._hit.dynamic:
            self._grab()
        if self._gesture == "grab":
            self._drag_body(self.position)
        keys = self._fly if self._gesture == "look" else set()
        right, forward, up = (sum(FLY_KEYS[k][axis] for k in keys if k in FLY_KEYS) for axis in range(3))
        self._stage.motion.fly(right, forward, up, fast="Shift" in keys)

    def _has_rested(self) -> bool:
        """Whether the press has lasted for REST.  It counts from the first frame that has it, for the frame before may be old: a
        window at rest draws none, and a slow one few."""
        if self._rests_since is None:
            self._rests_since = self.now
        return self.now - self._rests_since > REST

    def _on_press(self, event: Event) -> None:
        self.position = (event.x, event.y)
        if self._gesture:
            if self._gesture == "grab" and event.button == RIGHT:
                self._stage.submit(Pin())
                self._end()
            return
        self._button, self._pressed, self._last = event.button, (event.x, event.y), (event.x, event.y)
        self._rests_since, self._moved = None, False
        self._viewport = self._stage.viewport(event.x, event.y)
        if event.button == LEFT:
            self._left_press(event)
        elif event.button == MIDDLE:
            self._gesture = "pan"
        elif event.button == RIGHT:
            self._gesture = "pan" if event.modifiers.shift else "look"

    def _left_press(self, event: Event) -> None:
        held = event.modifiers
        self._toggling = held.ctrl and held.shift
        if self._stage.box.active:
            self._gesture = "box"
            self._stage.box.press((event.x, event.y))
            return
        if self._stage.new_body.active and not held.alt:
            self._gesture = "body"
            self._stage.new_body.press(self._stage, event.x, event.y)
            return
        if held.shift and not held.ctrl:
            self._stage.shoot(event.x, event.y)
            return
        self._hit = self._stage.pick(event.x, event.y)
        if not (held.alt or self._stage.making) and self._stage.events.press(self._hit, self._stage.view):
            self._gesture, self._held = "draw", Held(np.array(self._hit.point))
        elif held.alt or self._hit is None or not self._hit.dynamic or self._stage.making:
            self._gesture = "orbit" if not held.ctrl else "point"
        elif held.ctrl and not held.shift:
            self._grab()
        else:
            self._gesture = "maybe"

    def _on_motion(self, event: Event) -> None:
        dx, dy = event.x - self._last[0], event.y - self._last[1]
        self.position = self._last = (event.x, event.y)
        if not self._gesture:
            return
        if math.hypot(event.x - self._pressed[0], event.y - self._pressed[1]) > CLICK:
            self._moved = True
        motion = self._stage.motion
        if self._gesture == "maybe" and self._moved:
            self._grab()
        if self._gesture == "grab":
            self._set_upright(event.modifiers)
            self._drag_body((event.x, event.y))
        elif self._gesture == "box":
            self._stage.box.drag((event.x, event.y))
        elif self._gesture == "body":
            self._stage.new_body.drag(self._stage, event.x, event.y)
        elif self._gesture == "draw":
            self._stage.events.move(self._target((event.x, event.y)), event.modifiers.ctrl, self._stage.view)
        elif self._gesture == "orbit" and self._moved:
            motion.orbit(dx, dy)
        elif self._gesture == "pan":
            motion.pan(dx, dy, self._viewport.height)
        elif self._gesture == "look":
            motion.look(dx, dy)

    def _on_release(self, event: Event) -> None:
        if event.button != self._button:
            return
        if event.button == LEFT and not self._moved and self._gesture in ("maybe", "point", "orbit"):
            self._click(event)
        if self._gesture == "grab":
            self._stage.submit(Release())
        elif self._gesture == "box":
            self._stage.choose_box(event.modifiers.shift)
        elif self._gesture == "body":
            self._stage.new_body.release(self._stage)
        elif self._gesture == "draw" and (command := self._stage.events.release(self._stage.view)) is not None:
            self._stage.make_event(command)
        self._end()

    def _click(self, event: Event) -> None:
        if self._stage.making:
            self._stage.place(event.x, event.y)
            return
        if len(self._stage.viewports) > 1:
            self._stage.submit(ChooseVariant(self._viewport.variant))
        if self._toggling:
            if (uid := self._meant(event)) is not None:
                self._stage.submit(ToggleSelected(uid))
            return
        joint = self._stage.pick_joint(event.x, event.y)
        self._stage.submit(Select(self._meant(event)) if joint is None else SelectJoint(joint))

    def _meant(self, event: Event) -> int | None:
        """Uid of the body that a click selects: a sensor only before the ground or nothing, the ground only with Ctrl."""
        hit = self._hit
        if hit is None or hit.ground:
            sensor = self._stage.pick(event.x, event.y, sensors=True)
            if sensor is not None and (hit is None or sensor.distance < hit.distance):
                return sensor.uid
        return None if hit is None or hit.ground and self._gesture != "point" else hit.uid

    def _on_scroll(self, event: Event) -> None:
        if self._gesture == "grab" and self._held is not None:
            eye = self._stage.motion.camera.eye
            self._held.point = eye + (self._held.point - eye) * REACH_NOTCH**event.amount
            self._drag_body((event.x, event.y))
            return
        hit = self._stage.pick(event.x, event.y)
        motion, viewport = self._stage.motion, self._stage.viewport(event.x, event.y)
        motion.zoom_to(event.amount, hit.point if hit else viewport.point_at(motion.camera, event.x, event.y))

    def _on_key(self, event: Event) -> None:
        held = event.modifiers
        if self._gesture == "look" and (event.key in FLY_KEYS or event.key == "Shift"):
            self._fly.add(event.key)
            return
        if event.key == "Escape" and self._gesture in ("grab", "draw", "body"):
            self._give_up()
            return
        self._stage.act_by_chord(chord(event.key, held.ctrl, held.shift, held.alt))

    def _on_key_up(self, event: Event) -> None:
        self._fly.discard(event.key)

    def _on_blur(self, _event: Event) -> None:
        """The window lost the focus: release events will not arrive."""
        self._give_up()

    def _give_up(self) -> None:
        """End a drag without its effect."""
        if self._gesture == "grab":
            self._stage.submit(Release())
        elif self._gesture == "draw":
            self._stage.events.arrow = None
        elif self._gesture == "body":
            self._stage.new_body.cancel()
        self._stage.box.end()
        self._end()

    def _end(self) -> None:
        self._gesture, self._button, self._hit, self._held = "", "", None, None
        self._fly.clear()

    def _grab(self) -> None:
        hit = self._hit
        self._gesture = "grab"
        self._held = Held(np.array(hit.point))
        self._stage.submit(Grab(uid=hit.uid, anchor=_floats(hit.local), target=_floats(hit.point), **self._stage.grab_settings()))

    def _set_upright(self, held: Modifiers) -> None:
        """Change the plane of the drag through the body's present place, so that it does not jump."""
        if self._held is not None and held.shift != self._held.upright:
            target = self._target(self._last)
            if target is not None:
                self._held.point = target
            self._held.upright = held.shift

    def _drag_body(self, at: tuple[float, float]) -> None:
        target = self._target(at)
        if target is not None and _floats(target) != self._held.sent:
            self._held.sent = _floats(target)
            self._stage.submit(MoveGrab(self._held.sent))

    def _target(self, at: tuple[float, float]) -> np.ndarray | None:
        """The point where the ray through a pixel meets the plane of the drag, None when it does not."""
        camera = self._stage.motion.camera
        origin, direction = self._viewport.ray(camera, *at)
        normal = np.array(camera.backward)
        if self._held.upright:
            flat = np.array((normal[0], normal[1], 0.0))
            length = np.linalg.norm(flat)
            normal = flat / length if length > 0.05 else normal
        speed = direction @ normal
        if abs(speed) < 1e-3:
            return None
        distance = ((self._held.point - origin) @ normal) / speed
        return origin + direction * min(distance, 1e4) if distance > 0 else None


def _floats(vector: np.ndarray) -> tuple[float, float, float]:
    return tuple(float(x) for x in vector)
