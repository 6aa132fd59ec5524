"""`impulse accuracy`: a table, its files, marks and exit codes, wrong names, cancelling."""
from __future__ import annotations

import json

import pytest

ALONE = ("--peer", "none")


def test_a_table(impulse):
    outcome = impulse("accuracy", "fall-speed", "atwood", *ALONE)
    assert outcome.code == 0, outcome.err
    assert "fall-speed" in outcome.out and "19.62" in outcome.out and "16 of 16 figures" in outcome.out


def test_json_has_every_figure(impulse, tmp_path):
    path = tmp_path / "table.json"
    outcome = impulse("accuracy", "fall-speed", *ALONE, "-o", path)
    assert outcome.code == 0, outcome.err
    (row,) = json.loads(path.read_text())["rows"]
    assert row["id"] == "fall-speed" and row["expected"] == pytest.approx(19.62) and row["formula"] == "v = g t"
    assert row["cells"]["classic double"] == {"value": pytest.approx(19.62), "holds": True, "reason": ""}


def test_a_page(impulse, tmp_path):
    path = tmp_path / "page.md"
    outcome = impulse("accuracy", "fall-speed", "track-1", *ALONE, "-o", path)
    assert outcome.code == 0 and "16 of 16" in outcome.err, outcome.err
    text = path.read_text()
    assert "## Motion" in text and "## Seams" in text and "| all | 2 of 2 |" in text and "`fall-speed` A stone's speed" in text


def test_a_figure_that_is_off_ends_with_1(impulse, monkeypatch):
    """Like an expectation that failed."""
    from app.studies.accuracy import closed_form
    monkeypatch.setattr(closed_form, "SHARE", -1.0)
    outcome = impulse("accuracy", "fall-speed", *ALONE)
    assert outcome.code == 1 and "19.62 !" in outcome.out and "0 of 8 figures" in outcome.out


@pytest.mark.parametrize(("arguments", "said"), [(["fal-speed"], "fall-speed"), (["--peer", "rapier"], "rapier3d"),
                                                 (["-o", "table.txt"], ".md or .json")])
def test_wrong_input(impulse, arguments, said):
    outcome = impulse("accuracy", *arguments)
    assert outcome.code == 2 and said in outcome.err and "Traceback" not in outcome.err


def test_cancelling_writes_nothing(impulse, tmp_path, monkeypatch):
    from app.studies.accuracy.study import Accuracy
    path = tmp_path / "page.md"
    monkeypatch.setattr(Accuracy, "_cell", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
    outcome = impulse("accuracy", "fall-speed", *ALONE, "-o", path)
    assert outcome.code == 130 and "cancelled after 0 of 8" in outcome.err and not path.exists()
