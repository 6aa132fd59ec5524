"""Stages 5 to 11: the method moves the bodies and stores its impulses."""
from __future__ import annotations

from physics.bodies.caps import caps_note
from physics.bodies.finite import CAPPED, LOST, caps_and_losses
from physics.bodies.spacing import spacing_note
from physics.constraints.limit import LIFTED
from physics.constraints.softness import held_h
from physics.definitions.body_types import STATIC
from physics.definitions.known_names import PUT
from physics.dynamics.method import Told
from physics.dynamics.parameters import (
    NO_STOP,
    NOBODY_TUMBLES,
    ON_JOINTS,
    WITHOUT_JOINTS,
    Circumstances,
    Overrides,
    Parameters,
    Stop,
    parameters,
)
from physics.dynamics.substeps import Extent, State
from physics.pipeline.color import sweeps_backward
from physics.pipeline.lasting_faults import faults_note
from physics.pipeline.methods import chosen
from physics.storage.step_beginning import ACCOUNT, Run

NO_PARAMETERS: tuple = (None, None)              # settings and what they were made into, before the first step
LOOK_EVERY = 64                                  # steps, by number, after which a world is looked at again, see `look_around`


def step_parameters(world, stop: Stop = NO_STOP, backward: int | None = None, held: float | None = None) -> Parameters:
    """The numbers of this step, from the world's settings: the same object as long as these are the same, for each direction.

    backward  the direction of sweeps, 1: colours last to first; None: that of this step
    held      `_held_h`; None: not known yet
    """
    backward = sweeps_backward(world) if backward is None else backward
    overrides = Overrides(world.friction_override, world.restitution_override)
    now = (world.solver, world.gravity, world.dt, Circumstances(
        world._last_h, _held_h(world) if held is None else held, overrides, stop, _tumbling(world), world._forces_act,
        world.length_scale, world._bodies.resisting > 0, backward, world._bodies.any_rim_tumbles))
    made_for, numbers = world._parameters[backward]
    if made_for != now:                              # tuples of the same objects are equal at a glance, which a hash is not
        numbers = parameters(*now)
        world._parameters[backward] = now, numbers
    return numbers


def _held_h(world) -> float:
    """`softness.held_h` of this step."""
    substeps = world.solver.substeps
    return held_h(world._held_h, world.dt / substeps, substeps)


def stiffens(world) -> bool:
    """Whether contacts are still softer than this step asks for, after one with longer substeps."""
    return world._held_h != _held_h(world)


def _tumbling(world) -> int:
    """Whether a body of a world tumbles, and whether one does on a joint: see `bodies.tumbling`."""
    if not world._bodies.any_tumbles:
        return NOBODY_TUMBLES
    return ON_JOINTS if world._contacts.tumbles_on_joints or world._bodies.any_rim_tumbles else WITHOUT_JOINTS


def kernel_state(world) -> tuple[State, Extent]:
    """The arrays of a world as arguments of kernels, and how much of them is in use."""
    state, pool = world._contacts, world._bodies
    if state.part_blocks:
        state.parts.lifted[0] = LIFTED * world.length_scale
    return (State(pool.arrays, state.pairs, state.contacts, state.parts, state.together,
                  world._beginning.room(pool.arrays), world._clock),
            Extent(pool.end_block, state.colors, state.contact_blocks, state.part_blocks,
                   together=state.together.touched.size))


def advance_stage(world, stop: Stop = NO_STOP) -> None:
    """Velocities and poses of a world after dt.  Raises UnsupportedMethod."""
    held = _held_h(world)
    numbers, (state, extent) = step_parameters(world, stop, held=held), kernel_state(world)
    method = chosen(world.solver.method, state, extent)
    run = Run(method.name, state, extent, numbers, world._bodies.count, world._joints.numberings)
    world._beginning.keep(run, world.step_count)
    told = method.advance(state, extent, numbers, world._teamwork.work)
    note, account = told if isinstance(told, Told) else (told, None)
    if account is not None:
        world._beginning.found[ACCOUNT] = account
    if world.turn % LOOK_EVERY == 0:
        look_around(world)
    found, pool = caps_and_losses(world._bodies.arrays, world._bodies.count), world._bodies
    pool.losing = found >= LOST
    PUT(world, "note", step_note(world, note, found & CAPPED))
    PUT(world, "_held_h", held)
    PUT(world, "_last_h", numbers.motion.h)


def look_around(world) -> None:
    """Look at the whole world, for what is said of it until the next look."""
    pool = world._bodies
    far = spacing_note(pool.living(pool.arrays.pose)[pool.living(pool.arrays.type) != STATIC, :3])
    pool.standing_note = "; ".join(filter(None, (far, faults_note(world))))


def look_at_sleepers(world) -> None:
    """`look_around`, once after all bodies of a world have fallen asleep."""
    pool = world._bodies
    if pool.looked_asleep != pool.sleep_revision:
        pool.looked_asleep = pool.sleep_revision
        look_around(world)
        PUT(world, "note", lasting_note(world))


def step_note(world, told: str | None, capped: int) -> str:
    """What there is to say about a step: what the method told, on caps, if any acted, and what lasts."""
    if not (told or capped):
        return lasting_note(world)
    caps = caps_note(world._bodies.arrays.capped, world._scaled_solver) if capped else ""
    return "; ".join(filter(None, (told, caps, lasting_note(world))))


def lasting_note(world) -> str:
    """What there is to say from step to step: on bodies far away, lasting faults, and joints left to sweeps."""
    standing, swept = world._bodies.standing_note, world._contacts.swept_note
    return f"{standing}; {swept}" if standing and swept else standing or swept
