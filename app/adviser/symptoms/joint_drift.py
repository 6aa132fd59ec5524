"""Joints drift apart, the further the longer the run."""
from __future__ import annotations

import numpy as np

from app.adviser.observation import Observation
from app.adviser.symptom import Advice, Cause, Symptom
from app.adviser.symptoms.joint_stretches import largest_gaps

RATE = 0.002                      # [m/s] for things of 1 m
GROWN = 1.3                       # the gap in the last third over that in the third before


def measure(seen: Observation) -> float | None:
    """The rate of the largest gap over the second half, where it grows all the time."""
    gaps, count = largest_gaps(seen), len(seen.times)
    if not seen.gaps.shape[1] or count < 60 or not np.isfinite(gaps).all():
        return None
    thirds = [float(part.mean()) for part in np.array_split(gaps, 3)]
    if thirds[2] < GROWN * thirds[1] or thirds[1] < thirds[0]:
        return 0.0
    half = slice(count // 2, count)
    return float(np.polyfit(seen.times[half], gaps[half], 1)[0])


def _numbers(seen: Observation, value: float) -> dict[str, float]:
    return {"gap at the end [m]": float(largest_gaps(seen)[-1]), "rate [m/s]": value}


def _none(seen: Observation, value: float) -> Advice | None:
    if seen.solver.joint_stabilization != "none":
        return None
    numbers = _numbers(seen, value)
    return Advice(f"joints are {numbers['gap at the end [m]'] * 1e3:.3g} mm apart and part by {value * 1e3:.3g} mm/s; with "
                  "joint_stabilization 'none' velocities are right and what positions lost is never brought back.", numbers,
                  {"solver.joint_stabilization": "soft"})


def _small_beta(seen: Observation, value: float) -> Advice | None:
    if seen.solver.joint_stabilization in ("none", "soft") or seen.solver.beta >= 0.05:
        return None
    return Advice(f"joints part by {value * 1e3:.3g} mm/s; beta {seen.solver.beta:g} brings less back than is lost.",
                  {**_numbers(seen, value), "beta": seen.solver.beta}, {"solver.beta": 0.2})


SYMPTOM = Symptom("joint_drift", "Joints drift apart", "m/s", "rate at which the widest gap of a joint grows", measure,
                  lambda seen: RATE * seen.root,
                  (Cause("no_stabilization", "nothing brings joints together", _none),
                   Cause("small_beta", "beta too low", _small_beta)), explains=("joint_stretches",))
