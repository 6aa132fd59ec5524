"""How near sweeps are to the exact answer: distances that are 0 for the same effect, and fall."""
from __future__ import annotations

import numpy as np
import pytest

from physics import World
from physics.lab.exact import complementarity
from physics.lab.exact.complementarity import dual_energy
from physics.lab.exact.error_norms import course, error_norms
from physics.lab.methods import global_direct, jacobi, projected_gauss_seidel
from physics.lab.rows.row import FRICTION, TWIST, applied, taken
from physics.lab.rows.row_step import RowProblem, first_problem
from physics.pipeline.advance import kernel_state, step_parameters
from tests.support.constraint_worlds import heap, velocity_rows


def first(world: World, friction: bool = True) -> RowProblem:
    """The rows of the step that begins, without any impulses."""
    world.step(stop=(4, 0, 0))
    problem = first_problem(*kernel_state(world), step_parameters(world))
    made, velocity = problem.rows, applied(problem.rows, -problem.rows.impulse, problem.velocity)
    if not friction:
        kept = np.flatnonzero(~np.isin(made.kind, (FRICTION, TWIST)))
        made = taken(made, kept)._replace(group=np.searchsorted(kept, made.group[kept]))
    return problem._replace(rows=made._replace(impulse=np.zeros(len(made.a))), velocity=velocity)


def quiet_heap(seed: int = 3, **solver) -> World:
    """A heap in which nothing contradicts the floor."""
    world = heap(seed, friction_model="pyramid", **solver)
    world.remove(world.joints[1])
    return world


@pytest.mark.parametrize("solve", [projected_gauss_seidel.solve, jacobi.solve], ids=["gauss_seidel", "jacobi"])
def test_without_friction_the_dual_energy_falls_with_every_sweep(solve):
    """0.9: down to the answer's, and never below it."""
    problem = first(quiet_heap(), friction=False)._replace(sweeps=300)
    one = complementarity.problem(problem.rows, problem.velocity)
    answer = complementarity.solve(one)
    near = course(solve, problem, one, answer)
    assert len(near.energy) == 301 and near.energy[0] > 1e-3
    assert np.all(np.diff(near.energy) <= 1e-12 * near.energy[0]) and near.energy.min() >= -1e-12
    assert near.energy[0] == pytest.approx(-dual_energy(one, answer))
    assert near.energy[-1] < 0.2 * near.energy[0] and near.impulse[-1] < near.impulse[0]


def test_distances_of_equal_effects_are_zero():
    """Impulses that differ by what no body feels are the same; others are not."""
    problem = first(quiet_heap())
    one = complementarity.problem(problem.rows, problem.velocity)
    answer = complementarity.solve(one)
    values, vectors = np.linalg.eigh(one.matrix)
    felt = error_norms(one, answer, answer + vectors[:, -1])
    unfelt = error_norms(one, answer, answer + vectors[:, 0])
    assert values[0] < 1e-10 < 1 < values[-1]
    assert unfelt.velocity < 1e-7 and unfelt.spin < 1e-6 and unfelt.impulse < 1e-6
    assert felt.impulse == pytest.approx(np.sqrt(values[-1])) and felt.velocity + felt.spin > 0.1
    assert error_norms(one, answer, answer)[1:] == (0, 0, 0, 0)


def test_the_first_problem_is_that_of_the_step():
    """Without substeps, pushes and relaxing, the exact answer of its rows is what `global_direct` steps to."""
    world = quiet_heap(stabilization="baumgarte", joint_stabilization="baumgarte", method="global_direct", iterations=3)
    start = world.snapshot()
    problem = first(world)
    one = complementarity.problem(problem.rows, problem.velocity)
    expected = applied(problem.rows, global_direct.solve(problem), problem.velocity)
    assert np.abs(expected - applied(problem.rows, complementarity.solve(one), problem.velocity)).max() < 1e-8
    world.restore(start)
    world.step()
    assert np.abs(velocity_rows(world) - expected).max() < 1e-9
