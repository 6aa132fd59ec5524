"""Pictures of the benchmarks: files that show what was measured."""
from __future__ import annotations

import pytest
from PIL import Image

from app.studies.bench.picture import draw
from app.studies.bench.rounds import Bench, Plan
from app.studies.bench.scale import Scale, piles
from app.studies.charts.chart import COLORS
from tests.app.studies.bench.test_rounds import _turn as bench_turn
from tests.app.studies.bench.test_scale import _turn as scale_turn


def _colors(path) -> set[tuple[int, int, int]]:
    return {color for count, color in Image.open(path).convert("RGB").getcolors(1 << 24) if count > 40}


def test_scenes(tmp_path):
    bench = Bench(Plan(("G", "H"), ("impulse", "rapier3d"), rounds=1), bench_turn)
    bench.go()
    path = tmp_path / "scenes.png"
    draw(bench, path)
    assert set(COLORS[:3]) <= _colors(path)                  # two engines and Box3D
    assert [p.name for p in tmp_path.iterdir()] == ["scenes.png"]


def test_scale(tmp_path):
    study = Scale(piles((100, 1000)), scale_turn)
    study.go()
    draw(study, tmp_path / "scale.png")
    assert any(max(abs(a - b) for a, b in zip(color, COLORS[0])) < 12 for color in _colors(tmp_path / "scale.png"))


def test_a_folder_that_is_missing(tmp_path):
    with pytest.raises(OSError):
        draw(Scale(piles((1,))), tmp_path / "missing" / "scale.png")
    assert not list(tmp_path.iterdir())
