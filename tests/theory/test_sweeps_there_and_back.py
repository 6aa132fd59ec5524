"""Sweeps whose errors warm starting carries on: there and back nothing grows, whatever the order and the over-relaxation."""
from __future__ import annotations

import numpy as np
import pytest

ROWS, SWEEPS = 12, 10


def coupled(seed: int) -> np.ndarray:
    """A random K of rows with cycles, regular but stiff: between rows of its diagonal's size."""
    rng = np.random.default_rng(seed)
    jacobian = rng.normal(size=(ROWS, ROWS + 2))
    matrix = jacobian @ np.diag(10 ** rng.uniform(-3, 0, ROWS + 2)) @ jacobian.T
    scale = 1 / np.sqrt(np.diag(matrix))
    return matrix * scale * scale[:, None]


def swept(matrix: np.ndarray, order: range, over: float) -> np.ndarray:
    """What a sweep leaves of an error of the impulses."""
    left = np.eye(ROWS)
    for row in order:
        left[row] -= over * matrix[row] @ left / matrix[row, row]
    return left


def growth(left: np.ndarray) -> float:
    """Largest factor of a step on the impulses u of the velocities and those a that are carried on:
    a' = u + G (a - u), u' = u - a'."""
    one = np.eye(ROWS)
    return float(np.abs(np.linalg.eigvals(np.block([[left, one - left], [-left, left]]))).max())


@pytest.mark.parametrize("over", (1.0, 1.3, 1.9))
def test_there_and_back_never_grows(over):
    grown = 0
    for seed in range(20):
        matrix = coupled(seed)
        there, back = swept(matrix, range(ROWS), over), swept(matrix, range(ROWS)[::-1], over)
        both = np.linalg.matrix_power(back, SWEEPS // 2) @ np.linalg.matrix_power(there, SWEEPS // 2)
        values = np.linalg.eigvals(both)
        assert np.abs(values.imag).max() < 1e-6 and values.real.min() > -1e-6 and values.real.max() < 1 + 1e-9
        assert growth(both) < 1 + 1e-9
        grown += growth(np.linalg.matrix_power(there, SWEEPS)) > 1 + 1e-6
    assert grown > 0


@pytest.mark.parametrize("back", (0.1, 0.5, 0.9))
def test_a_spring_is_carried_on_by_what_it_does_not_take_back(back):
    """(a, v, C) of a spring of which sweeps find the share e: c = 1 / (1 + b) never grows, c = 1 does where e is small."""
    for share in (0.01, 0.1, 0.5, 1.0):
        sizes = []
        for carried in (1.0, 1 / (1 + back)):
            kept, taken = carried * (1 - share), share / 1.02
            impulse = np.array([kept, -taken, -taken * back])
            speed = np.array([0.0, 1, 0]) + impulse
            sizes.append(np.abs(np.linalg.eigvals(np.stack([impulse, speed, np.array([0.0, 0, 1]) + speed]))).max())
        assert sizes[1] < 1 + 1e-9
        assert (sizes[0] > 1) == ((1 - share) * (1 + back) > 1)
