"""Joints cannot follow bodies that turn far in a substep.

Rows of joints are those of one pose for a whole substep.  Where a body turns by about a radian in it, an error of its axle, or of
an anchor beside its centre, has turned on before the row has removed it, and grows instead: at 0.8 rad with a conserving
gyroscopic term and split impulses, at 1.1 rad with soft joints.  Under avbd and xpbd, whose rows are those of the present poses,
joints stay closed to 1 um at 2.5 rad too, but spin is lost: 63 % in 4 s at 0.2 rad, 95 % at 1.5.
"""
from __future__ import annotations

import math

import numpy as np

from app.adviser.observation import Observation
from app.adviser.symptom import Advice, Cause, Symptom
from physics.definitions.settings import MOST_SUBSTEPS

FAR, GOAL = 0.75, 0.6             # turn in a substep that is too far, and one that is not [rad]
STEADY, STEPS = 0.2, 5            # a spin that has changed by no more than this share of it in so many steps is no burst
APART = 0.5                       # gap of a joint over the size of its bodies: what spins then flies, and follows no joint


def spin_of(seen: Observation) -> float:
    """The spin at which a body on a joint first turns too far [rad/s]; else the largest of such bodies."""
    spins = np.nan_to_num(seen.frames.spins[:, seen.bodies.jointed & seen.bodies.dynamic].astype(float))
    if not spins.size:
        return 0.0
    sizes, steady = np.linalg.norm(spins, axis=-1), np.ones(spins.shape[:2], bool)
    for back in range(1, STEPS + 1):
        before = np.concatenate((np.repeat(spins[:1], back, 0), spins[:-back]))[:len(spins)]
        steady &= np.linalg.norm(spins - before, axis=-1) <= STEADY * sizes
    closed = np.logical_and.accumulate(seen.openings.max(axis=1, initial=0.0) < APART)
    far = (sizes * seen.h > FAR) & steady & closed[:, None]
    if far.any():
        return float((sizes * far)[far.any(1).argmax()].max())
    return float((sizes * (steady & closed[:, None])).max())


def measure(seen: Observation) -> float | None:
    """The turn in a substep."""
    return spin_of(seen) * seen.h if seen.bodies.jointed.any() else None


def _substeps(seen: Observation, value: float) -> Advice | None:
    spin = spin_of(seen)
    wanted = math.ceil(spin * seen.world["dt"] / GOAL)
    change = {"solver.substeps": min(wanted, MOST_SUBSTEPS)}
    if wanted > MOST_SUBSTEPS:
        change["world.dt"] = float(f"{MOST_SUBSTEPS * GOAL / spin:.3g}")
    return Advice(f"a body on a joint spins at {spin:.4g} rad/s and turns by {value:.3g} rad in a substep; rows of joints, which "
                  f"are those of one pose, follow about {GOAL:g}.",
                  {"spin [rad/s]": spin, "turn in a substep [rad]": value}, change)


SYMPTOM = Symptom("joints_lag_spin", "A body on joints turns far in a substep", "rad",
                  "turn in a substep of the body on a joint that is first to turn too far", measure,
                  lambda seen: FAR,
                  (Cause("few_substeps", "too few substeps for the spin", _substeps),),
                  explains=("energy_grows", "slowed_by_caps", "joint_stretches", "joint_drift", "joints_come_apart",
                            "joints_turn_beyond", "explosion_at_start"))
