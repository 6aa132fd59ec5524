"""Films of several variants say which is which and what differs, show plots on wish, and have the size asked for."""
from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from app.capture.annotated import PAINTS, annotated
from app.capture.annotations import Annotations, Curves, Title, annotations_of
from app.capture.controller import film_size
from app.capture.live import LiveRecorder
from app.capture.offline import OfflineRecorder
from app.draw.colors import VARIANT_COLORS
from app.ui.ui_state import UiState
from app.ui.view_settings import SIZES, ViewSettings

WIDE = (0.0, 0.0, 1280.0, 720.0)


@pytest.fixture
def state(compared):
    return compared


def test_titles_name_the_variants_and_what_differs(state):
    found = annotations_of(state, WIDE)
    assert [title.name for title in found.titles] == ["a", "b"] and found.listed and found.curves is None
    assert found.titles[0].text == "Gravity 9.81 m/s²" and found.titles[1].text.startswith("Gravity ")
    assert found.titles[0].text != found.titles[1].text
    state.change(split=True)
    beside = annotations_of(state, WIDE)
    assert not beside.listed and beside.titles[1].left > 0.4, "each in its own picture"
    within = annotations_of(state, (200.0, 70.0, 640.0, 360.0))
    assert within.titles[0][:2] == (0.0, 0.0) and within.titles[1].left == pytest.approx(beside.titles[1].left, abs=0.01)
    state.change(video_titles=False)
    assert annotations_of(state, WIDE) is None


def test_a_single_run_has_neither_titles_nor_plots_unless_asked(session):
    state = UiState(session.submit, ViewSettings(), output_folder=None)
    state.take(session.publish(), 0.0)
    assert annotations_of(state, WIDE) is None


def test_plots_are_those_of_the_window(state):
    state.change(video_plots=True)
    state.plotted[:] = ["momentum_z", "no such metric", "kinetic_energy"]
    curves = annotations_of(state, WIDE).curves
    divergence = state.publication.divergence
    assert curves.names == ("momentum_z", "kinetic_energy") and curves.readings.shape == (len(curves.times), 2, 2)
    assert np.array_equal(curves.readings[-1, :, 0], divergence.readings[-1, :, divergence.names.index("momentum_z")])


def test_plots_are_drawn_in_the_colours_of_the_variants():
    times = np.linspace(0.0, 2.0, 50)
    readings = np.stack((times, 2.0 - times), axis=1)[:, :, None]
    curves = Curves(("kinetic_energy",), times, readings)
    drawn = annotated(np.zeros((720, 1280, 3), np.uint8), Annotations((), True, curves, "dark"))
    strip = drawn[548:].astype(int)
    first, second = (np.argwhere(np.abs(strip - VARIANT_COLORS[k]).sum(axis=2) < 40) for k in (0, 1))
    assert len(first) > 300 and len(second) > 300 and (drawn[:500] == 0).all()
    assert np.polyfit(first[:, 1], first[:, 0], 1)[0] < -0.05 < 0.05 < np.polyfit(second[:, 1], second[:, 0], 1)[0], "up and down"


def test_numbers_that_are_not_finite_leave_gaps():
    times, readings = np.linspace(0.0, 2.0, 5), np.array([0.0, np.nan, 1.0, np.inf, np.nan])[:, None, None]
    annotated(np.zeros((90, 160, 4), np.uint8), Annotations((), True, Curves(("contacts",), times, readings), "light"))


@pytest.mark.parametrize("channels", [3, 4])
def test_a_title_stays_inside_its_picture(channels):
    title = Title(0.5, 0.0, 0.5, "b", "friction 0.2, " * 40, VARIANT_COLORS[1])
    before = np.full((360, 640, channels), 90, np.uint8)
    drawn = annotated(before, Annotations((title,), False, None, "dark"))
    changed = np.argwhere((drawn != before).any(axis=2))
    assert (before == 90).all(), "the picture given is left alone"
    assert changed[:, 1].min() >= 320 and changed[:, 1].max() < 640 and changed[:, 0].max() < 40
    assert (np.abs(drawn[..., :3].astype(int) - VARIANT_COLORS[1]).sum(axis=2) < 30).any(), "its dot"
    assert drawn[..., 3:].size == 0 or (drawn[..., 3:] == 90).all()


@pytest.mark.parametrize("theme", PAINTS)
def test_titles_of_ghosts_stand_one_under_the_other(theme):
    titles = tuple(Title(0.0, 0.0, 1.0, name, "the same", VARIANT_COLORS[k]) for k, name in enumerate("ab"))
    drawn = annotated(np.full((720, 1280, 3), 120, np.uint8), Annotations(titles, True, None, theme))
    rows = np.flatnonzero((drawn != 120).any(axis=(1, 2)))
    assert len(np.flatnonzero(np.diff(rows) > 1)) == 1, "two plates with a gap"


@pytest.mark.parametrize("size", SIZES)
def test_an_offline_film_has_the_size_asked_for(size):
    found = film_size(size, (1281, 721))
    assert found == (1280, 720) if size == "window" else "x".join(map(str, found)) == size


class BlackCanvas:
    """Draws nothing, at once."""

    def __init__(self, size):
        self._size, self._tags = size, []

    pending = property(lambda self: len(self._tags))

    def draw(self, frame, tag=None):
        self._tags.append(tag)

    def take(self):
        return np.zeros((self._size[1], self._size[0], 4), np.uint8), self._tags.pop(0)

    def release(self):
        pass


def brightest(path) -> int:
    import av
    with av.open(str(path)) as film:
        return max(int(frame.to_ndarray(format="rgb24")[:40].max()) for frame in film.decode(video=0))


@pytest.mark.parametrize("with_titles", [False, True])
def test_both_kinds_of_films_carry_them(tmp_path, with_titles):
    size, title = (640, 360), Title(0.0, 0.0, 1.0, "a", "reference", VARIANT_COLORS[0])
    given = Annotations((title,), False, None, "dark") if with_titles else None
    offline = OfflineRecorder(tmp_path / "offline.mp4", size, 10, 2, lambda moment: None)
    offline.annotate = lambda: given
    while offline.tick(SimpleNamespace(canvas=BlackCanvas)):
        pass
    live = LiveRecorder(tmp_path / "live.mp4", size, 10)
    live.offer(np.zeros((360, 640, 3), np.uint8), 0.0, given)
    for path in (offline.finish(), live.stop()):
        assert (brightest(path) > 150) is with_titles
