"""Bodies at rest sink into each other.

A body rests that is slow or keeps its place: one that trembles in an overlap may have the velocity of a fall.  One that sank
through another and fell out of it rests no more: what counts then is how deep it was for a while, having come from outside.
"""
from __future__ import annotations

import math

import numpy as np

from app.adviser.observation import Observation
from app.adviser.symptom import Advice, Cause, Symptom

SINKS = 0.05                      # overlap at rest, over the least extent of the body: a twentieth is seen
RESTS, HEAVY = 0.1, 8             # [m/s] for things of 1 m; ratio of masses
WHILE, THROUGH = 0.1, 0.5         # [s], and share of a body's thickness: no impact presses it in so deep for so long
SLACK, SLOW = 0.08, 0.05          # contact frequency times h, and beta, below which contacts give way
FEW = 8                           # sweeps a step


def depths(seen: Observation) -> np.ndarray:
    """(n,) median overlap in the last third of bodies at rest; of others the least in a while in which they sank through [m]."""
    late = seen.late
    spread = np.nan_to_num(np.linalg.norm(np.ptp(seen.frames.positions[late], axis=0), axis=1))
    rests = (np.median(seen.seen("velocities")[late], axis=0) < RESTS * seen.root) | (spread < _thickness(seen))
    return np.where(rests, np.median(seen.frames.depths[late], axis=0), _sunk(seen)) * seen.bodies.dynamic


def _sunk(seen: Observation) -> np.ndarray:
    """(n,) greatest overlap that bodies had for a WHILE, which came from outside [m]; 0 where it is no THROUGH of the body."""
    deep, steps = seen.frames.depths, max(2, math.ceil(WHILE / seen.world["dt"]))
    if len(deep) <= steps:
        return np.zeros(deep.shape[1])
    least = np.lib.stride_tricks.sliding_window_view(deep, steps, axis=0).min(axis=-1).max(axis=0)
    return np.where((deep[:2].max(axis=0) == 0) & (least > THROUGH * _thickness(seen)), least, 0.0)


def _thickness(seen: Observation) -> np.ndarray:
    return np.where(seen.bodies.dynamic, 2 * seen.bodies.halves.min(axis=1), np.inf)             # planes have none


def shares(seen: Observation) -> np.ndarray:
    """(n,) `depths` over the least extent of the bodies."""
    return depths(seen) / _thickness(seen)


def measure(seen: Observation) -> float | None:
    """The deepest; None without weight, where bodies that have no room are pressed into each other."""
    return float(shares(seen).max(initial=0.0)) if seen.weight > 0 else None


def _depth(seen: Observation) -> float:
    """Overlap of the body that is deepest for its size [m]."""
    return float(depths(seen)[shares(seen).argmax()])


def _said(seen: Observation, value: float) -> str:
    return (f"{seen.bodies.names[int(shares(seen).argmax())]} is {_depth(seen) * 1e3:.3g} mm deep in another body, "
            f"{value:.2g} of its thickness")


def _no_push(seen: Observation, value: float) -> Advice | None:
    if seen.solver.stabilization != "none":
        return None
    return Advice(f"{_said(seen, value)}; with stabilization 'none' an overlap stays for ever.", {"overlap [m]": _depth(seen)},
                  {"solver.stabilization": "soft"})


def _wide_slop(seen: Observation, value: float) -> Advice | None:
    if seen.solver.unused("slop") or seen.acting.slop < 0.6 * _depth(seen):
        return None
    return Advice(f"{_said(seen, value)}; a slop of {seen.acting.slop * 1e3:.3g} mm is left alone.",
                  {"overlap [m]": _depth(seen), "slop [m]": seen.acting.slop}, {"solver.slop": 0.005})


def _slack_contacts(seen: Observation, value: float) -> Advice | None:
    share = seen.solver.contact_hertz * seen.h
    if seen.solver.stabilization != "soft" or not 0 < share < SLACK:
        return None
    return Advice(f"{_said(seen, value)}; contacts are springs of {seen.solver.contact_hertz:g} Hz, and sag by g / (2 pi f)^2 "
                  "and more under a stack; 0 makes them as stiff as the substep allows.",
                  {"overlap [m]": _depth(seen), "contact_hertz": seen.solver.contact_hertz}, {"solver.contact_hertz": 0.0})


def _slow_beta(seen: Observation, value: float) -> Advice | None:
    if seen.solver.stabilization in ("none", "soft") or seen.solver.beta >= SLOW:
        return None
    return Advice(f"{_said(seen, value)}; beta {seen.solver.beta:g} removes less in a step than the load presses in.",
                  {"overlap [m]": _depth(seen), "beta": seen.solver.beta}, {"solver.beta": 0.2})


def _more(seen: Observation) -> dict[str, int]:
    """More substeps where contacts are springs, which grow stiffer with them, else more sweeps."""
    if seen.solver.stabilization == "soft":
        return {"solver.substeps": min(64, max(8, 4 * seen.solver.substeps))}
    return {"solver.stabilization": "soft", "solver.substeps": 16, "solver.iterations": 1}


def _heavy_on_light(seen: Observation, value: float) -> Advice | None:
    ratio = float(seen.frames.ratios[seen.late].max(initial=0.0))
    if ratio < HEAVY:
        return None
    return Advice(f"{_said(seen, value)}; a body of {ratio:.3g} times the mass lies on a light one, and the error of a sweep "
                  "falls only by 1 / (1 + light / heavy). Substeps help with their square.",
                  {"overlap [m]": _depth(seen), "ratio of masses": ratio}, _more(seen))


def _few_sweeps(seen: Observation, value: float) -> Advice | None:
    sweeps = seen.solver.substeps * seen.solver.iterations
    change = {"solver.substeps": 4 * seen.solver.substeps} if seen.solver.stabilization == "soft" else \
        {"solver.iterations": max(10, 4 * seen.solver.iterations)}
    if sweeps > FEW:
        return None
    return Advice(f"{_said(seen, value)}; at {sweeps} a step, sweeps carry no higher load.",
                  {"overlap [m]": _depth(seen), "sweeps a step": sweeps}, change)


def _placed_inside(seen: Observation, value: float) -> Advice | None:
    worst = int(shares(seen).argmax())
    if not seen.frames.depths[:2, worst].max() > 0.5 * _depth(seen):
        return None
    asleep = ", and fell asleep there" if seen.frames.asleep[-1, worst] else ""
    return Advice(f"{_said(seen, value)}: the scene places it so{asleep}. Nothing pushes it out where others push it back; place "
                  "it beside the other body.", {"overlap [m]": _depth(seen)}, {})


SYMPTOM = Symptom("sinking", "Bodies sink into each other", "",
                  "largest overlap over the body's least extent, of a body at rest the median of the last third", measure,
                  lambda seen: SINKS,
                  (Cause("no_push", "nothing pushes overlap out", _no_push), Cause("wide_slop", "slop too wide", _wide_slop),
                   Cause("slack_contacts", "contacts too soft", _slack_contacts),
                   Cause("slow_beta", "beta too low", _slow_beta),
                   Cause("heavy_on_light", "a heavy body on a light one", _heavy_on_light),
                   Cause("few_sweeps", "too few sweeps", _few_sweeps),
                   Cause("placed_inside", "bodies begin inside each other", _placed_inside)))
