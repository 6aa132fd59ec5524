"""Compiled Newton steps and the problem that they solve, against numpy and LAPACK."""
from __future__ import annotations

import numpy as np
import pytest

from physics.lab.exact import complementarity
from physics.lab.exact.complementarity import natural_map, problem, residual
from physics.lab.exact.newton import NONE, eliminated, state_newton_system, step_from, sweep_from, work_for
from physics.lab.exact.problem import Problem
from physics.lab.rows.bias import patches
from physics.lab.rows.row import applied, is_friction
from tests.support import exact_reference as reference
from tests.support.constraint_worlds import heap, read_rows, resisting_heap, velocity_rows
from tests.support.joint_zoo import zoo

CLOSE = 1e-12
SHARE = 1e-5                                     # e, large enough for rounding to stay what it is


def stated(seed: int, make=heap) -> tuple[Problem, np.ndarray]:
    """A problem of contacts and joints, and the impulses that it starts from."""
    world = make(seed, friction_model="pyramid")
    world.step(stop=(7, 0, 0))
    rows = read_rows(world)
    return problem(rows, applied(rows, -rows.impulse, velocity_rows(world))), rows.impulse


@pytest.mark.parametrize("make", [heap, resisting_heap, zoo])
@pytest.mark.parametrize("seed", range(3))
def test_the_problem(make, seed):
    """Matrix with compliance, slip, bounds and the natural map."""
    one, start = stated(seed, make)
    rows, scale = one.rows, np.abs(one.matrix).max()
    assert one.matrix == pytest.approx(reference.system(rows), abs=CLOSE * scale)
    assert one.slip == pytest.approx(reference.slip(rows, one.velocity), abs=1e-10)
    assert (one.friction == is_friction(rows)).all() and one.friction.any()
    impulse = start + np.random.default_rng(seed).normal(size=len(start))
    assert np.array(complementarity.bounds(one, impulse)) == pytest.approx(np.array(reference.bounds(one, impulse)), abs=CLOSE)
    expected = reference.natural_map(one, impulse)
    assert natural_map(one, impulse) == pytest.approx(expected, abs=1e-10)
    assert residual(one, impulse) == pytest.approx(np.abs(expected).max(), abs=1e-10)


def test_a_residual_that_is_no_number_is_told():
    one, start = stated(0)
    for row in (0, len(start) - 1):
        broken = start.copy()
        broken[row] = np.nan
        assert np.isnan(residual(one, broken))


@pytest.mark.parametrize("seed", range(3))
def test_sweeps_over_the_matrix(seed):
    """One by one as in numpy, and the same as sweeps over rows and velocities, which many rows get."""
    one, start = stated(seed)
    work, impulse, expected = work_for(len(start), patches(one.rows)), start.copy(), start
    for _ in range(3):
        expected = reference.sweep(one, expected)
    left = sweep_from(one, impulse, 3, work)
    assert impulse == pytest.approx(expected, abs=1e-10) and left == pytest.approx(residual(one, expected), abs=1e-10)


def test_both_kinds_of_sweeps(monkeypatch):
    one, start = stated(1)
    work, found = work_for(len(start), patches(one.rows)), []
    for few in (len(start), 0):
        monkeypatch.setattr(complementarity, "FEW", few)
        found.append(complementarity.swept(one, start, 10, work))
    assert found[0].impulse == pytest.approx(found[1].impulse, abs=1e-9)
    assert found[0].left == pytest.approx(found[1].left, abs=1e-9)


@pytest.mark.parametrize("seed", [1, 5, 6, 8, 11])
def test_a_newton_step(seed):
    """The system's solution by LAPACK is that of the plain formulas; rows slide, are held and are free."""
    one, start = stated(seed)
    work, impulse = work_for(len(start), patches(one.rows)), reference.sweep(one, start)
    state_newton_system(one, impulse, SHARE, work)
    assert len(set(work.side)) == 3
    expected = reference.newton_step(one, impulse, SHARE)
    assert np.linalg.solve(work.left, work.right) == pytest.approx(expected, abs=1e-7)
    assert eliminated(work.left, work.right)
    assert work.right == pytest.approx(expected, abs=1e-7)


@pytest.mark.parametrize("m", [1, 2, 7, 40])
def test_elimination(m):
    """With zeros on the diagonal and elsewhere; a column without a pivot is told."""
    rng = np.random.default_rng(m)
    left, right = rng.normal(size=(m, m)) * (rng.random((m, m)) < 0.7), rng.normal(size=m)
    left += np.roll(np.diag(rng.uniform(1, 2, m)), 1, 0)
    expected, found = np.linalg.solve(left, right), right.copy()
    assert eliminated(left.copy(), found)
    assert found == pytest.approx(expected, rel=1e-9, abs=1e-9)
    left[:, m // 2] = 0
    assert not eliminated(left, right)


def test_newton_gives_up():
    """A matrix of zeros has no pivot."""
    one, start = stated(0)
    one = one._replace(matrix=0 * one.matrix, slip=np.ones(len(start)), friction=0 * one.friction,
                       lower=np.full(len(start), -np.inf), upper=np.full(len(start), np.inf))
    assert step_from(one, start.copy(), (1.0, 0.0), work_for(len(start), patches(one.rows))) == NONE


@pytest.mark.parametrize("seed", [0, 1, 3, 4, 5])
def test_few_rows_and_many_get_the_same_answer(seed, monkeypatch):
    """The compiled way and that by LAPACK end at velocities that differ by rounding.

    In world 2 a rigid mouse pulls a box through the floor, which has no answer.
    """
    one, start = stated(seed)
    found = []
    for few in (len(start), 0):
        monkeypatch.setattr(complementarity, "FEW", few)
        found.append(applied(one.rows, complementarity.nearly(one, start), one.velocity))
    assert found[0] == pytest.approx(found[1], abs=1e-8)
