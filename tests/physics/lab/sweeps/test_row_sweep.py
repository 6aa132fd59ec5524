"""Sweeps over explicit rows: known numbers, the order of rows, and Jacobi."""
from __future__ import annotations

import numpy as np
import pytest

from physics import Plane, SolverSettings, Sphere, World
from physics.definitions.settings import ROW_ORDERS
from physics.lab.exact import complementarity
from physics.lab.exact.complementarity import dual_energy, problem
from physics.lab.methods.projected_gauss_seidel import order_of
from physics.lab.rows.row import FRICTION, NORMAL, OF_PARTS, Rows, matrix_between, taken
from physics.lab.sweeps.jacobi import jacobi_sweep, row_norms
from physics.lab.sweeps.gauss_seidel import sweep_rows
from physics.lab.sweeps.table import table_of
from tests.support import gauss_seidel
from tests.support.constraint_worlds import heap, read_rows, resisting_heap, velocity_rows
from tests.support.pressing_rows import presses


def tower(count: int) -> tuple[Rows, np.ndarray]:
    """Normal rows of balls on each other and velocities after gravity, no impulses."""
    world = World(precision="double", solver=SolverSettings(substeps=1, stabilization="none", warm_start=0, slop=0))
    world.add_body(shape=Plane(), type="static", friction=0)
    for k in range(count):
        world.add_body(shape=Sphere(radius=0.5), position=(0, 0, 0.5 + k), mass=1, friction=0)
    world.step(stop=(7, 0, 0))
    made = read_rows(world)
    made = taken(made, made.kind == NORMAL)
    return taken(made, order_of(made, "natural"))._replace(group=np.arange(count)), velocity_rows(world)


@pytest.mark.parametrize("count", [5, 10, 20])
def test_sweeps_of_a_stack_follow_a_law(count):
    """E05, 1.6: from below, an error of the impulses shrinks by cos^2(pi / 2N) a sweep; for ten bodies these are the numbers
    (Gauss-Seidel on the tridiagonal matrix of a stack, by numpy)."""
    made, velocity = tower(count)
    exact, table, errors = complementarity.solve(problem(made, velocity)), table_of(made, False), {}
    assert np.allclose(exact, 9.81 / 60 * np.arange(count, 0, -1))
    for sweep in range(1, 101):
        sweep_rows(order_of(made, "natural"), table, velocity)
        errors[sweep] = np.linalg.norm(table.impulse - exact) / np.linalg.norm(exact)
    assert errors[60] / errors[59] == pytest.approx(np.cos(np.pi / (2 * count)) ** 2, abs=1e-4)
    if count == 10:
        wanted = {1: 0.9539, 4: 0.8690, 10: 0.7409, 20: 0.5763, 50: 0.2739, 100: 0.0794}
        assert {sweep: errors[sweep] for sweep in wanted} == pytest.approx(wanted, abs=1e-3)


@pytest.mark.parametrize("name", ROW_ORDERS)
def test_orders_take_every_row_once(name):
    made = read_rows(heap(3))
    orders = [order_of(made, name, sweep) for sweep in range(2)]
    assert all(sorted(order) == list(range(len(made.a))) for order in orders)
    assert np.array_equal(*orders) == (name != "random")


@pytest.mark.parametrize("model", ["pyramid", "cone", "manifold_centre"])
@pytest.mark.parametrize("seed", range(4))
def test_a_row_is_solved_as_a_plain_loop_solves_it(model, seed):
    """Row by row the same numbers as straight from the formulas: friction and soft joints; normal rows one by one."""
    world = resisting_heap(seed, friction_model=model, stabilization="soft", joint_stabilization="soft", block_solve=False)
    world.step(stop=(7, 0, 0))
    made, velocity = read_rows(world), velocity_rows(world)
    alone = (made.kind == NORMAL) | (made.kind == FRICTION) & (model == "pyramid")
    made = made._replace(group=np.where(alone, np.arange(len(made.a)), made.group))
    table, now = table_of(made, model != "pyramid"), velocity.copy()
    for first in np.flatnonzero((made.kind < OF_PARTS) & (made.group == np.arange(len(made.a)))):
        members = np.flatnonzero(made.group == first)
        speeds = np.array([gauss_seidel.speed(made, i, velocity) for i in members])
        if made.kind[first] == NORMAL:
            old = made.impulse[first]
            change = made.mass_scale[first] * (speeds[0] + made.bias[first]) + made.impulse_scale[first] * made.k[first] * old
            answer = np.array([max(old - change / made.k[first], 0)])
        elif len(members) == 1:
            limit = made.friction[first] * made.impulse[presses(made.kind, made.patch, first)].sum()
            answer = np.clip(made.impulse[members] - (speeds + made.bias[members]) / made.k[members], -limit, limit)
        else:
            answer = gauss_seidel.rubbed(made, members, speeds, cone=True)
        sweep_rows(members, table, now)
        assert np.abs(table.impulse[members] - answer).max() < 1e-11
        for i, impulse in zip(members, answer):
            gauss_seidel.apply(made, i, impulse - made.impulse[i], velocity)
            made.impulse[i] = impulse
        assert np.abs(now - velocity).max() < 1e-10


def test_jacobi_falls_to_the_same_answer():
    """Divided by all that rows do to each other, every sweep lowers the dual energy, and it ends where Gauss-Seidel does."""
    made, velocity = tower(6)
    one, now, energy = problem(made, velocity), velocity.copy(), 0.0
    exact = complementarity.solve(one)
    for _ in range(3000):
        made, now = jacobi_sweep(made, now, 1.0 / row_norms(made, len(now)), False)
        before, energy = energy, dual_energy(one, made.impulse)
        assert energy <= before + 1e-12
    assert np.abs(made.impulse - exact).max() < 1e-8


def test_reach_is_the_row_sum_of_all_that_rows_do_to_each_other():
    made, velocity = tower(6)
    assert row_norms(made, len(velocity)) == pytest.approx(np.abs(matrix_between(made)).sum(1), rel=1e-12)


def test_jacobi_without_care_flies_apart():
    """Four times its share is too much for a stack."""
    made, velocity = tower(6)
    one = problem(made, velocity)
    for _ in range(200):
        made, velocity = jacobi_sweep(made, velocity, 4.0 / row_norms(made, len(velocity)), False)
    assert complementarity.residual(one, made.impulse) > 0.05
