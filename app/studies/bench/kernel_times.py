"""Times of kernels: ns per contact point and iteration, per pair, per row of a joint, and those of a reference in the same run.

Each kernel runs over the blocks of a settled world, from the same state each time; the time of a call without blocks is
subtracted.  Each round times every kernel in turn, so disturbances of the machine affect all equally.  The result is the median
over rounds of the least time in a round.
"""
from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from app.headless.si_format import number
from app.studies.bench import reference_solver as reference
from app.studies.bench.pits import pit
from app.studies.charts.machine import describe, width
from app.studies.charts.outcome import Outcome
from app.studies.engines.impulse import world as world_of
from app.studies.neutral_scene import NeutralScene, load, neutral
from physics.bodies.arrays import ANCHOR_SLOTS, FIRST, KEPT, PAIR_KINDS
from physics.collision.narrow_phase.pair_dispatch import ROUTINES, rule_of
from physics.constraints.solver import solve_parts
from physics.contacts import layout as ours
from physics.contacts.preparation import Preparation, prepare_contacts
from physics.contacts.solver import solve_contacts
from physics.pipeline.advance import kernel_state, step_parameters
from physics.simd.value import W

BODIES, REPEATS = 2000, 100
RUNS = 3                            # runs of a kernel in each of its turns: after the first, caches are warm
WALL, NET = "A", "F"                # scenes: a wall, whose contacts all have four points, and a net of ball sockets
REST = 150                          # steps until these two are at rest
HEAD = ("<kernel", "<per", "<world", "number", "ns", "of the reference")
NANO = 1e9


class Task(NamedTuple):
    """A kernel on a world's blocks."""

    name: str
    unit: str                       # unit of its time
    world: str
    count: int                      # number of these units
    run: Callable[[int], Any]       # runs over this number of its blocks, from the first
    blocks: int
    reset: Callable[[], None]       # restores the arrays
    beside: str = ""                # the reference's name, in the same world

    @property
    def key(self) -> tuple[str, str]:
        """A unique key."""
        return self.name, self.world


class KernelTimes:
    """The kernels of `tasks`, timed `rounds` times."""

    def __init__(self, rounds: int = 3, bodies: int = BODIES):
        self.rounds, self.bodies = rounds, bodies
        self.total = rounds
        self.tasks: list[Task] = []
        self.times: dict[tuple[str, str], list[float]] = {}          # key -> least time of each round [s]

    def go(self, report: Callable[[int, str], None] = lambda done, doing: None) -> None:
        """Step the worlds until they are at rest, then time every kernel."""
        report(0, "worlds settle")
        self.tasks = list(tasks(self.bodies))
        for round_ in range(self.rounds):
            report(round_, f"round {round_ + 1} of {self.rounds}")
            least = dict.fromkeys((task.key for task in self.tasks), np.inf)
            for _ in range(REPEATS):
                for task in self.tasks:
                    least[task.key] = min(least[task.key], *(_span(task, task.blocks) for _ in range(RUNS)))
            for task in self.tasks:
                least[task.key] -= min(_span(task, 0) for _ in range(REPEATS))
            for key, span in least.items():                  # only complete rounds count
                self.times.setdefault(key, []).append(span)

    def nanoseconds(self, task: Task) -> float:
        """Time of a task's unit [ns]."""
        return float(np.median(self.times[task.key])) * NANO / max(1, task.count)

    def ratio(self, task: Task) -> float | None:
        """A task's time over that of its reference, None for one without."""
        if not task.beside:
            return None
        return float(np.median(np.divide(self.times[task.key], self.times[task.beside, task.world])))

    def outcome(self) -> Outcome:
        """The table of the rounds so far."""
        timed = [task for task in self.tasks if task.key in self.times]
        rows = [{"kernel": task.name, "per": task.unit, "world": task.world, "count": task.count, "ns": self.nanoseconds(task),
                 "ratio": self.ratio(task), "reference": task.beside} for task in timed]
        cells = [[row["kernel"], row["per"], row["world"], f"{row['count']:,}", number(row["ns"]), number(row["ratio"])]
                 for row in rows]
        notes = [f"Vectors: {width()}. Single precision, one thread; least of {REPEATS} turns of {RUNS} runs, median of "
                 f"{self.rounds} rounds, in which all kernels take turns.",
                 "The reference is studies/bench/reference_solver.py, on the same contacts. NUMBA_CPU_NAME and NUMBA_CPU_FEATURES"
                 " choose another target; each has its own cache."]
        return Outcome("kernels", "Kernels", HEAD, cells, notes, describe(),
                       {"vectors": width(), "rounds": self.rounds, "rows": rows})


def _span(task: Task, blocks: int) -> float:
    """Seconds of one run."""
    task.reset()
    begin = time.perf_counter()
    task.run(blocks)
    return time.perf_counter() - begin


def tasks(bodies: int) -> Iterator[Task]:
    """All timed kernels, on worlds of about this number of bodies."""
    wall = _rested(neutral(load(WALL)), REST)
    yield from _contacts(wall, "wall")
    for mix, name in (("box", "pit of boxes"), ("sphere", "pit of balls"), ("both", "pit of both")):
        scene = pit(bodies, mix)
        world = _rested(scene, scene.steps)
        if mix == "box":
            yield from _contacts(world, name)
            world.solver = wall.solver.replace(friction_model="cone")
            _settle(world, 2)
        yield from _pairs(world, name)
    yield _joints(_rested(neutral(load(NET)), REST))


def _rested(scene: NeutralScene, steps: int) -> Any:
    """A world of Impulse with a scene at rest."""
    world = world_of(scene, "single")
    _settle(world, steps)
    return world


def _settle(world: Any, steps: int) -> None:
    for _ in range(steps):
        world.step()


def _contacts(world: Any, name: str) -> Iterator[Task]:
    """Preparation and sweeps of the contacts of a world, and the reference on the same ones."""
    for model in ("cone", "manifold_centre"):
        world.solver = world.solver.replace(friction_model=model)
        _settle(world, 2)                                    # blocks of this model, with impulses to start from
        numbers, (state, extent) = step_parameters(world), kernel_state(world)
        used, points = extent.contacts, world.contact_count
        contacts = ours.Contacts(*(array.copy() for array in state.contacts))
        bodies = state.bodies._replace(velocity=state.bodies.velocity.copy(), delta=state.bodies.delta.copy())
        reset = _keeper(bodies.velocity, contacts.data, contacts.centre)
        where = "at points" if model == "cone" else "at centres"
        other = f"reference, friction {where}"
        for title, moved in (("solve contacts", 0), ("solve contacts after a move", 1)):
            yield Task(f"{title}, friction {where}", "point and iteration", name, points,
                       _bind(solve_contacts, bodies, contacts, ours.Sweep(numbers.solve, 0, 0, moved)), used, reset, beside=other)
        blocks = reference.blocks_of(contacts, used)
        rule = reference.Law(numbers.solve.bias_rate, numbers.solve.mass_scale, numbers.solve.impulse_scale,
                             numbers.solve.push_speed, numbers.solve.inverse_h, int(model != "cone"))
        again = _keeper(bodies.velocity, blocks.data)
        yield Task(other, "point and iteration", name, points, _bind(reference.reference_sweep, bodies, blocks, rule), used,
                   again)
        if model == "cone":
            yield Task("prepare contacts", "contact", name, int((contacts.a[:used * W] >= FIRST).sum()),
                       _bind(prepare_contacts, bodies, Preparation(state.pairs, contacts), numbers), used, _keeper())


def _pairs(world: Any, name: str) -> Iterator[Task]:
    """The manifolds of each kind of pair in a world, without reuse."""
    state, _ = kernel_state(world)
    pairs = state.pairs._replace(manifolds=state.pairs.manifolds.copy(), anchors=state.pairs.anchors.copy())
    pairs.anchors.reshape(-1, ANCHOR_SLOTS, W)[:, KEPT] = 0
    pairs = pairs._replace(due=np.ones_like(pairs.due))
    margin = float(world.solver.margin)
    for kind, shapes in enumerate(PAIR_KINDS):
        start, stop = int(state.pairs.kind_start[kind]), int(state.pairs.kind_end[kind])
        real = (pairs.a[start * W:stop * W] >= FIRST).reshape(-1, W)
        filled = np.flatnonzero(real.any(1))
        if len(filled) < W:                                  # too few blocks to time
            continue
        used = int(filled[-1]) + 1
        run = _bind_range(ROUTINES[shapes], start, (state.bodies, pairs, rule_of(shapes, margin)))
        yield Task(f"{shapes[0]}-{shapes[1]}", "pair", name, int(real.sum()), run, used, _keeper())


def _joints(world: Any) -> Task:
    """One sweep over the joints of a world."""
    numbers, (state, extent) = step_parameters(world), kernel_state(world)
    return Task("solve joints", "row and iteration", "net of balls", world.joint_row_count,
                _bind(solve_parts, state.bodies, state.parts, numbers.joints.solve), extent.parts,
                _keeper(state.bodies.velocity, state.parts.data))


def _bind(kernel: Any, *arguments: Any) -> Callable[[int], Any]:
    """A kernel over its first blocks, with the rest of its arguments."""
    return _bind_range(kernel, 0, arguments)


def _bind_range(kernel: Any, first: int, arguments: tuple) -> Callable[[int], Any]:
    return lambda blocks: kernel(first, first + blocks, *arguments)


def _keeper(*arrays: np.ndarray) -> Callable[[], None]:
    """A function that restores the arrays to their present values."""
    saved = [array.copy() for array in arrays]

    def reset() -> None:
        for array, old in zip(arrays, saved):
            array[...] = old

    return reset
