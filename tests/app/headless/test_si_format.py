"""Numbers as text."""
from __future__ import annotations

import math

import pytest

from app.headless.si_format import measure_text, number_text, prefix_of, quantity, thousandths


@pytest.mark.parametrize("value, unit, text", [
    (0.0, "m", "0 m"), (0.00035, "m", "350 µm"), (0.0123, "m", "12.3 mm"), (1.5, "m", "1.50 m"), (124.4, "N", "124 N"),
    (52_300.0, "N", "52.3 kN"), (3e7, "N", "30.0 MN"), (2e-4, "rad", "200 µrad"),
    (0.0123, "rad", "12.3 mrad"), (float("nan"), "m", "nan m"), (float("inf"), "N", "inf N"), (1e-9, "m", "0 m"),
    (0.9997, "N s", "1.00 N s"), (999.6, "N", "1.00 kN"), (-9.999, "m", "-10.0 m"), (9.994, "m", "9.99 m")])
def test_quantities_are_short(value, unit, text):
    assert quantity(value, unit) == text


@pytest.mark.parametrize("value, unit, text", [
    (0.123456, "m", "0.123 m"), (12.0, "", "12"), (1234.5, "N", "1234 N"), (2e8, "N", "2e+08 N"), (90.0, "°", "90°"),
    (math.inf, "m", "inf")])
def test_numbers_beside_widgets_have_their_own_unit(value, unit, text):
    assert number_text(value, unit) == text


@pytest.mark.parametrize("value, unit, text", [
    (math.pi / 6, "rad", "30.0°"), (0.5, "m", "0.500 m"), (2.0, "", "2.000"), (-1e-9, "rad", "0.0°"), (-1e-9, "m", "0.000 m")])
def test_measures_of_joints(value, unit, text):
    assert measure_text(value, unit) == text


def test_an_axis_has_the_prefix_of_its_largest_number():
    assert [prefix_of(value, 1.0) for value in (0.0, 999.0, 1000.0, -2e6)] == [(1.0, ""), (1.0, ""), (1e3, "k"), (1e6, "M")]


def test_thousandths_of_nothing_are_nothing():
    assert (thousandths(None), thousandths(0.0123), thousandths(0.0)) == ("", "12.3", "0")
