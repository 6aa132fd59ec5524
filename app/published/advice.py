"""Advice: what the adviser found wrong with a variant, for display.  Immutable; texts, and what a variant is to be set to."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from app.published.tuning import Tuning

UNASKED, RUNNING, DONE, CANCELLED, FAILED = "", "running", "done", "cancelled", "failed"       # states; the first: never asked


class Knob(NamedTuple):
    """A setting that a change turns."""

    label: str
    before: str
    after: str


@dataclass(frozen=True)
class FindingCard:
    """A symptom that was found, its likely cause and the change that helps.

    value, limit  what was measured, and above what it is wrong, with units
    measured      what this number is
    numbers       label and value of what else was seen
    cause         "" where none of the known ones applies
    knobs         what to turn; empty where no setting helps
    settings      the same as for `--set`
    goal          the same as fields of `Tuning`
    refusal       why no variant of a window can have the change, "" where one can
    others        titles of other causes that apply
    """

    symptom: str
    value: str
    limit: str
    measured: str
    reason: str
    cause: str = ""
    numbers: tuple[tuple[str, str], ...] = ()
    knobs: tuple[Knob, ...] = ()
    settings: tuple[str, ...] = ()
    goal: tuple[tuple[str, Any], ...] = ()
    refusal: str = ""
    others: tuple[str, ...] = ()

    def made_in(self, tuning: Tuning) -> bool:
        """Whether these settings are those of the variant that was watched, with the change."""
        return bool(self.goal) and all(getattr(tuning, name) == value for name, value in self.goal)


@dataclass(frozen=True)
class Advice:
    """The adviser's last look.

    state         one of the above
    done, of      steps watched so far, and to watch
    looked        what it looked at
    asked         titles of all symptoms that it knows
    findings      worst first
    failure       why it failed
    changed       what is otherwise since, "" while nothing is
    """

    state: str = UNASKED
    done: int = 0
    of: int = 0
    looked: str = ""
    asked: tuple[str, ...] = ()
    findings: tuple[FindingCard, ...] = ()
    failure: str = ""
    changed: str = ""
