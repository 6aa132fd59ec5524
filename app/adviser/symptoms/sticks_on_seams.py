"""Bodies catch on the seams between boxes that lie flush."""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from app.adviser.observation import Observation
from app.adviser.symptom import Advice, Cause, Symptom
from physics.bodies.rotation import rotate_back
from physics.definitions.settings import SolverSettings

CATCH = 0.08                      # [m/s] for things of 1 m: sudden loss of speed, or a hop
PARALLEL, STEP = 0.999, 0.002     # cosine between the grounds' normals; step between their faces, over the length scale
FRAMES = 2                        # before and after the seam


class Catch(NamedTuple):
    """A body at a seam."""

    row: int
    frame: int
    lost: float                   # [m/s]
    speed: float                  # before [m/s]


def catches(seen: Observation) -> list[Catch]:
    """Every seam that a body passed, and the speed that it lost or that lifted it there."""
    found = []
    for row in np.flatnonzero(seen.bodies.dynamic & ~seen.bodies.jointed):
        partners = seen.frames.partners[:, row]
        grounds = np.array([seen.bodies.row(int(uid)) if uid else -1 for uid in partners])
        fixed = np.flatnonzero((grounds >= 0) & ~seen.bodies.dynamic[grounds] & ~seen.bodies.round[grounds])
        for before, after in zip(fixed, fixed[1:]):
            if grounds[before] != grounds[after] and after - before <= 2 * FRAMES:
                found += _at(seen, int(row), (int(before), int(after)), (grounds[before], grounds[after]))
    return found


def _at(seen: Observation, row: int, frames: tuple[int, int], grounds: tuple[int, int]) -> list[Catch]:
    """The catch of a body that came from one ground to another, if they are flush."""
    first, last = max(0, frames[0] - FRAMES), min(len(seen.times) - 1, frames[1] + FRAMES)
    push = seen.frames.ground[frames[0], row].astype(float)
    normal = push / np.linalg.norm(push)
    heights = [_height(seen, ground, normal, frames[0]) for ground in grounds]
    if None in heights or abs(heights[0] - heights[1]) > STEP * seen.scale or _struck(seen, row, (first, last), normal, grounds):
        return []
    velocities = seen.frames.velocities[first:last + 1, row].astype(float)
    rise = velocities @ normal
    along = np.linalg.norm(velocities - rise[:, None] * normal, axis=1)
    friction = (seen.bodies.frictions[row] * seen.bodies.frictions[grounds[0]]) ** 0.5
    allowed = 2 * friction * seen.weight * (last - first) * seen.world["dt"]
    hop = rise.max() - np.abs(rise[:frames[0] - first + 1]).max()           # beyond what it rose or fell with before
    return [Catch(row, frames[1], float(max(hop, along[0] - along[-1] - allowed)), float(along[0]))]


def _struck(seen: Observation, row: int, frames: tuple[int, int], normal: np.ndarray, grounds: tuple[int, int]) -> bool:
    """Whether in these frames a dynamic body touched it, or another one than the two boxes pushed it from aside."""
    if seen.frames.ratios[frames[0]:frames[1] + 1, row].any():
        return True
    known = {int(seen.bodies.uids[k]) for k in (row, *grounds)}
    return any(frames[0] <= impact.frame <= frames[1] and int(seen.bodies.uids[row]) in (impact.a, impact.b)
               and not {impact.a, impact.b} <= known and abs(impact.normal @ normal) < PARALLEL for impact in seen.impacts)


def _height(seen: Observation, ground: int, normal: np.ndarray, frame: int) -> float | None:
    """How far a box's face that looks along `normal` is from the origin along it [m]; None where no face does."""
    own = np.abs(rotate_back(seen.frames.rotations[frame, ground].astype(float)[None], normal[None])[0])
    if own.max() < PARALLEL or seen.bodies.round[ground] or not np.isfinite(seen.bodies.halves[ground]).all():
        return None
    return float(seen.frames.positions[frame, ground].astype(float) @ normal + own @ seen.bodies.halves[ground])


def measure(seen: Observation) -> float | None:
    """The largest."""
    return max((max(0.0, one.lost) for one in catches(seen)), default=None)


def _edges(seen: Observation, value: float) -> Advice | None:
    default = SolverSettings().flush_tolerance
    if seen.solver.flush_tolerance >= default:
        return None
    worst = max(catches(seen), key=lambda one: one.lost)
    return Advice(f"{seen.bodies.names[worst.row]} came to a seam at {worst.speed:.3g} m/s and was thrown by {value:.3g} m/s "
                  f"there, {seen.times[worst.frame]:.3g} s after the start; with flush_tolerance {seen.solver.flush_tolerance:g} "
                  "the edge of the next box is an obstacle.", {"speed [m/s]": worst.speed, "lost or thrown [m/s]": value},
                  {"solver.flush_tolerance": default})


def _steps(seen: Observation, value: float) -> Advice | None:
    worst = max(catches(seen), key=lambda one: one.lost)
    return Advice(f"{seen.bodies.names[worst.row]} caught on a seam at {worst.speed:.3g} m/s: the boxes differ by more than "
                  "flush_tolerance.", {"speed [m/s]": worst.speed, "lost or thrown [m/s]": value},
                  {"solver.flush_tolerance": max(0.003, 3 * seen.solver.flush_tolerance)})


SYMPTOM = Symptom("sticks_on_seams", "Bodies catch on seams", "m/s",
                  "largest speed that a body lost, or that lifted it, where it passed from one flush box to the next", measure,
                  lambda seen: CATCH * seen.root,
                  (Cause("edges_count", "edges between flush boxes count", _edges),
                   Cause("uneven_boxes", "boxes that are not quite flush", _steps)))
