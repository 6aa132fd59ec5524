"""Why a row did what it did, in one line of plain words with its numbers."""
from __future__ import annotations

import numpy as np

from physics.dynamics.at_bound import at_bound
from physics.lab.law import Law
from physics.introspection.law.natural_map import bounds_of
from physics.introspection.record import Record
from physics.lab.rows.row import FRICTION, HELD, LIMIT, MOTOR, NORMAL, ROLLING, SPINNING, TWIST, Rows

SIZES = ((1e-3, "m"), (1e-6, "µ"), (1e-9, "n"))  # prefixes of metres


def shown(value: float, unit: str) -> str:
    """A number of three digits; lengths with a prefix."""
    size = abs(value)
    if unit == "m" and 0 < size < 1:
        factor, prefix = next((one for one in SIZES if size >= one[0]), SIZES[-1])
        return f"{value / factor:.3g} {prefix}m"
    return f"{value:.3g} {unit}"


def why_of(record: Record, law: Law, row: int) -> str:
    """The line of one row."""
    rows = record.substeps[-1].rows
    kind, impulse = rows.kind[row], float(record.substeps[-1].impulse[row])
    if kind == NORMAL:
        return _of_normal(record, law, row, impulse)
    if kind in (ROLLING, SPINNING):
        return _of_resistance(record, row)
    if kind in (FRICTION, TWIST):
        return _of_friction(record, row, impulse)
    return _of_part(record, law, row, impulse)


def _length_or_angle(rows: Rows, row: int) -> tuple[str, str]:
    """Units of a row's error and speed."""
    linear = rows.jacobian[row, 0:3].any() or rows.jacobian[row, 6:9].any()
    return ("m", "m/s") if linear else ("rad", "rad/s")


def _every(record: Record) -> str:
    """The length of a substep."""
    return f"{1e3 * record.parameters.motion.h:.3g} ms"


def _of_normal(record: Record, law: Law, row: int, impulse: float) -> str:
    parts, rows, p = law.parts, record.substeps[-1].rows, record.parameters
    error = float(rows.error[row])
    if parts.restitution[row] > 0:
        return (f"left to the next substep, for a body of it bounces in this one: it may come nearer at "
                f"{shown(float(parts.restitution[row]), 'm/s')}, and then bounces")
    if parts.restitution[row]:
        return f"bounces off at {shown(-float(parts.restitution[row]), 'm/s')}: restitution {rows.restitution[row]:.3g}"
    if error > 0:
        held = "and would have closed it" if impulse > 0 else "and nothing closes it in this substep"
        return f"{shown(error, 'm')} apart: it may come nearer at {shown(float(parts.speculative[row]), 'm/s')}, {held}"
    if not impulse > 0:
        return f"overlaps by {shown(-error, 'm')}, but moves apart by itself: no impulse"
    slop, push = p.push.slop if p.split else p.solve.slop, -float(parts.push[row])
    deeper = max(-error - slop, 0.0)
    if p.split:
        share = p.push.bias_rate * p.motion.h
        return (f"holds its speed at 0; of {shown(deeper, 'm')} deeper than the slop {share:.3g} are removed every "
                f"{_every(record)}, without velocity")
    if push <= 0:
        return f"holds its speed at 0 and pushes nothing back: overlap {shown(-error, 'm')}, slop {shown(slop, 'm')}"
    if push >= p.solve.push_speed:
        return f"pushed back at {shown(push, 'm/s')}, as fast as is allowed: {shown(deeper, 'm')} of overlap would want more"
    share = p.solve.bias_rate * p.motion.h
    law_text = f"beta takes {share:.3g} of that" if p.solve.mass_scale == 1 else f"its spring takes {share:.3g} of that"
    more = f"{shown(deeper, 'm')} deeper than the slop" if slop else f"{shown(deeper, 'm')} deep"
    return f"pushed back at {shown(push, 'm/s')}: {more}, and {law_text} every {_every(record)}"


def _of_friction(record: Record, row: int, impulse: float) -> str:
    rows, substep = record.substeps[-1].rows, record.substeps[-1]
    upper = float(bounds_of(rows, substep.impulse)[1][row])
    mates = np.flatnonzero((rows.patch == rows.patch[row]) & (rows.kind == rows.kind[row]))
    size = float(np.sqrt((substep.impulse[mates] ** 2).sum()))
    unit = "N m s" if rows.kind[row] == TWIST else "N s"
    if upper <= 0:
        return "nothing presses the surfaces together: no friction"
    if at_bound(size, upper, record.state.bodies.pose.dtype):
        return f"slides: friction is at its bound, {rows.friction[row]:.3g} times what presses, {shown(upper, unit)}"
    return f"sticks: {shown(size, unit)} of the {shown(upper, unit)} that friction {rows.friction[row]:.3g} allows"


def _of_resistance(record: Record, row: int) -> str:
    rows, substep = record.substeps[-1].rows, record.substeps[-1]
    upper = float(bounds_of(rows, substep.impulse)[1][row])
    mates = np.flatnonzero((rows.patch == rows.patch[row]) & (rows.kind == rows.kind[row]))
    size, arm = float(np.sqrt((substep.impulse[mates] ** 2).sum())), shown(float(rows.friction[row]), "m")
    turning = "rolling" if rows.kind[row] == ROLLING else "spinning"
    if upper <= 0:
        return f"nothing presses the surfaces together: no resistance against {turning}"
    if at_bound(size, upper, record.state.bodies.pose.dtype):
        return f"gives way: what resists {turning} is at its bound, what presses times an arm of {arm}, {shown(upper, 'N m s')}"
    return f"holds: {shown(size, 'N m s')} of the {shown(upper, 'N m s')} that an arm of {arm} allows"


def _of_part(record: Record, law: Law, row: int, impulse: float) -> str:
    rows, parts = record.substeps[-1].rows, law.parts
    error, (length, speed) = float(rows.error[row]), _length_or_angle(rows, row)
    unit = "N s" if length == "m" else "N m s"
    upper = float(bounds_of(rows, record.substeps[-1].impulse)[1][row])
    full = at_bound(abs(impulse), upper, record.state.bodies.pose.dtype)
    if rows.kind[row] == LIMIT:
        if not impulse > 0:
            return f"{shown(error, length)} from its limit: no impulse"
        return f"at its limit, {shown(-error, length)} beyond it: pushed back at {shown(-float(parts.push[row]), speed)}"
    if rows.kind[row] == MOTOR:
        wanted = shown(-float(parts.motor[row]), speed)
        return f"drives to {wanted} with all it may give, {shown(upper, unit)}" if full else f"drives to {wanted}"
    if rows.kind[row] == HELD:
        if parts.push[row]:
            return f"held: an error of {shown(error, length)} is taken back at {shown(-float(parts.push[row]), speed)}"
        return f"held: its speed stays {shown(0.0, speed)}; an error of {shown(error, length)} is left to other passes"
    return f"a spring, {shown(error, length)} from rest" + (", at the most it may give" if full else "")
