"""A column of boxes leans or falls, though nothing pushes it."""
from __future__ import annotations

import numpy as np

from app.adviser.observation import Observation
from app.adviser.symptom import Advice, Cause, Symptom

LEAN = 0.04                       # [rad] of the line from the lowest box's centre to the top one's
STOREYS = 4
BESIDE, BETWEEN = 0.4, 0.3        # how far a storey may lie beside the one below, and above it, over its size
FEW, UNSTIRRED = 12, 0.01         # sweeps a step; [m/s] at the start


def columns(seen: Observation) -> list[list[int]]:
    """Rows of the boxes that stand one above another at the start, each from below; only those that nothing else strikes."""
    bodies, places = seen.bodies, seen.frames.positions[0].astype(float)
    boxes = np.flatnonzero(bodies.dynamic & ~bodies.round & ~bodies.jointed)
    above: dict[int, int] = {}
    for row in boxes:
        apart = places[boxes] - places[row]
        gap = apart[:, 2] - bodies.halves[boxes, 2] - bodies.halves[row, 2]
        near = (np.abs(apart[:, :2]) < BESIDE * bodies.halves[row, :2]).all(1) & (np.abs(gap) < BETWEEN * bodies.halves[row, 2])
        found = boxes[near & (apart[:, 2] > 0)]
        if len(found) == 1:
            above[int(row)] = int(found[0])
    lowest = [row for row in above if row not in above.values()]
    found = []
    for row in lowest:
        column = [row]
        while column[-1] in above and above[column[-1]] not in column:
            column.append(above[column[-1]])
        if len(column) >= STOREYS and not _struck(seen, column):
            found.append(column)
    return found


def _struck(seen: Observation, column: list[int]) -> bool:
    """Whether a dynamic body that is not of the column comes against it."""
    ours = set(seen.bodies.uids[column].tolist())
    for impact in seen.impacts:
        if len(ours & {impact.a, impact.b}) == 1:
            other = seen.bodies.row(next(iter({impact.a, impact.b} - ours)))
            if other < 0 or seen.bodies.dynamic[other]:
                return True
    return False


def lean(seen: Observation, column: list[int]) -> float:
    """The largest angle from vertical of the line from the lowest to the highest [rad], beyond that at the start."""
    line = (seen.frames.positions[:, column[-1]] - seen.frames.positions[:, column[0]]).astype(float)
    angles = np.arctan2(np.linalg.norm(line[:, :2], axis=1), line[:, 2])
    return float(np.nanmax(angles) - angles[0])


def measure(seen: Observation) -> float | None:
    """The largest lean."""
    if seen.drives or seen.seen("velocities")[0].max(initial=0.0) > UNSTIRRED:
        return None
    return max((lean(seen, column) for column in columns(seen)), default=None)


def _said(seen: Observation, value: float) -> tuple[str, dict[str, float]]:
    column = max(columns(seen), key=lambda one: lean(seen, one))
    return (f"a column of {len(column)} boxes leans by {np.degrees(value):.3g} degrees, and nothing pushed it",
            {"lean [deg]": float(np.degrees(value)), "storeys": len(column)})


def _no_warm_start(seen: Observation, value: float) -> Advice | None:
    if seen.solver.warm_start >= 0.8:
        return None
    text, numbers = _said(seen, value)
    return Advice(f"{text}; with warm_start {seen.solver.warm_start:g} each step has to find the load of all storeys anew.",
                  {**numbers, "warm_start": seen.solver.warm_start}, {"solver.warm_start": 1.0})


def _few_sweeps(seen: Observation, value: float) -> Advice | None:
    text, numbers = _said(seen, value)
    sweeps = seen.solver.substeps * seen.solver.iterations
    if sweeps >= max(FEW, 0.5 * numbers["storeys"]):
        return None
    change = {"solver.substeps": max(8, 4 * seen.solver.substeps)} if seen.solver.stabilization == "soft" else \
        {"solver.iterations": max(20, 4 * seen.solver.iterations)}
    return Advice(f"{text}; at {sweeps} a step, sweeps do not carry the load of its storeys to the ground.",
                  {**numbers, "sweeps a step": sweeps}, change)


SYMPTOM = Symptom("stack_leans", "A stack leans", "rad", "largest lean of a column of boxes that nothing pushed", measure,
                  lambda seen: LEAN,
                  (Cause("no_warm_start", "each step starts from nothing", _no_warm_start),
                   Cause("few_sweeps", "too few sweeps", _few_sweeps)))
