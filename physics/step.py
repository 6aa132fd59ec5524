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
The profile and the manual use the same numbers and names.  A world in which all bodies sleep skips all stages.
"""
from __future__ import annotations

from collections.abc import Iterator
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


def _stages(world, stop: Stop) -> Iterator[int]:
    """Run the stages one after the other; yields the number of the stage that was completed last."""
    find_pairs_stage(world)                      # which bodies are near each other
    yield 1
    narrow_phase_stage(world)                    # where they touch
    yield 2
    islands_stage(world)                         # which bodies wake, which fall asleep
    yield 3
    color_stage(world)                           # which constraints can be solved at once
    yield 4
    advance_stage(world, stop)                   # 5 to 10: the method moves the bodies, in substeps, and stores its impulses
    yield 10
    store_stage(world)                           # which joints broke, which pairs have an impulse, what overlaps sensors
    yield 11
    sleep_stage(world)                           # how long each body has been at rest
    yield 12


def step(world, stop: Stop | None = None) -> None:
    """Advance a world by dt; `stop` = (stage, substep, iteration) ends early, to look inside from a snapshot."""
    stop = stop or NO_STOP
    laps = [perf_counter()]
    for done in _stages(world, stop):
        laps.append(perf_counter())
        if done >= stop.stage:
            return
    world._profile.record(laps, world._clock)


def all_asleep(world) -> bool:
    """Whether a step would change nothing: all bodies that can move sleep, and nothing was changed by hand."""
    return world._bodies.quiet and not world._joints.pairs_changed


def skip_step(world) -> None:
    """A step in which all bodies sleep."""
    world._contacts.skip_step()
    world._joints.broke = []
    world._beginning.rest(world.step_count)
    world._profile.rest()
