"""Begun: which body and which joint of a world is which of its scene, by the order in which they were made."""
from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np


class Begun(NamedTuple):
    """Uids of the bodies and joints with which a world began, in the order of the scene's document: (n,) and (m,) int64."""

    bodies: np.ndarray
    joints: np.ndarray

    @staticmethod
    def of(world: Any) -> Begun:
        """Those of a world that has just been built."""
        return Begun(np.array(world.uids, np.int64), np.array([joint.uid for joint in world.joints], np.int64))

    def body(self, uid: int) -> int | None:
        """The number of a body in the document, None for one that came later."""
        return _number(self.bodies, uid)

    def joint(self, uid: int) -> int | None:
        """The number of a joint in the document, None for one that came later."""
        return _number(self.joints, uid)


def _number(uids: np.ndarray, uid: int) -> int | None:
    found = np.flatnonzero(uids == uid)
    return int(found[0]) if len(found) else None
