"""Softness of rows against the implicit spring."""
from __future__ import annotations

import math

import pytest
from numba import njit

from physics.constraints.softness import RIGID, row_softness, softness


@pytest.mark.parametrize("hertz", [0.0, 1.0, 30.0, 60.0, 240.0])
@pytest.mark.parametrize("ratio", [0.0, 0.5, 1.0, 10.0])
@pytest.mark.parametrize("h", [1e-3, 1 / 240, 1 / 60])
def test_softness_is_an_implicit_spring(hertz, ratio, h):
    """One row of a unit mass moves as v' = (v - h w^2 x) / (1 + 2 h z w + h^2 w^2)."""
    soft = softness(hertz, ratio, h)
    assert soft.mass_scale + soft.impulse_scale == pytest.approx(1)
    if hertz == 0:
        assert soft == RIGID
        return
    x, v, omega = 0.3, -1.7, 2 * math.pi * hertz
    change = -soft.mass_scale * (v + soft.bias_rate * x)
    assert v + change == pytest.approx((v - h * omega**2 * x) / (1 + 2 * h * ratio * omega + (h * omega) ** 2), rel=1e-12)


@njit
def softness_of_row(hertz, ratio, beta, h):
    """Call the formula of joint rows on numbers."""
    return row_softness(hertz, ratio, beta, h)


def test_softness_of_joint_rows():
    for hertz, ratio in ((5.0, 1.0), (60.0, 2.0), (240.0, 0.0)):
        assert softness_of_row(hertz, ratio, 0.3, 0.01) == pytest.approx(tuple(softness(hertz, ratio, 0.01)), rel=1e-14)
    assert softness_of_row(0.0, 1.0, 0.3, 0.01) == pytest.approx((30.0, 1.0, 0.0))
