"""Annotations of a film: captions, and of several variants which one each part of the picture shows, what differs, and plots."""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from app.draw.film.captions import ShownCaption
from app.draw.colors import VARIANT_COLORS
from app.input.viewports import Viewport, viewports
from app.published.divergence import thinned
from app.simulation.variant_diff import title_text
from app.ui.ui_state import UiState

Area = tuple[float, float, float, float]       # left, top, width, height
MOST = 600                                     # points of a curve


class Title(NamedTuple):
    """The text about one variant; lengths are shares of the picture's width and height, from its left top corner."""

    left: float
    top: float
    width: float               # at most
    name: str
    text: str
    color: tuple[int, int, int]


class Curves(NamedTuple):
    """Readings over time: k moments, n variants, m metrics."""

    names: tuple[str, ...]     # m
    times: np.ndarray          # (k,) [s]
    readings: np.ndarray       # (k, n, m)
    end: float = 0.0           # [s] right end of the axis; 0: the last moment, at least 1 s
    ranges: tuple[tuple[float, float], ...] = ()       # lower and upper end of each metric's axis; none: those of the readings
    titles: tuple[str, ...] = ()                       # m, over the plots; none: the names with their units


class Annotations(NamedTuple):
    """What is drawn over a picture."""

    titles: tuple[Title, ...]
    listed: bool               # the titles stand one under the other instead of one in each variant's picture
    curves: Curves | None
    theme: str
    captions: tuple[ShownCaption, ...] = ()


def annotations_of(state: UiState, area: Area) -> Annotations | None:
    """Annotations of a picture that shows `area` of the window now; None without any.  `area` is that of the viewports for
    a film of the window, and the picture itself, from (0, 0), for one that is drawn on its own."""
    settings = state.settings
    titles = _titles(state, area) if settings.video_titles else ()
    curves = _curves(state) if settings.video_plots else None
    captions = state.film.captions if settings.captions else ()
    if not titles and curves is None and not captions:
        return None
    return Annotations(titles, len(state.viewports) == 1, curves, settings.theme, captions)


def _titles(state: UiState, area: Area) -> tuple[Title, ...]:
    cards, (left, top, width, height) = state.status.variants, area
    split = len(state.viewports) > 1 and len(state.viewports) == len(cards)
    places = viewports(len(cards), area) if split else [Viewport(k, *area) for k in range(len(cards))]
    return tuple(Title((place.x - left) / width, (place.y - top) / height, place.width / width, card.name, title_text(cards, k),
                       VARIANT_COLORS[k]) for k, (card, place) in enumerate(zip(cards, places, strict=True)))


def _curves(state: UiState) -> Curves | None:
    """The readings that the window's plots show."""
    divergence = state.publication.divergence
    if divergence is None or not len(divergence.times):
        return None
    shown = [name for name in state.plotted if name in divergence.names]
    rows = thinned(len(divergence.times), MOST)
    columns = [divergence.names.index(name) for name in shown]
    return Curves(tuple(shown), divergence.times[rows], divergence.readings[rows][:, :, columns]) if shown else None
