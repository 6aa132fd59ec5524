"""The study: cells of cases, methods, failures, what editions state, the page and the plot."""
from __future__ import annotations

import numpy as np
import pytest

from app.headless.errors import InputError
from app.studies.validate import catalogue
from app.studies.validate.case import Case
from app.studies.validate.case_file import StatedCase
from app.studies.validate.expectation import Row
from app.studies.validate.page import page
from app.studies.validate.picture import HIGH, LOW, picture
from app.studies.validate.published import our_rows, sections, tables
from app.studies.validate.run import runs_of
from app.studies.validate.study import Validation, run_cell, worst_rows
from physics.definitions.method_names import method_names


def case(**changes) -> Case:
    """A case that is quick: a stone falls for a step."""
    return Case(**{"id": "Z01", "title": "A stone", "source": "Galilei", "runner": "A01", "stabilizations": ["none"],
                   "substeps": [1], "setup": {"v0": 0, "vx": 0, "z0": 10}, "sweep": [{"n": 1}],
                   "expect": [{"what": "speed z", "equals": "-g*dt", "absolute": 1e-9}], "group": "falls"} | changes)


def finished(*cases: Case, **options) -> Validation:
    """A study whose cells were run here."""
    study = Validation(cases, **options)
    for k, cell in enumerate(study.cells):
        study.results[k] = run_cell(cell)
    return study


def row(**changes) -> Row:
    """A row that holds."""
    return Row(**{"case": "Z01", "how": "none 1", "family": "none", "point": "", "what": "x", "expected": "1", "got": 1.0,
                  "share": 0.5, "tier": "gate", "passed": True} | changes)


def test_a_case_that_holds_and_one_that_does_not():
    good = finished(case())
    assert [one.verdict for one in good.rows()] == ["pass"] and not good.failed
    wrong = finished(case(expect=[{"what": "speed z", "equals": "g*dt", "absolute": 1e-9}]))
    assert [one.verdict for one in wrong.failed] == ["FAIL"] and wrong.failed[0].got == pytest.approx(-9.81 / 60)
    shown = finished(case(tier="quality", expect=[{"what": "speed z", "equals": "g*dt", "absolute": 1e-9}]))
    assert [one.verdict for one in shown.rows()] == ["miss"] and not shown.failed


def test_methods_that_must_hold_and_methods_that_are_shown():
    study = finished(case(methods=["projected_gauss_seidel"], shown=["xpbd"], substeps=[4],
                          expect=[{"what": "speed z", "equals": 1, "absolute": 1e-9}]))
    assert [(one.how, one.verdict) for one in study.rows()] == [
        ("none 4", "FAIL"), ("projected_gauss_seidel 4", "FAIL"), ("xpbd 20", "miss")]
    methods = [run.settings().method for run in runs_of(study.cells[0].case)]
    assert methods == ["sequential_impulse", "projected_gauss_seidel", "xpbd"]


def test_one_method_alone():
    study = Validation([case(stabilizations=["none", "soft"])], "soft")
    assert [cell.combination.method.stabilization for cell in study.cells] == ["soft"]
    with pytest.raises(InputError, match="soft"):
        Validation([case(stabilizations=["none", "soft"])], "sofd")


def test_a_run_that_fails_is_a_row_that_fails():
    """A method that cannot solve what it gets says why, and counts."""
    study = finished(case(runner="C08", methods=["force_based"], setup={"radius": 0.5, "w0": 20, "mu": 0.5, "seconds": 0.1},
                          expect=[{"what": "spin", "equals": 20, "absolute": 1e-9}]))
    held, failed = study.rows()
    assert held.passed and failed.failed and "force_based cannot solve contacts" in failed.what
    assert finished(case(setup={})).failed                                   # a set-up without its numbers


def test_a_case_without_a_runner_is_named():
    stated = [StatedCase(id="A05", setup={"steps": 600}), StatedCase(id="Q77", title="new", expected="42")]
    study = Validation([catalogue.cases()["A05"], case(id="Z02", runner="Z99")], stated=stated, known=["A05", "Z02"])
    assert study.without_runner == ["Z02", "Q77"] and "without a runner: Z02, Q77" in study.summary()
    assert "A05: the edition's set-up differs from ours: steps 600, not 500." in study.notes()
    assert all(cell.case.id == "A05" for cell in study.cells)


def test_worst_rows_are_the_nearest_to_their_limits():
    rows = [row(share=0.5), row(share=0.9, got=2.0), row(share=3.0, passed=False, tier="quality"),
            row(what="y", share=0.1), row(what="y", share=1.1, passed=False)]
    assert [(one.what, one.share) for one in worst_rows(rows)] == [("x", 0.9), ("y", 1.1)]


def test_a_page():
    text = page(finished(case(stabilizations=["none", "soft"]), case(id="Z02", peers="nobody", basis="rounding", expect=[
        {"what": "speed z", "equals": 1, "absolute": 0.5}])))
    assert "## Falls" in text and "| Z01 | speed z | -0.1635 +- 1e-09 | -0.163500 |" in text
    assert "| Z02 | speed z | 1 +- 0.5 | **-0.163500** |" in text
    assert "Tolerance: rounding. Others: nobody. Hold: none 0/1." in text
    assert "3 figures: 2 hold, 1 fail" in text.replace("2 cases, 3 runs, ", "") and "| all | 2 | 3 | 2 | 1 | 0 |" in text
    assert "## What does not hold" in text and text.count("| Z02 | speed z |") == 2
    assert "Everything holds." in page(finished(case()))


def test_a_page_says_why_figures_miss():
    """Where one does: those of tier quality alone may."""
    missing = {"what": "speed z", "equals": 1, "absolute": 0.5, "tier": "quality"}
    assert "What misses: too few sweeps." in page(finished(case(misses="too few sweeps", expect=[missing])))
    assert "too few sweeps" not in page(finished(case(misses="too few sweeps")))


def test_a_plot():
    study = finished(case(), case(id="Z02"))
    image = np.array(picture(study))
    assert image.shape[1] == 1240 and (image != 255).any() and LOW < 1 < HIGH
    more = np.array(picture(finished(*(case(id=f"Z{k:02d}") for k in range(9)))))
    assert more.shape[0] == image.shape[0] + 7 * 20


def test_published_tables_are_of_our_cases():
    known = catalogue.cases()
    for table in tables():
        assert table.case in known, table.title
        assert table.figure in {entry["what"] for entry in known[table.case].expect}, table.title
        for run in runs_of(known[table.case])[:1]:
            places = {" ".join(f"{name}={number:.4g}" if isinstance(number, float) else f"{name}={number}" for name, number in
                               point.items() if name != table.split) for point in run.points}
            assert set(table.columns) == places, table.title
        assert all(0 < len(figures) <= len(table.columns) for figures in table.published.values())


def test_our_rows_stand_under_the_published_ones():
    rows = [row(case="B02", how="soft 4", point="step=0.001", what="mean squared energy error", got=12.5),
            row(case="B02", how="soft 4", point="step=0.01", what="mean squared energy error", got=99.0),
            row(case="X02", how="soft 1", point="step=0.001 gyroscopic=implicit", what="spin momentum error", got=0.5)]
    lines = list(sections(rows))
    assert "| **Impulse, soft 4** | 12.5 | - | 99 |" in lines and "| **Impulse, soft 1 implicit** | - | - | 0.5 | - |" in lines
    assert lines.index("| ODE | 185 | 2983 | 1.881e+04 |") < lines.index("| **Impulse, soft 4** | 12.5 | - | 99 |")
    assert list(sections([])) == [] and our_rows(tables()[0], []) == {}


def test_every_method_takes_part_somewhere():
    named = {cell.combination.method.solver for cell in Validation(list(catalogue.cases().values())).cells}
    assert named == set(method_names())
