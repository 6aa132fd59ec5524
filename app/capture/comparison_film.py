"""A film of a comparison: every variant in a picture of its own, with its name and what differs, and plots of readings below.

The runs of the study have the readings; for the pictures each variant is built and stepped once more, which gives the same bits.
"""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from app.capture.annotated import STRIP
from app.capture.annotations import Annotations, Curves, Title
from app.capture.film_camera import FollowingCamera
from app.capture.scene_film import SceneFilm
from app.draw.camera import Camera
from app.draw.colors import VARIANT_COLORS
from app.draw.frame import CameraPose, Mosaic, Tile
from app.draw.view_options import ViewOptions
from app.headless.options import OpenedScene
from app.input.viewports import Viewport, viewports
from app.published.divergence import thinned
from app.published.status import VariantCard
from app.published.tuning import Tuning, tuning_of
from app.published.view import View
from app.simulation.variant_diff import differences, title_text
from app.studies.cells.cell import REFUSALS, in_a_line
from app.studies.compare.comparison import Comparison, Variant
from physics.measure.metric_table import titled

MOST = 600                             # points of a curve
SAME_TIME = 1e-9                       # [s] by which equal times may differ through rounding
DISTANCE = "distance"                  # of each variant from the first, beside the names of readings
FAR = "largest distance of a body from variant a [m]"
USUAL, FEW = (DISTANCE, "kinetic_energy", "max(joint_gap)", "max_penetration", "contacts"), 3


class ComparisonFilm:
    """The pictures of a study that has been run."""

    def __init__(self, study: Comparison, size: tuple[int, int], options: ViewOptions, plotted: Sequence[str] | None = None):
        """`size` of the picture [pixels]; `plotted`: DISTANCE or names of readings, none for no plots; None: the first FEW of
        USUAL that change."""
        import scenes
        plotted = changing(study) if plotted is None else tuple(plotted)
        self._study, self._size, self._options = study, size, options
        self._places = viewports(len(study.variants), (0.0, 0.0, size[0], size[1] * (1.0 - STRIP * bool(plotted))))
        self._runners, self._films, self._cards = [], [], []
        for variant, document in zip(study.variants, study.documents):
            world = scenes.build(document, overrides=variant.settings, stops_on_nan=False)
            self._runners.append(PersistentRunner(scenes.Runner(document, world, expect=False)))
            self._films.append(SceneFilm(OpenedScene(document, world, self._runners[-1]), options))
            self._cards.append(_card(variant, tuning_of(world), self._cards))
        camera = self._films[0].camera
        for number, (film, place) in enumerate(zip(self._films, self._places)):
            film.camera = SharedCamera(camera, place, number == 0)
        self._plots = Plots.of(study, plotted) if plotted else None
        self._shown = 0.0              # [s] time of the scene since the start that the last picture shows

    def length(self, seconds: float) -> float:
        """How long a film of so many seconds of the scene is [s]."""
        return self._films[0].length(seconds)

    def picture_at(self, film_time: float) -> Mosaic:
        """The picture at a time of the film [s]; times must not decrease."""
        self._shown = self._films[0].after(film_time)
        width, height = self._size
        places = [(place.x / width, place.y / height, place.width / width, place.height / height) for place in self._places]
        tiles = tuple(Tile(film.frame_at(self._shown), place) for film, place in zip(self._films, places))
        return Mosaic(tiles, self._options.theme)

    def annotations(self) -> Annotations:
        """What is drawn over the last picture."""
        own = self._films[0].annotations()
        width, height = self._size
        cards = [replace(card, failure=runner.failure) for card, runner in zip(self._cards, self._runners)]
        titles = tuple(Title(place.x / width, place.y / height, place.width / width, card.name, title_text(cards, number),
                             VARIANT_COLORS[number]) for number, (card, place) in enumerate(zip(cards, self._places)))
        curves = None if self._plots is None else self._plots.until(self._shown)
        return Annotations(titles, False, curves, self._options.theme, own.captions if own else ())


class SharedCamera(NamedTuple):
    """The camera of the first variant, in the picture of each: a narrow one shows as much to the sides as a wider one."""

    camera: FollowingCamera
    place: Viewport
    leads: bool                    # whether it is of the first variant, which is drawn first and moves it

    def at(self, view: View, alpha: float) -> CameraPose:
        """The pose for a picture at `alpha` of the way between the two states of a view."""
        pose = self.camera.at(view, alpha) if self.leads else self.camera.pose
        return self.place.camera(Camera(pose.eye, pose.target, pose.fov)).pose


class PersistentRunner:
    """The runner of a variant, which stands still where its settings make no further step possible."""

    def __init__(self, runner: Any):
        self._runner, self.failure = runner, ""

    def step(self) -> None:
        """Take a step, or none after a failure."""
        if self.failure:
            return
        try:
            self._runner.step()
        except REFUSALS as error:
            self.failure = in_a_line(error)


class Plots(NamedTuple):
    """Readings of all variants at common times, and the ends of each one's axis."""

    names: tuple[str, ...]
    times: np.ndarray                              # (k,) [s] since the start
    readings: np.ndarray                           # (k, n, m)
    ranges: tuple[tuple[float, float], ...]

    @staticmethod
    def of(study: Comparison, names: tuple[str, ...]) -> "Plots":
        """Of a study's runs; numbers that a run has not are none."""
        longest = max((run.times for run in study.runs), key=lambda times: times[-1])
        times = longest[thinned(len(longest), MOST)]
        readings = np.stack([np.stack([_sampled(*series, times) for series in series_of(study, name)], axis=1) for name in names],
                            axis=2)
        ends = [readings[:, :, number][np.isfinite(readings[:, :, number])] for number in range(len(names))]
        ranges = tuple((min(float(values.min(initial=0.0)), 0.0), max(float(values.max(initial=0.0)), 0.0)) for values in ends)
        return Plots(names, times - times[0], readings, ranges)

    def until(self, time: float) -> Curves:
        """The curves up to a time [s], on axes for all of it."""
        count = max(int(np.searchsorted(self.times, time + SAME_TIME, side="right")), 1)
        titles = tuple(FAR if name == DISTANCE else titled(name) for name in self.names)
        end = max(float(self.times[-1]), SAME_TIME)
        return Curves(self.names, self.times[:count], self.readings[:count], end, self.ranges, titles)


def series_of(study: Comparison, name: str) -> list[tuple[np.ndarray, np.ndarray]]:
    """Times [s] and values of a reading, or of DISTANCE, of each run."""
    if name == DISTANCE:
        return [(apart.times, apart.largest) for apart in study.distances()]
    return [(run.times, run.reading(name)) for run in study.runs]


def changing(study: Comparison) -> tuple[str, ...]:
    """The first FEW of the USUAL names whose values are not all the same."""
    found = [name for name in USUAL if name == DISTANCE or name in study.readings]
    return tuple([name for name in found if any(_changes(values) for _, values in series_of(study, name))][:FEW])


def _changes(values: np.ndarray) -> bool:
    """Whether these are not all the same; none are as zero."""
    finite = values[np.isfinite(values)]
    return bool(finite.size) and float(finite.max()) > float(finite.min())


def _card(variant: Variant, tuning: Tuning, before: Sequence[VariantCard]) -> VariantCard:
    """What differs from the first variant: settings by their labels, else what the variant was given, as values of the scene."""
    found = differences(tuning, before[0].tuning) if before else ()
    given = tuple(tuple(text.split("=", 1)) for text in variant.settings) if before else ()
    return VariantCard(variant.name, tuning, found or given)


def _sampled(own: np.ndarray, values: np.ndarray, times: np.ndarray) -> np.ndarray:
    """(k,) values at times (k,): the last one of a run's own times that is not later; nan after its end."""
    step = (own[-1] - own[0]) / max(len(own) - 1, 1)
    rows = np.searchsorted(own, times + SAME_TIME, side="right") - 1
    sampled = values[np.clip(rows, 0, len(own) - 1)].astype(float)
    sampled[times > own[-1] + step] = np.nan
    return sampled


def pictures_of(film: ComparisonFilm, study: Comparison, rate: float) -> int:
    """Number of pictures of a film of all of a study at `rate` slots a second."""
    seconds = max(steps * float(world.dt) for steps, world in zip(study.steps, study.worlds))
    return max(round(film.length(seconds) * rate), 1)
