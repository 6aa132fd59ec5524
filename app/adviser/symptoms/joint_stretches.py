"""Joints are pulled apart by their loads."""
from __future__ import annotations

import numpy as np

from app.adviser.observation import Observation
from app.adviser.symptom import Advice, Cause, Symptom
from physics.constraints.together.choice import SWEEP, joint_solve_of

GAP = 0.1                         # over the length scale: a tenth of the size of things
MUCH, FEW = 8, 8                  # ratio of the masses of jointed bodies, sweeps a step


def largest_gaps(seen: Observation) -> np.ndarray:
    """(T,) the largest gap of a joint in each frame [m]; inf for one that is no number."""
    held = np.where(np.isnan(seen.gaps), 0.0, seen.gaps)
    return held.max(axis=1, initial=0.0)


def measure(seen: Observation) -> float | None:
    """The median in the second half."""
    return float(np.median(largest_gaps(seen)[len(seen.times) // 2:])) if seen.gaps.shape[1] else None


def _weak_springs(seen: Observation, value: float) -> Advice | None:
    if seen.solver.joint_stabilization != "soft" or not 0 < seen.solver.joint_hertz * seen.h < 0.1:
        return None
    return Advice(f"joints stand {value * 1e3:.3g} mm open; as springs of {seen.solver.joint_hertz:g} Hz they give way to their "
                  "load; 0 makes them as stiff as the substep allows.",
                  {"gap [m]": value, "joint_hertz": seen.solver.joint_hertz}, {"solver.joint_hertz": 0.0})


def _heavy_load(seen: Observation, value: float) -> Advice | None:
    masses = seen.bodies.masses[seen.bodies.jointed & seen.bodies.dynamic]
    if len(masses) < 2 or (ratio := float(masses.max() / masses.min())) < MUCH:
        return None
    change = {"solver.joint_solve": "direct"}
    way = ", and sweeps carry such a load slowly. All at once they can be solved exactly."
    if joint_solve_of(seen.solver) != SWEEP:
        change, way = {"solver.substeps": min(64, max(16, 4 * seen.solver.substeps))}, ". Substeps help with their square."
        if seen.solver.joint_stabilization != "soft":
            change |= {"solver.joint_stabilization": "soft"}
    return Advice(f"joints stand {value * 1e3:.3g} mm open; the heaviest of the jointed bodies has {ratio:.3g} times the mass of "
                  f"the lightest{way}", {"gap [m]": value, "ratio of masses": ratio}, change)


def _no_warm_start(seen: Observation, value: float) -> Advice | None:
    if seen.solver.warm_start >= 0.8:
        return None
    return Advice(f"joints stand {value * 1e3:.3g} mm open; with warm_start {seen.solver.warm_start:g} each step has to find "
                  "their load anew.", {"gap [m]": value, "warm_start": seen.solver.warm_start}, {"solver.warm_start": 1.0})


def _few_sweeps(seen: Observation, value: float) -> Advice | None:
    sweeps = seen.solver.substeps * seen.solver.iterations
    if sweeps > FEW:
        return None
    return Advice(f"joints stand {value * 1e3:.3g} mm open; at {sweeps} a step, sweeps are few for {seen.gaps.shape[1]} joints.",
                  {"gap [m]": value, "sweeps a step": sweeps}, {"solver.substeps": 4 * seen.solver.substeps})


SYMPTOM = Symptom("joint_stretches", "Joints stretch", "m", "median gap of the joint that is widest open, in the second half",
                  measure, lambda seen: GAP * seen.scale,
                  (Cause("weak_springs", "joints too soft", _weak_springs),
                   Cause("no_warm_start", "each step starts from nothing", _no_warm_start),
                   Cause("heavy_load", "a heavy load on light links", _heavy_load),
                   Cause("few_sweeps", "too few sweeps", _few_sweeps)))
