"""Energy grows, though nothing does work."""
from __future__ import annotations

import numpy as np

from app.adviser.observation import Observation
from app.adviser.symptom import Advice, Cause, Symptom
from app.adviser.symptoms.explosion_at_start import OVERLAP, overlap

GAIN = 0.05                       # over the energy that is there to be turned over
RISE = 0.1                        # height, over the length scale, whose potential energy counts as such
OPEN = 0.02                       # gap of a joint at the start, over the length scale, from which joints are stretched springs
HARD, HEAVY = 0.3, 8               # beta above which Baumgarte shoots; ratio of masses


def _reference(seen: Observation) -> float:
    """Energy that can be turned over: of motion at the start, and of a small height [J].  Of a world that has run a while it is
    the largest one of motion in the first third, since at any one moment a pendulum may stand."""
    first = seen.kinetic[:1 if not seen.begun else max(len(seen.kinetic) // 3, 1)]
    mass = float(seen.bodies.masses.sum())
    height = float(np.ptp(seen.frames.positions[:, seen.bodies.dynamic, 2])) if seen.bodies.dynamic.any() and seen.weight else 0.0
    height = min(height, 10 * seen.scale) if np.isfinite(height) else 0.0
    return max(float(first.max()), mass * seen.weight * RISE * max(height, seen.scale), 1e-12)


def _stretched(seen: Observation) -> bool:
    """Whether joints are stretched springs at the start: open, and not by what bodies moved in the first step."""
    moved = 2 * float(seen.seen("velocities")[:2].max(initial=0.0)) * seen.world["dt"]
    return bool(np.nan_to_num(seen.gaps[:2]).max(initial=0.0) > OPEN * seen.scale + moved)


def measure(seen: Observation) -> float | None:
    """Largest gain over that energy."""
    if not np.isfinite(seen.energy).all():
        return np.inf
    if seen.drives or _stretched(seen) or overlap(seen) > OVERLAP * seen.scale:
        return None
    return float(max(0.0, (seen.energy.max() - seen.energy[0]) / _reference(seen)))


def _numbers(seen: Observation) -> dict[str, float]:
    return {"energy at the start [J]": float(seen.energy[0]), "largest energy [J]": float(seen.energy.max())}


def _baumgarte_joints(seen: Observation, value: float) -> Advice | None:
    if not seen.gaps.shape[1] or seen.solver.joint_stabilization != "baumgarte":
        return None
    return Advice("joint_stabilization 'baumgarte' turns the error of joints into speed, and with warm starting that speed is "
                  "given again in the next step: under a load the error grows.", _numbers(seen),
                  {"solver.joint_stabilization": "soft"})


def _explicit(seen: Observation, value: float) -> Advice | None:
    if seen.solver.gyroscopic != "explicit":
        return None
    return Advice("the explicit gyroscopic term gains energy with each substep of a body that tumbles.", _numbers(seen),
                  {"solver.gyroscopic": "conserving"})


def _relaxation(seen: Observation, value: float) -> Advice | None:
    if seen.solver.method != "jacobi" or seen.solver.jacobi_relaxation <= 0.5:
        return None
    return Advice(f"Jacobi's sweeps solve all rows at once, and with a relaxation of {seen.solver.jacobi_relaxation:g} rows that "
                  "share a body overshoot together.", _numbers(seen), {"solver.jacobi_relaxation": 0.3})


def _force_based(seen: Observation, value: float) -> Advice | None:
    if seen.solver.method != "force_based" or seen.solver.force_stiffness * seen.h ** 2 < 1:
        return None
    return Advice(f"forces of ks {seen.solver.force_stiffness:g} are too stiff for a substep of {seen.h:g} s.", _numbers(seen),
                  {"solver.force_stiffness": 400.0, "solver.force_damping": 40.0})


def _forces(seen: Observation, value: float) -> Advice | None:
    if seen.solver.method != "force_based":
        return None
    return Advice("forces at the level of accelerations hold joints only as far as a substep is short, and what they miss "
                  "is energy "
                  "won or lost.", _numbers(seen), {"solver.method": "sequential_impulse"})


def _whirling_links(seen: Observation, value: float) -> Advice | None:
    masses = seen.bodies.masses[seen.bodies.jointed & seen.bodies.dynamic]
    if seen.solver.geometric_stiffness or len(masses) < 2 or masses.max() < 8 * masses.min():
        return None
    return Advice("light links that a heavy load pulls harder than a substep can follow whirl; geometric stiffness turns them as "
                  "if they were heavier.", {**_numbers(seen), "ratio of masses": float(masses.max() / masses.min())},
                  {"solver.geometric_stiffness": True})


def _heavy_on_light(seen: Observation, value: float) -> Advice | None:
    ratio = float(seen.frames.ratios.max(initial=0.0))
    if seen.solver.stabilization != "baumgarte" or ratio < HEAVY:
        return None
    return Advice(f"a body of {ratio:.3g} times the mass presses a light one in, sweeps do not carry it, and Baumgarte shoots "
                  "the light one out with the speed of that overlap.", {**_numbers(seen), "ratio of masses": ratio},
                  {"solver.stabilization": "soft", "solver.substeps": 8, "solver.iterations": 1})


def _beta(seen: Observation, value: float) -> Advice | None:
    if seen.solver.stabilization != "baumgarte" or seen.solver.beta < HARD:
        return None
    return Advice(f"Baumgarte with beta {seen.solver.beta:g} leaves the speed that pushed overlap out.", _numbers(seen),
                  {"solver.stabilization": "split_impulse"})


SYMPTOM = Symptom("energy_grows", "Energy grows from nothing", "", "largest gain of energy, over the energy of motion at "
                                  "the start "
                  "or of a small height", measure, lambda seen: GAIN,
                  (Cause("baumgarte_joints", "Baumgarte in joints", _baumgarte_joints),
                   Cause("explicit_gyroscopic", "the explicit gyroscopic term", _explicit),
                   Cause("jacobi_relaxation", "Jacobi's relaxation too high", _relaxation),
                   Cause("stiff_forces", "forces too stiff", _force_based),
                   Cause("forces_drift", "constraints as forces", _forces),
                   Cause("whirling_links", "light links under a heavy load", _whirling_links),
                   Cause("heavy_on_light", "a heavy body on a light one, under Baumgarte", _heavy_on_light),
                   Cause("high_beta", "beta too high", _beta)),
                  explains=("joint_stretches", "joint_drift", "stack_leans", "jitter", "sinking", "tunnelling",
                            "slowed_by_caps", "spins_too_little", "joints_come_apart", "joints_turn_beyond"))
