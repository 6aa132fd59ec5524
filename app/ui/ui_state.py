"""The UI state: view settings, camera, panels, toasts and requests of the window.

It belongs to the window's thread and uses neither GL nor ImGui, so panels, mouse tool and scripts share it; it changes worlds by
commands only.
"""
from __future__ import annotations

import collections
import dataclasses
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from app.draw.camera import Camera
from app.draw.frame import Count
from app.draw.framing import outline_of
from app.draw.view_setting import parts_of, placements, replaced_by
from app.input.bindings import Control
from app.input.body_picking import Hit, pick
from app.input.box_select import BoxSelect
from app.input.camera_motion import CameraMotion
from app.input.event_tool import EventTool
from app.input.joint_picking import pick_joint
from app.input.joint_tool import AnchorPoint, JointTool
from app.input.tape import Tape
from app.input.viewports import Viewport, viewports
from app.published.energy_history import STEP, TIME, Histories, History
from app.published.joint_history import JointReadings
from app.published.status import WATCHING, Publication
from app.published.view import View
from app.simulation.commands import CloseFault, Command, GoTo, KeepHistory, Observe, SelectBodies, Shoot
from app.ui.body_making import BodyMaking
from app.ui.catalog import Catalog
from app.ui.clipboard import Clipboard
from app.ui.controls import Controls, controls_of
from app.ui.file_dialog import FileDialog
from app.ui.scene.drafts import Drafts
from app.ui.film_state import FilmState, Recording
from app.ui.found import Found
from app.ui.generator_making import GeneratorMaking
from app.ui.inside_state import InsideState
from app.ui.last_scenes import LastScenes
from app.ui.lessons import Lessons
from app.ui.log_filter import LogFilter
from app.ui.pictures import Pictures
from app.ui.scene_camera import SceneCamera, clear_part
from app.ui.scene.scene_change import SceneChange
from app.ui.toasts import Toast, Toasts
from app.ui.scene.unsaved import PATIENCE, Unsaved
from app.ui.view_settings import ViewSettings

FIRST_PLOTTED = ("kinetic_energy", "max_penetration", "contacts")
LOOK_AGAIN = 0.2          # [s] interval of joint picking under a resting pointer


class UiState:
    """The window's state between two frames."""

    def __init__(self, submit: Callable[[Command], None], settings: ViewSettings, output_folder: Path):
        """`submit` queues a command in the session; `output_folder` is the folder for pictures and films."""
        self._submit = submit
        self.settings = settings
        self.output_folder = output_folder
        self.publication = Publication()
        self.now = time.perf_counter()              # [s] this frame's time
        self.alpha = 1.0                            # this frame's interpolation weight
        self.frame_ms = 16.7                        # [ms] between two frames, smoothed
        self.detail = 1.0                           # share of the pixels of each side that the scene is drawn with
        self.counts: tuple[Count, ...] = ()         # how many of what has marks are drawn with them, where not all are
        self.size = (1280, 720)                     # window units
        self.area = (0.0, 0.0, 1280.0, 720.0)       # left, top, width, height of the part of the window without panels
        self.motion = CameraMotion(Camera())
        self.scene_camera = SceneCamera(self.motion)
        self.film = FilmState(self.motion, self.submit, self.say, output_folder)
        self.histories = Histories()
        self.joint_readings = JointReadings()
        self.toasts = Toasts()
        self.tool = JointTool()
        self.tape = Tape()
        self.box = BoxSelect()
        self.events = EventTool()
        self.clipboard = Clipboard()
        self.inside = InsideState()
        self.log = LogFilter()
        self.pictures = Pictures()
        self.last_scenes, self.drafts = LastScenes(None), Drafts(None)
        self.unsaved = Unsaved(self)
        self.open_sheet = ""                        # "", or the name of one: "help", "scenes", "palette", "unsaved"
        self.gizmo = ""                             # "move" or "turn": how the selected body is edited, "" for not
        self.gizmo_over = False                     # the pointer is on it, or drags it
        self.making_generator = GeneratorMaking(self.submit)
        self.new_body = BodyMaking(self.submit)
        self.lessons = Lessons(self, self.switches)
        self.walking = 0                            # the turn of the panels to have the keyboard, 0: the scene has it
        self.asked_to_remove: tuple[int, float] | None = None  # static body (its uid) to remove if asked again, until when [s]
        self.pointing = True                        # the pointer has moved since a sheet lay over the panels
        self._closed_fault = 0                      # number of the last fault card that was closed
        self.introduced = False                     # the card with the scene's title and text is shown
        self.found: Found | None = None             # the widget that a search has found
        self.hovered: int | None = None             # uid of the body under the pointer
        self.hovered_joint: int | None = None       # uid of the joint under the pointer
        self.aimed: AnchorPoint | None = None              # the place under the pointer, while a joint is being made
        self.pointer_at: tuple[float, float] | None = None     # on the scene [px], None while over a panel
        self.requests: collections.deque[str] = collections.deque()     # to `capture` and `window`, by name
        self.recording: Recording | None = None
        self.plotted = list(FIRST_PLOTTED)          # metrics in the plots, and in those of films
        self.stage_ms: dict[str, float] = {}        # [ms] stages as shown, eased
        self.widgets: dict[str, tuple[float, float, float, float]] = {}  # name -> left, top, right, bottom, last frame
        self.legend: tuple[float, float, float, float] | None = None         # its place in the last frame
        self.backs: list[tuple[float, float, float, float]] | None = None   # the same of panels whose backs the renderer draws
        self.files: list[str] = []                  # pictures and films written in this session
        self._scene_change = SceneChange(self)
        self._looked_at = (-1.0, -1.0, 0.0)         # place and time [s] of the last joint picking
        self.catalog = Catalog()
        self.file_dialog = FileDialog()

    def submit(self, command: Command) -> None:
        """Queue a command in the session, or say why it is not possible."""
        if reason := self.refusal(command):
            self.say(reason, "warning")
        elif command.ends_scene:
            self.unsaved.leave(partial(self._submit, command))
        else:
            self.unsaved.submitted(command, self._submit(command))

    def quit(self) -> None:
        """End the program, once nothing is unsaved."""
        self.unsaved.leave(lambda: self.requests.append("discard" if self.unsaved.discarding else "quit"), PATIENCE)

    @property
    def status(self):
        """The newest published status."""
        return self.publication.status

    @property
    def view(self):
        """The newest published view, or None."""
        return self.publication.view

    @property
    def fault(self):
        """The fault whose card is shown, or None."""
        fault = self.status.fault
        return None if fault is None or fault.number == self._closed_fault else fault

    def close_fault(self) -> None:
        """Close the card of the fault, at once, and tell the session."""
        if self.fault is not None:
            self._closed_fault = self.fault.number
            self._submit(CloseFault(self._closed_fault))

    @property
    def chosen(self) -> tuple[int, ...]:
        """Uids of all selected bodies."""
        return self.status.group.uids

    @property
    def viewports(self) -> tuple[Viewport, ...]:
        """The viewports: one for each variant, or one for the chosen variant over the whole window."""
        if self.settings.split and self.publication.views:
            return viewports(len(self.publication.views), self.area)
        return (Viewport(self.status.chosen, 0.0, 0.0, *self.size),)

    @property
    def shown(self) -> tuple[float, float, float, float]:
        """Left, top, width and height of the part of the window in screenshots and live films: without panels only the
        pictures."""
        alone = len(self.viewports) == 1 or self.settings.capture_panels
        return (0.0, 0.0, *self.size) if alone else self.area

    def viewport(self, x: float, y: float) -> Viewport:
        """The viewport at a pixel of the window, else that of the chosen variant."""
        return next((viewport for viewport in self.viewports if viewport.holds(x, y)), self.chosen_viewport)

    @property
    def chosen_viewport(self) -> Viewport:
        """The viewport of the chosen variant."""
        return next((viewport for viewport in self.viewports if viewport.variant == self.status.chosen), self.viewports[0])

    @property
    def middle(self) -> tuple[float, float]:
        """The middle of the part of the window without panels [px]."""
        left, top, width, height = self.area
        return left + width / 2, top + height / 2

    def view_in(self, viewport: Viewport) -> View | None:
        """The view of a viewport's variant."""
        views = self.publication.views
        return views[viewport.variant] if viewport.variant < len(views) else self.view

    def take(self, publication: Publication, now: float) -> None:
        """Set the frame's publication, and follow it."""
        self.publication, self.now = publication, now
        self.alpha = publication.alpha(now) if self.settings.interpolate else 1.0
        self.histories.take(publication)
        if publication.view is not None:
            self.joint_readings.take(publication.status.run, publication.view.step, publication.status.joint)
        self.toasts.take(publication.status.notices, now, self.controls.keys)
        self.lessons.take(publication)
        self.clipboard.take(publication.status.group.copied)
        begun = self._scene_change.take(publication, now)
        self.follow_area()
        if begun and self.new_body.came() and publication.view is not None and self.chosen:
            self.scene_camera.reveal(outline_of(publication.view, frozenset(self.chosen)))
        self.film.take(publication, now, self.alpha)
        self.unsaved.take()

    @property
    def history(self) -> History:
        """The energies of the chosen variant so far."""
        return self.histories.chosen

    def time_of(self, step: int) -> float:
        """The time [s] after a step: as it was seen, else with the present length of a step."""
        steps, times, view = self.history.column(STEP), self.history.column(TIME), self.view
        if len(steps) and steps[0] <= step <= steps[-1]:
            return float(np.interp(step, steps, times))
        return 0.0 if view is None else view.time + (step - view.step) * view.dt

    def go_to(self, step: int) -> bool:
        """Go to a step, if it is kept; returns whether it is."""
        line = self.publication.timeline
        if line.refusal(step):
            return False
        if step != line.present or line.going_to is not None:
            self.submit(GoTo(step))
        return True

    def follow_area(self) -> None:
        """Keep the scene in the part of the window without panels."""
        viewport = self.chosen_viewport
        area = viewport[1:] if len(self.viewports) > 1 else self.area
        self.scene_camera.follow(clear_part(viewport, self.motion.camera, area), self.now)

    def change(self, **changes: Any) -> None:
        """Change view settings; what is turned on takes the place of what has it."""
        before = self.settings
        self.settings = before.replace(**replaced_by(type(before), changes) | changes)
        if self.observed(before) != self.observed(self.settings):
            self.submit(self.observed(self.settings))
        if before.history != self.settings.history:
            self.submit(KeepHistory(self.settings.history))

    def switches(self) -> list[str]:
        """Names of the view settings that are on or off."""
        return [name for name, (about, _) in placements(type(self.settings)).items() if about.kind == "switch"]

    @staticmethod
    def observed(settings: ViewSettings) -> Observe:
        """The parts of views for these overlays and panels."""
        return Observe(**dataclasses.asdict(parts_of(settings)))

    @property
    def controls(self) -> Controls:
        """The table of controls."""
        return controls_of(type(self.settings))

    def act(self, action: str) -> None:
        """Perform one of the actions of `controls`."""
        self.perform(self.control_of(action))

    def control_of(self, action: str) -> Control:
        """The control of an action."""
        perform = self.controls.actions[action]
        return next(row for row in self.controls.rows if row.perform is perform)

    def perform(self, control: Control) -> None:
        """Perform the action of a control, or say why it is not possible."""
        if reason := self.refusal(control):
            self.say(reason, "warning")
        else:
            control.perform(self)

    def refusal(self, control: Control | Command) -> str:
        """Why a control or a command is not possible on the world that is shown; "" where it is."""
        if self.status.script and not control.watching:
            return WATCHING
        return self.lessons.refusal(control)

    def act_by_chord(self, keys: str) -> bool:
        """Perform the action of a chord; False without one."""
        control = self.controls.by_chord.get(keys)
        if control is None:
            return False
        self.perform(control)
        return True

    def seek(self, widget: str) -> None:
        """Show a widget of the panels: its section unfolds, it is scrolled to and marked."""
        self.change(panels=True, **({} if self.lessons.teacher is None else {"lesson": False}))
        self.found = Found(widget, self.now)

    def say(self, text: str, kind: str = "info", path: str = "") -> None:
        """Show a toast; `path` is its file."""
        self.toasts.add(Toast(text, kind, path, self.now))

    def pick_joint(self, x: float, y: float) -> int | None:
        """Uid of the joint whose mark is under a pixel of the scene; None without one or while joints are hidden."""
        viewport = self.viewport(x, y)
        view = self.view_in(viewport)
        if view is None or not self.settings.joints:
            return None
        camera = viewport.camera(self.motion.camera)
        return pick_joint(view, self.alpha, camera.pose, viewport.local(x, y), (viewport.width, viewport.height))

    def pick(self, x: float, y: float, sensors: bool = False) -> Hit | None:
        """The body under a pixel of the scene; of the `sensors` alone on request."""
        viewport = self.viewport(x, y)
        view = self.view_in(viewport)
        if view is None:
            return None
        return pick(view, self.alpha, *viewport.ray(self.motion.camera, x, y), sensors)

    def look_under(self, x: float, y: float) -> None:
        """Update body, joint and place under a pixel of the scene."""
        self.aimed = self.anchor_point(x, y) if self.making else None
        if self.making:
            self.hovered_joint = None
        elif (x, y) != self._looked_at[:2] or self.now - self._looked_at[2] > LOOK_AGAIN:
            self._looked_at = (x, y, self.now)
            self.hovered_joint = self.pick_joint(x, y)
        hit = self.pick(x, y)
        meant = hit is not None and (hit.dynamic or self.aimed is not None and self.aimed.uid == hit.uid)
        self.hovered = hit.uid if meant and self.hovered_joint is None else None

    @property
    def making(self) -> bool:
        """Whether clicks on the scene choose the places of a new joint or of the measuring tape."""
        return self.tool.active or self.tape.active

    def anchor_point(self, x: float, y: float) -> AnchorPoint | None:
        """The place that a click at a pixel chooses for a new joint; None where the first place must be on a body."""
        hit, camera, viewport = self.pick(x, y), self.motion.camera, self.viewport(x, y)
        if self.view is None or hit is None and self.tool.first is None:
            return None
        depth = None
        if self.tool.first is not None and (first := self.tool.first.in_world(self.view, self.alpha)) is not None:
            depth = max(float(camera.backward @ (camera.eye - first[0])), 0.1)
        return self.tool.anchor_point(self.view_in(viewport), hit, viewport.point_at(camera, x, y, depth))

    def place(self, x: float, y: float) -> None:
        """Choose a place for the new joint or the measuring tape; the second one makes the joint."""
        anchor_point = self.anchor_point(x, y)
        if anchor_point is None:
            self.say("Click on a body first", "warning")
            return
        if not self.tool.active:
            self.tape.choose(anchor_point)
            return
        try:
            command = self.tool.choose(anchor_point)
        except ValueError as error:
            self.say(str(error), "warning")
            return
        if command is not None:
            self.submit(command)

    def choose_box(self, besides: bool) -> None:
        """Select the bodies in the rectangle that was drawn, in place of others or besides."""
        if self.box.active and self.view is not None and (drawn := self.box.rectangle) is not None:
            viewport = self.viewport(*drawn[:2])
            uids = self.box.uids(self.view_in(viewport), self.motion.camera, viewport)
            self.submit(SelectBodies(uids, besides))
        self.box.end()

    def make_event(self, command: Command) -> None:
        """Make an event that was drawn, and show its fields."""
        self.submit(command)
        self.change(events=True)

    def shoot(self, x: float, y: float) -> None:
        """Shoot a ball from the eye through a pixel."""
        origin, direction = self.viewport(x, y).ray(self.motion.camera, x, y)
        start = origin + direction * max(1.0, 3 * self.settings.shot_radius)
        self.submit(Shoot(position=tuple(map(float, start)), radius=self.settings.shot_radius,
                          velocity=tuple(map(float, direction * self.settings.shot_speed))))

    def grab_settings(self) -> dict[str, float]:
        """hertz, damping_ratio and force_factor of the mouse spring."""
        return {"hertz": self.settings.grab_hertz, "damping_ratio": self.settings.grab_damping,
                "force_factor": self.settings.grab_force}

    def frame_all(self, uids: frozenset[int] = frozenset()) -> None:
        """Show these bodies; the whole scene when none are named."""
        if self.view is not None:
            self.scene_camera.show(outline_of(self.view, uids))

    def scenes(self) -> tuple[Any, ...]:
        """The catalog's entries, none while they are being read."""
        return self.catalog.entries
