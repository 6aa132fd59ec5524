"""The step: what happens, in which order.

     1 find pairs            boxes of bodies, and pairs whose fat boxes overlap
     2 narrow phase          manifolds by shape pair; features matched, impulses of the last step moved over
     3 islands               sleeping bodies that are touched wake, islands at rest fall asleep
     4 color                 constraints that share no body get one colour and lie in blocks of sixteen
     5 prepare               arms, effective masses, softness of each row
       per substep:
     6 integrate velocities  gravity, forces, gyroscopic term
     7 warm start            the last impulses are applied again
     8 solve                 `iterations` sweeps over all velocity rows
     9 integrate positions
    10 relax                 sweeps without the velocity that removes overlap, or passes that correct positions
    11 store                 impulses for the next step; joints that broke, pairs with an impulse, overlaps of sensors
    12 sleep                 for how long bodies have been at rest

Stages 5 to 10 and the first half of 11 belong to the method, see `dynamics.substeps`.  Each other stage is a file of `pipeline`.
The profile and the manual use the same numbers and names.  A world in which all bodies sleep skips all stages.  A small world
that nothing records or watches takes its steps in compiled code, as many as are wanted at once, by the same kernels in the same
order, see `pipeline.steady_steps`; where that stops, between two stages, the stages below go on.
"""
from __future__ import annotations

from collections.abc import Iterator
from numbers import Integral
from time import perf_counter
from typing import Any

import numpy as np

from physics.definitions.known_names import PUT
from physics.definitions.method_names import OURS
from physics.definitions.numbers import NOT_NUMBERS, shown
from physics.definitions.tunable import SettingError
from physics.dynamics.parameters import NO_STOP, Stop
from physics.history.symptoms import NOT_FINITE, Symptom
from physics.history.verdict import blame, culprit_of
from physics.pipeline.advance import advance_stage, look_at_sleepers
from physics.pipeline.color import color_stage
from physics.pipeline.find_pairs import find_pairs_stage, finish_pairs
from physics.pipeline.islands import islands_stage
from physics.pipeline.lost_bodies import NumberLost, first_lost, lost_note, note_lost
from physics.pipeline.narrow_phase import narrow_phase_stage
from physics.pipeline.sleep import sleep_stage
from physics.pipeline.steady_run import NOTHING, Begun
from physics.pipeline.steady_steps import NOT_BEGUN, SEARCHED
from physics.pipeline.store import store_stage

STAGES = {1: "find pairs", 2: "narrow phase", 3: "islands", 4: "color", 5: "prepare", 6: "integrate velocities",
          7: "warm start", 8: "solve", 9: "integrate positions", 10: "relax", 11: "store", 12: "sleep"}
MOST_STEPS = 1_000_000_000                       # of a call


def _stages(world, stop: Stop, begun: Begun) -> Iterator[int]:
    """Run the stages that are left one after the other; yields the number of the stage that was completed last."""
    if begun.stage == SEARCHED:
        finish_pairs(world, begun.lacking)
        yield 1
    elif begun.stage < 1:
        find_pairs_stage(world)                  # which bodies are near each other
        yield 1
    if begun.stage < 2:
        narrow_phase_stage(world)                # where they touch
        yield 2
    if begun.stage < 3:
        islands_stage(world)                     # which bodies wake, which fall asleep
        yield 3
    if begun.stage < 4:
        color_stage(world)                       # which constraints can be solved at once
        yield 4
    if begun.stage < 10:
        advance_stage(world, stop)               # 5 to 10: the method moves the bodies, in substeps, and stores its impulses
        yield 10
    if begun.stage < 11:
        store_stage(world)                       # which joints broke, which pairs have an impulse, what overlaps sensors
        yield 11
    sleep_stage(world)                           # how long each body has been at rest
    yield 12


def number_of_steps(steps: Any, stopped: bool) -> int:
    """How many steps are meant.  Raises SettingError."""
    if not _is_whole(steps) or not 1 <= steps <= MOST_STEPS:
        raise SettingError("steps", f"steps: {shown(steps)} is no number of steps; allowed are whole numbers from 1 to "
                                    f"{MOST_STEPS:,}")
    if stopped and steps != 1:
        raise SettingError("steps", f"steps: {shown(steps)} is too many with a stop inside the step, which ends a single one")
    return int(steps)


def _is_whole(number: Any) -> bool:
    return isinstance(number, Integral) and not isinstance(number, NOT_NUMBERS)


def take_steps(world, number: int) -> None:
    """Take whole steps; whoever records or watches is told of each of them.  Raises NumberLost after a step with a lost body."""
    while number > 0:
        taken, begun = 0, NOTHING
        if world._recorder is None and world._watcher is None:
            taken, begun = world._steady.take(world, number)
        number -= taken
        if begun.stage != NOT_BEGUN or not taken:
            _take_step(world, begun)
            number -= 1
        if world._bodies.lost and world.stops_on_nan:
            raise number_lost(world)


def number_lost(world) -> NumberLost:
    """The error of a world with lost bodies."""
    body = first_lost(world)[0]
    step = world._bodies.lost[body]
    cause = _cause(world, Symptom(NOT_FINITE, uid=body)) if step == world.step_count else "The cause was told in that step."
    return NumberLost(f"{lost_note(world)}. {cause}", step, body, cause)


def _cause(world, symptom: Symptom) -> str:
    """What is likely to have made a position or velocity NaN in the last step."""
    if world.solver.method != OURS:
        return f"The method {world.solver.method!r} has probably diverged: try more substeps or iterations, or another method."
    if np.count_nonzero(world._bodies.arrays.capped):
        return f"The motion had burst before: {world.note}"
    with np.errstate(all="ignore"):
        return blame(world, symptom, culprit_of(world, symptom))


def _take_step(world, begun: Begun) -> None:
    """Take a step by its stages, of those that are left where it was begun."""
    watcher, recorder = world._watcher, world._recorder
    if watcher is not None:
        watcher.before_step(world)
    dt = world.dt
    if dt == 0:
        _no_step(world)
        return
    if recorder is not None:
        recorder.before_step()
    if begun.stage == NOT_BEGUN and all_asleep(world):
        _skip_step(world)
    else:
        _run(world, NO_STOP, begun)
    PUT(world, "step_count", world.step_count + 1)
    PUT(world, "time", world.time + dt)
    if world._bodies.losing or world._bodies.lost:
        note_lost(world)
    if recorder is not None:
        recorder.after_step()
    if watcher is not None:
        watcher.after_step(world)


def step_inside(world, stop: tuple[int, int, int]) -> None:
    """Take a step as far as `stop` = (stage, substep, iteration), to look inside; it cannot go on from there."""
    if not isinstance(stop, (tuple, list)) or len(stop) != len(Stop._fields) or not all(map(_is_whole, stop)):
        raise SettingError("stop", f"stop: {shown(stop)} is not (stage, substep, iteration)")
    if world.dt == 0:
        _no_step(world)
        return
    if stop[0] not in STAGES:
        raise ValueError(f"stop: {stop[0]!r} is no stage of the step; stages are "
                         + ", ".join(f"{number} {name}" for number, name in STAGES.items()))
    world._beginning.forget()
    _run(world, Stop(*stop), NOTHING)
    world._bodies.edits += 1                     # it is not the state between two steps any more
    world._beginning.end_early()


def _run(world, stop: Stop, begun: Begun) -> None:
    """Run the stages of a step that are left, as far as `stop`, with the threads that it gets."""
    state = world._contacts
    with world._teamwork.gathered(world._bodies.end_block + state.contact_blocks + state.part_blocks):
        laps = [*begun.laps] or [perf_counter()]
        for done in _stages(world, stop, begun):
            laps.append(perf_counter())
            if done >= stop.stage:
                return
        world._profile.record(laps, world._clock)


def all_asleep(world) -> bool:
    """Whether a step would change nothing: all bodies that can move sleep, and nothing was changed by hand."""
    return world._bodies.quiet and not world._joints.pairs_changed


def _no_step(world) -> None:
    """A step of no time: nothing happens in it, and nothing changes but the events."""
    world._contacts.no_step()
    world._joints.broke, world._bodies.just_lost = [], ()


def _skip_step(world) -> None:
    """A step in which all bodies sleep."""
    world._contacts.skip_step()
    world._joints.broke = []
    world._beginning.rest(world.step_count)
    world._profile.rest()
    look_at_sleepers(world)
