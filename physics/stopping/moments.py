"""The moments of a step, and steps that end at the first at which a condition holds.

A world cannot go back by itself, so a step is taken again from a snapshot, as far as each moment in turn.  Where the world then
stands inside a step, its next step goes back to the beginning of this one and takes the whole of it, so that the run is the same
as if it had not been stopped.
"""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from physics.definitions.method_names import OURS
from physics.definitions.numbers import shown
from physics.definitions.tunable import SettingError, nearest
from physics.dynamics.substeps import INTEGRATE_POSITIONS, INTEGRATE_VELOCITIES, PREPARE, RELAX, SOLVE, WARM_START
from physics.stopping.condition import Found, StopCondition
from physics.stopping.stopped import AFTER, INSIDE, LOOKS, STEP, Stopped
from physics.storage.snapshot import Snapshot, put_back

NAMES = {PREPARE: "prepare", INTEGRATE_VELOCITIES: "integrate velocities", WARM_START: "warm start", SOLVE: "solve",
         INTEGRATE_POSITIONS: "integrate positions", RELAX: "relax", AFTER: "sleep"}
CHANGED = ("the world was changed while it stands inside step {}; a change has to be made at a step's beginning: call "
           "world.rewind() first, which goes back there")


class Standing(NamedTuple):
    """A world inside a step."""

    stopped: Stopped
    beginning: Snapshot           # of the step
    edits: int                    # `BodyStore.edits` at the beginning
    here: int                     # and as it stands


def moments(solver: Any) -> Iterator[tuple[int, int, int]]:
    """(stage, substep, iteration) of each moment of a step, in order; see `World.step`."""
    yield PREPARE, 0, 0
    for substep in range(solver.substeps):
        yield INTEGRATE_VELOCITIES, substep, 0
        yield WARM_START, substep, 0
        for iteration in range(solver.iterations):
            yield SOLVE, substep, iteration + 1
        yield INTEGRATE_POSITIONS, substep, 0
        yield RELAX, substep, 0


def step_until(world: Any, stop_when: str | StopCondition, look: str) -> Stopped | None:
    """One step of a world; what stopped, or None.  Raises ExpressionError, and SettingError for an unknown `look`."""
    if look not in LOOKS:
        raise SettingError("look", f"look: {shown(look)} is not known; {nearest(look, LOOKS)}allowed are {', '.join(LOOKS)}")
    leave(world)
    condition = _condition(world, stop_when)
    inside = look != STEP and world.solver.method == OURS
    condition.begin(world, inside)
    if not inside or world.resting or world.dt == 0:
        return _whole(world, condition)
    beginning = world.snapshot()
    if look == INSIDE:
        if not _whole(world, condition):
            return None
        world.restore(beginning)
    return _stopped_inside(world, condition, beginning) or _whole(world, condition)


def _stopped_inside(world: Any, condition: StopCondition, beginning: Snapshot) -> Stopped | None:
    """Stop at the first moment of the step at which the condition holds; if there is none, the world is where it was."""
    edits = world._bodies.edits
    for moment in moments(world.solver):
        world.step(stop=moment)
        if found := condition.check(world):
            stopped = _stopped(world, condition, moment, found)
            world._standing = Standing(stopped, beginning, edits, world._bodies.edits)
            return stopped
        _go_back(world, beginning, edits)
    return None


def _go_back(world: Any, beginning: Snapshot, edits: int) -> None:
    """Put a world back to what it was when it had so many edits: for whoever counts them, nothing has happened."""
    put_back(world, beginning)
    world._bodies.edits = edits


def _whole(world: Any, condition: StopCondition) -> Stopped | None:
    """A whole step."""
    world._step_again()
    return stopped_after(world, condition)


def stopped_after(world: Any, condition: StopCondition) -> Stopped | None:
    """What stops a world after a step that `condition.begin` was called before; None when it does not hold."""
    found = condition.check(world)
    return _stopped(world, condition, (AFTER, 0, 0), found) if found else None


def _stopped(world: Any, condition: StopCondition, moment: tuple[int, int, int], found: Found) -> Stopped:
    stage, substep, iteration = moment
    step = world.step_count + (stage != AFTER)
    return Stopped(step, world.time, stage, substep, iteration, NAMES[stage], condition.text, *found)


def _condition(world: Any, stop_when: str | StopCondition) -> StopCondition:
    """The condition of an expression; that of the world's last step is kept, so that a text is compiled once."""
    if isinstance(stop_when, StopCondition):
        return stop_when
    if not isinstance(stop_when, str):
        raise SettingError("stop_when", f"stop_when: {shown(stop_when)} is no text; write for instance "
                                        "\"max_penetration > 0.01\"")
    kept = world._stop_condition
    if kept is None or kept.given != stop_when:
        kept = world._stop_condition = StopCondition(stop_when)
    return kept


def leave(world: Any) -> None:
    """Go back to the beginning of the step that a world stands in, to step it; raises RuntimeError if it was changed."""
    standing = world._standing
    if standing is not None:
        if world._bodies.edits != standing.here:
            raise RuntimeError(CHANGED.format(standing.stopped.step))
        world._standing = None
        _go_back(world, standing.beginning, standing.edits)
