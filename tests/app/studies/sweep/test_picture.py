"""Pictures of sweeps: one, two and three settings, words and numbers, cells without a number."""
from __future__ import annotations

import math

import numpy as np
import pytest
from PIL import Image

import scenes
from app.headless.errors import InputError
from app.studies.cells.cell import CellResult
from app.studies.cells.grid import read
from app.studies.charts.chart import COLORS, GRID, PAPER
from app.studies.sweep import picture
from app.studies.sweep.picture import MAP, Scale, scale_of
from app.studies.sweep.sweep import Plan, Sweep
from tests.app.cli.conftest import FALLING

BETA, STEPS, WORDS = "solver.beta=0:1:5", "solver.substeps=1,2,4,8", "solver.stabilization=soft,none"


def _found(varied: tuple[str, ...], number) -> Sweep:
    study = Sweep(Plan("falling", tuple(read(text) for text in varied), metrics=("energy", "max_speed")), scenes.loads(FALLING))
    study.results = {k: number(k) for k in range(study.total)}
    return study


def _colors(path) -> set[tuple[int, int, int]]:
    return {color for count, color in Image.open(path).convert("RGB").getcolors(1 << 24) if count > 20}


@pytest.mark.parametrize("varied", [(STEPS,), (BETA,), (WORDS,)])
def test_one_setting_is_a_line_or_dots(tmp_path, varied):
    picture.draw(_found(varied, lambda k: CellResult((1.0 + k, -5.0 * k))), tmp_path / "a.png")
    assert set(COLORS[:2]) <= _colors(tmp_path / "a.png")
    assert [p.name for p in tmp_path.iterdir()] == ["a.png"]


@pytest.mark.parametrize("varied", [(BETA, STEPS), (WORDS, STEPS), (BETA, STEPS, WORDS)])
def test_two_and_three_settings_are_maps(tmp_path, varied):
    picture.draw(_found(varied, lambda k: CellResult((float(k), 10.0 ** k))), tmp_path / "a.png")
    assert {MAP[0], MAP[-1]} <= _colors(tmp_path / "a.png")


def test_a_map_grows_with_its_settings():
    small, large = (picture.picture(_found((BETA, STEPS, *more), lambda k: CellResult((1.0, 2.0)))) for more in ((), (WORDS,)))
    assert large.width > small.width


def test_long_words_have_room(tmp_path):
    """The column at the left edge of the picture is paper: no word is cut there."""
    words = "solver.friction_model=manifold_centre,cone"
    image = picture.picture(_found((words, STEPS), lambda k: CellResult((1.0, 2.0)))).finished()
    assert image.crop((0, 0, 8, image.height)).getcolors() == [(8 * image.height, PAPER)]


@pytest.mark.parametrize("varied", [(STEPS,), (BETA, STEPS)])
@pytest.mark.parametrize("result", [CellResult(failure="no"), CellResult((math.nan, math.inf))])
def test_nothing_was_found(tmp_path, varied, result):
    picture.draw(_found(varied, lambda k: result), tmp_path / "a.png")
    assert len(varied) == 1 or GRID in _colors(tmp_path / "a.png")


def test_the_many_cells_of_the_largest_sweep_fit():
    large = picture.picture(_found(("solver.beta=0:1:100", "solver.slop=0:0.1:100"), lambda k: CellResult((float(k), 1.0))))
    assert max(large.width, large.height) < 2000


def test_scales():
    assert scale_of(np.array([1.0, 2.0, math.nan])) == Scale(1, 2, False)
    assert scale_of(np.array([1e-4, 2.0])).logarithmic and not scale_of(np.array([0.0, 2.0])).logarithmic
    flat = scale_of(np.array([3.0, 3.0]))
    assert flat.low < 3 < flat.high
    scale = Scale(1, 100, True)
    assert (scale.color(1), scale.color(100), scale.color(10)) == (MAP[0], MAP[-1], MAP[4])


def test_four_settings_are_too_many():
    with pytest.raises(InputError, match="write a .csv"):
        picture.check([read(text) for text in (BETA, STEPS, WORDS, "solver.slop=0,0.1")])
