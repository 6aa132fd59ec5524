"""Symptoms of a burst, looked for in the step that a world has just taken.

    not finite      a pose or a velocity is infinite or no number
    energy leapt    rows, which should only hold, and turning gave more than RISE of the kinetic energy before the step and a lift
                    of all bodies by LIFT length scales together; and the total energy is above that of the last RECENT steps, for
                    soft contacts and joints may give back what they took, a long chain of them after a second
    joint torn      places that a joint holds together are TORN length scales apart, and twice as far as the history began

What gravity, forces, springs, motors, moving bodies and belts give is not counted, nor what was changed between steps.  Of a
method that is not recorded sweep by sweep the whole rise of energy in the step stands for what rows gave.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from physics.joints import JOINTS

RISE, LIFT, TORN = 0.1, 1e-3, 0.25
RECENT, SHORT = 120, 12                          # steps
WEIGHT = 9.81                                    # [m/s^2] least gravity for the size of a lift
MOUSE = list(JOINTS).index("mouse")              # its number in `JointArrays.types`
NOT_FINITE, LEAPT, TEARS, BROKE = "not finite", "energy leapt", "joint torn", "joint broke"


class Symptom(NamedTuple):
    """What is wrong in a step."""

    kind: str                     # NOT_FINITE, LEAPT, TEARS or BROKE
    given: float = 0.0            # energy that rows and turning gave [J]
    before: float = 0.0           # kinetic energy before the step [J]; total energy of a method that is not recorded
    after: float = 0.0            # and after it
    uid: int = 0                  # of the first body that is not finite, or of the joint
    gap: float = 0.0              # of the joint [m]


def least_leap(world: Any, kinetic: float) -> float:
    """Energy [J] that is a leap, after a kinetic energy."""
    inverse = world._bodies.living(world._bodies.arrays.local)[:, 3].astype(float)
    strength = max(float(np.linalg.norm(world.gravity)), WEIGHT)
    return RISE * kinetic + LIFT * world.length_scale * float((1 / inverse[inverse > 0]).sum()) * strength


def symptom_of(world: Any, energies: Sequence[float]) -> Symptom | None:
    """NOT_FINITE or LEAPT, in a world's last step; `energies`: total ones after RECENT steps before, the latest last."""
    return not_finite(world) or leap(world, energies)


def not_finite(world: Any) -> Symptom | None:
    """A body that is somewhere infinite or nowhere."""
    pool = world._bodies
    pose, velocity = pool.living(pool.arrays.pose)[:, :7], pool.living(pool.arrays.velocity)[:, :6]
    for numbers in (pose, velocity):
        bad = np.flatnonzero(~np.isfinite(numbers).all(axis=1))
        if len(bad):
            return Symptom(NOT_FINITE, np.nan, np.nan, np.nan, int(world.uids[bad[0]]))
    return None


def leap(world: Any, energies: Sequence[float]) -> Symptom | None:
    """A leap of energy that nothing has a right to give."""
    now, known = world.energy(), [energy for energy in energies if np.isfinite(energy)]
    if known and now.total <= max(known):
        return None
    try:
        work = world.work()
    except ValueError:
        given = now.total - known[-1] if known else 0.0
        found = Symptom(LEAPT, given, now.total - given, now.total)
        return found if given > least_leap(world, max(now.kinetic - given, 0.0)) else None
    given = float(work.given.sum()) + work.causes["gyroscopic"]
    return Symptom(LEAPT, given, work.before, work.after) if given > least_leap(world, work.before) else None


def gaps(world: Any) -> dict[int, float]:
    """How far apart places are that joints hold together [m], by uid of the joint; without springs of the mouse, and without
    joints that hold none."""
    joints = world.joint_arrays()
    held = ~np.isnan(joints.gaps) & (joints.types != MOUSE)
    return dict(zip(joints.uids[held].tolist(), joints.gaps[held].tolist()))


def torn(world: Any, begun: dict[int, float]) -> Symptom | None:
    """The joint with the widest gap, if it is torn; `begun`: gaps where the history begins."""
    found = {uid: gap for uid, gap in gaps(world).items()
             if gap > max(TORN * world.length_scale, 2 * begun.get(uid, 0.0))}
    if not found:
        return None
    uid = max(found, key=found.__getitem__)
    return Symptom(TEARS, uid=uid, gap=found[uid])
