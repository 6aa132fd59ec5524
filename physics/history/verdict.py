"""Verdict: who gave the most energy in a bad step, after which the world stands, and the sentence that says so."""
from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from physics.history.symptoms import BROKE, LEAPT, NOT_FINITE, TEARS, Symptom

WORLD = -1                                       # uid of the world in rows
UNITS = ((1e9, "GJ"), (1e6, "MJ"), (1e3, "kJ"), (1.0, "J"), (1e-3, "mJ"))


class Culprit(NamedTuple):
    """What did it."""

    row: int | None               # number in `world.rows()`
    body: int | None              # uid
    given: float                  # [J]
    before: float                 # kinetic energies of the step [J]
    after: float


class Account(NamedTuple):
    """What is known of who gave what in a step; see `World.work`."""

    given: np.ndarray             # (m,) by row [J]
    uids: np.ndarray              # (n,)
    gyroscopic: np.ndarray        # (n,) by body [J]
    before: float
    after: float


def culprit_of(world: Any, symptom: Symptom) -> Culprit:
    """Who gave the most energy in the world's last step."""
    try:
        table, account = world.rows(), _account(world)
    except ValueError:                            # the method keeps no rows, or nothing can be said of the step
        return Culprit(None, symptom.uid or None, np.nan, np.nan, np.nan)
    energies = account.before, account.after
    if symptom.kind in (TEARS, BROKE):
        mine = np.flatnonzero(table.joint == symptom.uid)
        if not len(mine):
            return Culprit(None, None, 0.0, *energies)
        row = int(mine[np.abs(table.error[mine]).argmax()])
        return Culprit(row, _body_of(world, table, row), float(account.given[row]), *energies)
    if symptom.kind == NOT_FINITE:
        return _first_without_number(world, table, account, symptom)
    turning = int(np.argmax(account.gyroscopic)) if len(account.gyroscopic) else None
    row = int(np.argmax(account.given)) if len(account.given) else None
    if turning is not None and (row is None or account.gyroscopic[turning] > account.given[row]):
        return Culprit(None, int(account.uids[turning]), float(account.gyroscopic[turning]), *energies)
    if row is None:
        return Culprit(None, None, 0.0, *energies)
    return Culprit(row, _body_of(world, table, row), float(account.given[row]), *energies)


def _account(world: Any) -> Account:
    """From the world's work; of a method that is not recorded, impulse times speed at the end of the step."""
    try:
        work = world.work()
        return Account(work.given, work.uids, work.gyroscopic, work.before, work.after)
    except ValueError:
        table = world.rows()
        given, none = np.abs(table.impulse * table.speed), np.zeros(len(world.uids))
        return Account(given, world.uids, none, np.nan, world.energy().kinetic)


def _first_without_number(world: Any, table: Any, account: Account, symptom: Symptom) -> Culprit:
    """The first row in the order of the sweep with an impulse that is no number; none where a force or motion did it."""
    bad = np.flatnonzero(~np.isfinite(table.impulse))
    energies = account.before, account.after
    if not len(bad) or not np.isfinite(account.before):
        return Culprit(None, symptom.uid or None, np.nan, *energies)
    row = int(bad[np.argmin(table.order[bad])])
    return Culprit(row, _body_of(world, table, row), np.nan, *energies)


def _body_of(world: Any, table: Any, row: int) -> int | None:
    """The dynamic body of a row, of two the lighter one: it moves most."""
    found = [world.body(int(uid)) for uid in (table.a[row], table.b[row]) if uid != WORLD]
    dynamic = [body for body in found if body.type == "dynamic"]
    return min(dynamic, key=lambda body: body.mass).uid if dynamic else None


def joules(energy: float) -> str:
    """An energy of three digits with its unit."""
    size, unit = next((one for one in UNITS if abs(energy) >= one[0]), (1.0, "J"))
    return f"{energy / size:.3g} {unit}"


def sentence(world: Any, what: tuple[int, Symptom], culprit: Culprit) -> str:
    """(step, symptom) and its culprit in words."""
    step, symptom = what
    begun = {LEAPT: lambda: (f"energy leapt from {joules(symptom.before)} to {joules(symptom.after)}: what should only hold gave "
                             f"{joules(symptom.given)}"),
             NOT_FINITE: lambda: f"the state of {_called(world, symptom.uid)} stopped being a number",
             TEARS: lambda: f"{_joint(world, symptom.uid)} was torn: its places are {symptom.gap:.3g} m apart",
             BROKE: lambda: f"{_joint(world, symptom.uid)} broke under more than it bears"}[symptom.kind]()
    return f"In step {step:,} {begun}. {blame(world, symptom, culprit)}"


def blame(world: Any, symptom: Symptom, culprit: Culprit) -> str:
    """Who did it."""
    if culprit.row is None:
        if symptom.kind == LEAPT and culprit.body is not None and np.isfinite(culprit.given):
            return f"No row, but turning gave most: {joules(culprit.given)} to {_called(world, culprit.body)}."
        return "No row did it: look at forces, motion and what was changed before this step."
    why = _why(world, culprit.row)
    gave = f" gave {joules(culprit.given)}" if np.isfinite(culprit.given) else " was the first without a number"
    if symptom.kind == LEAPT:
        gave = f" gave most, {joules(culprit.given)}"
    return f"{_row(world, culprit.row)}{gave}{why}."


def _why(world: Any, row: int) -> str:
    """Why a row did what it did in the last substep; "" where it did nothing then, or where it is not known."""
    if not world.rows().substep_impulse[row]:
        return ""
    try:
        return f": {world.equation(row).why}"
    except (ValueError, FloatingPointError):
        return ""


def _row(world: Any, row: int) -> str:
    """A row in words."""
    table = world.rows()
    if table.joint[row] >= 0:
        return f"Row {row}, {table.kind[row]} of {_joint(world, int(table.joint[row]))},"
    pair = " and ".join(_called(world, int(uid)) if uid != WORLD else "the world" for uid in (table.a[row], table.b[row]))
    return f"Row {row}, {table.kind[row]} between {pair},"


def _called(world: Any, uid: int) -> str:
    """A body's name, or its number."""
    try:
        return repr(world.body(uid).name) if world.body(uid).name else f"body {uid}"
    except KeyError:
        return "a body"


def _joint(world: Any, uid: int) -> str:
    """A joint's name, or its number."""
    try:
        return f"joint {world.joint(uid).name!r}" if world.joint(uid).name else f"joint {uid}"
    except KeyError:
        return f"joint {uid}"
