"""Rays against solids: compared with a search along each ray for the first point inside, by the shapes' plain inequalities."""
from __future__ import annotations

import numpy as np
import pytest

from app.draw.solids import rays as rays_against
from app.draw.solids.hull_form import form_of
from app.draw.solids.rays import distances, normal_at
from app.draw.solids.reach import outline, radii_of
from physics.definitions.shapes import Convex
from scenes.editing.bounds import half_extents
from tests.support.solid_shapes import SOLIDS, inside

RAYS, STEP = 400, 0.004


def cast(shape, start, along):
    sizes = np.tile(half_extents(shape), (len(start), 1))
    hulls = (form_of(shape),) * len(start) if isinstance(shape, Convex) else ()
    return distances(shape.kind, start, along, sizes, hulls)


def rays(seed: int):
    """Rays from all sides past and through the middle."""
    random = np.random.default_rng(seed)
    start = random.normal(size=(RAYS, 3))
    start *= 2.5 / np.linalg.norm(start, axis=1, keepdims=True)
    along = random.uniform(-0.9, 0.9, (RAYS, 3)) - start
    return start, along / np.linalg.norm(along, axis=1, keepdims=True)


@pytest.mark.parametrize("shape", SOLIDS.values(), ids=SOLIDS)
def test_the_first_point_inside(shape):
    start, along = rays(1)
    times = np.arange(0.0, 5.0, STEP)
    found = np.array([inside(shape, s + times[:, None] * d) for s, d in zip(start, along)])
    first = np.where(found.any(1), times[found.argmax(1)], np.inf)
    hit = cast(shape, start, along)
    both = np.isfinite(first) & np.isfinite(hit)
    assert both.sum() > RAYS / 5 and (~np.isfinite(hit)).sum() > RAYS / 20
    assert np.abs(first[both] - hit[both]).max() <= STEP + 1e-9
    assert not (np.isfinite(first) & ~np.isfinite(hit)).any(), "whoever is inside was hit"
    grazing = np.isfinite(hit) & ~np.isfinite(first)
    assert grazing.sum() < 0.03 * RAYS, "shorter than a step"


@pytest.mark.parametrize("shape", SOLIDS.values(), ids=SOLIDS)
def test_normals_point_out_of_the_surface(shape):
    start, along = rays(2)
    hit = cast(shape, start, along)
    form, size = form_of(shape) if isinstance(shape, Convex) else None, half_extents(shape)
    for s, d, t in zip(start, along, hit):
        if np.isfinite(t):
            point = s + t * d
            normal = normal_at(shape.kind, size, point, form)
            assert np.linalg.norm(normal) == pytest.approx(1, abs=1e-9) and normal @ d < 1e-6
            beside = np.cross(normal, (0.3, 0.5, 0.7))
            beside = 1e-5 * beside / np.linalg.norm(beside)
            around = point + np.array((beside, -beside, np.cross(normal, beside), -np.cross(normal, beside)))
            assert not inside(shape, around + 1e-6 * normal).any(), "a tangent plane is outside"
            assert inside(shape, (point - 1e-6 * normal)[None]).all()


@pytest.mark.parametrize("shape", SOLIDS.values(), ids=SOLIDS)
def test_from_inside_and_along_the_axis(shape):
    ways = np.array(((0.0, 0, 1), (0, 0, -1), (1, 0, 0)))
    ends = cast(shape, np.zeros((3, 3)), ways)
    for way, end in zip(ways, ends):
        assert inside(shape, (way * (end - 1e-6))[None]).all() and not inside(shape, (way * (end + 1e-6))[None]).any()
    missed = cast(shape, np.array(((5.0, 0, 9), (0, 0, 9))), np.array(((0.0, 0, -1), (0, 0, 1))))
    assert not np.isfinite(missed).any()


@pytest.mark.parametrize("shape", SOLIDS.values(), ids=SOLIDS)
def test_reach(shape):
    """Bounding spheres contain the outline and touch it, but for hulls, of which the box about them is the measure."""
    points, radius = outline(shape)
    farthest = np.linalg.norm(points, axis=1).max() + radius
    reach = radii_of(shape.kind, np.array([half_extents(shape)]))[0]
    assert farthest <= reach * (1 + 1e-9)
    assert isinstance(shape, Convex) or farthest == pytest.approx(reach)
    assert (radii_of(np.array([shape.kind]), np.array([half_extents(shape)])) == reach).all()


def test_of_many_hulls_a_ray_is_tested_against_those_that_it_passes_near(monkeypatch):
    shape = next(shape for shape in SOLIDS.values() if isinstance(shape, Convex))
    random = np.random.default_rng(4)
    start = random.uniform(-3.0, 3.0, (2000, 3))
    along = np.tile((0.6, 0.0, 0.8), (len(start), 1))
    hulls, sizes = (form_of(shape),) * len(start), np.tile(np.float32(half_extents(shape)), (len(start), 1))
    each = np.array([rays_against._hull(hull, *ray) for hull, *ray in zip(hulls, start, along)])
    calls, exact = [], rays_against._hull
    monkeypatch.setattr(rays_against, "_hull", lambda *given: calls.append(given) or exact(*given))
    hit = distances(shape.kind, start, along, sizes, hulls)
    there = (each[:, 0] <= each[:, 1]) & (each[:, 1] > 0)
    assert there.sum() > 5 and (np.isfinite(hit) == there).all()
    assert (hit[there] == np.where(each[there, 0] > 0, each[there, 0], each[there, 1])).all()
    assert there.sum() <= len(calls) < 400
