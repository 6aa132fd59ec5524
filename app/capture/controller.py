"""Pictures and films of the running window: serves the requests on the state, in the thread of the GL context.

That thread reads the pixels.  Two others encode and write them, one for pictures and one for films; the controller reports their
results in a later frame.
"""
from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from app.capture.annotations import annotations_of
from app.capture.file_names import new_file
from app.capture.window_films import LiveFilm, OfflineFilm
from app.draw.frame import Frame
from app.published.film_plan import Pace
from app.published.status import Publication
from app.simulation.commands import Pause, Step
from app.ui.film_state import Recording
from app.ui.ui_state import UiState

NOTICEABLE = 0.05         # share of a film's pictures that may be missing: a frame now and then shows as nothing
REQUESTS = ("screenshot", "record", "record_offline", "cancel_recording")
PICTURES = "png"          # the format that is a folder of numbered pictures
PATIENCE = 0.12           # [s] of a frame that an offline film may take: the window still shows eight frames a second


class RecordingController:
    """Serves the camera and the video button of the toolbar."""

    def __init__(self, state: UiState, renderer: Any, latest: Callable[[], Publication],
                 frame_of: Callable[[Publication, float, tuple[int, int]], Frame]):
        """`latest()` is the newest publication, `frame_of(publication, alpha, size)` its picture from the window's camera, for
        `size` pixels."""
        self._state, self._renderer, self._latest, self._frame_of = state, renderer, latest, frame_of
        self._film: LiveFilm | OfflineFilm | None = None
        self._writing: Writing | None = None
        self._saving: list[Future[Path]] = []              # pictures that are being written
        self._film_writer, self._picture_writer = (ThreadPoolExecutor(1, name) for name in ("film", "pictures"))
        self._pictures = 0
        self._was_paused = False
        self._prepared = False

    def serve(self, size: tuple[int, int]) -> None:
        """Take up the state's requests; `size` is the framebuffer's [px]."""
        state = self._state
        for request in [r for r in state.requests if r in REQUESTS]:
            state.requests.remove(request)
            if request == "screenshot":
                self._pictures += 1
            elif request == "cancel_recording":
                self._cancel("Recording cancelled")
            elif self._film is not None:
                self._finish()
            elif self._writing is None:
                self._start(request, size)
        if isinstance(self._film, LiveFilm) and self._film.place != self._filmed(size):
            self._finish()

    def scene_drawn(self, size: tuple[int, int], with_panels: bool) -> None:
        """Take the picture from the back buffer, with or without the panels as the settings ask."""
        if with_panels != self._state.settings.capture_panels:
            return
        for _ in range(self._pictures):
            self._screenshot(size)
        self._pictures = 0
        if isinstance(self._film, LiveFilm):
            self._guard(lambda: self._film.show(
                self._state.now, lambda: None if with_panels else annotations_of(self._state, self._state.shown)))

    def shown(self, size: tuple[int, int]) -> tuple[int, int, int, int]:
        """Left, bottom, width and height [px] of the part of a framebuffer of this size that pictures show."""
        return _pixels(self._state.shown, self._state.size, size)

    def work(self) -> None:
        """Once a frame: continue an offline film, and update the progress in the state."""
        film, state = self._film, self._state
        if state.status.ready and not self._prepared:
            self._prepared = True
            self._film_writer.submit(__import__, "av")     # FFmpeg takes a tenth of a second to load
        if isinstance(film, OfflineFilm):
            self._guard(lambda: self._offline(film))
        self._tell_what_is_written()
        film = self._film
        if film is None:
            writing = self._writing
            state.recording = Recording("Writing", str(writing.path), 1.0, writing.seconds) if writing else None
        else:
            label, progress = ("Recording", -1.0) if isinstance(film, LiveFilm) else ("Offline film", film.progress)
            state.recording = Recording(label, str(film.path), progress, film.seconds)

    def close(self, lost: bool = False) -> None:
        """The window closes: finish a film with what is filmed so far.  `lost`: the graphics are, and with them the pictures that
        were not read yet."""
        if self._film is not None:
            if lost:
                self._film.drop_pending()
            self._finish()
        for writer in (self._film_writer, self._picture_writer):
            writer.shutdown()
        self._tell_what_is_written()

    @property
    def busy(self) -> bool:
        """Whether a recording, drawing or writing is in progress."""
        return bool(self._film or self._writing or self._saving or self._pictures)

    def _start(self, request: str, size: tuple[int, int]) -> None:
        state = self._state
        if state.view is None:
            return
        settings, offline = state.settings, request == "record_offline"
        try:
            ending = "" if settings.video_format == PICTURES else f".{settings.video_format}"
            path = new_file(state.output_folder, state.status.scene.id, ending)
            if not offline:
                self._film = LiveFilm(path, self._filmed(size), settings.video_fps)
                return
            film = OfflineFilm(path, film_size(settings.video_size, size), settings.video_fps, settings.video_seconds)
            self._was_paused = state.status.paused
            state.submit(Pause(True))
            self._film = film
        except OSError as error:
            state.say(f"Cannot record into {state.output_folder}: {error.strerror or error}", "warning")

    def _offline(self, film: OfflineFilm) -> None:
        """Draw as many pictures as fit into a frame; the simulation thread takes the steps between them."""
        begun = time.perf_counter()
        if not film.begun:
            if not self._latest().status.paused:
                return                      # the film starts from the moment at which the scene stands still
            plan, playing = self._state.film.plan, self._state.film.player.playing
            film.begin(self._latest(), partial(self._picture_at, film),
                       lambda: annotations_of(self._state, (0.0, 0.0, *film.size)), plan.pace if playing else Pace())
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
                self._state.submit(Step(missing))
            else:
                time.sleep(0.0005)

    def _picture_at(self, film: OfflineFilm, moment: float) -> Frame:
        """The picture at `moment` [s] of the film, from the newest publication."""
        publication = self._latest()
        alpha = film.moment(publication, moment)
        self._state.film.show(publication, alpha, film.scene_time(moment))
        return self._frame_of(publication, alpha, film.size)

    def _finish(self) -> None:
        if isinstance(self._film, OfflineFilm) and not self._film.done:
            self._cancel("Nothing was filmed yet: offline film cancelled")
            return
        film, self._film = self._film, None
        if film is None:
            return
        self._resume(film)
        try:
            self._writing = Writing(self._film_writer.submit(film.finish()), film.path, film.seconds, film.missing)
        except (OSError, RuntimeError) as error:
            film.cancel()
            self._state.say(str(error), "warning")

    def _tell_what_is_written(self) -> None:
        """Report the files whose writing has ended."""
        writing = self._writing
        if writing is not None and writing.ended.done():
            self._writing = None
            flaw = self._flaw(writing)
            self._tell(writing.ended, f"Film saved, {writing.seconds:.1f} s{flaw}", "The film could not be written",
                       "warning" if flaw else "good")
        for saved in [each for each in self._saving if each.done()]:
            self._saving.remove(saved)
            self._tell(saved, "Screenshot saved", "The screenshot could not be written")

    def _flaw(self, writing: "Writing") -> str:
        """What a live film lacks, and what would have all of it."""
        if writing.missing <= NOTICEABLE:
            return ""
        return (f". The window was too slow for {writing.missing:.0%} of its pictures; an offline video "
                f"({self._state.controls.keys('record_offline')}) has every one")

    def _tell(self, ended: "Future[Path]", good: str, bad: str, kind: str = "good") -> None:
        """Report that a file was written, or why not: a full disk, an encoder's failure, a film without pictures."""
        problem = ended.exception()
        if problem is not None:
            reason = getattr(problem, "strerror", None) or problem
            self._state.say(f"{bad} into {self._state.output_folder}: {reason}", "warning")
            return
        self._state.files.append(str(ended.result()))
        self._state.say(good, kind, str(ended.result()))

    def _cancel(self, why: str) -> None:
        film, self._film = self._film, None
        if film is None:
            return
        film.cancel()
        if why:
            self._state.say(why)
        self._resume(film)

    def _guard(self, work: Callable[[], None]) -> None:
        """Do a part of a film; cancel a film that cannot be written, for example on a full disk."""
        try:
            work()
        except (OSError, RuntimeError) as error:
            self._cancel("")
            self._state.say(str(error), "warning")

    def _resume(self, film: LiveFilm | OfflineFilm) -> None:
        if isinstance(film, OfflineFilm) and not self._was_paused:
            self._state.submit(Pause(False))

    def _filmed(self, size: tuple[int, int]) -> tuple[int, int, int, int]:
        """Left, bottom, width and height [px] of the part of a framebuffer of this size that a live film records."""
        left, bottom, width, height = self.shown(size)
        return left, bottom, *_even((width, height))

    def _screenshot(self, size: tuple[int, int]) -> None:
        from app.render.resources.readback import read_rgb
        state = self._state
        left, bottom, width, height = self.shown(size)
        picture = read_rgb(width, height, corner=(left, bottom))
        save = partial(save_picture, state.output_folder, state.status.scene.id, picture)
        self._saving.append(self._picture_writer.submit(save))


@dataclass(frozen=True)
class Writing:
    """A film whose last pictures are being written: its path, its length [s], the share of pictures that it lacks, and the
    future of its end."""

    ended: Future[Path]
    path: Path
    seconds: float
    missing: float = 0.0


def save_picture(folder: Path, scene: str, picture: np.ndarray) -> Path:
    """Write a picture of a scene to a new file in `folder`; its path."""
    from app.capture.picture import screenshot
    return screenshot(new_file(folder, scene, ".png"), picture)


def _pixels(place: tuple[float, float, float, float], window: tuple[int, int],
            size: tuple[int, int]) -> tuple[int, int, int, int]:
    """Left, bottom, width and height [px] in a framebuffer of `size` of a place in a window, which is given from the top left."""
    x, y, width, height = (value * size[k % 2] / max(window[k % 2], 1) for k, value in enumerate(place))
    return round(x), max(size[1] - round(y + height), 0), max(int(width), 2), max(int(height), 2)


def film_size(asked: str, window: tuple[int, int]) -> tuple[int, int]:
    """Width and height [px] of an offline film: those of a setting like 1920x1080, or of the window."""
    width, _, height = asked.partition("x")
    return (int(width), int(height)) if height else _even(window)


def _even(size: tuple[int, int]) -> tuple[int, int]:
    """The even number at or below it, as the encoder needs."""
    return size[0] // 2 * 2, size[1] // 2 * 2
