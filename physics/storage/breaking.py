"""Breaking: a joint whose force or torque in a step was above its strength does nothing from then on, and an event says so."""
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
    """After a step of dt [s]: break what was too weak and note it in `pool.broke`."""
    pool.broke = []
    if pool.count == 0:
        return
    breakable = pool.rows.enabled[:pool.count] & np.isfinite(pool.rows.strength[:pool.count]).any(1)
    if not breakable.any():
        return
    owners = pool.owners()
    asked = breakable[owners]
    pushes = [np.bincount(owners[asked], column, pool.count) / dt for column in pool.parts.columns(FORCE, 6)[asked].T]
    force, torque = np.stack(pushes[:3], 1), np.stack(pushes[3:], 1)
    most = np.stack((np.sqrt((force * force).sum(1)), np.sqrt((torque * torque).sum(1))), 1)
    broken = np.flatnonzero(breakable & (most > pool.rows.strength[:pool.count]).any(1))
    pool.broke = [JointBroke(int(pool.rows.uid[row]), tuple(force[row].tolist()), tuple(torque[row].tolist())) for row in broken]
    pool.break_up(broken)
