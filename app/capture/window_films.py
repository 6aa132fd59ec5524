"""Films of the running window, live and offline, which `capture.controller` makes on request.

A live film records the screen.  An offline film requests single steps from the paused session, so each picture shows exactly its
own time, regardless of the time that drawing takes; the window stays responsive.
"""
from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

from app.capture.annotations import Annotations
from app.draw.frame import Frame
from app.published.film_plan import Pace
from app.published.status import Publication


class LiveFilm:
    """A film of the window's content."""

    def __init__(self, path: Path, place: tuple[int, int, int, int], fps: float):
        """`place`: left, bottom, width and height of the filmed part of the window [pixels]; begins at once."""
        from app.capture.live import LiveRecorder
        from app.render.resources.readback import PixelReader
        self.path, self.place = path, place
        self._recorder = LiveRecorder(path, place[2:], fps)
        self._reader = PixelReader(*place[2:], corner=place[:2])
        self._begun: float | None = None
        self.seconds = 0.0

    def show(self, now: float, annotate: Callable[[], Annotations | None]) -> None:
        """Take the picture from the window's back buffer at `now` [s] if it is due, with what `annotate` gives."""
        self._begun = now if self._begun is None else self._begun
        self.seconds = now - self._begun
        if self._reader.full:
            self._give()
        if self._recorder.due(self.seconds):
            self._reader.ask(tag=(self.seconds, annotate()))

    def _give(self) -> None:
        picture, (moment, annotations) = self._reader.take()
        self._recorder.offer(picture, moment, annotations)

    @property
    def missing(self) -> float:
        """Share of its pictures that repeat the one before, because the window or the encoder was behind."""
        return self._recorder.missing

    def drop_pending(self) -> None:
        """Leave out the pictures that are not read yet."""
        self._reader.drop()

    def finish(self) -> Callable[[], Path]:
        """Pass the last pictures to the encoder.  Returns a function that waits for it, on any thread, and gives the file's
        path."""
        while self._reader.pending:
            self._give()
        self._reader.release()
        return self._recorder.stop

    def cancel(self) -> None:
        """Leave nothing behind."""
        self._reader.release()
        self._recorder.cancel()


class OfflineFilm:
    """A film of the next seconds of the session, each picture at its own time."""

    def __init__(self, path: Path, size: tuple[int, int], fps: float, seconds: float):
        """`size` in pixels, even numbers; `seconds` of simulated time."""
        from app.capture.film import film_rate
        self.path, self.size, self.fps = path, size, film_rate(path, fps)
        self.count = max(round(seconds * self.fps), 1)
        self.missing = 0.0                 # share of pictures, as of a live film: none ever
        self.done = 0
        self._asked = -1                   # step last requested
        self._recorder: Any = None
        self._start = 0.0                  # [s] simulated time of the first picture
        self._run = 0
        self._pace = Pace()

    def begin(self, publication: Publication, source: Callable[[float], Frame], annotate: Callable[[], Annotations | None],
              pace: Pace = Pace()) -> None:
        """The film starts at this publication; `source(time)` draws `time` [s] of the film after it, `annotate()` gives the
        annotations of that picture; parts of the scene are slower or faster by `pace`."""
        from app.capture.offline import OfflineRecorder
        self._start, self._run, self._asked = publication.view.time, publication.status.run, publication.view.step
        self._pace = pace
        self._recorder = OfflineRecorder(self.path, self.size, self.fps, self.count, source)
        self._recorder.annotate = annotate

    @property
    def begun(self) -> bool:
        """Whether `begin` was called."""
        return self._recorder is not None

    @property
    def progress(self) -> float:
        """0 to 1."""
        return self.done / self.count

    @property
    def seconds(self) -> float:
        """Length of the film so far [s]."""
        return self.done / self.fps

    def scene_time(self, time_in_film: float) -> float:
        """The time of the scene [s] that the film shows at a time of its own."""
        return self._pace.scene_time(self._pace.film_time(self._start) + time_in_film)

    def moment(self, publication: Publication, time_in_film: float) -> float:
        """Interpolation weight that shows `time_in_film` [s] in this publication's view."""
        view = publication.view
        if view.dt <= 0:
            return 1.0
        return min(max(1.0 - (view.time - self.scene_time(time_in_film)) / view.dt, 0.0), 1.0)

    def interrupted(self, publication: Publication) -> bool:
        """Whether the filmed run has ended by a restart or another scene."""
        return publication.status.run != self._run

    def steps_to_ask(self, publication: Publication) -> int:
        """Number of steps to request before the next picture, without those already requested; -1 when none is."""
        view, due = publication.view, self.scene_time(self.done / self.fps)
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

    def drop_pending(self) -> None:
        """As `LiveFilm.drop_pending`."""
        if self._recorder is not None:
            self._recorder.drop_pending()

    def finish(self) -> Callable[[], Path]:
        """As `LiveFilm.finish`."""
        return self._recorder.finish_drawing() if self.begun else lambda: self.path

    def cancel(self) -> None:
        """Leave nothing behind."""
        if self._recorder is not None:
            self._recorder.cancel()
