"""The grammar of numbers."""
from __future__ import annotations

import math

import pytest

from scenes.schema.scalars import number, switch


@pytest.mark.parametrize(("text", "unit", "value"), [
    ("1", "", 1.0), ("-2.5", "m", -2.5), (".5", "", 0.5), ("5.", "", 5.0), ("1e-3", "", 1e-3), ("+1E2", "", 100.0),
    ("010", "", 10.0),
    ("1/60", "s", 1 / 60), ("-3 / 4", "", -0.75), ("1.5/0.5", "", 3.0), ("180 deg", "rad", math.pi),
    ("90/2 deg", "rad", math.pi / 4),
    ("360 deg/s", "rad/s", 2 * math.pi), ("0.5", "rad", 0.5)])
def test_numbers(text, unit, value):
    assert number(text, unit) == pytest.approx(value, rel=1e-15)


@pytest.mark.parametrize("text", ["", " ", "one", "1_000", "0x10", "1,5", "1 2", "1/2/3", "/2", "1/", "deg", "5deg", "5 rad",
                                  "5 deg /s",
                                  "nan", ".inf", "-.INF", "1e400", "1/0", "1/1e-400", "１", "1" * 61, "1e", "--1", "True"])
def test_no_numbers(text):
    with pytest.raises(ValueError):
        number(text, "rad")


@pytest.mark.parametrize(("text", "unit"), [("5 deg", "m"), ("5 deg", ""), ("5 deg/s", "rad"), ("5 deg", "rad/s")])
def test_angles_where_none_belong(text, unit):
    with pytest.raises(ValueError, match="is an angle"):
        number(text, unit)


def test_numbers_from_python():
    assert number(3) == 3.0
    for value in (math.nan, math.inf, True, None, [1]):
        with pytest.raises(ValueError):
            number(value)


def test_switches():
    assert switch("true") is True and switch("false") is False and switch(True) is True
    for value in ("yes", "True", "1", 1, None):
        with pytest.raises(ValueError):
            switch(value)
