"""Bodies at rest tremble."""
from __future__ import annotations

import numpy as np

from app.adviser.observation import Observation
from app.adviser.symptom import Advice, Cause, Symptom
from physics.definitions.settings import SolverSettings

TREMBLE = 0.1                     # change of the velocity in a step, over what gravity gives in it
EARTH = 9.81                      # [m/s2] where there is no gravity
STAYS = 0.05                      # displacement in the last third, over the length scale, of a body that stays where it is
HARD, RINGING = 0.4, 0.2          # beta above which Baumgarte kicks; contact frequency times h above which stacks ring
FEW = 4                           # sweeps a step


def trembling(seen: Observation) -> np.ndarray:
    """(n,) median change of the velocity in a step, of bodies that stay where they are and are pushed by something all
    through the last third, in that half of it in which it is less [m/s]; 0 of others.

    A body that is struck once has a small median, one that comes to rest has it in the second half, one that rocks changes
    slowly.
    """
    late = seen.late
    velocities, places = seen.frames.velocities[late], seen.frames.positions[late]
    stays = np.linalg.norm(places.max(0) - places.min(0), axis=1) < STAYS * seen.scale
    pushed = seen.touching[late].mean(0) > 0.5
    steps = np.linalg.norm(np.diff(velocities, axis=0), axis=-1)
    changes = np.minimum(*(np.median(part, axis=0) for part in np.array_split(steps, 2)))
    return np.where(seen.bodies.dynamic & ~seen.bodies.jointed & stays & pushed, np.nan_to_num(changes), 0.0)


def measure(seen: Observation) -> float | None:
    """The largest."""
    return float(trembling(seen).max(initial=0.0)) if not seen.drives and len(seen.times) > 30 else None


def _said(seen: Observation, value: float) -> str:
    name = seen.bodies.names[int(trembling(seen).argmax())]
    return f"{name} stays in its place and trembles: its velocity changes by {value:.3g} m/s a step"


def _no_warm_start(seen: Observation, value: float) -> Advice | None:
    if seen.solver.warm_start >= 0.8:
        return None
    return Advice(f"{_said(seen, value)}; with warm_start {seen.solver.warm_start:g} sweeps begin far from the load they carry.",
                  {"change in a step [m/s]": value, "warm_start": seen.solver.warm_start}, {"solver.warm_start": 1.0})


def _beta(seen: Observation, value: float) -> Advice | None:
    if seen.solver.stabilization != "baumgarte" or seen.solver.beta <= HARD:
        return None
    return Advice(f"{_said(seen, value)}; beta {seen.solver.beta:g} turns that share of the overlap into speed in every substep, "
                  "and the speed stays.", {"change in a step [m/s]": value, "beta": seen.solver.beta}, {"solver.beta": 0.1})


def _no_slop(seen: Observation, value: float) -> Advice | None:
    if seen.solver.unused("slop") or seen.acting.slop > 1e-4 * seen.scale:
        return None
    return Advice(f"{_said(seen, value)}; with slop {seen.acting.slop:g} m every contact is pushed open and closes again.",
                  {"change in a step [m/s]": value, "slop [m]": seen.acting.slop}, {"solver.slop": SolverSettings().slop})


def _ringing(seen: Observation, value: float) -> Advice | None:
    share = seen.solver.contact_hertz * seen.h
    if seen.solver.stabilization != "soft" or share <= RINGING and seen.solver.contact_damping_ratio >= 1:
        return None
    return Advice(f"{_said(seen, value)}; contacts of {seen.solver.contact_hertz:g} Hz with damping ratio "
                  f"{seen.solver.contact_damping_ratio:g} ring.",
                  {"change in a step [m/s]": value, "frequency times substep": share},
                  {"solver.contact_hertz": 0.0, "solver.contact_damping_ratio": SolverSettings().contact_damping_ratio})


def _few_sweeps(seen: Observation, value: float) -> Advice | None:
    sweeps = seen.solver.substeps * seen.solver.iterations
    if sweeps >= FEW:
        return None
    return Advice(f"{_said(seen, value)}; at {sweeps} a step, sweeps are few.",
                  {"change in a step [m/s]": value, "sweeps a step": sweeps}, {"solver.substeps": 4 * seen.solver.substeps})


SYMPTOM = Symptom("jitter", "Bodies at rest tremble", "m/s",
                  "largest median change of velocity in a step of a body that stays in its place", measure,
                  lambda seen: TREMBLE * (seen.weight or EARTH) * seen.world["dt"],
                  (Cause("no_warm_start", "each step starts from nothing", _no_warm_start),
                   Cause("high_beta", "beta too high", _beta), Cause("no_slop", "no slop", _no_slop),
                   Cause("ringing_contacts", "contacts too stiff or hardly damped", _ringing),
                   Cause("few_sweeps", "too few sweeps", _few_sweeps)))
