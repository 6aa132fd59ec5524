"""`--vary`: ranges, lists, their errors, and the order of their combinations."""
from __future__ import annotations

import pytest

from app.headless.errors import InputError
from app.studies.cells.grid import MOST_CELLS, check_size, grid, is_geometric, read


@pytest.mark.parametrize(("text", "texts"), [
    ("solver.beta=0.05:0.2:4", ("0.05", "0.1", "0.15", "0.2")),
    ("solver.slop=0.001:0.1:3:log", ("0.001", "0.01", "0.1")),
    ("world.dt=1/60,1/120", (repr(1 / 60), repr(1 / 120))),
    ("solver.iterations=1,2,4", ("1", "2", "4")),
    ("solver.iterations=1:16:5:log", ("1", "2", "4", "8", "16")),
    ("solver.iterations=1:3:9", ("1", "2", "3")),
    ("solver.stabilization=soft, none", ("soft", "none")),
    ("world.sleep=true,false", ("true", "false")),
    ("world.gravity=[0,0,-9.81],[0,0,-1.6]", ("[0.0, 0.0, -9.81]", "[0.0, 0.0, -1.6]")),
    ("preset=classic,ngs", ("classic", "ngs")), ("solver.beta=0.2", ("0.2",))])
def test_values(text, texts):
    varied = read(text)
    assert varied.texts == texts
    for setting, value in zip(varied.settings(), varied.values):
        assert read(setting).values == (value,)                     # what --set takes gives the same value back


@pytest.mark.parametrize(("text", "says"), [
    ("solver.bta=1,2", "did you mean 'solver.beta'"), ("solver.beta", "has no values"), ("solver.beta=", "has no values"),
    ("solver.beta=1,,2", "empty"), ("solver.beta=0:1", "is not a range"), ("solver.beta=0:1:3:ln", "is not a range"),
    ("solver.beta=0:1:1", "'1' is not a number of values"), ("solver.beta=0:1:x", "not a number of values"),
    ("solver.beta=0.3:0.3:5", "is empty"), ("solver.beta=0:1:5:log", "ends above 0"), ("solver.beta=0:2:3", "allowed is 0 to 1"),
    ("solver.beta=0.1,0.1", "stands there twice"), ("solver.stabilization=a:b:2", "has no range"),
    ("solver.stabilization=sof", "did you mean 'soft'"), ("solver.iterations=1.5", "whole number"),
    ("preset=classic,soft_stp", "did you mean 'soft_step'"), ("prset=classic", "did you mean 'preset'"),
    ("solver.beta=a", "not a number")])
def test_bad_values(text, says):
    with pytest.raises(InputError) as told:
        read(text)
    assert says in str(told.value) and text in str(told.value)


def test_the_last_setting_changes_fastest():
    assert list(grid([read("solver.beta=0.1,0.2"), read("solver.iterations=1,2")])) == [(0, 0), (0, 1), (1, 0), (1, 1)]


@pytest.mark.parametrize(("texts", "says"), [
    ([], "nothing is varied"), (["solver.beta=0.1", "solver.beta=0.2"], "given twice"),
    (["solver.beta=0:1:200", "solver.slop=0:0.1:200"], f"200 x 200 = 40000 cells; at most {MOST_CELLS}")])
def test_what_is_no_grid(texts, says):
    with pytest.raises(InputError) as told:
        check_size([read(text) for text in texts])
    assert says in str(told.value)


@pytest.mark.parametrize(("values", "geometric"), [
    ((1, 2, 4, 8), True), ((0.1, 0.2, 0.3), False), ((0, 1, 2), False), ((1, 10), False), (("a", "b", "c"), False)])
def test_axes_are_logarithmic_where_values_are(values, geometric):
    assert is_geometric(values) == geometric
