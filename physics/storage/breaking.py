"""Breaking: a joint whose force or torque in a step exceeded its strength is disabled, and an event reports it."""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.constraints.part import FORCE
from physics.storage.joint_store import JointStore


class JointBroke(NamedTuple):
    """A joint broke in the last step."""

    joint: int                     # uid
    force: tuple[float, float, float]          # mean force on b over the step [N]
    torque: tuple[float, float, float]         # mean torque on b about its anchor [N m]


def break_joints(pool: JointStore, dt: float) -> None:
    """After a step of dt [s]: break the joints that were too weak, and list them in `pool.broke`."""
    pool.broke = []
    if pool.count == 0:
        return
    breakable = pool.rows.enabled[:pool.count] & np.isfinite(pool.rows.strength[:pool.count]).any(1)
    if not breakable.any():
        return
    owners = pool.owners()
    tested = breakable[owners]
    wrench = [np.bincount(owners[tested], column, pool.count) / dt for column in pool.parts.columns(FORCE, 6)[tested].T]
    force, torque = np.stack(wrench[:3], 1), np.stack(wrench[3:], 1)
    most = np.stack((np.sqrt((force * force).sum(1)), np.sqrt((torque * torque).sum(1))), 1)
    broken = np.flatnonzero(breakable & (most > pool.rows.strength[:pool.count]).any(1))
    pool.broke = [JointBroke(int(pool.rows.uid[row]), tuple(force[row].tolist()), tuple(torque[row].tolist())) for row in broken]
    pool.break_up(broken)
