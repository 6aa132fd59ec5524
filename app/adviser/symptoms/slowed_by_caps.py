"""Caps slow bodies down that are meant to be fast, or to spin fast.

What bursts is no reason to raise a cap: it bounds the burst.
"""
from __future__ import annotations

from app.adviser.observation import Observation
from app.adviser.symptom import Advice, Cause, Symptom
from app.adviser.symptoms.energy_grows import SYMPTOM as ENERGY_GROWS
from app.adviser.symptoms.joints_come_apart import SYMPTOM as JOINTS_COME_APART
from physics.definitions.settings import SolverSettings
from physics.definitions.tunable import tunables

OFTEN = 0.01                      # share of the steps
ROOM = 10                         # how many times the cap is raised


def shares(seen: Observation) -> dict[str, float]:
    """Share of the steps in which each cap acted."""
    return {name: count / max(1, len(seen.times) - 1) for name, count in seen.capped.items()}


def measure(seen: Observation) -> float | None:
    """The larger share."""
    return max(shares(seen).values(), default=0.0)


def _raised(seen: Observation, name: str) -> dict[str, float]:
    """The cap, larger, and at least its default."""
    about, value = tunables(SolverSettings)[name], getattr(seen.solver, name)
    return {f"solver.{name}": min(about.limits[1], max(about.default, ROOM * value))}


def _bursts(seen: Observation) -> bool:
    """Whether joints came apart, or energy grew from nothing."""
    return any((symptom.measure(seen) or 0.0) > symptom.limit(seen) for symptom in (JOINTS_COME_APART, ENERGY_GROWS))


def _burst(seen: Observation, value: float) -> Advice | None:
    if not _bursts(seen):
        return None
    return Advice(f"a cap slowed bodies down in {value:.0%} of the steps, which joints or energy from nothing made fast: it "
                  "bounds what bursts, and raising it makes that worse.", {"share of the steps": value}, {})


def _speed(seen: Observation, value: float) -> Advice | None:
    if shares(seen).get("max_speed", 0) < value or _bursts(seen):
        return None
    cap = seen.acting.max_speed
    fastest = float(seen.seen("velocities").max(initial=0.0))
    return Advice(f"max_speed, {cap:g} m/s, slowed bodies down in {value:.0%} of the steps.",
                  {"allowed [m/s]": cap, "fastest seen [m/s]": fastest}, _raised(seen, "max_speed"))


def _rotation(seen: Observation, value: float) -> Advice | None:
    if shares(seen).get("max_rotation", 0) < value or _bursts(seen):
        return None
    cap = seen.solver.max_rotation / seen.h
    fastest = float(seen.seen("spins").max(initial=0.0))
    return Advice(f"max_rotation, {seen.solver.max_rotation:g} rad in a substep or {cap:.4g} rad/s, slowed spins down in "
                  f"{value:.0%} of the steps.", {"allowed [rad/s]": cap, "fastest seen [rad/s]": fastest},
                  _raised(seen, "max_rotation"))


SYMPTOM = Symptom("slowed_by_caps", "A cap slows bodies down", "",
                  "share of the steps in which max_speed or max_rotation slowed a body down", measure, lambda seen: OFTEN,
                  (Cause("burst", "something bursts", _burst),
                   Cause("speed_cap", "the greatest speed is too low", _speed),
                   Cause("rotation_cap", "the greatest rotation is too low", _rotation)))
