"""The main loop: input -> commands -> view -> frame -> draw -> panels, sixty times a second while anything changes.

`Window` assembles the parts; the session runs on its own thread and exchanges only commands and publications with it.
"""
from __future__ import annotations

import contextlib
import math
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from app.capture.controller import RecordingController
from app.capture.own_thumbnails import OwnThumbnails
from app.capture.sharing import SharingController
from app.headless import collector
from app.headless.errors import report
from app.input.mouse import MouseTool
from app.input.router import Capture, InputRouter
from app.panels.stack import PanelStack, window_settings
from app.panels.widgets.theme import PALETTES, ROUNDING, TEXT, color
from app.panels.widgets.ui import load_fonts
from app.render.arrangement.uncovered import Backs
from app.render.renderer import Renderer
from app.simulation.commands import FollowFile, KeepHistory, LoadScene
from app.simulation.scene_reader import SceneReader
from app.simulation.session import Session
from app.simulation.thread import SimulationThread
from app.ui.scene.drafts import FOLDER, Drafts
from app.ui.last_scenes import FILE, LastScenes
from app.ui.ui_state import UiState
from app.ui.view_settings import SettingsStore, default_path
from app.watch.remote_session import RemoteSession
from app.window.attention import LOOK, Attention, awaited, moves
from app.window.automation import Journal, Script
from app.window.composition import counts_of, picture_of
from app.window.dropping import opened
from app.window.ending import DisplayLost, Ending
from app.window.file_watch import FilesWatch
from app.window.graphics_loss import ERRORS, GraphicsLost, look, told
from app.window.kept_panels import KeptPanels
from app.window.late_frames import LateFrames
from app.window.open_options import OpenOptions, opening
from app.window.platform import ImguiWindow
from app.window.resolution import Resolution
from app.window.textures import Textures
from impulse.terminal import say

FRAME = 1 / 60                      # [s] vsync is not reliable everywhere, so frames are paced here
COMPILING_BUSY, COMPILING_IDLE = 1 / 15, 1 / 2         # [s] a frame during compilation, with and without motion
SWITCH = 0.0005                     # [s] interval after which a compiling thread releases the interpreter
WELCOME = "Drag a body with the left mouse button. The key ? shows everything else"
HOVER_EVERY = 3                     # frames between two picks under the pointer


class Window:
    """The app's window and all its parts."""

    def __init__(self, options: OpenOptions, watched: RemoteSession | None = None):
        """Opens it, on a session in a script's process or on one of its own; raises pyglet's exceptions without a display."""
        script = Script.read(options.script) if options.script else None
        self.store = SettingsStore(options.settings or default_path(), window_settings(), options.view)
        settings, self._quality = self.store.settings, self.store.settings.quality
        self.window = ImguiWindow("Impulse", options.size, lambda event: self.router.put(event))
        self.session = watched or Session(SceneReader(options.run, report, (options.scene, options.opened)))
        self.simulation = watched or SimulationThread(self.session, report)
        for command in () if watched else (*opening(options), KeepHistory(settings.history)):
            self.session.submit(command)
        self.state = UiState(self.session.submit, settings, options.output_folder or _output_folder())
        self.session.submit(self.state.observed(settings))
        self.state.clipboard.connect(self.window.window.get_clipboard_text, self.window.window.set_clipboard_text)
        if options.lesson is not None:
            self.state.lessons.begin(options.lesson, options.card)
        self.simulation.start()
        self.mouse = MouseTool(self.state)
        self.router = InputRouter(self.mouse)
        self.renderer = Renderer(None if settings.quality == "auto" else settings.quality)
        self.stack = PanelStack(load_fonts(TEXT))
        self.recorder = RecordingController(self.state, self.renderer, lambda: self.session.published,
                                            partial(picture_of, self.state))
        self.sharing = SharingController(self.state, lambda: self.session.published)
        self.state.last_scenes = LastScenes(self.store.path.with_name(FILE))
        if not watched and script is None:
            self.state.drafts = Drafts(self.store.path.with_name(FOLDER))
        self.ending, self._watched = Ending(self.state, self.store.path.parent), watched is not None
        self.ending.watch_display(self.window.window.display)
        self.textures, self.thumbnails = Textures(self.state.pictures), OwnThumbnails(self.state)
        self.script, self.journal = script, Journal(options.journal) if options.journal else None
        self.state.catalog.begin()
        self._title = ""
        self.watch, self._frames, self._last = FilesWatch(), 0, time.perf_counter()
        self.attention, self._drew, self.resolution, self._pose = Attention(), False, Resolution(), None
        self._due = self._last                      # [s] when this frame was due
        self.kept, self._kept = KeptPanels(), 0                 # and the number of frames that kept them
        self.late = LateFrames(self._flip, self.window.flush, self.journal.drawn if self.journal else lambda _: None)
        self._spared = False                # the collector passes over what the program began with
        if not self.store.path.exists() and not watched:
            self.state.say(WELCOME)
        for complaint in self.store.complaints:
            self._tell(complaint)
        if options.welcomes and not watched and (settings.welcome or not self.state.last_scenes.welcomed):
            self.state.open_sheet = "welcome"

    def run(self) -> None:
        """Run until the user closes it.  Raises GraphicsLost when nothing can be drawn any more."""
        sys.setswitchinterval(SWITCH)
        lost = False
        with self.ending.signals():
            try:
                with told():
                    self._turns()
            except (GraphicsLost, DisplayLost):
                lost = True
                raise
            finally:
                self._close(lost)

    def _turns(self) -> None:
        due = time.perf_counter()
        while not (self.ending.wanted or self.simulation.ended):
            self._due = due
            if self.turn():
                due = max(due + self.pace(), time.perf_counter())
                self._rest(due)
            else:
                self.window.wait(LOOK)
                due = time.perf_counter()

    def pace(self) -> float:
        """Target time of a frame [s]: longer while the compiler needs the processor."""
        if self.state.status.compiling is None:
            return FRAME
        busy = self.state.motion.moving or self.router.dragging or bool(self.state.open_sheet)
        return COMPILING_BUSY if busy else COMPILING_IDLE

    def _rest(self, due: float) -> None:
        """Sleep until `due` [s]; in a long pause the first input of the user ends it."""
        while (left := due - time.perf_counter()) > 0:
            time.sleep(min(left, FRAME))
            if left > FRAME:
                self.window.poll()
                if self.router.waiting:
                    return

    def turn(self) -> bool:
        """Draw a frame if anything has changed, else do the work that needs no frame; whether it drew."""
        now = time.perf_counter()
        self.window.poll()
        if self.window.asked_to_close():
            self.state.quit()
        used = self.window.happened() or self.router.waiting
        happened = used or self._capturing or self.script is not None
        happened = happened or self.state.pictures.busy or self.thumbnails.busy
        drawn = self.attention.wanted(self.state, self.session.published, happened, now)
        if drawn:
            self.frame(now, happened)
        else:
            self.late.show()
            self.state.now = now
            self._look_after_files(now)
        if self.journal:
            self.journal.frame(self.state, {
                "scene_presses": self.router.delivered, "gesture": self.mouse.gesture, "idle": not drawn, "drawn": self._frames,
                "kept": self._kept,
                "on_panel": self.window.pointer_on_panel, "simulation_alive": self.simulation.alive,
                "unread": self.window.unread}, used)
        self._drew = drawn
        return drawn

    def frame(self, now: float, happened: bool) -> None:
        """Update the state and draw it; `now` [s]; `happened`: there was input."""
        state, window, pixels = self.state, self.window, self.window.framebuffer
        passed, self._last = now - self._last, now
        if self._drew:
            state.frame_ms += 0.1 * (passed * 1e3 - state.frame_ms)
        state.size = window.size
        keeps = self.kept.begin(pixels, self.late.waiting, used=happened or awaited(state) or bool(state.open_sheet)
                                or len(state.viewports) > 1 or self.stack.roams(state))     # a sheet would dim them once more
        capture = None if keeps else window.begin()
        state.take(self.session.take(), now)
        if capture is not None:
            self._route(capture)
        self._follow_pointer(window.pointer_on_panel, now)
        state.motion.tick(passed)
        self._work(pixels, now)
        moving = self._moving()
        scale, state.detail = window.pixel_ratio * window.interface_scale, self.resolution.detail(moving)
        picture = picture_of(state, state.publication, state.alpha)
        state.counts = counts_of(picture)
        self.late.show()
        self.renderer.prepare(picture, *pixels, scale, detail=state.detail)
        thrifty = self.renderer.quality.thrifty and not self._capturing and not self.stack.roams(state)
        target = self.kept.target(pixels, keeps or thrifty and self.late.waiting, keeps)
        if keeps:
            self._kept += 1
            self.renderer.present(target, self._backs(), keeps=True)
            window.draw_beside(state.backs)
        else:
            self._panels(target, thrifty)
        self._frames += 1
        look(self._frames)
        took = self.late.finish(now, self._due, thrifty)
        if moving:
            self.resolution.note(took)

    def _route(self, capture: Capture) -> None:
        """Give the scene the input that no panel takes."""
        sheet = bool(self.state.open_sheet)                  # takes all keys, and is closed by Escape
        self.router.flush(capture._replace(covers=self._covers(capture), text=capture.text or sheet,
                                           closing=capture.closing and not sheet))

    def _work(self, pixels: tuple[int, int], now: float) -> None:
        """What a frame does beside its picture: scripts, files, recordings, thumbnails."""
        if self.script:
            self.script.follow(self.state)
        self._open_dropped(self.window.dropped())
        self._look_after_files(now)
        self._spare_collector()
        self.recorder.serve(pixels)
        self.recorder.work()
        self.sharing.serve()
        self.sharing.work()
        self.thumbnails.work()
        self.textures.serve()

    def _panels(self, target: int, thrifty: bool) -> None:
        """Draw the panels, and under them the prepared picture, into framebuffer object `target`."""
        state, window, pixels = self.state, self.window, self.window.framebuffer
        state.backs = [] if thrifty else None
        self.stack.draw(state, window.interface_scale)
        self.renderer.present(target, self._backs())
        self.recorder.scene_drawn(pixels, with_panels=False)
        self.sharing.scene_drawn(self.recorder.shown(pixels))
        self.thumbnails.scene_drawn(self.recorder.shown(pixels))
        window.end()
        self.recorder.scene_drawn(pixels, with_panels=True)

    def _flip(self) -> None:
        """Show the finished frame."""
        self.kept.show()
        self.window.flip()

    def _open_dropped(self, paths: list[str]) -> None:
        """Open a file that was dropped on the window, or say what can be."""
        path, said = opened(paths)
        if said:
            self.state.say(said, "info" if path else "warning")
        if path is not None:
            self.state.submit(LoadScene(path))

    def _covers(self, capture: Capture) -> Callable[[float, float], bool]:
        """Whether a place of the window belongs to a panel, or to the gizmo under the pointer."""
        return lambda x, y: self.state.gizmo_over or capture.covers(x, y)

    def _backs(self) -> Backs | None:
        """The backs of panels that the renderer draws."""
        found, (_, height), ratio = self.state.backs, self.window.framebuffer, self.window.pixel_ratio
        if found is None:
            return None
        boxes = tuple((round(ratio * left), height - round(ratio * bottom), round(ratio * right), height - round(ratio * top))
                      for left, top, right, bottom in found)
        unit = self.window.interface_scale * self.state.settings.scale
        ink = color(PALETTES[self.state.settings.theme].window)
        return Backs(boxes, round(ratio * ROUNDING * unit), (ink.x, ink.y, ink.z))

    def _spare_collector(self) -> None:
        """Have the garbage collector pass over all objects so far once the first scene's kernels are there."""
        if self.state.status.ready and not self._spared:
            self._spared = True
            collector.settle()

    @property
    def _capturing(self) -> bool:
        """Whether pictures, a film or a share file are on their way."""
        return self.recorder.busy or self.sharing.busy

    def _moving(self) -> bool:
        """Whether this frame may have fewer pixels: what moves on the screen of a slow renderer, and is not recorded."""
        state, before = self.state, self._pose
        self._pose = state.motion.camera.pose
        moving = moves(state.publication) or before != self._pose
        return moving and self.renderer.quality.adaptive and not self._capturing and state.status.compiling is None

    def _follow_pointer(self, on_panel: bool, now: float) -> None:
        """Continue grabs and flights without new events, and pick under the pointer."""
        state, pointer = self.state, self.mouse
        pointer.tick(now)
        state.pointer_at = None if on_panel and not pointer.gesture else pointer.position
        if state.new_body.active and not pointer.gesture:
            state.new_body.away() if on_panel else state.new_body.point(state, *pointer.position)
        if pointer.gesture == "grab":
            state.hovered, state.hovered_joint, state.aimed = state.status.grabbed, None, None
        elif on_panel or pointer.gesture or state.open_sheet:
            state.hovered = state.hovered_joint = state.aimed = None
        elif self._frames % HOVER_EVERY == 0 or state.making:
            state.look_under(*pointer.position)

    def _look_after_files(self, now: float) -> None:
        """Reload a scene whose file was saved, name it in the title bar, keep changed view settings, apply the quality."""
        state = self.state
        if self.watch.changed((state.status.scene.file, state.fault.file if state.fault else ""), now):
            state.submit(FollowFile())
        title = state.status.scene.title
        if title and title != self._title:
            self._title = title
            self.window.window.set_caption(f"{title} - Impulse")
        if state.settings.quality != self._quality:
            self._quality = state.settings.quality
            self.renderer.quality = None if self._quality == "auto" else self._quality
        complaint = self.store.keep(state.settings, now)
        if complaint:
            self._tell(complaint)

    def _tell(self, complaint: str) -> None:
        """Show a complaint about the settings, and print it: the window may close before it is read."""
        self.state.say(complaint, "warning")
        say(complaint, err=True)

    def _close(self, lost: bool = False) -> None:
        """Stop all parts in the order of their dependencies; a lesson gives the view settings back first, and they are written
        whatever becomes of the rest.  `lost` is whether the graphics are lost, so that nothing of them can be given back; nobody
        is left to take it when the display has gone."""
        self.state.lessons.close()
        if complaint := self.store.keep(self.state.settings, math.inf):
            say(complaint, err=True)
        drawing = () if self.ending.display_lost else (self.window.close, self.renderer.release, self.kept.release)
        with contextlib.ExitStack() as parts:                   # the last one first
            for close in (*drawing, *(() if self._watched else (partial(self.ending.keep, self.session),)), self.simulation.stop,
                          self.state.last_scenes.close, self.textures.close, self.thumbnails.close, self.sharing.close,
                          partial(self.recorder.close, lost), *([self.journal.close] if self.journal else [])):
                parts.callback(_close_part, close, lost)


def _close_part(close: Callable[[], None], lost: bool) -> None:
    """Close a part; when the graphics are lost, what it could not give back of them is gone already."""
    with contextlib.suppress(*(ERRORS if lost else ())):
        close()


def _output_folder() -> Path:
    from app.capture.file_names import default_folder
    return default_folder()
