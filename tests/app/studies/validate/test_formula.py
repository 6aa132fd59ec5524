"""Formulas of cases: what they compute, and that they compute nothing else."""
from __future__ import annotations

import math

import pytest

from app.studies.validate.formula import LONGEST, FormulaError, value

NAMES = {"g": 9.81, "mu": 0.4, "v0": 2, "h": 1 / 60, "e": 0, "model": "cone", "shapes": ["sphere", "box"]}


@pytest.mark.parametrize(("text", "expected"), [
    ("1/60", 1 / 60), ("2*pi", 2 * math.pi), ("floor(v0/(mu*g*h))", 30), ("-v0**2", -4), ("1e-3", 1e-3),
    ("1 if e > 0 else 2", 2), ("{1: 0.005, 10: 0.015}[10]", 0.015), ("[3, 4][1]", 4), ("model == 'cone'", True),
    ("model in ('soft', 'none')", False), ("not e and mu < 1 < v0", True), ("min(3, v0)", 2), ("e or mu", 0.4)])
def test_what_a_formula_gives(text, expected):
    assert value(text, NAMES) == pytest.approx(expected)


def test_words_lists_and_tables():
    """A word that is no name stays, one that is a name is its number; lists and tables part by part."""
    assert value("manifold_centre", NAMES) == "manifold_centre" and value("mu", NAMES) == 0.4
    assert value({"a": ["2*v0", "soft"]}, NAMES) == {"a": [4, "soft"]} and value(3.5, {}) == 3.5


@pytest.mark.parametrize("text", [
    "__import__('os')", "().__class__", "g.real", "open('x')", "[x for x in shapes]", "lambda: 1", "9**9**9**9", "'a'*10**9",
    "shapes*1000", "nothing + 1", "1/0", "sqrt(-1)", "(-8)**0.5", "1 +", "x" * 401, "+".join(["1"] * 150), "~1", "1 << 99",
    "10**400", "f'{g}'", "shapes[7]", "min()"])
def test_what_is_refused(text):
    if text == "x" * 401:
        text = "1+" * LONGEST + "1"
    with pytest.raises(FormulaError):
        value(text, NAMES)
