"""`impulse advise`: bad input, its text and its JSON."""
from __future__ import annotations

import json

import pytest

from app.adviser.ill_scenes import FOLDER

ILL = FOLDER / "tunnelling" / "continuous_off.yaml"
BAD = {
    "no scene": ([], ["impulse advise tower"]),
    "unknown scene": (["towr"], ["did you mean tower"]),
    "unknown setting": (["tower", "--set", "solver.itertions=3"], ["'solver.iterations'"]),
    "scene with cases": (["tower", "--cases"], ["'tower'"]),
    "output without cases": (["tower", "-o", "a.md"], ["--cases"]),
    "ending": (["--cases", "-o", "a.txt"], [".md"]),
    "no time": (["tower", "--seconds", "0"], ["nothing to watch"]),
}


@pytest.mark.parametrize(("arguments", "words"), BAD.values(), ids=BAD.keys())
def test_bad_input(impulse, tmp_path, monkeypatch, arguments, words):
    monkeypatch.chdir(tmp_path)
    outcome = impulse("advise", *arguments)
    assert outcome.code == 2 and outcome.out == "" and outcome.err.count("\n") == 1
    assert all(word in outcome.err for word in words), outcome.err
    assert list(tmp_path.iterdir()) == []


def test_a_finding_as_text(impulse):
    outcome = impulse("advise", ILL, "--try")
    assert outcome.code == 0, outcome.err
    for words in ("1. Bodies pass through others: 1 bodies", "no look ahead", "--set solver.continuous=fixed",
                  "ball went through wall", "with this change  0 bodies"):
        assert words in outcome.out, outcome.out


def test_a_finding_as_json(impulse):
    found = json.loads(impulse("advise", ILL, "--json").out)
    (finding,) = found["findings"]
    assert finding["symptom"] == "tunnelling" and finding["cause"] == "continuous_off"
    assert finding["change"] == {"solver.continuous": "fixed"} and finding["value"] == 1
    assert finding["numbers"]["speed [m/s]"] == pytest.approx(60, rel=1e-3)


def test_the_change_of_a_finding_works(impulse):
    outcome = impulse("advise", ILL, "--set", "solver.continuous=fixed")
    assert outcome.code == 0 and outcome.out == "continuous_off: nothing is wrong\n"
