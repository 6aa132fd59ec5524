"""Bodies that begin inside each other fly apart."""
from __future__ import annotations

import numpy as np

from app.adviser.observation import Observation
from app.adviser.symptom import Advice, Cause, Symptom

OVERLAP, FIRST = 0.02, 0.5        # at the start, over the length scale; [s] in which it shows
BURST = 6.0                       # [m/s] for things of 1 m: soft contacts push at 3 m/s, and pushes of two layers add up
HARD = 0.15                       # beta above which Baumgarte shoots


def _beginning(seen: Observation) -> slice:
    return slice(0, int(np.searchsorted(seen.times, FIRST)) + 1)


def overlap(seen: Observation) -> float:
    """Deepest overlap in the first step [m]."""
    return float(seen.penetration[:2].max())


def measure(seen: Observation) -> float | None:
    """Largest speed beyond that at the start and what gravity adds."""
    if seen.begun or overlap(seen) < OVERLAP * seen.scale:
        return None
    part = _beginning(seen)
    speeds = seen.seen("velocities")[part] - seen.seen("velocities")[0] - seen.weight * seen.times[part, None]
    return float(max(0.0, speeds[:, seen.bodies.dynamic].max(initial=0.0)))


def _numbers(seen: Observation, value: float) -> dict[str, float]:
    return {"overlap at the start [m]": overlap(seen), "speed [m/s]": value}


def _baumgarte(seen: Observation, value: float) -> Advice | None:
    if seen.solver.stabilization != "baumgarte" or seen.solver.beta < HARD:
        return None
    bias = seen.solver.beta * overlap(seen) / seen.h
    return Advice(f"bodies begin {overlap(seen) * 1e3:.3g} mm inside each other; Baumgarte makes beta / h times that into speed, "
                  f"{bias:.3g} m/s, and the speed stays. Soft contacts push no faster than push_speed, and take the speed back.",
                  {**_numbers(seen, value), "bias [m/s]": bias}, {"solver.stabilization": "soft"})


def _push_speed(seen: Observation, value: float) -> Advice | None:
    if seen.solver.stabilization != "soft" or seen.solver.push_speed <= 3 and seen.solver.contact_damping_ratio >= 5:
        return None
    return Advice(f"bodies begin {overlap(seen) * 1e3:.3g} mm inside each other and are pushed apart at up to "
                  f"{seen.acting.push_speed:g} m/s.", {**_numbers(seen, value), "push_speed [m/s]": seen.acting.push_speed},
                  {"solver.push_speed": 1.0, "solver.contact_damping_ratio": 10.0})


def _scene(seen: Observation, value: float) -> Advice | None:
    return Advice(f"bodies begin {overlap(seen) * 1e3:.3g} mm inside each other: the scene places them so.",
                  _numbers(seen, value),
                  {"solver.stabilization": "soft", "solver.push_speed": 1.0})


SYMPTOM = Symptom("explosion_at_start", "Bodies fly apart at the start", "m/s", "largest speed in the first half second that "
                  "neither the scene nor gravity gave", measure, lambda seen: BURST * seen.root,
                  (Cause("overlap_as_speed", "overlap becomes speed", _baumgarte),
                   Cause("fast_push", "overlap is pushed out too fast", _push_speed),
                   Cause("initial_overlap", "bodies begin inside each other", _scene)),
                  explains=("energy_grows", "stack_leans", "jitter", "sinking", "tunnelling", "joints_come_apart",
                            "joints_turn_beyond"))
