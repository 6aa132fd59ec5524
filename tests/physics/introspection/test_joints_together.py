"""What can be looked into of joints that are solved together: the step again bit for bit, causes, equations, what is left."""
from __future__ import annotations

import numpy as np
import pytest

from physics.introspection.law.of_step import solved_together
from physics.introspection.record import record_of
from tests.physics.introspection.test_equation import assert_equations
from tests.physics.introspection.test_explain import STABILIZATIONS, assert_explained, stabilized
from tests.support.joint_zoo import zoo

LOOSE = {"max_force": 1.0}


@pytest.mark.parametrize("name", STABILIZATIONS)
@pytest.mark.parametrize("floor", (True, False))
def test_every_joint(name, floor):
    """The record repeats the step, its causes add up to every velocity, and terms to every impulse."""
    world = stabilized(zoo, name, 31, substeps=3, iterations=2, joint_solve="direct", floor=floor)
    record = record_of(world)
    together = solved_together(record.substeps[-1].rows, record.places, record.state)
    assert together.any()
    assert_equations(world)
    assert_explained(world)


@pytest.mark.parametrize("name", STABILIZATIONS)
def test_nothing_is_left(name):
    """In the air every row of a joint has what it wants after one solution, springs, limits and motors at their bounds too."""
    world = stabilized(zoo, name, 31, substeps=2, iterations=1, joint_solve="direct", floor=False)
    record, trace = record_of(world), world.trace()
    rows = record.substeps[-1].rows
    one = ~np.isin(rows.group, rows.group[(rows.kind > 0) & (np.abs(rows.upper) < 1e20)])
    solved = np.flatnonzero(trace.stage == "solve")
    size = np.abs(trace.impulse[solved][:, one]).max()
    assert one.sum() > 50 and np.abs(trace.row_residual[solved][:, one]).max() < 1e-9 * max(1.0, size)
