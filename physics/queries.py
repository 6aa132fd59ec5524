"""Questions to a world at rest between steps: what does a ray hit."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from physics.definition import FARTHEST, vector
from physics.tunable import SettingError

if TYPE_CHECKING:
    from physics.body import Body


class Hit(NamedTuple):
    """Where a ray meets a body first."""

    body: "Body"
    position: np.ndarray           # (3,) world [m]
    normal: np.ndarray             # (3,) of the surface, out of the body
    distance: float                # from the origin [m]
