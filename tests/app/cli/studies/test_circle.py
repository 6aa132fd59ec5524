"""`impulse circle`: the table, JSON, the picture, and bad input."""
from __future__ import annotations

import json

import pytest

QUICK = ("--dt", "1/60", "--seconds", "2")
BAD = {
    "form": (["--form", "cube"], ["cube", "cone", "paraboloid"]),
    "words": (["--dt", "often"], ["--dt", "often", "1/60"]),
    "zero": (["--dt", "0"], ["0 s", "more than 0"]),
    "by zero": (["--dt", "1/0"], ["--dt", "divides by zero"]),
    "degrees": (["--dt", "3 deg"], ["--dt", "an angle"]),
    "longer than the run": (["--dt", "3", "--seconds", "2"], ["3 s", "at most the 2 s"]),
    "too many": (["--dt", "1e-6", "--seconds", "10"], ["10,000,000", "1,000,000"]),
    "ending": (["-o", "circle.svg"], [".png"]),
    "nan": (["--ks", "nan"], ["--ks", "nan"]),
    "negative": (["--mass", "-1"], ["--mass", "-1", "1e-06 to 1e+06"]),
    "much": (["--beta", "3"], ["--beta", "3", "0 to 2"]),
}


@pytest.mark.parametrize(("arguments", "words"), BAD.values(), ids=BAD.keys())
def test_bad_input(impulse, arguments, words):
    outcome = impulse("circle", *arguments)
    assert outcome.code == 2 and outcome.out == "" and outcome.err.count("\n") == 1
    for word in words:
        assert word in outcome.err


def test_no_such_folder(impulse, tmp_path):
    outcome = impulse("circle", *QUICK, "-o", tmp_path / "missing" / "circle.png")
    assert outcome.code == 2 and "no such folder" in outcome.err and outcome.out == ""


def test_table_and_picture(impulse, tmp_path):
    path = tmp_path / "circle.png"
    outcome = impulse("circle", *QUICK, "-o", path)
    assert outcome.code == 0, outcome.err
    for word in ("A particle on a circle", "cone", "paraboloid", "+80.960", "+143.655", "impulses, beta 0.2"):
        assert word in outcome.out
    assert path.read_bytes()[:4] == b"\x89PNG" and f"drawn: {path}" in outcome.err


def test_json_of_one_form(impulse):
    outcome = impulse("circle", *QUICK, "--dt", "1/120", "--form", "cone", "--ks", "0", "--kd", "0", "--json")
    assert [(row["dt"], row["level"], row["form"]) for row in json.loads(outcome.out)["rows"]] == [
        (dt, level, "cone") for dt in (1 / 60, 1 / 120) for level in ("forces", "impulses")]
