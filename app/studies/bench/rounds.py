"""The benchmark: in each round every engine takes its turn at every scene; the results, row by row.

In each round all engines step a scene one after another, Impulse first, each in its own process, so a disturbance of the machine
slows all of them.  Ratios are taken within a round; the table has their median.
"""
from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from app.headless.si_format import number, thousandths
from app.studies import engines
from app.studies.bench import box3d_times
from app.studies.bench.quality import Quality, measure
from app.studies.bench.steadiness import MEGABYTES, READS
from app.studies.bench.turn import Order, Turn, take
from app.studies.charts.machine import describe
from app.studies.charts.outcome import Outcome
from app.studies.neutral_scene import NeutralScene, load, neutral

BEGUN = 60                         # initial steps of a scene: arrays grow, all pairs are new
MANY = "@"                         # separates an engine's name and a number of threads
CLOCKS = ("wall", "cpu")
HEAD = ("<scene", "<engine", "ms", "p99 ms", "p99 / ms", "ratio", "overlap mm", "mean mm", "top drift mm", "joint mm",
        "J per body", "<")


class Plan(NamedTuple):
    """The plan of a comparison."""

    scenes: tuple[str, ...]        # as for `neutral_scene.load`
    engines: tuple[str, ...]       # ours first; `impulse@2` has two threads regardless of `threads`
    rounds: int = 3
    threads: int = 1
    steps: int = 0                 # 0: the run of each scene
    seconds: float = 120.0         # [s] of stepping in a turn
    clock: str = "wall"            # or "cpu": processor time


class Row(NamedTuple):
    """An engine on a scene, over all rounds."""

    scene: str
    engine: str
    median: float | None = None    # [ms] a step, median over rounds of each round's median
    p99: float | None = None       # [ms] the same of the 99th percentile
    spikes: float | None = None    # 99th percentile over median of the steps from BEGUN on, median over rounds
    longest: float | None = None   # [ms] longest step of all
    ratio: float | None = None     # our time over the engine's
    ratios: tuple[float, ...] = () # of each round
    other: float | None = None     # [ms] median by the clock not shown in the table
    steps: int = 0                 # taken in a turn
    turns: int = 0
    quality: Quality = Quality()
    settings: str = ""
    failure: str = ""


class Bench:
    """A plan and its turns so far; `rows` and `outcome` describe these at any time."""

    def __init__(self, plan: Plan, take_turn: Callable[[Order], Turn] = take):
        """Raises InputError or SceneError for a scene that does not exist or is not neutral."""
        self.plan, self.take_turn = plan, take_turn
        self.scenes: dict[str, NeutralScene] = {word: neutral(load(word)) for word in plan.scenes}
        self.turns: dict[tuple[str, str], list[Turn]] = {}             # (scene, index of the plan's engine) -> turn by round
        self.measured: dict[tuple[str, str], Quality] = {}

    @property
    def total(self) -> int:
        """Number of turns of the plan."""
        return len(self.plan.scenes) * len(self.plan.engines) * self.plan.rounds

    def orders(self) -> Iterator[tuple[int, str, Order]]:
        """(round, index of the plan's engine, order) of every turn, in order."""
        plan = self.plan
        for word in plan.scenes:
            for number_ in range(plan.rounds):
                for label in plan.engines:
                    engine, _, threads = label.partition(MANY)
                    yield number_, label, Order(engine, word, int(threads or plan.threads), plan.steps, plan.seconds)

    def go(self, report: Callable[[int, str], None] = lambda done, doing: None) -> None:
        """Take all turns; an engine that failed at a scene skips its other rounds.

        `report(done, doing)` is called before each turn.
        """
        failed = set()
        for done, (round_, label, order) in enumerate(self.orders()):
            where = (order.scene, label)
            if where in failed:
                continue
            report(done, f"{self.scenes[order.scene].name} {label}, round {round_ + 1} of {self.plan.rounds}")
            turn = self.take_turn(order)
            if turn.failure:
                failed.add(where)
            if turn.complete and where not in self.measured:
                self.measured[where] = measure(self.scenes[order.scene], turn.states)
            self.turns.setdefault(where, []).append(turn._replace(states=turn.states[:0]))

    def rows(self) -> list[Row]:
        """One row for each engine with a turn at a scene, and one for Box3D where its time can be estimated."""
        found = []
        for word in self.plan.scenes:
            here = [self._row(word, engine) for engine in self.plan.engines if (word, engine) in self.turns]
            found += here + _estimated(here, self.plan.threads)
        return found

    def _row(self, word: str, engine: str) -> Row:
        turns, ours = self.turns[word, engine], self.turns[word, engines.OURS]
        blank = Row(self.scenes[word].name, engine, failure=turns[-1].failure, settings=turns[0].settings, turns=len(turns))
        timed = [self._times(turn) for turn in turns if len(turn.wall)]
        if not timed:
            return blank
        ratios = tuple(_ratio(self._times(a), self._times(b)) for a, b in zip(ours, turns) if len(a.wall) and len(b.wall))
        second = CLOCKS[1 - CLOCKS.index(self.plan.clock)]
        return blank._replace(
            median=_middle(np.median(times) for times in timed), p99=_middle(np.percentile(times, 99) for times in timed),
            spikes=_middle(map(_spikes, timed)), longest=float(max(times.max() for times in timed)),
            ratio=_middle(ratios) if ratios else None, ratios=ratios,
            other=_middle(np.median(getattr(turn, second)) for turn in turns if len(turn.wall)), steps=len(timed[0]),
            quality=self.measured.get((word, engine), Quality()))

    def _times(self, turn: Turn) -> np.ndarray:
        return getattr(turn, self.plan.clock)

    def series(self) -> dict[str, dict[str, np.ndarray]]:
        """Scene -> engine -> milliseconds of each step, median over the rounds."""
        found: dict[str, dict[str, np.ndarray]] = {}
        for word in self.plan.scenes:
            for engine in self.plan.engines:
                timed = [self._times(turn) for turn in self.turns.get((word, engine), ()) if len(turn.wall)]
                if timed:
                    shortest = min(map(len, timed))
                    found.setdefault(self.scenes[word].name, {})[engine] = np.median([t[:shortest] for t in timed], 0)
        return found

    def unsteady(self) -> float | None:
        """99th percentile over median of the times of constant work, median over all turns that measured it."""
        found = [turn.unsteady for turns in self.turns.values() for turn in turns if turn.unsteady]
        return _middle(found) if found else None

    def outcome(self) -> Outcome:
        """The table and the figures of the turns taken so far."""
        plan, rows, unsteady = self.plan, self.rows(), self.unsteady()
        threads = f"{plan.threads} thread{'s' * (plan.threads > 1)}"
        data = {"rounds": plan.rounds, "threads": plan.threads, "clock": plan.clock, "unsteady": unsteady,
                "rows": [{**row._asdict(), "quality": row.quality._asdict()} for row in rows]}
        peers = tuple(name for name in plan.engines if name.partition(MANY)[0] != engines.OURS)
        return Outcome("scenes" if plan.threads == 1 else f"scenes-{threads.replace(' ', '-')}", f"Scenes, {threads}", HEAD,
                       [_cells(row) for row in rows], _notes(plan, rows, unsteady), describe(peers), data)


def _middle(values) -> float:
    return float(np.median(list(values)))


def _spikes(times: np.ndarray) -> float:
    """99th percentile over median of the steps from BEGUN on; of a shorter run, of all steps."""
    rest = times[BEGUN:] if len(times) > BEGUN else times
    return float(np.percentile(rest, 99) / np.median(rest))


def _ratio(ours: np.ndarray, other: np.ndarray) -> float:
    """Our median over the other's, over the steps that both took."""
    both = min(len(ours), len(other))
    return float(np.median(ours[:both]) / np.median(other[:both]))


def _estimated(rows: list[Row], threads: int) -> list[Row]:
    """The row of Box3D, when `rows` include rapier3d and `box3d_times` has the scene."""
    beside = next((row for row in rows if row.engine == box3d_times.BESIDE and row.ratio), None)
    share = box3d_times.share(beside.scene, threads) if beside else None
    if share is None:
        return []
    return [Row(beside.scene, box3d_times.ENGINE, median=beside.median * share, ratio=beside.ratio / share, failure="estimated")]


def _cells(row: Row) -> list[str]:
    """A row of the table."""
    quality, about = row.quality, "~" if row.engine == box3d_times.ENGINE else ""
    if row.median is None:
        return [row.scene, row.engine, *[""] * 9, row.failure]

    fell = "fell; " if quality.standing is False else ""
    burst = "burst; " if row.steps and not quality.finite and not row.failure else ""
    return [row.scene, row.engine, about + number(row.median), number(row.p99), number(row.spikes, 2),
            about + number(row.ratio, 2),
            *map(thousandths, (quality.max_penetration, quality.mean_penetration, quality.top_drift, quality.joint_gap)),
            number(quality.kinetic_energy), (burst + fell + row.failure).removesuffix("; ")]


def _notes(plan: Plan, rows: list[Row], unsteady: float | None) -> list[str]:
    """Notes below the table."""
    clock = "wall time" if plan.clock == "wall" else "processor time of all threads"
    notes = [f"ms: {clock} of a step, median of {plan.rounds} alternating rounds; ratio: Impulse's time over the engine's, in "
             f"the same round; p99 / ms: both from step {BEGUN} on.",
             "overlap, mean: the deepest pair of bodies and the mean of those that overlap, at the end, by one narrow phase for "
             "all engines; top drift: of the topmost body of a stack, aside; joint: farthest apart; J: kinetic energy."]
    if unsteady:
        notes.append(f"Work that never changes, {MEGABYTES} MB read {READS} times after every turn, has a p99 / ms of "
                     f"{number(unsteady, 2)} here.")
    settings = {row.engine: row.settings for row in rows if row.settings}
    notes += [f"{engine}: {text}." for engine, text in settings.items()]
    if any(row.engine == box3d_times.ENGINE for row in rows):
        notes.append(f"{box3d_times.ENGINE}: not run here; rapier3d's time here, times the share that it took of it elsewhere: "
                     f"{box3d_times.WHERE}.")
    for scene, (taken, where) in box3d_times.PUBLISHED.items():
        if any(row.scene == scene and row.engine == engines.OURS for row in rows):
            notes.append(f"Box3D's own published time for {scene}: {number(taken)} ms ({where}).")
    return notes
