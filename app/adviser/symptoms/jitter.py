"""Bodies at rest tremble."""
from __future__ import annotations

import numpy as np

from app.adviser.observation import Observation
from app.adviser.symptom import Advice, Cause, Symptom
from physics.definitions.settings import SolverSettings

TREMBLE = 0.03                    # [m/s] for things of 1 m
STAYS = 0.05                      # displacement in the last third, over the length scale, of a body that stays where it is
HARD, RINGING = 0.4, 0.2          # beta above which Baumgarte kicks; contact frequency times h above which stacks ring
FEW = 4                           # sweeps a step


def trembling(seen: Observation) -> np.ndarray:
    """(n,) root mean square of the velocity's change about its mean in the last third, of bodies that stay where they are and are
    pushed by something [m/s]; 0 of others."""
    late = seen.late
    velocities, places = seen.frames.velocities[late], seen.frames.positions[late]
    stays = np.linalg.norm(places.max(0) - places.min(0), axis=1) < STAYS * seen.scale
    pushed = seen.touching[late].mean(0) > 0.5
    spread = np.sqrt(((velocities - velocities.mean(0)) ** 2).sum(-1).mean(0))
    return np.where(seen.bodies.dynamic & ~seen.bodies.jointed & stays & pushed, np.nan_to_num(spread), 0.0)


def measure(seen: Observation) -> float | None:
    """The largest."""
    return float(trembling(seen).max(initial=0.0)) if not seen.drives and len(seen.times) > 30 else None


def _said(seen: Observation, value: float) -> str:
    return f"{seen.bodies.names[int(trembling(seen).argmax())]} stays in its place and trembles at {value:.3g} m/s"


def _no_warm_start(seen: Observation, value: float) -> Advice | None:
    if seen.solver.warm_start >= 0.8:
        return None
    return Advice(f"{_said(seen, value)}; with warm_start {seen.solver.warm_start:g} sweeps begin far from the load they carry.",
                  {"speed [m/s]": value, "warm_start": seen.solver.warm_start}, {"solver.warm_start": 1.0})


def _beta(seen: Observation, value: float) -> Advice | None:
    if seen.solver.stabilization != "baumgarte" or seen.solver.beta <= HARD:
        return None
    return Advice(f"{_said(seen, value)}; beta {seen.solver.beta:g} turns that share of the overlap into speed in every substep, "
                  "and the speed stays.", {"speed [m/s]": value, "beta": seen.solver.beta}, {"solver.beta": 0.1})


def _no_slop(seen: Observation, value: float) -> Advice | None:
    if seen.solver.stabilization not in ("baumgarte", "split_impulse", "position") or seen.acting.slop > 1e-4 * seen.scale:
        return None
    return Advice(f"{_said(seen, value)}; with slop {seen.acting.slop:g} m every contact is pushed open and closes again.",
                  {"speed [m/s]": value, "slop [m]": seen.acting.slop}, {"solver.slop": SolverSettings().slop})


def _ringing(seen: Observation, value: float) -> Advice | None:
    share = seen.solver.contact_hertz * seen.h
    if seen.solver.stabilization != "soft" or share <= RINGING and seen.solver.contact_damping_ratio >= 1:
        return None
    return Advice(f"{_said(seen, value)}; contacts of {seen.solver.contact_hertz:g} Hz with damping ratio "
                  f"{seen.solver.contact_damping_ratio:g} ring.", {"speed [m/s]": value, "frequency times substep": share},
                  {"solver.contact_hertz": 0.0, "solver.contact_damping_ratio": SolverSettings().contact_damping_ratio})


def _few_sweeps(seen: Observation, value: float) -> Advice | None:
    sweeps = seen.solver.substeps * seen.solver.iterations
    if sweeps >= FEW:
        return None
    return Advice(f"{_said(seen, value)}; {sweeps} sweeps a step are few.", {"speed [m/s]": value, "sweeps a step": sweeps},
                  {"solver.substeps": 4 * seen.solver.substeps})


SYMPTOM = Symptom("jitter", "Bodies at rest tremble", "m/s", "largest spread of the velocity of a body that stays in its place",
                  measure, lambda seen: TREMBLE * seen.root,
                  (Cause("no_warm_start", "each step starts from nothing", _no_warm_start),
                   Cause("high_beta", "beta too high", _beta), Cause("no_slop", "no slop", _no_slop),
                   Cause("ringing_contacts", "contacts too stiff or hardly damped", _ringing),
                   Cause("few_sweeps", "too few sweeps", _few_sweeps)))
