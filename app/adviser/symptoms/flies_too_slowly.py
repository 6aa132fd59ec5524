"""A cap slows bodies down that are meant to be fast."""
from __future__ import annotations

from app.adviser.observation import Observation
from app.adviser.symptom import Advice, Cause, Symptom


def measure(seen: Observation) -> float | None:
    """Share of the steps."""
    return seen.capped.get("max_speed", 0) / max(1, len(seen.times) - 1)


def _cap(seen: Observation, value: float) -> Advice | None:
    cap = seen.acting.max_speed
    fastest = max(cap, float(seen.seen("velocities").max(initial=0.0)))
    return Advice(f"max_speed, {cap:g} m/s, slowed bodies down in {value:.0%} of the steps.",
                  {"allowed [m/s]": cap, "fastest seen [m/s]": fastest},
                  {"solver.max_speed": min(100_000.0, max(500.0, 10 * seen.solver.max_speed))})


SYMPTOM = Symptom("flies_too_slowly", "A cap slows bodies down", "", "share of the steps in which max_speed slowed a body down",
                  measure, lambda seen: 0.01, (Cause("speed_cap", "the greatest speed is too low", _cap),))
