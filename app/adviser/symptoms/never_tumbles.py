"""A body in free flight spins about its axis as if its inertia were a ball's: its angular momentum turns with it."""
from __future__ import annotations

import numpy as np

from app.adviser.flight import flights
from app.adviser.observation import Observation
from app.adviser.symptom import Advice, Cause, Symptom

TURNED = np.radians(3)            # [rad]


def measure(seen: Observation) -> float | None:
    """Largest angle."""
    return max((flight.turned for flight in flights(seen)), default=None)


def _off(seen: Observation, value: float) -> Advice | None:
    if seen.solver.gyroscopic != "off":
        return None
    worst = max(flights(seen), key=lambda flight: flight.turned)
    return Advice(f"the angular momentum of {seen.bodies.names[worst.row]} turned by {np.degrees(value):.3g} degrees in free "
                  "flight, where nothing turns it: without the gyroscopic term the axis of spin stays, and no body tumbles.",
                  {"angle [deg]": float(np.degrees(value)), "flight [s]": worst.seconds}, {"solver.gyroscopic": "conserving"})


def _coarse(seen: Observation, value: float) -> Advice | None:
    if seen.solver.gyroscopic not in ("explicit", "implicit"):
        return None
    return Advice(f"angular momentum turned by {np.degrees(value):.3g} degrees in free flight: {seen.solver.gyroscopic} keeps it "
                  "only as far as substeps are short.", {"angle [deg]": float(np.degrees(value))},
                  {"solver.gyroscopic": "conserving"})


SYMPTOM = Symptom("never_tumbles", "Bodies spin without precession", "rad", "largest angle by which angular momentum turned in "
                  "free flight", measure, lambda seen: TURNED,
                  (Cause("gyroscopic_off", "no gyroscopic term", _off),
                   Cause("coarse_gyroscopic", "a coarse gyroscopic term", _coarse)))
