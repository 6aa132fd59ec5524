"""Rays against solids: where a ray enters one, and the normal there; all in the solid's own axes, many solids at once.

A ray is start + t along with unit `along`.  Round sides are quadratic in t, ends and faces are slabs or half-spaces.  Against a
ray from inside the far side counts, as the eye sees it; a height field has two sides.
"""
from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from app.draw.solids.field_form import FieldForm
from app.draw.solids.forms import Form
from app.draw.solids.hull_form import HullForm
from app.draw.solids.reach import TIP
from physics.definitions.shapes import Capsule, Cone, Convex, Cylinder, HeightField

NONE = np.inf
NEAR = 1.001                           # of a squared radius: sizes are those of single precision


def distances(kind: int, start: np.ndarray, along: np.ndarray, sizes: np.ndarray, hulls: Sequence[Form] = ()) -> np.ndarray:
    """(k,) distances [m] at which rays from (k, 3) along (k, 3) meet solids of one kind; inf for a miss."""
    if kind == HeightField.kind:
        return np.array([form.distance(*ray) for form, *ray in zip(hulls, start, along)])
    if kind == Convex.kind:
        enter, leave = _hulls(start, along, sizes, hulls)
    else:
        enter, leave = {Capsule.kind: _capsules, Cylinder.kind: _cylinders, Cone.kind: _cones}[kind](start, along, sizes)
    with np.errstate(invalid="ignore"):
        found = np.where(enter > 0, enter, leave)
        return np.where((enter <= leave) & (found > 0), found, NONE)


def normal_at(kind: int, size: np.ndarray, local: np.ndarray, hull: Form | None = None) -> np.ndarray:
    """Outward unit normal (3,) of a solid at a point (3,) of its surface."""
    if isinstance(hull, FieldForm):
        return hull.normal(local)
    radius, up = float(size[0]), float(size[2])
    across = float(np.hypot(local[0], local[1]))
    side = np.array((local[0], local[1], 0.0)) / across if across > 1e-12 else np.array((1.0, 0.0, 0.0))
    if isinstance(hull, HullForm):
        return hull.normals[int(np.argmax(hull.normals @ local - hull.offsets))].copy()
    if kind == Capsule.kind:
        middle = np.array((0.0, 0.0, np.clip(local[2], radius - up, up - radius)))
        away = local - middle
        return away / max(float(np.linalg.norm(away)), 1e-12)
    if kind == Cylinder.kind:
        return np.array((0.0, 0.0, np.copysign(1.0, local[2]))) if abs(local[2]) - up > across - radius else side
    base, slope = up / (2 * TIP), np.array((4 / 3 * up, radius)) / np.hypot(4 / 3 * up, radius)
    outside = slope @ (across, local[2] - up)
    return np.array((0.0, 0.0, -1.0)) if -base - local[2] > outside else slope[0] * side + np.array((0.0, 0.0, slope[1]))


def _roots(a: np.ndarray, b: np.ndarray, c: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Both t with a t^2 + 2 b t + c = 0 for a > 0; NaN without any."""
    with np.errstate(invalid="ignore", divide="ignore"):
        root = np.sqrt(b * b - a * c)
        return (-b - root) / a, (-b + root) / a


def _slab(start: np.ndarray, along: np.ndarray, low: np.ndarray, high: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Where rays enter and leave low <= z <= high."""
    z = np.where(np.abs(along[:, 2]) < 1e-12, np.copysign(1e-12, along[:, 2]), along[:, 2])
    one, other = (low - start[:, 2]) / z, (high - start[:, 2]) / z
    return np.minimum(one, other), np.maximum(one, other)


def _pipe(start: np.ndarray, along: np.ndarray, radius: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Where rays enter and leave an endless cylinder about z; one along z is in it everywhere or nowhere."""
    a = (along[:, :2] ** 2).sum(1)
    b, c = (start[:, :2] * along[:, :2]).sum(1), (start[:, :2] ** 2).sum(1) - radius**2
    enter, leave = _roots(np.maximum(a, 1e-30), b, c)
    still = a < 1e-18
    inside = np.where(c <= 0, NONE, np.nan)
    return np.where(still, -inside, enter), np.where(still, inside, leave)


def _cylinders(start: np.ndarray, along: np.ndarray, sizes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    enter, leave = _pipe(start, along, sizes[:, 0])
    low, high = _slab(start, along, -sizes[:, 2], sizes[:, 2])
    return np.maximum(enter, low), np.minimum(leave, high)


def _capsules(start: np.ndarray, along: np.ndarray, sizes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The first and last of what the side, between the centres of the ends, and the balls at both of them give."""
    radius, half = sizes[:, 0], sizes[:, 2] - sizes[:, 0]
    found = []
    enter, leave = _pipe(start, along, radius)
    low, high = _slab(start, along, -half, half)
    enter, leave = np.maximum(enter, low), np.minimum(leave, high)
    found.append((np.where(enter <= leave, enter, NONE), np.where(enter <= leave, leave, -NONE)))
    for end in (-half, half):
        away = start - np.stack((0 * end, 0 * end, end), axis=1)
        enter, leave = _roots(np.ones(len(start)), (away * along).sum(1), (away**2).sum(1) - radius**2)
        found.append((np.where(np.isnan(enter), NONE, enter), np.where(np.isnan(leave), -NONE, leave)))
    return np.min([enter for enter, _ in found], axis=0), np.max([leave for _, leave in found], axis=0)


def _cones(start: np.ndarray, along: np.ndarray, sizes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """With w = z - tip and k = radius / height the side is x^2 + y^2 = k^2 w^2, w < 0.  Of its crossings and that of the base
    those that lie on the solid are the first and the last."""
    up = sizes[:, 2]
    base, slope = -up / (2 * TIP), sizes[:, 0] / (up * (1 + 1 / (2 * TIP)))
    height, rate, k = start[:, 2] - up, along[:, 2], slope**2
    a = (along[:, :2] ** 2).sum(1) - k * rate**2
    b = (start[:, :2] * along[:, :2]).sum(1) - k * height * rate
    c = (start[:, :2] ** 2).sum(1) - k * height**2
    with np.errstate(invalid="ignore", divide="ignore"):
        root = np.sqrt(b * b - a * c)
        flat = (base - start[:, 2]) / rate
        times = np.array([(-b - root) / a, (-b + root) / a, flat])
        on = [(start[:, 2] + t * rate >= base) & (height + t * rate <= 0) for t in times[:2]]
        place = start + flat[:, None] * along
        on.append((place[:, :2] ** 2).sum(1) <= sizes[:, 0] ** 2)
    on = np.array(on) & np.isfinite(times)
    return np.where(on, times, NONE).min(axis=0), np.where(on, times, -NONE).max(axis=0)


def _hulls(start: np.ndarray, along: np.ndarray, sizes: np.ndarray,
           hulls: Sequence[HullForm]) -> tuple[np.ndarray, np.ndarray]:
    """Of many hulls a ray passes near few, so the others are left out by the sphere about the box of half extents `sizes`."""
    enter, leave = np.full(len(start), NONE), np.full(len(start), -NONE)
    past = (start * along).sum(1)
    miss, reach = (start**2).sum(1) - past**2, (sizes**2).sum(1)
    for row in np.flatnonzero(miss <= NEAR * reach).tolist():
        enter[row], leave[row] = _hull(hulls[row], start[row], along[row])
    return enter, leave


def _hull(hull: HullForm, start: np.ndarray, along: np.ndarray) -> tuple[float, float]:
    """Where a ray enters the last and leaves the first half-space of a hull (Cyrus and Beck, 1978)."""
    speed, height = hull.normals @ along, hull.normals @ start - hull.offsets
    if (height[np.abs(speed) < 1e-12] > 0).any():
        return NONE, -NONE
    moving = np.abs(speed) >= 1e-12
    speed, height = speed[moving], height[moving]
    times = -height / speed
    return float(times[speed < 0].max(initial=-NONE)), float(times[speed > 0].min(initial=NONE))
