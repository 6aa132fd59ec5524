"""`impulse validate`: the table, its files and exit codes, further cases, wrong names."""
from __future__ import annotations

import json

import pytest

from tests.support.cases import FALL

ONE = ("--jobs", "1")


@pytest.fixture
def more(tmp_path):
    path = tmp_path / "more.yaml"
    path.write_text(FALL)
    return path


def test_a_table(impulse, more):
    outcome = impulse("validate", "--cases", more, "--case", "Z01", *ONE)
    assert outcome.code == 0, outcome.err
    assert "Z01" in outcome.out and "-9.81 +- 1e-09" in outcome.out and "1 figures: 1 hold, 0 fail" in outcome.out


def test_files(impulse, more, tmp_path):
    paths = [tmp_path / f"table.{ending}" for ending in ("md", "json", "png")]
    outcome = impulse("validate", "--cases", more, "--case", "Z01", *ONE, *(word for path in paths for word in ("-o", path)))
    assert outcome.code == 0, outcome.err
    (case,) = json.loads(paths[1].read_text())["cases"]
    assert case["id"] == "Z01" and case["rows"][0]["got"] == pytest.approx(-9.81) and case["rows"][0]["passed"]
    assert "`Z01` A stone falls. Source: Galilei." in paths[0].read_text() and paths[2].read_bytes()[:4] == b"\x89PNG"


def test_a_figure_that_does_not_hold_ends_with_1(impulse, more):
    more.write_text(FALL.replace("-g*60", "g*60"))
    outcome = impulse("validate", "--cases", more, "--case", "Z01", *ONE)
    assert outcome.code == 1 and "FAIL" in outcome.out


def test_an_edition_says_which_cases_have_no_runner(impulse, tmp_path):
    path = tmp_path / "edition.yaml"
    path.write_text("version: 9\ncases:\n- {id: E05, title: law, expected: a number}\n- {id: Q77, title: new, expected: 42}\n")
    outcome = impulse("validate", "--cases", path, *ONE)
    assert outcome.code == 0, outcome.err
    assert "1 cases" in outcome.out and "without a runner: Q77" in " ".join(outcome.out.split())
    path.write_text("version: 9\ncases:\n- {id: Q77, title: new}\n")
    outcome = impulse("validate", "--cases", path, *ONE)
    assert outcome.code == 2 and "none of these cases has a runner: Q77" in outcome.err


@pytest.mark.parametrize(("arguments", "said"), [
    (["--case", "fricton"], "friction"), (["--case", "E05", "--method", "nnoe"], "none"),
    (["-o", "table.txt"], ".md, .json or .png"), (["--cases", "no_such.yaml"], "no_such.yaml")])
def test_wrong_input(impulse, arguments, said):
    outcome = impulse("validate", *arguments)
    assert outcome.code == 2 and said in outcome.err and "Traceback" not in outcome.err


def test_cancelling_writes_nothing(impulse, more, tmp_path, monkeypatch):
    from app.studies.validate.study import Validation
    path = tmp_path / "page.md"
    monkeypatch.setattr(Validation, "go", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
    outcome = impulse("validate", "--cases", more, "--case", "Z01", *ONE, "-o", path)
    assert outcome.code == 130 and "cancelled after 0 of 1" in outcome.err and not path.exists()
