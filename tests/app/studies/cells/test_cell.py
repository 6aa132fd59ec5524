"""Cells and their log: keys that identify results, and a file that survives a kill."""
from __future__ import annotations

import math

import pytest

from app.studies.cells import cell as cells
from app.studies.cells.cell import Cell, CellResult, run_cell
from app.studies.cells.cell_log import CellLog, log_path
from tests.app.cli.conftest import FALLING

CELL = Cell(FALLING, "falling", ("solver.beta=0.1", "solver.iterations=2"), ("max_speed",), 0.1)


def test_a_cell():
    assert run_cell(CELL).values[0] == pytest.approx(math.hypot(1, 6 * 9.81 / 60))


def test_equal_cells_have_equal_keys():
    assert CELL._replace(settings=CELL.settings[::-1]).key() == CELL.key()


@pytest.mark.parametrize("change", [{"text": FALLING + "\n"}, {"settings": ("solver.beta=0.1",)}, {"metrics": ("energy",)},
                                    {"seconds": 0.2}, {"seconds": None}])
def test_other_cells_have_other_keys(change):
    assert CELL._replace(**change).key() != CELL.key()


def test_another_version_has_other_keys(monkeypatch):
    before = CELL.key()
    monkeypatch.setattr(cells, "build", lambda: "another")
    assert CELL.key() != before


@pytest.mark.parametrize("change", [{"settings": ("solver.beta=7",)}, {"metrics": ("speed(nobody)",)}])
def test_trouble_is_told_in_a_line(change):
    result = run_cell(CELL._replace(**change))
    assert not result.values and result.failure and "\n" not in result.failure


NUMBERS = {"a": CellResult((0.1, math.inf, 1e-300)), "b": CellResult((), "has no room"), "c": CellResult((1 / 3,))}


def test_a_log_gives_back_what_it_took(tmp_path):
    log = CellLog(tmp_path / "log")
    for key, result in NUMBERS.items():
        log.add(key, result)
    assert CellLog(tmp_path / "log").results == NUMBERS
    log.remove()
    assert not list(tmp_path.iterdir()) and CellLog(tmp_path / "log").results == {}


def test_nan_is_kept(tmp_path):
    CellLog(tmp_path / "log").add("a", CellResult((math.nan,)))
    assert math.isnan(CellLog(tmp_path / "log").results["a"].values[0])


def test_a_file_that_was_cut_anywhere(tmp_path):
    """For any end of the file, complete lines are read, and so are later ones."""
    log = CellLog(tmp_path / "whole")
    for key, result in NUMBERS.items():
        log.add(key, result)
    data = (tmp_path / "whole").read_bytes()
    for end in range(len(data) + 1):
        path = tmp_path / "cut"
        path.write_bytes(data[:end])
        cut = CellLog(path)
        least = data[:end].count(b"\n")
        assert list(cut.results) in (list(NUMBERS)[:least], list(NUMBERS)[:least + 1])
        cut.add("d", CellResult((4.0,)))
        again = CellLog(path)
        more = {"d": CellResult((4.0,))}
        assert again.results == {**cut.results, **more} and again.results.items() <= {**NUMBERS, **more}.items()


@pytest.mark.parametrize("junk", [b"[]\n", b"{}\n", b'{"key": "a", "values": ["x"], "failure": ""}\n', b"\xff\xfe\n", b"null"])
def test_junk_is_passed_over(tmp_path, junk):
    (tmp_path / "log").write_bytes(b'{"key": "b", "values": [1.0], "failure": ""}\n' + junk)
    assert CellLog(tmp_path / "log").results == {"b": CellResult((1.0,))}


def test_it_lies_beside_the_output(tmp_path):
    assert log_path(tmp_path / "sweep.csv") == tmp_path / "sweep.csv.cells.jsonl"
