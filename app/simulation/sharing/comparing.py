"""Comparing two runs, taken side by side: the first step after which they differ, the body, the row, and both numbers.

Two share files of one run may have been made by two machines.  Both come out the same here, but not as they were recorded: then
the hashes in the files say which step differs, and their poses which body.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from app.headless.si_format import counted
from app.published.tuning import Tuning, tuning_of
from app.simulation.sharing.playing import Player, Source, told
from physics.definitions.material import RESISTANCES
from physics.definitions.settings import SolverSettings
from physics.definitions.tunable import tunables
from physics.history.difference import row_text
from physics.history.record import POSE
from physics.history.row_difference import RowDifference, Words, first_different, solved
from physics.history.run_record import UNKNOWN

Progress = Callable[[int], Any]
WORDS = Words("{was} in A, {now} in B", "is in A alone", "is in B alone")
QUANTITIES = {"position": ("positions", "m"), "rotation": ("rotations", ""), "velocity": ("velocities", "m/s"),
              "angular velocity": ("angular_velocities", "rad/s")}               # name -> attribute of World, unit
PROPERTIES = ("type", "shape", "mass", "friction", "restitution", *RESISTANCES)  # of a body, that explain a difference
LOOKED_AT = 5000                       # bodies whose properties are compared


class BodyDifference(NamedTuple):
    """The first body that differs.

    uid, name   of the body
    quantity    what of it, "" for one that only one run has
    a, b        its numbers in both runs, () where there is no such body
    others      how many more bodies differ
    """

    uid: int
    name: str
    quantity: str
    a: tuple[float, ...]
    b: tuple[float, ...]
    others: int


class Difference(NamedTuple):
    """The first difference.

    step, time  after which step the states differ, and when [s]
    body, row   the first body and the first row, None where none does or none can be told
    row_said    the row in words
    recorded    whether it is one between the files alone: here both runs come out the same
    """

    step: int
    time: float
    body: BodyDifference | None
    row: RowDifference | None = None
    row_said: str = ""
    recorded: bool = False


class Outcome(NamedTuple):
    """How two runs compare.

    steps       that were taken and are the same
    difference  None where all that both have is the same
    longer      by how many steps A is longer than B; negative: B is longer
    notes       what explains it, what is missing, and files that do not come out as recorded, each in a sentence
    """

    steps: int
    difference: Difference | None
    longer: int
    notes: tuple[str, ...]

    @property
    def equal(self) -> bool:
        """Whether both runs are the same from beginning to end."""
        return self.difference is None and not self.longer


def compare(a: Source, b: Source, progress: Progress) -> Outcome:
    """Take both runs, up to the first difference; `progress(steps)` after each step.  Raises InputError for a command or a step
    that is not possible."""
    return _Comparison(a, b).go(progress)


class _Comparison:
    def __init__(self, a: Source, b: Source):
        self.sources, self.players = (a, b), (Player(a), Player(b))
        self.worlds = tuple(player.world for player in self.players)
        self.notes = [*_causes(*self.worlds), *(f"{letter}: {flaw}" for letter, source in zip("AB", self.sources)
                                                 if source.opened for flaw in source.opened.file.flaws)]
        self.commanded = False                             # the first commands that differ are noted
        self.unlike: set[str] = set()                      # files that do not come out as recorded, noted already

    def go(self, progress: Progress) -> Outcome:
        """Take steps until something differs."""
        a, b = self.players
        difference = None
        while (difference := self._difference()) is None and not a.done and not b.done:
            self._note_commands()
            a.step()
            b.step()
            progress(a.world.step_count)
        same = a.world.step_count - (difference is not None)
        longer = self.sources[0].steps - self.sources[1].steps if difference is None else 0
        if longer:
            self.notes.append(f"{'A' if longer > 0 else 'B'} goes on for {counted(abs(longer), 'step')} more")
        return Outcome(max(same, 0), difference, longer, tuple(self.notes))

    def _difference(self) -> Difference | None:
        """The difference after the present step."""
        a, b = self.players
        found = a.digest(), b.digest()
        step, time = a.world.step_count, float(a.world.time)
        recorded = [UNKNOWN if source.run is None else source.run.hash_of(step) for source in self.sources]
        for letter, wanted, here in zip("AB", recorded, found):
            if wanted not in (UNKNOWN, here) and letter not in self.unlike:
                self.unlike.add(letter)
                made = self.sources["AB".index(letter)].opened.file.made
                self.notes.append(f"{letter} is not as recorded here, from step {step:,} on" + (f"; {made}" if made else ""))
        if found[0] != found[1]:
            row = self._row()
            said = row_text(self.worlds[1], row) if row is not None else ""
            return Difference(step, time, first_body(_state(a.world), _state(b.world), self._name), row, said)
        if UNKNOWN not in recorded and recorded[0] != recorded[1]:
            return Difference(step, time, self._recorded_body(step), recorded=True)
        return None

    def _row(self) -> RowDifference | None:
        """The first row that differs in the step just taken."""
        if not self.worlds[0].step_count:
            return None
        both = [solved(world) for world in self.worlds]
        return first_different(*both, WORDS) if None not in both else None

    def _recorded_body(self, step: int) -> BodyDifference | None:
        """The first body that differs in the poses of both files after a step, None where not both have them."""
        poses = [source.run.poses.get(step) for source in self.sources]
        if None in poses:
            return None
        states = [(uids, {"position": array[:, :3], "rotation": array[:, 3:POSE]}) for uids, array in poses]
        return first_body(*states, self._name)

    def _name(self, uid: int) -> str:
        """The name of a body in either world, "" without one."""
        for world in self.worlds:
            try:
                return world.body(uid).name or ""
            except KeyError:
                continue
        return ""

    def _note_commands(self) -> None:
        """Note the first commands of two files that differ."""
        both = [player.commands() for player in self.players]
        if self.commanded or both[0] == both[1] or any(source.run is None for source in self.sources):
            return
        self.commanded = True
        said = [", ".join(map(told, commands)) or "nothing" for commands in both]
        step = self.players[0].world.step_count
        self.notes.append(f"the commands differ first after step {step:,}: {said[0]} in A, {said[1]} in B")


def _state(world: Any) -> tuple[np.ndarray, dict[str, np.ndarray]]:
    """uids of a world's bodies, and their quantities."""
    return world.uids, {name: np.array(getattr(world, attribute)) for name, (attribute, _) in QUANTITIES.items()}


def first_body(a: tuple[np.ndarray, dict[str, np.ndarray]], b: tuple[np.ndarray, dict[str, np.ndarray]],
               name: Callable[[int], str]) -> BodyDifference | None:
    """The first body that differs in two states of (uids (n,), quantities (n, k) by name); None where none does."""
    alone = np.setxor1d(a[0], b[0])
    if len(alone):
        uid = int(alone[0])
        state, numbers = (a, 0) if uid in a[0] else (b, 1)
        place = tuple(map(float, state[1]["position"][np.searchsorted(state[0], uid)]))
        return BodyDifference(uid, name(uid), "", *((place, ()) if numbers == 0 else ((), place)), len(alone) - 1)
    unlike = np.zeros(len(a[0]), bool)
    for quantity in a[1]:
        unlike |= (a[1][quantity].astype(float) != b[1][quantity].astype(float)).any(axis=1)
    if not unlike.any():
        return None
    row = int(np.argmax(unlike))
    quantity = next(one for one in a[1] if (a[1][one][row].astype(float) != b[1][one][row].astype(float)).any())
    numbers = [tuple(map(float, state[1][quantity][row])) for state in (a, b)]
    return BodyDifference(int(a[0][row]), name(int(a[0][row])), quantity, *numbers, int(unlike.sum()) - 1)


def _causes(a: Any, b: Any) -> list[str]:
    """Settings and properties in which two worlds differ at time 0."""
    first, second = tuning_of(a), tuning_of(b)
    pairs = [(f"solver.{name}", getattr(first.solver, name), getattr(second.solver, name)) for name in tunables(SolverSettings)]
    pairs += [(f"world.{name}", getattr(first, name), getattr(second, name)) for name in Tuning.__dataclass_fields__
              if name != "solver"]
    pairs += [(f"world.{name}", getattr(a, name), getattr(b, name)) for name in ("dt", "precision")]
    found = [_told(name, mine, theirs) for name, mine, theirs in pairs if mine != theirs]
    for one, other in zip(a.bodies[:LOOKED_AT], b.bodies[:LOOKED_AT]):
        unlike = [name for name in PROPERTIES if getattr(one, name) != getattr(other, name)]
        if unlike or one.name != other.name:
            name = unlike[0] if unlike else "name"
            called = f"body {one.uid}" + (f" {one.name!r}" if one.name else "")
            found.append(f"{called}: its {_told(name, getattr(one, name), getattr(other, name))}")
            break
    return found


def _told(name: str, a: Any, b: Any) -> str:
    """Two values of something, numbers with as few digits as tell them apart."""
    if isinstance(a, float) and isinstance(b, float):
        texts = [(f"{a:.{digits}g}", f"{b:.{digits}g}") for digits in (6, 9, 17)]
        a, b = next((pair for pair in texts if pair[0] != pair[1]), texts[-1])
    return f"{name} is {a} in A, {b} in B"
