"""Bodies fall asleep while they move."""
from __future__ import annotations

import numpy as np

from app.adviser.observation import Observation
from app.adviser.symptom import Advice, Cause, Symptom
from physics.definitions.settings import WorldSettings

AT_REST = 0.06                    # [m/s] for things of 1 m; the default sleep speed is 0.05


def _moments(seen: Observation) -> tuple[np.ndarray, np.ndarray]:
    """Frames before bodies fell asleep, and their rows."""
    asleep = seen.frames.asleep
    return np.nonzero(~asleep[:-1] & asleep[1:])


def _speeds(seen: Observation) -> np.ndarray:
    frames, rows = _moments(seen)
    return seen.seen("velocities")[frames, rows]


def measure(seen: Observation) -> float | None:
    """Largest speed."""
    return float(_speeds(seen).max()) if len(_moments(seen)[0]) else None


def _rest(seen: Observation, value: float) -> Advice | None:
    frames, rows = _moments(seen)
    name = seen.bodies.names[rows[int(_speeds(seen).argmax())]]
    loose = {key: getattr(WorldSettings, key) for key in ("sleep_speed", "sleep_way")
             if seen.world[key] > getattr(WorldSettings, key)}
    loose |= {key: getattr(WorldSettings, key) for key in ("sleep_time", "sleep_horizon")
              if seen.world[key] < getattr(WorldSettings, key) / 2}
    if not loose:
        return None
    said = ", ".join(f"{key} {seen.world[key]:g}" for key in loose)
    return Advice(f"{name} moved at {value:.3g} m/s when it was laid to sleep: with {said} that counts as rest.",
                  {"speed [m/s]": value, **{key: seen.world[key] for key in loose}},
                  {f"world.{key}": number for key, number in loose.items()})


def _any(seen: Observation, value: float) -> Advice | None:
    return Advice("bodies are laid to sleep while they move; without sleeping none is.", {"speed [m/s]": value},
                  {"world.sleep": False})


SYMPTOM = Symptom("sleeps_in_motion", "Bodies fall asleep while they move", "m/s", "largest speed of a body when it fell asleep",
                  measure, lambda seen: AT_REST * seen.root,
                  (Cause("loose_rest", "too much counts as rest", _rest), Cause("sleep", "sleeping", _any)))
