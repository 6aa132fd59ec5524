"""Symptoms, causes and findings.

A symptom measures an observation: one number, larger is worse, and a limit above which something is wrong.  Its causes stand
in the order in which they are asked; the first that applies is the likely one, the others that apply are named after it.
"""
from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from app.adviser.observation import Observation


class Advice(NamedTuple):
    """Why a cause applies, and what to change."""

    reason: str                         # one or two sentences for people
    numbers: Mapping[str, float]        # what was seen, by name with its unit
    change: Mapping[str, Any]           # by path as for `--set`; empty: no setting helps


class Cause(NamedTuple):
    """A cause of a symptom."""

    name: str                           # as in `cases/<symptom>/<name>.yaml`
    title: str
    apply: Callable[[Observation, float], Advice | None]        # (observation, measured value) -> None: it is not this


class Symptom(NamedTuple):
    """Something that is wrong with a run."""

    name: str
    title: str
    unit: str
    help: str                           # what is measured
    measure: Callable[[Observation], float | None]              # None: nothing in the run could show it
    limit: Callable[[Observation], float]                       # above it something is wrong
    causes: tuple[Cause, ...]
    explains: tuple[str, ...] = ()      # symptoms that follow from this one


class Finding(NamedTuple):
    """A symptom that a run has, and its likely cause."""

    symptom: Symptom
    value: float                        # measured [unit of the symptom]
    limit: float
    cause: Cause | None                 # None: no cause applies
    advice: Advice
    alternatives: tuple[tuple[Cause, Advice], ...] = ()       # other causes that apply, with their advice

    @property
    def others(self) -> tuple[str, ...]:
        """Titles of the other causes that apply."""
        return tuple(cause.title for cause, _ in self.alternatives)

    @property
    def severity(self) -> float:
        """How many times the limit was exceeded."""
        return self.value / self.limit

    def record(self) -> dict[str, Any]:
        """The finding as plain values."""
        return {"symptom": self.symptom.name, "title": self.symptom.title, "measured": self.symptom.help,
                "value": float(self.value), "limit": float(self.limit), "unit": self.symptom.unit,
                "cause": self.cause.name if self.cause else None, "cause_title": self.cause.title if self.cause else "",
                "reason": self.advice.reason, "numbers": {name: float(x) for name, x in self.advice.numbers.items()},
                "change": dict(self.advice.change), "other_causes": list(self.others)}


def settings_of(change: Mapping[str, Any]) -> tuple[str, ...]:
    """A change as for `--set`."""
    return tuple(f"{path}={str(value).lower() if isinstance(value, bool) else value}" for path, value in change.items())
