"""A body in free flight spins faster and faster."""
from __future__ import annotations

from app.adviser.flight import flights
from app.adviser.observation import Observation
from app.adviser.symptom import Advice, Cause, Symptom

GAIN = 0.05                       # share of the spin's energy


def measure(seen: Observation) -> float | None:
    """Largest gain."""
    return max((max(0.0, flight.gain) for flight in flights(seen)), default=None)


def _explicit(seen: Observation, value: float) -> Advice | None:
    if seen.solver.gyroscopic != "explicit":
        return None
    worst = max(flights(seen), key=lambda flight: flight.gain)
    return Advice(f"{seen.bodies.names[worst.row]} flies free and spins at {worst.speeds[1]:.4g} instead of "
                  f"{worst.speeds[0]:.4g} rad/s: the explicit gyroscopic term gains energy with each substep.",
                  {"spin at the start [rad/s]": worst.speeds[0], "spin later [rad/s]": worst.speeds[1]},
                  {"solver.gyroscopic": "conserving"})


SYMPTOM = Symptom("spins_too_much", "Bodies in free flight gain spin", "",
                  "largest share of the spin's energy that was gained in free flight", measure, lambda seen: GAIN,
                  (Cause("explicit_gyroscopic", "the explicit gyroscopic term", _explicit),), explains=("energy_grows",))
