"""A body in free flight spins about its axis as if its inertia were a ball's: its angular momentum turns with it, and about its
middle axis it does not turn over."""
from __future__ import annotations

import numpy as np

from app.adviser.flight import Flight, flights
from app.adviser.observation import Observation
from app.adviser.symptom import Advice, Cause, Symptom

TURNED = np.radians(3)            # [rad]
DAMPED = 0.1                      # of the spin, by angular damping: Euler's equations have none


def wrong(seen: Observation, flight: Flight) -> float:
    """The angle by which a flight is wrong [rad]."""
    damped = seen.bodies.damping[flight.row] * flight.seconds > DAMPED
    return max(flight.turned, 0.0 if damped else flight.missing)


def measure(seen: Observation) -> float | None:
    """Largest angle."""
    return max((wrong(seen, flight) for flight in flights(seen)), default=None)


def _off(seen: Observation, value: float) -> Advice | None:
    if seen.solver.gyroscopic != "off":
        return None
    worst = max(flights(seen), key=lambda flight: wrong(seen, flight))
    name, numbers = seen.bodies.names[worst.row], {"angle [deg]": float(np.degrees(value)), "flight [s]": worst.seconds}
    what = (f"the angular momentum of {name} turned by {np.degrees(value):.3g} degrees in free flight, where nothing turns it"
            if worst.turned >= value else
            f"{name} spins about its middle axis and stays so for {worst.seconds:.3g} s; a free body turns over there")
    return Advice(f"{what}: without the gyroscopic term the axis of spin stays, and no body tumbles.", numbers,
                  {"solver.gyroscopic": "conserving"})


def _coarse(seen: Observation, value: float) -> Advice | None:
    if seen.solver.gyroscopic not in ("explicit", "implicit"):
        return None
    return Advice(f"angular momentum turned by {np.degrees(value):.3g} degrees in free flight: {seen.solver.gyroscopic} keeps it "
                  "only as far as substeps are short.", {"angle [deg]": float(np.degrees(value))},
                  {"solver.gyroscopic": "conserving"})


SYMPTOM = Symptom("never_tumbles", "Bodies spin without precession", "rad", "largest angle by which angular momentum turned in "
                  "free flight, or by which a spin about the middle axis ought to have turned over", measure, lambda seen: TURNED,
                  (Cause("gyroscopic_off", "no gyroscopic term", _off),
                   Cause("coarse_gyroscopic", "a coarse gyroscopic term", _coarse)))
