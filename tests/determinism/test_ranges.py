"""Kernels over parts of their range give the bits of the whole range: what sharing work between threads rests on."""
from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from physics import World
from physics.bodies.arrays import FIRST
from physics.bodies.inertia import world_inertia
from physics.constraints.place import place_parts
from physics.constraints.position_correction import correct_part_positions, solve_part_pseudo_velocities
from physics.constraints.prepare import prepare_parts
from physics.constraints.solver import solve_parts, sum_parts, warm_start_parts
from physics.constraints.store import store_parts
from physics.contacts.layout import Sweep
from physics.contacts.preparation import Preparation, prepare_contacts
from physics.contacts.solver import push_contacts, solve_contacts, warm_start_contacts
from physics.pipeline.advance import kernel_state, step_parameters
from physics.storage.snapshot import Snapshot
from tests.support.mixed_scene import Recipe, build, run


@pytest.fixture(scope="module")
def before() -> tuple[World, Snapshot]:
    """The mixed scene before its 200th step, and a snapshot of it then."""
    world, joint = build(Recipe(stabilization="split_impulse", bodies=60))
    run(world, joint, 200)
    return world, world.snapshot()


@pytest.fixture
def stopped(before) -> Callable[[tuple[int, int, int]], World]:
    """Goes on with that step as far as it is told."""
    def within(stop: tuple[int, int, int]) -> World:
        world, saved = before
        world.restore(saved)
        world.step(stop=stop)
        return world

    return within


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
def test_blocks_of_a_color_in_any_order(stopped, kernel, reverse):
    """No body stands twice in a colour, so its blocks may be solved in any order."""
    world = stopped((8, 0, 0))
    parameters, (state, extent) = step_parameters(world), kernel_state(world)
    calls = {"solve": lambda a, b, s: solve_contacts(a, b, s.bodies, s.contacts, Sweep(parameters.solve, 0, 0, 1)),
             "push": lambda a, b, s: push_contacts(a, b, s.bodies, s.contacts, parameters.push),
             "warm start": lambda a, b, s: warm_start_contacts(a, b, s.bodies, s.contacts, 1.0)}
    starts = state.contacts.color_start
    widest = int(np.diff(starts[:extent.colors + 1]).argmax())
    assert starts[widest + 1] - starts[widest] > 1
    whole, parts = whole_and_parts(calls[kernel], world, int(starts[widest]), int(starts[widest + 1]), reverse)
    assert whole == parts


@pytest.mark.parametrize("kernel", ["prepare contacts", "prepare parts", "inertia"])
def test_blocks_without_order(stopped, kernel):
    """Preparing works block by block."""
    world = stopped((4, 0, 0))
    parameters, (_, extent) = step_parameters(world), kernel_state(world)
    calls = {"prepare contacts": lambda a, b, s: prepare_contacts(a, b, s.bodies, Preparation(s.pairs, s.contacts), parameters),
             "prepare parts": lambda a, b, s: prepare_parts(a, b, s.parts, parameters.joints),
             "inertia": lambda a, b, s: world_inertia(a, b, s.bodies)}
    begin, end = {"prepare contacts": (0, extent.contacts), "prepare parts": (0, extent.parts),
                  "inertia": (FIRST // 16, extent.bodies)}[kernel]
    assert end > begin
    whole, parts = whole_and_parts(calls[kernel], world, begin, end, True)
    assert whole == parts


PART_KERNELS = {
    "place": lambda p: lambda a, b, s: place_parts(a, b, s.bodies, s.parts, p.motion.h),
    "warm start": lambda p: lambda a, b, s: warm_start_parts(a, b, s.bodies, s.parts, (1.0, 1e5)),
    "solve": lambda p: lambda a, b, s: solve_parts(a, b, s.bodies, s.parts, p.joints.solve),
    "push": lambda p: lambda a, b, s: solve_part_pseudo_velocities(a, b, s.bodies, s.parts, p.joints.push),
    "correct": lambda p: lambda a, b, s: correct_part_positions(a, b, s.bodies, s.parts, (0.2, 1.0)),
    "sum": lambda p: lambda a, b, s: sum_parts(a, b, s.parts),
    "store": lambda p: lambda a, b, s: store_parts(a, b, s.bodies, s.parts)}


@pytest.mark.parametrize("kernel", PART_KERNELS)
def test_joints_of_a_color_in_any_order(stopped, kernel):
    """Joints of every type hang some bodies together; in the colour with most kinds their blocks are taken from last to first."""
    world = stopped((8, 0, 0))
    parameters, (state, extent) = step_parameters(world), kernel_state(world)
    starts = state.parts.color_start
    widest = int(np.diff(starts[:extent.colors + 1]).argmax())
    begin, end = int(starts[widest]), int(starts[widest + 1])
    assert len(set(state.parts.kind[begin:end])) == end - begin > 3
    whole, parts = whole_and_parts(PART_KERNELS[kernel](parameters), world, begin, end, True)
    assert whole == parts
