"""The camera's path of a film: smooth from keyframe to keyframe, around what it looks at, and never through the floor.

The eye is at the target plus (r cos a, r sin a), at height z.  Target, radius r, azimuth a, height z and field of view each are a
monotone curve: none leaves the range of its values at two neighbouring keyframes.  So the eye stays above a floor that is below
both, does not come nearer to the vertical through the target than at the nearer one, and a turn is round and not a chord that
leads through what is looked at.  The azimuth takes the shorter way; a keyframe straight above its target, which has no azimuth,
takes that of its neighbours.
"""
from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from app.draw.camera import STEEPEST, Camera
from app.draw.frame import CameraPose
from app.draw.film.monotone_curve import MonotoneCurve
from app.published.film_plan import Keyframe, Vantage

ABOVE = 1e-6                               # [m] radius below which the eye is straight above or below its target
FLATTEST = 1.0 / math.tan(STEEPEST)        # radius over height of the steepest view


class CameraPath:
    """The path through keyframes."""

    def __init__(self, keyframes: Sequence[Keyframe]):
        """At least one, with ascending times."""
        eyes = np.array([key.vantage.eye for key in keyframes], np.float64)
        targets = np.array([key.vantage.target for key in keyframes], np.float64)
        away = eyes[:, :2] - targets[:, :2]
        radii = np.hypot(away[:, 0], away[:, 1])
        azimuths = _azimuths(away, radii)
        fovs = [key.vantage.fov for key in keyframes]
        self.begin, self.end = keyframes[0].at, keyframes[-1].at
        self._curve = MonotoneCurve(np.array([key.at for key in keyframes], np.float64),
                                    np.column_stack((targets, radii, azimuths, eyes[:, 2], fovs)))

    def at(self, time: float) -> Vantage:
        """The camera at a time of the scene [s]."""
        x, y, height, radius, azimuth, z, fov = self._curve.at(time).tolist()
        radius = max(radius, abs(z - height) * FLATTEST)
        eye = (x + radius * math.cos(azimuth), y + radius * math.sin(azimuth), z)
        return Vantage(eye, (x, y, height), fov)


def _azimuths(away: np.ndarray, radii: np.ndarray) -> np.ndarray:
    """(k,) azimuths [rad] of the eyes as seen from their targets, (k, 2) apart: each nearest to the one before."""
    known = np.flatnonzero(radii > ABOVE)
    if not len(known):
        return np.zeros(len(away))
    turned = np.unwrap(np.arctan2(away[known, 1], away[known, 0]))
    return np.interp(np.arange(len(away)), known, turned)


def pose_of(vantage: Vantage) -> CameraPose:
    """The pose of a camera there."""
    camera = Camera(vantage.eye, vantage.target, vantage.fov)
    return camera.pose


def moved(vantage: Vantage, target: Sequence[float]) -> Vantage:
    """The camera moved to where it looks at another target [m] from the same side."""
    eye = tuple(float(e - old + new) for e, old, new in zip(vantage.eye, vantage.target, target, strict=True))
    return Vantage(eye, tuple(map(float, target)), vantage.fov)
