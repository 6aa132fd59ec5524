"""The camera: the eye's pose, and every conversion between world, view and pixels.

A camera orbits: it looks from `distance` metres at `target`, turned by `yaw` about the world's z axis and raised by `pitch`.
That state has no roll and no singular direction, because the right vector comes from yaw alone.  Where panels cover sides of the
picture, the target is not in its middle but at `shift`: the view axis stays, the picture is another part of a larger one about
that axis, as with a lens that is moved.  Matrices act on columns (clip = projection @ view @ world), clip space is OpenGL's.
Pixels have their origin at the **top left**, as in mouse events.
"""
from __future__ import annotations

import math

import numpy as np

from app.draw.frame import CameraPose

STEEPEST = math.radians(89.5)          # pitch avoids the poles, where "up" on the screen would jump
CLOSEST, FARTHEST = 0.02, 20000.0      # [m] limits of the orbit distance


def look_at(eye, target) -> np.ndarray:
    """(4, 4) float64 view matrix with world z upwards on the screen (y when looking straight up or down).

    Written out in numbers: several of these are made for each frame, and numpy takes ten times as long for three numbers.
    """
    ex, ey, ez = map(float, eye)
    bx, by, bz = (at - to for at, to in zip((ex, ey, ez), map(float, target), strict=True))
    length = math.sqrt(bx * bx + by * by + bz * bz)
    bx, by, bz = (bx / length, by / length, bz / length) if length > 1e-12 else (0.0, -1.0, 0.0)
    rx, ry, rz = (-by, bx, 0.0) if abs(bz) < 0.99999 else (bz, 0.0, -bx)               # up x back, with up = z, or y
    length = math.sqrt(rx * rx + ry * ry + rz * rz)
    rx, ry, rz = rx / length, ry / length, rz / length
    ux, uy, uz = by * rz - bz * ry, bz * rx - bx * rz, bx * ry - by * rx               # back x right
    return np.array(((rx, ry, rz, -(rx * ex + ry * ey + rz * ez)), (ux, uy, uz, -(ux * ex + uy * ey + uz * ez)),
                     (bx, by, bz, -(bx * ex + by * ey + bz * ez)), (0.0, 0.0, 0.0, 1.0)))


def perspective(pose: CameraPose, aspect: float) -> np.ndarray:
    """(4, 4) float64 projection for a picture `aspect` times as wide as high."""
    scale = 1.0 / math.tan(pose.fov / 2)
    near, far = pose.near, pose.far
    matrix = np.zeros((4, 4))
    matrix[0, 0], matrix[1, 1] = scale / aspect, scale
    matrix[0, 2], matrix[1, 2] = -pose.shift[0], -pose.shift[1]
    matrix[2, 2], matrix[2, 3] = (far + near) / (near - far), 2 * far * near / (near - far)
    matrix[3, 2] = -1.0
    return matrix


def pose_matrix(pose: CameraPose, aspect: float) -> np.ndarray:
    """(4, 4) float64 projection @ view of a pose."""
    return perspective(pose, aspect) @ look_at(pose.eye, pose.target)


class Camera:
    """An orbiting eye.  Set `target`, `yaw`, `pitch`, `distance`, `fov` and `shift`; read poses, matrices and rays."""

    def __init__(self, position=(8.0, -8.0, 6.0), target=(0.0, 0.0, 1.0), fov: float = 0.9) -> None:
        """Eye at `position` looking at `target` [m]; `fov` is the vertical field of view [rad]."""
        self.fov = fov
        self.shift = np.zeros(2)
        self.place(position, target)

    def place(self, position, target) -> None:
        """Put the eye at `position` looking at `target` [m]."""
        offset = np.asarray(position, np.float64) - np.asarray(target, np.float64)
        length = float(np.linalg.norm(offset))
        if not math.isfinite(length) or length < 1e-9:
            offset, length = np.array((0.0, -CLOSEST, 0.0)), CLOSEST
        self.target = np.array(target, np.float64)
        self.yaw = math.atan2(offset[1], offset[0])
        self.pitch = math.asin(max(-1.0, min(1.0, offset[2] / length)))
        self.distance = length
        self.limit()

    def limit(self) -> None:
        """Bring pitch and distance back inside their limits."""
        self.pitch = max(-STEEPEST, min(STEEPEST, self.pitch))
        self.distance = max(CLOSEST, min(FARTHEST, self.distance))

    @property
    def backward(self) -> np.ndarray:
        """(3,) unit vector from the target to the eye."""
        flat = math.cos(self.pitch)
        return np.array((flat * math.cos(self.yaw), flat * math.sin(self.yaw), math.sin(self.pitch)))

    @property
    def right(self) -> np.ndarray:
        """(3,) unit vector to the right of the picture, always horizontal."""
        return np.array((-math.sin(self.yaw), math.cos(self.yaw), 0.0))

    @property
    def up(self) -> np.ndarray:
        """(3,) unit vector upwards in the picture."""
        return np.cross(self.backward, self.right)

    @property
    def eye(self) -> np.ndarray:
        """(3,) position of the eye [m]."""
        return self.target + self.distance * self.backward

    @property
    def pose(self) -> CameraPose:
        """The pose for a frame; the near plane follows the distance, which keeps depth precision near the target."""
        near = max(0.01, min(1.0, 0.004 * self.distance))
        return CameraPose(tuple(self.eye.tolist()), tuple(self.target.tolist()), self.fov, near, 4000.0 + 40 * self.distance,
                          tuple(self.shift.tolist()))

    @pose.setter
    def pose(self, pose: CameraPose) -> None:
        self.fov, self.shift = pose.fov, np.array(pose.shift, np.float64)
        self.place(pose.eye, pose.target)

    def view_matrix(self) -> np.ndarray:
        """(4, 4) float64 world -> eye."""
        pose = self.pose
        return look_at(pose.eye, pose.target)

    def ray(self, px: float, py: float, width: float, height: float) -> tuple[np.ndarray, np.ndarray]:
        """Origin (3,) [m] and unit direction (3,) of the line of sight through a pixel of a width x height picture."""
        reach = math.tan(self.fov / 2)
        x = (2 * px / width - 1 - self.shift[0]) * reach * width / height
        y = (1 - 2 * py / height - self.shift[1]) * reach
        direction = x * self.right + y * self.up - self.backward
        return self.eye, direction / np.linalg.norm(direction)

    def project(self, points, width: float, height: float) -> np.ndarray:
        """(k, 3) pixel x, pixel y and distance along the view axis [m] of (k, 3) points; that distance is <= 0 behind the eye."""
        points = np.atleast_2d(np.asarray(points, np.float64))
        eye_space = points @ self.view_matrix()[:3, :3].T + self.view_matrix()[:3, 3]
        depth = -eye_space[:, 2]
        scale = height / 2 / math.tan(self.fov / 2) / np.where(np.abs(depth) < 1e-12, 1e-12, depth)
        x, y = width / 2 * (1 + self.shift[0]), height / 2 * (1 - self.shift[1])
        return np.stack((x + eye_space[:, 0] * scale, y - eye_space[:, 1] * scale, depth), axis=1)

    def point_at(self, px: float, py: float, width: float, height: float, depth: float | None = None) -> np.ndarray:
        """(3,) point seen at a pixel, `depth` metres along the view axis (the target's depth when None)."""
        origin, direction = self.ray(px, py, width, height)
        depth = self.distance if depth is None else depth
        return origin + direction * (depth / float(-direction @ self.backward))

    def metres_per_pixel(self, height: float, depth: float | None = None) -> float:
        """Length of one pixel of a picture `height` pixels high, `depth` metres away (the target's depth when None)."""
        return 2 * math.tan(self.fov / 2) * (self.distance if depth is None else depth) / height
