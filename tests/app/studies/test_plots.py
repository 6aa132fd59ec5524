"""Pictures of the studies: axes that fit their numbers, and files that show what was measured."""
from __future__ import annotations

import numpy as np
import pytest
from PIL import Image

from app.headless.si_format import short
from app.studies import plots
from app.studies.bench.rounds import Bench, Plan
from app.studies.bench.scale import Scale, piles
from app.studies.charts.chart import COLORS, Panel, Picture, Range, spanning
from tests.app.studies.bench.test_rounds import _turn as bench_turn
from tests.app.studies.bench.test_scale import _turn as scale_turn


@pytest.mark.parametrize(("low", "high", "logarithmic", "ticks"), [
    (0, 1, False, [0, 0.2, 0.4, 0.6, 0.8, 1.0]), (0, 300, False, [0, 100, 200, 300]),
    (0.04, 30, True, [0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20]), (0.01, 1000, True, [0.01, 0.1, 1, 10, 100, 1000])])
def test_ticks(low, high, logarithmic, ticks):
    assert Range(low, high, logarithmic).ticks() == pytest.approx(ticks)


def test_ranges():
    assert spanning([3, 10]) == Range(0, 11)
    fit = spanning([0.1, 10, 0, np.nan], logarithmic=True)
    assert fit.low < 0.1 and fit.high > 10 and 0 < fit.share(0.1) < fit.share(10) < 1
    assert spanning([], logarithmic=True).ticks()


def test_places():
    panel = Panel(Picture(100, 100), (10, 20, 90, 80), Range(0, 10), Range(1, 100, True))
    assert panel.place(0, 1) == pytest.approx((10, 80)) and panel.place(10, 100) == pytest.approx((90, 20))
    assert panel.place(5, 10) == pytest.approx((50, 50)) and panel.place(50, 1e9) == pytest.approx((90, 20))


@pytest.mark.parametrize(("value", "text"), [(0, "0"), (0.5, "0.5"), (20, "20"), (1000, "1,000"), (0.05, "0.05")])
def test_ticks_are_short(value, text):
    assert short(value) == text


def _colors(path) -> set[tuple[int, int, int]]:
    return {color for count, color in Image.open(path).convert("RGB").getcolors(1 << 24) if count > 40}


def test_scenes(tmp_path):
    bench = Bench(Plan(("G", "H"), ("impulse", "rapier3d"), rounds=1), bench_turn)
    bench.go()
    path = tmp_path / "scenes.png"
    plots.draw(bench, path)
    assert set(COLORS[:3]) <= _colors(path)                  # two engines and Box3D
    assert [p.name for p in tmp_path.iterdir()] == ["scenes.png"]


def test_scale(tmp_path):
    study = Scale(piles((100, 1000)), scale_turn)
    study.go()
    plots.draw(study, tmp_path / "scale.png")
    assert any(max(abs(a - b) for a, b in zip(color, COLORS[0])) < 12 for color in _colors(tmp_path / "scale.png"))


def test_a_folder_that_is_missing(tmp_path):
    with pytest.raises(OSError):
        plots.draw(Scale(piles((1,))), tmp_path / "missing" / "scale.png")
    assert not list(tmp_path.iterdir())
