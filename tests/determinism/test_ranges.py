"""Kernels over parts of their range give the bits of the whole range: what sharing work between threads rests on."""
from __future__ import annotations

import numpy as np
import pytest

from physics import World
from physics.arrays import FIRST
from physics.dynamics.contact_preparation import prepare_contacts
from physics.dynamics.contact_solver import push_contacts, solve_contacts, warm_start_contacts
from physics.dynamics.inertia import world_inertia
from physics.dynamics.joints.point import prepare_points, solve_points
from physics.stages.advance import kernel_state, step_parameters
from tests.determinism.mixed_scene import Recipe, build, run


def stopped(stop: tuple[int, int, int], stabilization: str = "split_impulse") -> World:
    """The mixed scene inside its 200th step."""
    world, joint = build(Recipe(stabilization=stabilization, bodies=60))
    run(world, joint, 200)
    world.step(stop=stop)
    return world


def whole_and_parts(call, world: World, begin: int, end: int, reverse: bool) -> tuple[list[bytes], list[bytes]]:
    """Bytes of all arrays after one call over begin .. end - 1, and after one call for each block, last to first perhaps."""
    start, found = world.snapshot(), []
    blocks = [(k, k + 1) for k in range(begin, end)]
    for ranges in ([(begin, end)], blocks[::-1] if reverse else blocks):
        world.restore(start)
        state, _ = kernel_state(world)
        for first, last in ranges:
            call(first, last, state)
        found.append([np.ascontiguousarray(array).tobytes() for part in state[:4] for array in part])
    return found[0], found[1]


@pytest.mark.parametrize("reverse", [False, True])
@pytest.mark.parametrize("kernel", ["solve", "push", "warm start"])
def test_blocks_of_a_color_in_any_order(kernel, reverse):
    """No body stands twice in a colour, so its blocks may be solved in any order."""
    world = stopped((8, 0, 0))
    parameters, (state, extent) = step_parameters(world), kernel_state(world)
    calls = {"solve": lambda a, b, s: solve_contacts(a, b, s.bodies, s.contacts, (parameters.solve, 0)),
             "push": lambda a, b, s: push_contacts(a, b, s.bodies, s.contacts, parameters.push),
             "warm start": lambda a, b, s: warm_start_contacts(a, b, s.bodies, s.contacts, 1.0)}
    starts = state.contacts.color_start
    widest = int(np.diff(starts[:extent.colors + 1]).argmax())
    assert starts[widest + 1] - starts[widest] > 1
    whole, parts = whole_and_parts(calls[kernel], world, int(starts[widest]), int(starts[widest + 1]), reverse)
    assert whole == parts


@pytest.mark.parametrize("kernel", ["prepare contacts", "prepare points", "inertia"])
def test_blocks_without_order(kernel):
    """Preparing works block by block."""
    world = stopped((4, 0, 0))
    parameters, (state, extent) = step_parameters(world), kernel_state(world)
    calls = {"prepare contacts": lambda a, b, s: prepare_contacts(a, b, s.bodies, (s.pairs, s.contacts), parameters),
             "prepare points": lambda a, b, s: prepare_points(a, b, s.bodies, s.points, (parameters.motion.h, 1.0)),
             "inertia": lambda a, b, s: world_inertia(a, b, s.bodies)}
    begin, end = {"prepare contacts": (0, extent.contacts), "prepare points": (0, extent.points),
                  "inertia": (FIRST // 16, extent.bodies)}[kernel]
    assert end > begin
    whole, parts = whole_and_parts(calls[kernel], world, begin, end, True)
    assert whole == parts


def test_joints_of_a_color_in_any_order():
    world = stopped((8, 0, 0))
    _, extent = kernel_state(world)
    whole, parts = whole_and_parts(lambda a, b, s: solve_points(a, b, s.bodies, s.points), world, 0, extent.points, True)
    assert whole == parts
