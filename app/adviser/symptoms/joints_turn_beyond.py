"""Joints turn beyond what they hold: past their stops, or out of the rotation that they keep."""
from __future__ import annotations

import numpy as np

from app.adviser.observation import Observation
from app.adviser.symptom import Advice, Cause, Symptom
from physics.constraints.together.choice import DIRECT, joint_solve_of
from physics.definitions.settings import MOST_SUBSTEPS

FAR = 0.15                        # [rad] nine degrees
SOFT = 0.1                        # joint frequency times h below which joints give way
SUBSTEPS = 4                      # how many times as many


def medians(seen: Observation) -> np.ndarray:
    """(m,) median tilt of each joint in the last third [rad]; 0 for one that holds no rotation."""
    tilts = np.where(np.isnan(seen.tilts), 0.0, seen.tilts)
    return np.median(tilts[seen.late], axis=0)


def measure(seen: Observation) -> float | None:
    """The largest."""
    return float(medians(seen).max()) if seen.tilts.shape[1] and len(seen.times) > 1 else None


def _said(seen: Observation, value: float) -> str:
    return f"{seen.joints.names[int(medians(seen).argmax())]} is turned {value:.3g} rad beyond what it holds"


def _none(seen: Observation, value: float) -> Advice | None:
    if seen.solver.joint_stabilization != "none":
        return None
    return Advice(f"{_said(seen, value)}; with joint_stabilization 'none' what positions lost is never brought back.",
                  {"beyond [rad]": value}, {"solver.joint_stabilization": "soft"})


def _weak_springs(seen: Observation, value: float) -> Advice | None:
    if seen.solver.joint_stabilization != "soft" or not 0 < seen.solver.joint_hertz * seen.h < SOFT:
        return None
    return Advice(f"{_said(seen, value)}; joints and their stops are springs of {seen.solver.joint_hertz:g} Hz, which give way "
                  "to their load; 0 makes them as stiff as the substep allows.",
                  {"beyond [rad]": value, "joint_hertz": seen.solver.joint_hertz}, {"solver.joint_hertz": 0.0})


def _swept(seen: Observation, value: float) -> Advice | None:
    if joint_solve_of(seen.solver) == DIRECT or seen.solver.unused("joint_solve"):
        return None
    return Advice(f"{_said(seen, value)}: a motor or a load is stronger than what sweeps bring to its stop in a step. All rows "
                  "of the joints at once can be solved exactly.", {"beyond [rad]": value}, {"solver.joint_solve": "direct"})


def _few_substeps(seen: Observation, value: float) -> Advice | None:
    if seen.solver.substeps * SUBSTEPS > MOST_SUBSTEPS:
        return None
    return Advice(f"{_said(seen, value)}; stops grow stiffer with the square of the substeps.", {"beyond [rad]": value},
                  {"solver.substeps": SUBSTEPS * seen.solver.substeps})


SYMPTOM = Symptom("joints_turn_beyond", "Joints turn beyond what they hold", "rad", "median angle in the last third of the joint "
                  "that is turned farthest beyond its stop, or out of the rotation that it holds", measure, lambda seen: FAR,
                  (Cause("no_stabilization", "nothing brings joints back", _none),
                   Cause("weak_springs", "joints too soft", _weak_springs),
                   Cause("swept", "joints solved one after the other", _swept),
                   Cause("few_substeps", "too few substeps", _few_substeps)))
