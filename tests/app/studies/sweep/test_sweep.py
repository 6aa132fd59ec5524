"""Sweeps: the same table from any backend, no cell run twice, and commands that open the measured scene."""
from __future__ import annotations

import csv
import io
import json
import shlex

import joblib
import pytest

import scenes
from app.headless.errors import InputError
from app.studies.cells import cell_runs as module
from app.studies.cells.backends import chosen
from app.studies.cells.cell import CellResult, run_cell
from app.studies.cells.cell_log import CellLog
from app.studies.cells.grid import read
from app.studies.sweep.sweep import Plan, Sweep
from tests.app.cli.conftest import FALLING

VARIED = (read("solver.beta=0.1:0.3:2"), read("solver.substeps=1,2,4"))
SETTINGS = ("solver.stabilization=baumgarte", "solver.warm_start=0")         # without the weight it carries the lower box sinks
CARRIED = "  - {shape: {box: {half: [0.5, 0.5, 0.5]}}, position: [0, 0, 1.5], mass: 10}\n"
PLAN = Plan("falling.yaml", VARIED, SETTINGS, ("max_penetration", "average(max_penetration)"), 0.2)


def _sweep(plan: Plan = PLAN, log: CellLog | None = None) -> Sweep:
    return Sweep(plan, scenes.loads(FALLING + CARRIED, id="falling"), log)


def _table(backend: str) -> str:
    study = _sweep()
    with chosen(backend, 2, None):
        study.go()
    return study.as_csv()


@pytest.fixture(scope="module")
def table() -> str:
    """The table of PLAN, by one process."""
    return _table("sequential")


def test_the_table(table):
    rows = list(csv.reader(io.StringIO(table)))
    assert rows[0] == ["solver.beta", "solver.substeps", "max_penetration", "average(max_penetration)", "failure", "open"]
    assert [row[:2] for row in rows[1:]] == [[b, s] for b in ("0.1", "0.3") for s in ("1", "2", "4")]
    assert len({row[3] for row in rows[1:]}) > 1 and all(float(row[3]) > 0 and row[4] == "" for row in rows[1:])


@pytest.mark.parametrize("backend", ["loky", "threading"])
def test_the_same_table_from_any_backend(table, backend):
    assert _table(backend) == table


def test_the_same_table_from_a_cluster(table):
    """Two worker processes of a Dask scheduler on this machine."""
    pytest.importorskip("distributed")
    assert _table("dask") == table


def test_a_backend_that_hands_over_at_the_end(table, monkeypatch):
    monkeypatch.setattr(joblib.parallel.ThreadingBackend, "supports_return_generator", False)
    assert _table("threading") == table


def test_the_command_opens_what_was_measured(table, tmp_path, monkeypatch):
    """The settings of the command, run here, give the row's numbers."""
    row = list(csv.DictReader(io.StringIO(table)))[4]
    words = shlex.split(row["open"])
    assert words[:2] == ["impulse", "falling.yaml"] and words[2::2] == ["--set"] * 4
    result = run_cell(_sweep().cells[0]._replace(settings=tuple(words[3::2])))
    assert [repr(value) for value in result.values] == [row["max_penetration"], row["average(max_penetration)"]]


def test_a_sweep_that_was_killed_goes_on(table, tmp_path, monkeypatch):
    """Cells that are in the log are not run again; the table is that of a sweep that was never killed."""
    ran = []

    def run(number, cell):
        if len(ran) == 4:
            raise KeyboardInterrupt
        ran.append(number)
        return number, run_cell(cell)

    monkeypatch.setattr(module, "run_numbered", run)
    study = _sweep(log=CellLog(tmp_path / "log"))
    with joblib.parallel_config("sequential"), pytest.raises(KeyboardInterrupt):
        study.go()
    assert ran == [0, 1, 2, 3] and len((tmp_path / "log").read_text().splitlines()) == 4
    ran.clear()
    study = _sweep(log=CellLog(tmp_path / "log"))
    seen = []
    with joblib.parallel_config("sequential"):
        study.go(seen.append)
    assert ran == [4, 5] and seen == [5, 6] and study.as_csv() == table
    ran.clear()
    _sweep(log=CellLog(tmp_path / "log")).go()
    assert ran == []


def test_a_log_of_another_sweep_is_of_no_use(tmp_path):
    log = CellLog(tmp_path / "log")
    log.add(_sweep().keys[0], CellResult((1.0, 2.0)))
    assert _sweep(log=log).results and not _sweep(PLAN._replace(seconds=0.3), log).results


def test_cells_that_cannot_be_run_are_told(monkeypatch):
    study = _sweep(PLAN._replace(varied=(read("world.precision=single,double"),), metrics=("max_penetration",)))
    monkeypatch.setattr(module, "run_numbered", lambda k, cell: (k, CellResult(failure="gave up") if k else CellResult((0.5,))))
    with joblib.parallel_config("sequential"):
        study.go()
    rows = list(csv.DictReader(io.StringIO(study.as_csv())))
    assert [(row["max_penetration"], row["failure"]) for row in rows] == [("0.5", ""), ("", "gave up")]


@pytest.mark.parametrize(("change", "says"), [
    ({"fixed": ("solver.beta=0.1",)}, "solver.beta is varied and set as well"), ({"metrics": ()}, "nothing is measured"),
    ({"metrics": ("energy", "energy")}, "given twice"), ({"varied": ()}, "nothing is varied")])
def test_what_cannot_be_swept(change, says):
    with pytest.raises(InputError) as told:
        _sweep(PLAN._replace(**change))
    assert says in str(told.value)


def test_a_metric_is_tried_before_anything_runs():
    with pytest.raises(InputError, match="did you mean 'max_speed'"):
        _sweep(PLAN._replace(metrics=("max_sped",))).check()
    assert [world.step_count for world in _sweep().check()] == [0]
    both = _sweep(PLAN._replace(varied=(*VARIED, read("world.precision=single,double"))))
    assert [world.precision for world in both.check()] == ["single", "double"]


def test_cells_are_plain():
    """A worker gets texts and numbers only."""
    assert json.loads(json.dumps(_sweep().cells[0]))[1] == "falling"


@pytest.mark.parametrize(("where", "says"), [
    (("loki", None, None), "did you mean 'loky'"), (("loky", None, "tcp://x:1"), "--cluster goes with"),
    (("dask", 2, "tcp://x:1"), "--jobs is for this machine")])
def test_backends_that_are_none(where, says):
    with pytest.raises(InputError) as told, chosen(*where):
        pass
    assert says in str(told.value)


def test_a_backend_that_is_not_installed(monkeypatch):
    monkeypatch.setattr("app.studies.cells.backends.find_spec", lambda name: None)
    with pytest.raises(InputError, match="pip install ray installs it"), chosen("ray", None, None):
        pass
