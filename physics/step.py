"""The step: what happens, in which order.

     1 find pairs       boxes, and pairs of bodies whose fat boxes overlap
     2 narrow phase     manifolds by shape pair; features matched, impulses carried over
     3 islands          who touches whom; sleepers that are touched wake, islands that rest fall asleep
     4 color            constraints that share no body get one colour and lie in blocks of sixteen
     5 prepare          arms, effective masses, softness
       per substep:
     6 integrate velocities
     7 warm start
     8 solve            x iterations
     9 integrate positions
    10 relax
    11 store            impulses for the next step, events
    12 sleep            for how long bodies have been at rest

Verbs 5 to 11 belong to the method; stage 11 ends with events.  Where everybody sleeps, the world passes by it all.
"""
from __future__ import annotations

from time import perf_counter

from physics.dynamics.parameters import NO_STOP, Stop
from physics.pipeline.advance import advance_stage
from physics.pipeline.color import color_stage
from physics.pipeline.find_pairs import find_pairs_stage
from physics.pipeline.islands import islands_stage
from physics.pipeline.narrow_phase import narrow_phase_stage
from physics.pipeline.sleep import sleep_stage
from physics.pipeline.store import store_stage

STAGES = {1: "find pairs", 2: "narrow phase", 3: "islands", 4: "color", 5: "prepare", 6: "integrate velocities",
          7: "warm start", 8: "solve", 9: "integrate positions", 10: "relax", 11: "store", 12: "sleep"}


def step(world, stop: Stop | None = None) -> None:
    """Advance a world by dt; `stop` = (stage, substep, iteration) ends early, to look inside from a snapshot."""
    end = stop or NO_STOP
    laps = [perf_counter()]
    for number, stage in ((1, find_pairs_stage), (2, narrow_phase_stage), (3, islands_stage), (4, color_stage)):
        stage(world)
        laps.append(perf_counter())
        if end.stage == number:
            return
    advance_stage(world, end)
    laps.append(perf_counter())
    if end.stage <= 10:
        return
    for number, stage in ((11, store_stage), (12, sleep_stage)):
        stage(world)
        laps.append(perf_counter())
        if end.stage == number:
            return
    world._profile.record(laps, world._clock)


def quiet(world) -> bool:
    """Whether a step would change nothing: everybody who can move sleeps, and nobody was touched by hand."""
    return world._pool.quiet and not world._joints.pairs_changed


def pass_by(world) -> None:
    """A step in which everybody sleeps."""
    world._contact_state.pass_by()
    world._joints.broke = []
    world._profile.rest()
