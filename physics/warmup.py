"""Compile, or load, the kernels before they are needed.

A small world with every pair of shapes and every constraint is stepped once: whatever a step calls is compiled by the call.
A scene that is already open can be warmed instead, so that what it needs comes first.  Parts of the work by themselves are for
who compiles with several processes at once.
"""
from __future__ import annotations

from collections.abc import Callable

import numpy as np

from physics.arrays import FAR, FIRST, aligned
from physics.dynamics.contact_preparation import prepare_contacts
from physics.dynamics.contact_solver import push_contacts, solve_contacts, warm_start_contacts
from physics.dynamics.islands import begin_islands, fall_asleep, keep_awake, touch_sleepers, unite, wake_islands
from physics.dynamics.joints.place import place_parts
from physics.dynamics.joints.prepare import prepare_parts
from physics.dynamics.joints.push import correct_parts, push_parts
from physics.dynamics.joints.solver import solve_parts, sum_parts, warm_start_parts
from physics.dynamics.joints.store import store_parts
from physics.dynamics.positions import correct_contacts
from physics.dynamics.rest import note_rest, settle
from physics.jit import watch_compiling
from physics.joints import Distance, Hinge, Mouse
from physics.settings import SolverSettings
from physics.shapes import Box, Plane, Sphere
from physics.stages.advance import kernel_state, step_parameters
from physics.world import World

Report = Callable[[int, int, str], None]


def _everything(precision: str) -> World:
    world = World(precision=precision, solver=SolverSettings(stabilization="split_impulse", substeps=1))
    world.add_body(shape=Plane(), type="static")
    balls = [world.add_body(shape=Sphere(radius=0.5), position=(0.9 * k, 0, 0.49), restitution=0.5) for k in range(2)]
    boxes = [world.add_body(shape=Box(half=(0.5, 0.4, 0.3)), position=(0, 0.85 + 0.75 * k, 0.29)) for k in range(2)]
    world.add_joint(Mouse(a=balls[0], anchor=(0, 0, 0.5), target=(0, 0, 1)))
    world.add_joint(Hinge(a=boxes[0], b=boxes[1], anchor=(0, 1.2, 0.3), axis=(1, 0, 0), upper=1, collide_connected=True))
    world.add_joint(Distance(a=None, b=balls[1], anchor_a=(0.9, 0, 3), anchor_b=(0.9, 0, 0.5)))
    return world


def warmup(precision: str = "single", progress: Report | None = None) -> None:
    """Make every kernel of a precision ready; `progress(done, total, name)` is called around each that is compiled."""
    watch_compiling(lambda: _use(_everything(precision)), progress)


def warm_parts(precision: str) -> None:
    """Make the kernels of joints ready, by running them over no joint."""
    world = World(precision=precision)
    numbers, (state, _) = step_parameters(world), kernel_state(world)
    bodies, parts, laws = state.bodies, state.parts, numbers.joints
    prepare_parts(0, 0, parts, laws)
    place_parts(0, 0, bodies, parts, laws.h)
    warm_start_parts(0, 0, bodies, parts, numbers.warm_start)
    solve_parts(0, 0, bodies, parts, laws.solve)
    push_parts(0, 0, bodies, parts, laws.push)
    correct_parts(0, 0, bodies, parts, numbers.correct_joints)
    sum_parts(0, 0, parts)
    store_parts(0, 0, parts)


def warm_contacts(precision: str) -> None:
    """Make the kernels of contacts ready, by running them over no contact."""
    world = World(precision=precision)
    numbers, (state, _) = step_parameters(world), kernel_state(world)
    bodies, contacts = state.bodies, state.contacts
    prepare_contacts(0, 0, bodies, (state.pairs, contacts), numbers)
    warm_start_contacts(0, 0, bodies, contacts, numbers.warm_start)
    solve_contacts(0, 0, bodies, contacts, (numbers.solve, 0, 0))
    push_contacts(0, 0, bodies, contacts, numbers.push)
    correct_contacts(0, 0, bodies, contacts, numbers.correct)


def warm_collision(precision: str) -> None:
    """Make the kernels of the stages before the solver ready, and those of ray casts."""
    world = _everything(precision)
    world.step(stop=(4, 0, 0))
    _search_again(world)
    _nap(world)
    world.ray_cast((0, 0, 5), (0, 0, -1))


def warm_world(world: World, progress: Report | None = None) -> None:
    """Make the kernels ready that this world's next step needs; the world itself is left as it is."""
    saved = world.snapshot()
    try:
        watch_compiling(lambda: (world.step(), _search_again(world), _nap(world)), progress)
    finally:
        world.restore(saved)


def _search_again(world: World) -> None:
    """Find the pairs of one body anew, as when it has left its fat box."""
    world._pool.arrays.fat_aabb[FIRST, :3] = FAR
    world.step(stop=(1, 0, 0))


def _nap(world: World) -> None:
    """Make the kernels of sleep ready, by running them over nobody."""
    state, bodies = world._contact_state, world._pool.arrays
    parent, flags = aligned(1, np.int32), aligned(1, np.uint8)
    begin_islands(0, 0, parent)
    unite(state.touching, 0, bodies, parent)
    keep_awake(state.touching, 0, bodies, parent, flags)
    fall_asleep(0, 0, bodies, (parent, flags), world.sleep_time)
    touch_sleepers(state.touching, 0, bodies, flags)
    wake_islands(0, 0, bodies, flags)
    note_rest(0, 0, bodies, (world.dt, world.sleep_speed, world.sleep_time))
    settle(0, bodies)


def _use(world: World) -> None:
    world.step()
    _search_again(world)
    _nap(world)
    world.ray_cast((0, 0, 5), (0, 0, -1))
    world.joint_arrays()
    world.remove(world.joints[0])
    world.remove(world.bodies[1])
    world.step()
