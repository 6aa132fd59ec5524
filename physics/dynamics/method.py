"""Methods of solving: each does stages 5 to 11 of the step, from coloured constraints to new poses and stored impulses."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from physics.dynamics.parameters import Parameters

CONTACT, JOINT, MOTOR, SPRING = "contact", "joint", "motor", "spring"      # kinds of constraints; the last two are of joints


class Told(NamedTuple):
    """What a method has to say of a step: a note for people, and an account of its rows for those who look into the step."""

    note: str
    account: Any = None


class Method(NamedTuple):
    """A way to solve a step.

    name       as in `solver.method`
    about      one line for people: what it does and when it is good
    supports   kinds of constraints -> None, or the reason in one line why the method cannot solve them
    advance    (state, extent, parameters, work): moves the bodies of `state` by one step and stores impulses; work(kernel)
               calls kernel(team) in every thread of the step; returns a note for people, if there is one, or a Told
    loses      what is not right under it with few sweeps, with a figure; the end of a sentence, "" where nothing is known
    """

    name: str
    about: str
    supports: Callable[[set[str]], str | None]
    advance: Callable[[Any, Any, Parameters, Callable], str | Told | None]
    loses: str = ""


def only(name: str, *solved: str) -> Callable[[set[str]], str | None]:
    """`supports` of a method that solves these kinds and no others."""
    def supports(kinds: set[str]) -> str | None:
        missing = sorted(kinds - set(solved))
        return f"{name} cannot solve {' and '.join(kind + 's' for kind in missing)}" if missing else None

    return supports
