"""A body creeps down a slope that its friction should hold it on."""
from __future__ import annotations

import numpy as np

from app.adviser.observation import Observation
from app.adviser.symptom import Advice, Cause, Symptom

LEAST_SLOPE, INSIDE = np.radians(3), 0.9        # of slopes that count; share of the friction cone within which a body must stand
CREEP, STEADY, TURNING = 0.002, 0.7, 0.2        # [m/s] for things of 1 m; least speed over that before; [rad/s]
SWEEPS = 8                                      # sweeps a step below which friction has not converged


def creeping(seen: Observation) -> tuple[np.ndarray, np.ndarray]:
    """Rows of the boxes that lie on a slope alone, inside their friction cone, all through the last third; all tangents."""
    bodies, late, frames = seen.bodies, seen.late, seen.frames
    up = -np.asarray(seen.world["gravity"]) / max(seen.weight, 1e-9)
    push = frames.ground[late].mean(0)
    lengths = np.linalg.norm(push, axis=1)
    upright = np.clip(push @ up / np.maximum(lengths, 1e-12), 1e-6, 1)
    tangents = np.sqrt(1 - upright ** 2) / upright
    holds = np.zeros(len(lengths))
    for row in np.flatnonzero(bodies.dynamic & ~bodies.round & ~bodies.jointed & (lengths > 0)):
        partner = bodies.row(int(frames.partners[late][-1, row]))
        if partner >= 0 and not bodies.dynamic[partner]:
            holds[row] = INSIDE * (bodies.frictions[row] * bodies.frictions[partner]) ** 0.5
    lies = (holds > 0) & seen.touching[late].all(0) & (seen.seen("spins")[late].max(0) < TURNING)
    lies &= frames.ratios[late].max(0) == 0
    return np.flatnonzero(lies & (tangents > np.tan(LEAST_SLOPE)) & (tangents < holds)), tangents


def measure(seen: Observation) -> float | None:
    """Largest speed in the last sixth of those that keep it: what still slides to a stop does not creep."""
    rows, _ = creeping(seen)
    if not len(rows) or seen.drives or len(seen.times) < 30:
        return None
    return float(_speeds(seen, rows).max())


def _speeds(seen: Observation, rows: np.ndarray) -> np.ndarray:
    """Mean speeds in the last sixth [m/s]; 0 where it is much less than in the sixth before."""
    places, times = seen.frames.positions[seen.late][:, rows].astype(float), seen.times[seen.late]
    half = len(times) // 2
    before, after = (np.linalg.norm(places[end] - places[start], axis=1) / (times[end] - times[start])
                     for start, end in ((0, half), (half, len(times) - 1)))
    return np.where(after >= STEADY * before, after, 0.0)


def _facts(seen: Observation, value: float) -> tuple[str, dict[str, float]]:
    rows, tangents = creeping(seen)
    row = rows[_speeds(seen, rows).argmax()]
    slope = float(np.degrees(np.arctan(tangents[row])))
    return (f"{seen.bodies.names[row]} creeps at {value * 1e3:.3g} mm/s on a slope of {slope:.3g} degrees, on which its friction "
            "holds it"), {"speed [m/s]": value, "slope [deg]": slope}


def _no_warm_start(seen: Observation, value: float) -> Advice | None:
    if seen.solver.warm_start >= 0.9:
        return None
    text, numbers = _facts(seen, value)
    return Advice(f"{text}; with warm_start {seen.solver.warm_start:g} each step has to find the whole of friction anew.",
                  {**numbers, "warm_start": seen.solver.warm_start}, {"solver.warm_start": 1.0})


def _few_sweeps(seen: Observation, value: float) -> Advice | None:
    sweeps = seen.solver.iterations * seen.solver.substeps
    if sweeps >= SWEEPS:
        return None
    text, numbers = _facts(seen, value)
    return Advice(f"{text}; at {sweeps} a step, sweeps are few.", {**numbers, "sweeps a step": sweeps},
                  {"solver.iterations": seen.solver.iterations * 4})


def _corner_friction(seen: Observation, value: float) -> Advice | None:
    if seen.solver.friction_model == "manifold_centre":
        return None
    text, numbers = _facts(seen, value)
    return Advice(f"{text}; friction at the manifold's centre is one row for all of its points.", numbers,
                  {"solver.friction_model": "manifold_centre"})


SYMPTOM = Symptom("slow_slide", "Bodies creep down a slope that holds them", "m/s",
                  "largest mean speed, in the last sixth, of a box that slides steadily on a slope inside its friction cone",
                  measure, lambda seen: CREEP * seen.root,
                  (Cause("no_warm_start", "friction starts from nothing in each step", _no_warm_start),
                   Cause("few_sweeps", "too few sweeps", _few_sweeps),
                   Cause("corner_friction", "friction point by point", _corner_friction)))
