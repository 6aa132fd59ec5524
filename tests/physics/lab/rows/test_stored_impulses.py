"""Impulses noted by a method in Python are read back as if the wide solver had found them."""
from __future__ import annotations

import numpy as np
import pytest

from physics.constraints.place import place_parts
from physics.dynamics.results import keep_results
from physics.lab.rows.assembly import assemble_rows
from physics.lab.rows.row import NORMAL, OF_PARTS, ROLLING, SPINNING, TWIST, row_parameters
from physics.lab.rows.stored_impulses import store_row_impulses
from physics.parallel.team import by_oneself
from physics.pipeline.advance import kernel_state, step_parameters
from tests.support.constraint_worlds import heap

SUBSTEPS = 3


def noted(world, seed: int = 1):
    """(rows, impulses of each substep) of a world whose step has invented impulses."""
    rng = np.random.default_rng(seed)
    world.step(stop=(5, 0, 0))                   # blocks carry the impulses of the step before
    state, extent = kernel_state(world)
    numbers = step_parameters(world)
    made = assemble_rows(state, extent, row_parameters(numbers))
    assert np.abs(made.impulse).max() > 0.01
    found = rng.uniform(0.1, 1, (SUBSTEPS, len(made.a)))
    found[:, (made.kind == ROLLING) | (made.kind == SPINNING)] *= 1e-4           # within their bounds
    for impulses in found:
        place_parts(0, extent.parts, state.bodies, state.parts, numbers.motion.h)
        store_row_impulses(state, extent, made, impulses)
    by_oneself(lambda team: keep_results(team, state, extent, numbers))
    return made, found


@pytest.mark.parametrize("precision, most", [("double", 1e-12), ("single", 1e-5)])
@pytest.mark.parametrize("model", ["cone", "pyramid", "manifold_centre"])
def test_contacts(model, precision, most):
    """`world.contacts` has the sums over the substeps, at the points; friction of a patch as one force and one moment."""
    world = heap(2, friction_model=model, precision=precision, resisting=True)
    made, found = noted(world)
    total, last = found.sum(0), found[-1]
    normal = np.flatnonzero(made.kind == NORMAL)
    rubbing = np.flatnonzero((made.kind > NORMAL) & (made.kind < TWIST))
    force = np.array([point.tangent_impulse for m in world.contacts for point in m.points])
    pushes = np.array([point.normal_impulse for m in world.contacts for point in m.points])
    assert pushes.min() > 0.1 and np.sort(pushes) == pytest.approx(np.sort(total[normal]), rel=most)
    summed = (total[rubbing, None] * made.axis[rubbing]).sum(0)
    assert force.sum(0) == pytest.approx(summed, abs=10 * most)
    world.step(stop=(5, 0, 0))                   # and the next step starts from those of the last substep
    again = assemble_rows(*kernel_state(world), row_parameters(step_parameters(world)))
    both = {(a, b) for a, b in zip(made.a, made.b)} & {(a, b) for a, b in zip(again.a, again.b)}
    for kind in set(made.kind[made.kind < OF_PARTS]):
        for a, b in both:
            before = last[(made.kind == kind) & (made.a == a) & (made.b == b)]
            after = again.impulse[(again.kind == kind) & (again.a == a) & (again.b == b)]
            assert np.abs(np.sort(before) - np.sort(after)).max(initial=0) < 10 * most


def test_points_have_their_own():
    """Every point shows the impulse of its own row, and the others nothing."""
    world = heap(2)
    world.step(stop=(5, 0, 0))
    state, extent = kernel_state(world)
    made = assemble_rows(state, extent, row_parameters(step_parameters(world)))
    for row in np.flatnonzero(made.kind == NORMAL)[::3]:
        world.step(stop=(5, 0, 0))
        impulses = np.zeros(len(made.a))
        impulses[row] = 1
        store_row_impulses(state, extent, made, impulses)
        by_oneself(lambda team: keep_results(team, state, extent, step_parameters(world)))
        pushed = [(m, point) for m in world.contacts for point in m.points if point.normal_impulse != 0]
        (manifold, point), = pushed
        assert point.normal_impulse == 1 and manifold.normal == pytest.approx(made.axis[row])
        assert point.position == pytest.approx(state.bodies.pose[made.a[row], :3] + made.arm_a[row], abs=1e-9)


def test_joints():
    """A mouse pulls with the sum of its impulses over the step."""
    world = heap(2)
    made, found = noted(world)
    for joint, part in zip(world.joints, sorted(set(made.part[made.part >= 0]))):
        mine = np.flatnonzero(made.part == part)
        assert np.abs(joint.force) * world.dt == pytest.approx(found.sum(0)[mine[np.argsort(made.component[mine])]])
