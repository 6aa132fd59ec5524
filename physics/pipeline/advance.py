"""Stages 5 to 11: the method moves the bodies and stores its impulses."""
from __future__ import annotations

from physics.bodies.caps import caps_note
from physics.definitions.known_names import PUT
from physics.dynamics.parameters import NO_STOP, Overrides, Parameters, Stop, parameters
from physics.dynamics.substeps import Extent, State
from physics.pipeline.methods import chosen
from physics.simd.value import W


def mark_joined(world) -> bool:
    """Mark the bodies on which joints act; returns whether one of them tumbles."""
    parts, bodies, lanes = world._contacts.parts, world._bodies.arrays, world._contacts.part_blocks * W
    if lanes == 0:
        return False
    bodies.joined[:] = 0
    for rows in (parts.a, parts.b):
        bodies.joined[rows[:lanes]] = 1
    inverse = bodies.local[bodies.joined > 0, :3]
    return bool(((inverse > 0).all(1) & (inverse != inverse[:, :1]).any(1)).any())


def step_parameters(world, stop: Stop = NO_STOP) -> Parameters:
    """The numbers of this step, from the world's settings."""
    overrides = Overrides(world.friction_override, world.restitution_override)
    return parameters(world.solver, world.gravity, world.dt, last_h=world._last_h, overrides=overrides, stop=stop,
                      joined=mark_joined(world))


def kernel_state(world) -> tuple[State, Extent]:
    """The arrays of a world as arguments of kernels, and how much of them is in use."""
    state, pool = world._contacts, world._bodies
    return (State(pool.arrays, state.pairs, state.contacts, state.parts, world._clock),
            Extent(pool.end_block, state.colors, state.contact_blocks, state.part_blocks))


def advance_stage(world, stop: Stop = NO_STOP) -> None:
    """Velocities and poses of a world after dt.  Raises UnsupportedMethod."""
    numbers, (state, extent) = step_parameters(world, stop), kernel_state(world)
    note = chosen(world.solver.method, state, extent).advance(state, extent, numbers, world._teamwork.work)
    PUT(world, "note", "; ".join(filter(None, (note, caps_note(state.bodies.capped, world.solver)))))
    PUT(world, "_last_h", numbers.motion.h)
