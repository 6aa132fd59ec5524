"""Row difference: the first constraint row that a replayed step did not solve as the recorded step did.

Rows are made from the state before the step.  One that is in one of the two steps alone comes first; of the others, that whose
impulse differs in the earliest sweep, there at the earliest turn.  No row before it differs, so what was changed acts on this one
itself: its friction, its bounds, the mass or the velocity of its bodies.  Where all impulses are the same, it is the first row of
which another number differs, such as the distance from a limit that nothing has reached yet.
"""
from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

IDENTITY = ("kind", "a", "b", "feature", "joint", "part", "component")           # columns by which a row is found again
CAUSES = {"friction": "friction", "restitution": "restitution", "k": "K", "upper": "upper bound", "lower": "lower bound",
          "solved_error": "error"}               # columns that explain an impulse, each with its name in a text
TELLS = 0.01                                     # relative difference of one that is told; a smaller one may have followed


class Solved(NamedTuple):
    """What a world solved in its last step."""

    table: Any                    # World.rows()
    trace: Any                    # World.trace()


class Words(NamedTuple):
    """How the two steps are called.

    pair   two numbers, `was` and `now`
    gone   of a row that only the first step has
    new    of one that only the second has
    """

    pair: str
    gone: str
    new: str


RECORDED = Words("{now}, recorded {was}", "is missing", "is new")


class RowDifference(NamedTuple):
    """The row.

    kind, a, b, feature, joint, part, component   as the columns of `World.rows`
    text                                          what is different, in words
    quantity, numbers                             the first column that differs, and its two numbers; "" and None for a row that
                                                  only one step has
    """

    kind: str
    a: int
    b: int
    feature: int
    joint: int
    part: int
    component: int
    text: str
    quantity: str = ""
    numbers: tuple[float, float] | None = None


def solved(world: Any) -> Solved | None:
    """What was solved in the last step; None of a method that is not recorded sweep by sweep."""
    try:
        return Solved(world.rows(), world.trace())
    except ValueError:
        return None


def first_different(recorded: Solved, replayed: Solved, words: Words = RECORDED) -> RowDifference | None:
    """The first row that differs, see above; None where all are the same."""
    before, now = _numbers(recorded.table), _numbers(replayed.table)
    for own, other, table, text in ((before, now, recorded.table, words.gone), (now, before, replayed.table, words.new)):
        alone = next((row for key, row in own.items() if key not in other), None)
        if alone is not None:
            return _named(table, alone, text)
    was, now_at = np.array(list(before.values()), np.int64), np.array([now[key] for key in before], np.int64)
    for sweep in range(min(len(recorded.trace.impulse), len(replayed.trace.impulse))):
        changed = np.flatnonzero(recorded.trace.impulse[sweep, was] != replayed.trace.impulse[sweep, now_at])
        if len(changed):
            first = changed[np.argmin(recorded.trace.order[sweep, was[changed]])]
            rows = int(was[first]), int(now_at[first])
            impulses = tuple(float(each.trace.impulse[sweep, row]) for each, row in zip((recorded, replayed), rows))
            causes = [text for _, _, text in _causes(recorded.table, replayed.table, rows, TELLS, words)]
            text = "; ".join([f"has impulse {pair_text(*impulses, words)} after {_moment(recorded.trace, sweep)}", *causes])
            return _named(replayed.table, rows[1], text)._replace(quantity="impulse", numbers=impulses)
    for rows in zip(was.tolist(), now_at.tolist()):
        if found := _causes(recorded.table, replayed.table, rows, 0.0, words):
            quantity, numbers, _ = found[0]
            text = f"has {'; '.join(text for _, _, text in found)}"
            return _named(replayed.table, rows[1], text)._replace(quantity=quantity, numbers=numbers)
    return None


def _numbers(table: Any) -> dict[tuple, int]:
    """Numbers of rows by what they are."""
    columns = [getattr(table, name).tolist() for name in IDENTITY]
    return {key: row for row, key in enumerate(zip(*columns))}


def _named(table: Any, row: int, text: str) -> RowDifference:
    return RowDifference(*(getattr(table, name)[row].item() for name in IDENTITY), text)


def _moment(trace: Any, sweep: int) -> str:
    """A sweep in words."""
    moment = f"sweep {trace.iteration[sweep]} of {trace.stage[sweep]}" if trace.iteration[sweep] else str(trace.stage[sweep])
    return f"{moment}, substep {trace.substep[sweep] + 1}"


def _causes(recorded: Any, replayed: Any, rows: tuple[int, int], least: float,
            words: Words) -> list[tuple[str, tuple[float, float], str]]:
    """Numbers of a row whose relative difference is more than `least`: what they are, both, and in words."""
    found = []
    for name, called in CAUSES.items():
        if name in ("upper", "lower") and recorded.kind[rows[0]] in ("friction", "twist", "rolling", "spinning"):
            continue                                      # it follows from normal impulses
        was, now = float(getattr(recorded, name)[rows[0]]), float(getattr(replayed, name)[rows[1]])
        if abs(now - was) > least * max(abs(was), abs(now)):
            found.append((called, (was, now), f"{called} {pair_text(was, now, words)}"))
    return found


def pair_text(was: float, now: float, words: Words = RECORDED) -> str:
    """Two numbers, with as many digits as tell them apart."""
    digits = next((count for count in (4, 8, 12) if f"{was:.{count}g}" != f"{now:.{count}g}"), 17)
    return words.pair.format(was=f"{was:.{digits}g}", now=f"{now:.{digits}g}")
