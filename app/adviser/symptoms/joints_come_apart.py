"""Joints come apart: they are open by more than their bodies' size, as bodies whose joints burst are."""
from __future__ import annotations

import numpy as np

from app.adviser.observation import Observation
from app.adviser.symptom import Advice, Cause, Symptom
from physics.constraints.together.choice import SWEEP, joint_solve_of
from physics.definitions.settings import MOST_SUBSTEPS

OPEN = 1.0                        # gap of a joint over the size of its bodies
SOFT = 0.1                        # joint frequency times h below which joints give way
SUBSTEPS = 4                      # how many times as many


def medians(seen: Observation) -> np.ndarray:
    """(m,) median of each joint's gap in the last third, over the size of its bodies."""
    return np.median(seen.openings[seen.late], axis=0)


def measure(seen: Observation) -> float | None:
    """The widest."""
    return float(medians(seen).max()) if seen.gaps.shape[1] and len(seen.times) > 1 else None


def _said(seen: Observation) -> tuple[str, dict[str, float]]:
    """A sentence on the joint that is widest open for its bodies, and its numbers."""
    joint = int(medians(seen).argmax())
    share, size = float(medians(seen)[joint]), float(seen.joints.sizes[joint])
    return (f"{seen.joints.names[joint]} is open by {share * size:.3g} m, {share:.3g} times the size of its bodies",
            {"gap [m]": share * size, "size [m]": size})


def _baumgarte(seen: Observation, value: float) -> Advice | None:
    if seen.solver.joint_stabilization not in ("baumgarte", "none"):
        return None
    text, numbers = _said(seen)
    return Advice(f"{text}; joint_stabilization {seen.solver.joint_stabilization!r} does not bring it back without adding speed.",
                  numbers, {"solver.joint_stabilization": "soft"})


def _swept(seen: Observation, value: float) -> Advice | None:
    if joint_solve_of(seen.solver) != SWEEP or seen.solver.unused("joint_solve"):
        return None
    text, numbers = _said(seen)
    return Advice(f"{text}; sweeps from joint to joint leave most of the error of a levered chain, and warm starting adds it up. "
                  "All joints at once can be solved exactly.", numbers, {"solver.joint_solve": "direct"})


def _weak_springs(seen: Observation, value: float) -> Advice | None:
    if seen.solver.joint_stabilization != "soft" or not 0 < seen.solver.joint_hertz * seen.h < SOFT:
        return None
    text, numbers = _said(seen)
    return Advice(f"{text}; joints are springs of {seen.solver.joint_hertz:g} Hz. 0 makes them as stiff as the substep allows.",
                  {**numbers, "joint_hertz": seen.solver.joint_hertz}, {"solver.joint_hertz": 0.0})


def _few_substeps(seen: Observation, value: float) -> Advice | None:
    if seen.solver.substeps * SUBSTEPS > MOST_SUBSTEPS:
        return None
    text, numbers = _said(seen)
    return Advice(f"{text}; more substeps follow fast motion and carry higher loads.", numbers,
                  {"solver.substeps": SUBSTEPS * seen.solver.substeps})


SYMPTOM = Symptom("joints_come_apart", "Joints come apart", "", "median gap in the last third of the joint that is widest "
                  "open, over the size of the smaller of its bodies", measure, lambda seen: OPEN,
                  (Cause("no_stabilization", "errors of joints stay, or become speed", _baumgarte),
                   Cause("swept", "joints solved one after the other", _swept),
                   Cause("weak_springs", "joints too soft", _weak_springs),
                   Cause("few_substeps", "too few substeps", _few_substeps)),
                  explains=("joint_stretches", "joint_drift", "joints_turn_beyond", "slowed_by_caps",
                            "spins_too_little", "jitter", "tunnelling", "sinking"))
