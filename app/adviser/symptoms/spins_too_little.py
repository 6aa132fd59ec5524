"""A body in free flight loses spin, or never has the spin that it was given."""
from __future__ import annotations

from app.adviser.flight import Flight, flights
from app.adviser.observation import Observation
from app.adviser.symptom import Advice, Cause, Symptom

LOSS = 0.1                        # share of the spin's energy


def _worst(seen: Observation) -> Flight | None:
    return min(flights(seen), key=lambda one: one.gain, default=None)


def measure(seen: Observation) -> float | None:
    """Largest loss."""
    worst = _worst(seen)
    return max(0.0, -worst.gain) if worst else None


def _said(seen: Observation, value: float) -> tuple[str, dict[str, float]]:
    worst = _worst(seen)
    return (f"{seen.bodies.names[worst.row]} flies free, began with {worst.speeds[0]:.4g} rad/s and has {worst.speeds[1]:.4g} "
            f"rad/s after {worst.seconds:.3g} s",
            {"spin at the start [rad/s]": worst.speeds[0], "spin later [rad/s]": worst.speeds[1]})


def _cap(seen: Observation, value: float) -> Advice | None:
    steps = seen.capped.get("max_rotation", 0)
    if not steps:
        return None
    text, numbers = _said(seen, value)
    cap, spin = seen.solver.max_rotation / seen.h, numbers["spin at the start [rad/s]"]
    needed = min(1000.0, max(100.0, 2 * spin * seen.h))
    return Advice(f"{text}: max_rotation allows {cap:.4g} rad/s, and slowed bodies down in {steps} steps.",
                  {**numbers, "allowed [rad/s]": cap}, {"solver.max_rotation": needed})


def _damping(seen: Observation, value: float) -> Advice | None:
    row = _worst(seen).row
    name, rate = seen.bodies.names[row], float(seen.bodies.damping[row])
    if rate == 0:
        return None
    text, numbers = _said(seen, value)
    alone = seen.bodies.names.count(name) == 1 and not name.startswith("body ")
    return Advice(f"{text}: its angular_damping of {rate:g} 1/s lets the spin die away.", {**numbers, "damping [1/s]": rate},
                  {f"bodies.{name}.angular_damping": 0} if alone else {})


def _implicit(seen: Observation, value: float) -> Advice | None:
    if seen.solver.gyroscopic != "implicit":
        return None
    text, numbers = _said(seen, value)
    return Advice(f"{text}: the implicit gyroscopic term loses energy with each substep.", numbers,
                  {"solver.gyroscopic": "conserving"})


SYMPTOM = Symptom("spins_too_little", "Bodies in free flight lose their spin", "", "largest share of the spin's energy that was "
                  "lost in free flight", measure, lambda seen: LOSS,
                  (Cause("rotation_cap", "a cap slows the spin down", _cap),
                   Cause("angular_damping", "angular damping", _damping),
                   Cause("implicit_gyroscopic", "the implicit gyroscopic term", _implicit)), explains=("slowed_by_caps",))
