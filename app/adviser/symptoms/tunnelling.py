"""Tunnelling: bodies pass through others."""
from __future__ import annotations

from app.adviser.observation import Observation, named
from app.adviser.symptom import Advice, Cause, Symptom


def measure(seen: Observation) -> float | None:
    """Number of bodies that passed through another one."""
    return float(len({passage.body for passage in seen.passages}))


def _fastest(seen: Observation) -> tuple[str, dict[str, float]]:
    """A sentence on the fastest passage, and its numbers."""
    fastest = max(seen.passages, key=lambda passage: passage.speed)
    way = fastest.speed * seen.world["dt"]
    text = (f"{named(seen, fastest.body)} went through {named(seen, fastest.through)} at {fastest.speed:.3g} m/s: it goes "
            f"{way:.3g} m in a step")
    return text, {"speed [m/s]": fastest.speed, "way in a step [m]": way}


def _not_ahead(seen: Observation, value: float) -> Advice | None:
    if seen.solver.continuous != "off":
        return None
    text, numbers = _fastest(seen)
    change = "all" if any(passage.both_dynamic for passage in seen.passages) else "fixed"
    return Advice(f"{text}, and with continuous off contacts are looked for only where it is at the end of one.", numbers,
                  {"solver.continuous": change})


def _moving_targets(seen: Observation, value: float) -> Advice | None:
    if seen.solver.continuous != "fixed" or not any(passage.both_dynamic for passage in seen.passages):
        return None
    text, numbers = _fastest(seen)
    return Advice(f"{text}, and continuous 'fixed' looks ahead only to bodies that are not dynamic.", numbers,
                  {"solver.continuous": "all"})


def _long_steps(seen: Observation, value: float) -> Advice | None:
    text, numbers = _fastest(seen)
    return Advice(f"{text}; a shorter step leaves less between two looks.", numbers, {"world.dt": seen.world["dt"] / 4})


SYMPTOM = Symptom("tunnelling", "Bodies pass through others", "bodies", "number of bodies that passed through another one",
                  measure, lambda seen: 0.5,
                  (Cause("continuous_off", "no look ahead along motion", _not_ahead),
                   Cause("fixed_only", "no look ahead to dynamic bodies", _moving_targets),
                   Cause("long_steps", "steps too long for the speed", _long_steps)))
