"""The bounce that never was: a body with restitution comes to rest where it lands."""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from app.adviser.observation import Impact, Observation, named
from app.adviser.symptom import Advice, Cause, Symptom

SPRINGY, FRAMES = 0.2, 4                  # least restitution that one expects to see; frames in which a bounce shows
HEIGHT = 0.01                             # height of a lost bounce that is seen, over the length scale
ASIDE = 0.1                               # sine of the angle between normal and impulse that means another body
SHARE = 0.3                               # of the speed that restitution promises: less is no bounce


class Lost(NamedTuple):
    """An impact without its bounce."""

    impact: Impact
    restitution: float
    rebound: float                        # the speed that was to be expected [m/s]


def lost_bounces(seen: Observation) -> list[Lost]:
    """The first impact of each pair, where it had no bounce although its bodies have restitution."""
    found, met = [], set()
    for impact in seen.impacts:
        pair = frozenset((impact.a, impact.b))
        rows = [seen.bodies.row(uid) for uid in (impact.a, impact.b)]
        if pair in met or min(rows) < 0:
            continue
        met.add(pair)
        restitution = float(seen.bodies.restitutions[rows].max())
        hangs = bool(seen.bodies.jointed[rows].any())
        if restitution < SPRINGY or not (_cradled(seen, impact, rows, restitution) if hangs else _alone(seen, impact, rows)):
            continue
        after = seen.frames.velocities[impact.frame:impact.frame + FRAMES]
        parting = float(np.nanmax((after[:, rows[1]] - after[:, rows[0]]) @ impact.normal, initial=0.0))
        expected = restitution * impact.approach
        if parting < SHARE * expected and (hangs or _stay_together(seen, impact, rows)):
            found.append(Lost(impact, restitution, expected))
    return found


def _cradled(seen: Observation, impact: Impact, rows: list[int], restitution: float) -> bool:
    """Whether two balls that hang on joints met, as in a cradle, and the energy of a bounce went.

    A ball that hits a row stops, and so does the one it hits: only energy tells whether the last one flew off.
    """
    bodies = seen.bodies
    if not (bodies.jointed[rows].all() and bodies.round[rows].all() and bodies.dynamic[rows].all()):
        return False
    moving = bodies.dynamic & bodies.jointed
    speeds = np.nan_to_num(seen.frames.velocities[[impact.frame - 1, min(impact.frame + 1, len(seen.times) - 1)]][:, moving])
    before, after = 0.5 * ((speeds.astype(float) ** 2).sum(-1) @ bodies.masses[moving])
    one, other = bodies.masses[rows]
    plastic = 0.5 * one * other / (one + other) * impact.approach ** 2
    return before - after > (1 - (SHARE * restitution) ** 2) * plastic


def _alone(seen: Observation, impact: Impact, rows: list[int]) -> bool:
    """Whether nothing but each other pushed the two bodies: what is squeezed between others, or lies in a groove, does not
    bounce."""
    for row in (row for row in rows if seen.bodies.dynamic[row]):
        push = seen.frames.ground[impact.frame:impact.frame + FRAMES, row]
        if (np.linalg.norm(np.cross(push, impact.normal), axis=1) > ASIDE * np.linalg.norm(push, axis=1)).any():
            return False
    return True


def _stay_together(seen: Observation, impact: Impact, rows: list[int]) -> bool:
    """Whether they still push each other in the step after: of a small bounce gravity takes most within its step."""
    after = min(impact.frame + 1, len(seen.times) - 1)
    return any(seen.frames.partners[after, row] in (impact.a, impact.b) for row in rows)


def measure(seen: Observation) -> float | None:
    """Largest lost speed."""
    return max((lost.rebound for lost in lost_bounces(seen)), default=None)


def _threshold(seen: Observation, value: float) -> Advice | None:
    lost = max(lost_bounces(seen), key=lambda one: one.rebound)
    if lost.impact.approach >= seen.acting.restitution_threshold:
        return None
    return Advice(f"{named(seen, lost.impact.a)} and {named(seen, lost.impact.b)} met at {lost.impact.approach:.3g} m/s with "
                  f"restitution {lost.restitution:.3g}; below {seen.acting.restitution_threshold:.3g} m/s nothing bounces.",
                  {"approach [m/s]": lost.impact.approach, "threshold [m/s]": seen.acting.restitution_threshold},
                  {"solver.restitution_threshold": float(f"{0.25 * lost.impact.approach / seen.root:.2g}")})


SYMPTOM = Symptom("bounce_missing", "A bounce that never was", "m/s", "largest speed that a first impact should have given back",
                  measure, lambda seen: (2 * max(seen.weight, 1.0) * HEIGHT * seen.scale) ** 0.5,
                  (Cause("threshold", "slower than the restitution threshold", _threshold),))
