"""Pictures and films of the running window: serves the requests on the desk, in the thread of the GL context.

A live film takes what is on the screen.  An offline film pauses the session and asks it for single steps, so that
each picture shows exactly its own time however long it takes; the window goes on meanwhile.
"""
from __future__ import annotations

import math
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from app.captures import new_file
from app.commands import Pause, Step
from app.desk import Desk, Recording
from app.frame import Frame
from app.status import Publication

PATIENCE = 0.03           # [s] of a frame that an offline film may take


class LiveFilm:
    """A film of what the window shows."""

    def __init__(self, path: Path, size: tuple[int, int], fps: float):
        """`size` in pixels; begins at once."""
        from app.capture.live import LiveRecorder
        from app.render.readback import PixelReader
        self.path, self.size = path, size
        self._recorder = LiveRecorder(path, size, fps)
        self._reader = PixelReader(*size)
        self._begun: float | None = None
        self.seconds = 0.0

    def show(self, now: float) -> None:
        """Take the picture that is in the window's back buffer at `now` [s]."""
        self._begun = now if self._begun is None else self._begun
        self.seconds = now - self._begun
        if self._reader.full:
            self._give()
        self._reader.ask(tag=self.seconds)

    def _give(self) -> None:
        picture, moment = self._reader.take()
        self._recorder.offer(picture, moment)

    def finish(self) -> Path:
        """Write the rest; the file's path."""
        while self._reader.pending:
            self._give()
        self._reader.release()
        return self._recorder.stop()

    def cancel(self) -> None:
        """Leave nothing behind."""
        self._reader.release()
        self._recorder.cancel()


class OfflineFilm:
    """A film of the next seconds of the session, each picture at its own time."""

    def __init__(self, path: Path, size: tuple[int, int], fps: float, seconds: float):
        """`size` in pixels, even numbers; `seconds` of simulated time."""
        self.path, self.size, self.fps = path, size, fps
        self.count = max(round(seconds * fps), 1)
        self.done = 0
        self._asked = -1                   # step that was last asked for
        self._recorder: Any = None
        self._begun = 0.0
        self._run = 0

    def begin(self, publication: Publication, source: Callable[[float], Frame]) -> None:
        """The film starts at this publication; `source(time)` draws `time` [s] after it."""
        from app.capture.offline import OfflineRecorder
        self._begun, self._run, self._asked = publication.view.time, publication.status.run, publication.view.step
        self._recorder = OfflineRecorder(self.path, self.size, self.fps, self.count, source)

    @property
    def progress(self) -> float:
        """0 to 1."""
        return self.done / self.count

    @property
    def seconds(self) -> float:
        """Length of what was filmed so far [s]."""
        return self.done / self.fps

    def moment(self, publication: Publication, time_in_film: float) -> float:
        """Interpolation weight that shows `time_in_film` [s] in this publication's view."""
        view = publication.view
        if view.dt <= 0:
            return 1.0
        return min(max(1.0 - (view.time - self._begun - time_in_film) / view.dt, 0.0), 1.0)

    def interrupted(self, publication: Publication) -> bool:
        """Whether the run that is filmed is gone: a restart, another scene."""
        return publication.status.run != self._run

    def steps_to_ask(self, publication: Publication) -> int:
        """How many steps are missing before the next picture, those already asked for not counted; -1 when none is."""
        view, due = publication.view, self._begun + self.done / self.fps
        if view.dt <= 0 or view.time >= due - 1e-9:
            return -1
        wanted = view.step + math.ceil((due - view.time) / view.dt - 1e-6)
        missing = max(wanted - max(self._asked, view.step), 0)
        self._asked = max(self._asked, wanted)
        return missing

    def tick(self, renderer: Any) -> bool:
        """Draw the next picture; True while there are more."""
        self.done += 1
        return self._recorder.tick(renderer)

    def finish(self) -> Path:
        """Write the rest; the file's path."""
        return self._recorder.finish()

    def cancel(self) -> None:
        """Leave nothing behind."""
        if self._recorder is not None:
            self._recorder.cancel()


class Studio:
    """What the camera and the video button of the toolbar stand for."""

    def __init__(self, desk: Desk, renderer: Any, latest: Callable[[], Publication],
                 frame_of: Callable[[Publication, float], Frame]):
        """`latest()` is the newest publication, `frame_of(publication, alpha)` its picture from the window's camera."""
        self._desk, self._renderer, self._latest, self._frame_of = desk, renderer, latest, frame_of
        self._film: LiveFilm | OfflineFilm | None = None
        self._pictures = 0
        self._was_paused = False

    def serve(self, size: tuple[int, int]) -> None:
        """Take up the desk's requests; `size` is the framebuffer's [px]."""
        desk = self._desk
        for request in [r for r in desk.requests if r != "quit"]:
            desk.requests.remove(request)
            if request == "screenshot":
                self._pictures += 1
            elif request == "cancel_recording":
                self._cancel("Recording cancelled")
            elif self._film is not None:
                self._finish()
            else:
                self._start(request, size)
        if isinstance(self._film, LiveFilm) and self._film.size != _even(size):
            self._finish()

    def scene_drawn(self, size: tuple[int, int], with_panels: bool) -> None:
        """The picture is in the back buffer, with or without the panels: take it if that is how it is wanted."""
        if with_panels != self._desk.settings.capture_panels:
            return
        for _ in range(self._pictures):
            self._screenshot(size)
        self._pictures = 0
        if isinstance(self._film, LiveFilm):
            self._film.show(self._desk.now)

    def work(self) -> None:
        """Once a frame: go on with an offline film, and tell the desk how far things are."""
        film, desk = self._film, self._desk
        if isinstance(film, OfflineFilm):
            self._offline(film)
        film = self._film
        if film is None:
            desk.recording = None
        else:
            label, progress = ("Recording", -1.0) if isinstance(film, LiveFilm) else ("Offline film", film.progress)
            desk.recording = Recording(label, str(film.path), progress, film.seconds)

    def close(self) -> None:
        """The window goes: a live film is finished, an offline one given up."""
        if isinstance(self._film, LiveFilm):
            self._finish()
        elif self._film is not None:
            self._cancel("")

    def _start(self, request: str, size: tuple[int, int]) -> None:
        desk = self._desk
        if desk.view is None:
            return
        settings, offline = desk.settings, request == "record_offline"
        try:
            path = new_file(desk.captures, desk.status.scene.id, f".{settings.video_format}")
            if not offline:
                self._film = LiveFilm(path, _even(size), settings.video_fps)
                return
            film = OfflineFilm(path, _even(size), settings.video_fps, settings.video_seconds)
            self._was_paused = desk.status.paused
            desk.submit(Pause(True))
            film.begin(self._latest(), lambda moment: self._frame_of(self._latest(), film.moment(self._latest(), moment)))
            self._film = film
        except OSError as error:
            desk.say(f"Cannot record: {error.strerror or error}", "warning")

    def _offline(self, film: OfflineFilm) -> None:
        """As many pictures as fit into a frame; the simulation thread takes the steps between them."""
        begun = time.perf_counter()
        while time.perf_counter() - begun < PATIENCE:
            publication = self._latest()
            if film.interrupted(publication):
                self._cancel("The scene was restarted: offline film cancelled")
                return
            missing = film.steps_to_ask(publication)
            if missing < 0:
                if not film.tick(self._renderer):
                    self._finish()
                    return
            elif missing > 0:
                self._desk.submit(Step(missing))
            else:
                time.sleep(0.0005)

    def _finish(self) -> None:
        film, self._film, desk = self._film, None, self._desk
        if film is None:
            return
        try:
            path = film.finish()
        except OSError as error:
            desk.say(f"The film could not be written: {error.strerror or error}", "warning")
        else:
            desk.files.append(str(path))
            desk.say(f"Film saved, {film.seconds:.1f} s", "good", str(path))
        self._resume(film)

    def _cancel(self, why: str) -> None:
        film, self._film = self._film, None
        if film is None:
            return
        film.cancel()
        if why:
            self._desk.say(why)
        self._resume(film)

    def _resume(self, film: LiveFilm | OfflineFilm) -> None:
        if isinstance(film, OfflineFilm) and not self._was_paused:
            self._desk.submit(Pause(False))

    def _screenshot(self, size: tuple[int, int]) -> None:
        from app.capture.picture import screenshot
        from app.render.readback import read_rgb
        desk = self._desk
        try:
            path = screenshot(new_file(desk.captures, desk.status.scene.id, ".png"), read_rgb(*size))
        except OSError as error:
            desk.say(f"The screenshot could not be written: {error.strerror or error}", "warning")
            return
        desk.files.append(str(path))
        desk.say("Screenshot saved", "good", str(path))


def _even(size: tuple[int, int]) -> tuple[int, int]:
    """The encoder wants even numbers."""
    return size[0] // 2 * 2, size[1] // 2 * 2
