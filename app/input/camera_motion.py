"""Camera motion: orbiting, panning, zooming, looking and flying, with easing.

Every method moves a *goal*; `tick` moves the camera towards it exponentially with one time constant.  Target and distance have
the same weight, so a zoom that keeps a point under the cursor at its end keeps it there throughout.  Pixels are those of the
window, positive to the right and downwards.
"""
from __future__ import annotations

import copy
import math
from typing import NamedTuple

import numpy as np

from app.draw.camera import CLOSEST, FARTHEST, STEEPEST, Camera
from app.draw.framing import Aperture, Outline, Seat, framed
from app.published.film_plan import Vantage

QUICK, SLOW = 0.05, 0.16               # [s] time constants: after the mouse, and for jumps
TURN = 0.0055                          # [rad] per pixel of a drag
ZOOM = 0.86                            # distance factor of one wheel notch
MOST_NOTCHES = 200                     # of one turn of the wheel; more would overflow a float
FLY_SPEED = 1.2                        # [1/s] flying speed as a multiple of the orbit distance
FLY_SLOWEST, FLY_EASE = 2.0, 0.10      # [m/s] and [s]


class Place(NamedTuple):
    """A place of the camera."""

    target: tuple[float, float, float]         # [m]
    yaw: float                                 # [rad]
    pitch: float                               # [rad]
    distance: float                            # [m]
    fov: float                                 # vertical field of view [rad]


class CameraMotion:
    """Moves one camera.  Call its methods on input, and `tick(dt)` once a frame."""

    def __init__(self, camera: Camera) -> None:
        """`camera` is moved in place; its present pose becomes home."""
        self.camera = camera
        self._velocity = np.zeros(3)
        self._wanted = np.zeros(3)
        self._time_constant = QUICK
        self._goal_shift = camera.shift.copy()
        self.touches = 0                       # how often the user has moved the camera
        self._take_goal()
        self.set_home()

    def orbit(self, dx: float, dy: float) -> None:
        """Orbit about the target by a drag of (dx, dy) pixels."""
        self.touches += 1
        self._goal_yaw -= dx * TURN
        self._goal_pitch = _steep(self._goal_pitch + dy * TURN)
        self._time_constant = QUICK

    def pan(self, dx: float, dy: float, height: float) -> None:
        """Shift the target so that points at its depth follow a drag of (dx, dy) pixels in a window `height` high."""
        self.touches += 1
        scale = self.camera.metres_per_pixel(height, self._goal_distance)
        self._goal_target = self._goal_target + (-dx * self.camera.right + dy * self.camera.up) * scale
        self._time_constant = QUICK

    def zoom_to(self, notches: float, point=None) -> None:
        """Zoom in by wheel `notches` (negative: out), keeping the world point (3,) under the cursor at its pixel."""
        self.touches += 1
        factor = ZOOM ** max(-MOST_NOTCHES, min(MOST_NOTCHES, notches))
        distance = max(CLOSEST, min(FARTHEST, self._goal_distance * factor))
        factor = distance / self._goal_distance
        if point is not None:
            point = np.asarray(point, np.float64)
            self._goal_target = point + (self._goal_target - point) * factor
        self._goal_distance = distance
        self._time_constant = QUICK

    def look(self, dx: float, dy: float) -> None:
        """Rotate the view about the eye by a drag of (dx, dy) pixels; without easing, because lag while looking causes nausea."""
        self.touches += 1
        camera = self.camera
        eye = camera.eye
        camera.yaw -= dx * TURN * 0.7
        camera.pitch = _steep(camera.pitch + dy * TURN * 0.7)
        camera.target = eye - camera.distance * camera.backward
        self._take_goal()

    def fly(self, right: float, forward: float, up: float, fast: bool = False) -> None:
        """Fly while keys are held: each of the three is -1, 0 or 1; call it every frame, with zeros when they are released."""
        camera = self.camera
        speed = max(FLY_SLOWEST, FLY_SPEED * camera.distance) * (4.0 if fast else 1.0)
        wanted = right * camera.right - forward * camera.backward + np.array((0.0, 0.0, up))
        length = float(np.linalg.norm(wanted))
        self.touches += length > 1e-9
        self._wanted = wanted * (speed / length) if length > 1e-9 else np.zeros(3)

    def frame(self, outline: Outline, aperture: Aperture) -> None:
        """Show this outline from the present direction."""
        seen = copy.copy(self.camera)
        seen.yaw, seen.pitch = self._goal_yaw, self._goal_pitch
        self._goal_target, self._goal_distance = framed(seen, outline, aperture)
        self._time_constant = SLOW

    def shift(self, shift: tuple[float, float]) -> None:
        """Move the target to this place in the picture, -1 to 1 to the right and upwards."""
        if tuple(self._goal_shift) != shift:
            self._goal_shift = np.array(shift, np.float64)
            self._time_constant = SLOW

    @property
    def at_home(self) -> bool:
        """Whether the camera is at home or on its way there."""
        home = self._home
        turned = abs(math.remainder(self._goal_yaw - home.yaw, 2 * math.pi)) + abs(self._goal_pitch - home.pitch)
        turned += abs(self._goal_fov - home.fov)
        return turned < 1e-9 and self._goal_distance == home.distance and tuple(self._goal_target.tolist()) == home.target

    def home(self) -> None:
        """Return to the scene's camera pose."""
        self._head_for(self._home)

    def go(self, vantage: Vantage) -> None:
        """Move to a vantage, as to a bookmark."""
        there = Camera(vantage.eye, vantage.target, vantage.fov)
        self._head_for(Place(tuple(there.target.tolist()), there.yaw, there.pitch, there.distance, there.fov))

    def carry(self, vantage: Vantage) -> None:
        """Be at a vantage at once, as on a film's path; home stays where it is."""
        self.camera.place(vantage.eye, vantage.target)
        self.camera.fov = vantage.fov
        self._velocity[:] = 0.0
        self._take_goal()

    def translate(self, way: np.ndarray) -> None:
        """Move camera and goal by (3,) [m], as with a body that is followed."""
        self.camera.target = self.camera.target + way
        self._goal_target = self._goal_target + way

    def aim(self, point: np.ndarray) -> None:
        """Look at a point (3,) [m] from the same side."""
        self._goal_target = np.array(point, np.float64)
        self._time_constant = SLOW

    @property
    def vantage(self) -> Vantage:
        """Where the camera is."""
        camera = self.camera
        return Vantage(tuple(camera.eye.tolist()), tuple(camera.target.tolist()), camera.fov)

    def _head_for(self, place: Place) -> None:
        """Make a place the goal; the camera turns by the shorter arc."""
        self._goal_target, self._goal_pitch, self._goal_distance = np.array(place.target), place.pitch, place.distance
        self._goal_yaw = place.yaw + round((self._goal_yaw - place.yaw) / (2 * math.pi)) * 2 * math.pi
        self._goal_fov = place.fov
        self._time_constant = SLOW

    def set_home(self) -> None:
        """Make the present pose home."""
        camera = self.camera
        self._home = Place(tuple(camera.target.tolist()), camera.yaw, camera.pitch, camera.distance, camera.fov)

    def move_home(self, seat: Seat) -> None:
        """Move home to a seat in its direction; a camera that is at home follows."""
        follows = self.at_home
        self._home = self._home._replace(target=tuple(seat.target.tolist()), distance=seat.distance)
        if follows:
            self.home()

    def jump(self, position, target) -> None:
        """Move to `position` looking at `target` [m] without easing, and make that home, as on opening a scene."""
        self.camera.place(position, target)
        self._velocity[:] = 0.0
        self._take_goal()
        self.set_home()

    def arrive(self) -> None:
        """Be at the goal at once."""
        camera = self.camera
        camera.target, camera.distance, camera.shift = self._goal_target.copy(), self._goal_distance, self._goal_shift.copy()
        camera.yaw, camera.pitch, camera.fov = self._goal_yaw, self._goal_pitch, self._goal_fov

    @property
    def moving(self) -> bool:
        """Whether the camera has not yet reached its goal."""
        camera = self.camera
        lag = abs(self._goal_yaw - camera.yaw) + abs(self._goal_pitch - camera.pitch) + abs(self._goal_fov - camera.fov)
        shift = float(np.abs(self._goal_target - camera.target).max()) + abs(self._goal_distance - camera.distance)
        shift += float(np.abs(self._goal_shift - camera.shift).max()) * camera.distance
        flying = bool(self._wanted.any()) or float(np.abs(self._velocity).max()) > 1e-3
        return lag > 1e-4 or shift > 1e-4 * camera.distance or flying

    def tick(self, dt: float) -> None:
        """Advance the easing by `dt` seconds of real time."""
        camera = self.camera
        weight = -math.expm1(-max(dt, 0.0) / self._time_constant)
        camera.yaw += (self._goal_yaw - camera.yaw) * weight
        camera.pitch += (self._goal_pitch - camera.pitch) * weight
        camera.fov += (self._goal_fov - camera.fov) * weight
        camera.target = camera.target + (self._goal_target - camera.target) * weight
        camera.distance += (self._goal_distance - camera.distance) * weight
        camera.shift = camera.shift + (self._goal_shift - camera.shift) * weight
        self._velocity += (self._wanted - self._velocity) * -math.expm1(-max(dt, 0.0) / FLY_EASE)
        travelled = self._velocity * dt
        camera.target = camera.target + travelled
        self._goal_target = self._goal_target + travelled
        camera.limit()

    def _take_goal(self) -> None:
        camera = self.camera
        self._goal_target, self._goal_distance = camera.target.copy(), camera.distance
        self._goal_yaw, self._goal_pitch, self._goal_fov = camera.yaw, camera.pitch, camera.fov


def _steep(pitch: float) -> float:
    return max(-STEEPEST, min(STEEPEST, pitch))
