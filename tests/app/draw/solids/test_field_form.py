"""The triangles of a height field: those that bodies meet, with an edge that hangs down, in little time for the largest."""
from __future__ import annotations

import time

import numpy as np
import pytest

from app.draw.solids.field_form import HANGS, field_form_of
from app.draw.solids.forms import formed
from physics.definitions.shapes import Box, HeightField
from tests.support.solid_shapes import SOLIDS

HEIGHTS = np.random.default_rng(5).uniform(-0.3, 0.3, (4, 6))
FIELD = HeightField(heights=HEIGHTS, spacing=0.5)
CELLS, AROUND = 2 * 3 * 5, 2 * 2 * (3 + 5)           # triangles


def triangles(rows: np.ndarray) -> np.ndarray:
    return rows[:, :3].reshape(-1, 3, 3).astype(float)


@pytest.mark.parametrize("detail", ["detailed", "plain", "shell"])
def test_the_surface_is_what_bodies_meet(detail):
    found = triangles(getattr(field_form_of(FIELD), detail))
    assert len(found) == CELLS + AROUND
    expected = np.array([part.shape.corners + part.position for part in FIELD.parts])
    assert np.abs(found[AROUND:] - expected).max() < 1e-6, "in their order, counter-clockwise from above"


def test_normals_and_spacings():
    plain = field_form_of(FIELD).plain
    a, b, c = triangles(plain).transpose(1, 0, 2)
    turned = np.cross(b - a, c - a)
    assert np.abs(turned / np.linalg.norm(turned, axis=1, keepdims=True) - plain[::3, 3:6]).max() < 1e-5
    assert set(plain[:3 * AROUND, 6]) == {0.0} and set(plain[3 * AROUND:, 6]) == {0.5}
    assert (plain[3 * AROUND:, 5] > 0).all() and np.abs(plain[:3 * AROUND, 5]).max() < 1e-6


def test_the_edge_hangs_all_around_and_faces_outwards():
    edge = field_form_of(FIELD).plain[:3 * AROUND]
    assert (np.einsum("ij,ij->i", edge[:, :2], edge[:, 3:5]) > 0).all()
    half = np.array(FIELD.size[:2])
    assert (np.abs(np.abs(edge[:, :2]) - half).min(axis=1) < 1e-6).all()
    drop = {round(float(x), 6) for x in np.array(edge[:, 2]) - np.array([_height(*row[:2]) for row in edge])}
    assert drop == {0.0, -HANGS * 0.5}


def _height(x: float, y: float) -> float:
    return HEIGHTS[round(y / 0.5 + 1.5), round(x / 0.5 + 2.5)]


def test_a_shell_goes_outside():
    shell = field_form_of(FIELD).shell
    ways, half = shell[:, 3:6], np.array(FIELD.size[:2])
    for axis in (0, 1):
        at_edge = np.abs(np.abs(shell[:, axis]) - half[axis]) < 1e-6
        assert (ways[at_edge, axis] == np.sign(shell[at_edge, axis])).all()
    assert (ways[3 * AROUND:, 2] > 0).all() and (ways[:3 * AROUND, 2].min() == -1)


def test_rays_meet_the_edge_too():
    form, along = field_form_of(FIELD), np.array((1.0, 0.0, 0.0))
    x, y, z = FIELD.points[1, 0]
    assert form.distance(np.array((x - 3, y, z - 0.1)), along) == pytest.approx(3.0)
    assert form.distance(np.array((x - 3, y, FIELD.points[..., 2].min() - 0.6)), along) == np.inf, "below it"
    assert form.distance(np.array((x - 3, 9.0, z)), along) == np.inf, "beside it"


def test_which_shapes_have_a_form():
    assert formed(FIELD) is field_form_of(HeightField(heights=HEIGHTS, spacing=0.5))
    assert formed(SOLIDS["hull"]) is not None and formed(Box(half=(1, 1, 1))) is None and formed(None) is None


def test_the_largest_takes_no_time():
    x = np.linspace(-6, 6, 129)
    field = HeightField(heights=np.sin(x)[:, None] * np.cos(x), spacing=0.5)
    begun = time.perf_counter()
    form = field_form_of(field)
    assert len(form.plain) == len(form.shell) == 3 * (2 * 128 * 128 + 2 * 4 * 128)
    assert time.perf_counter() - begun < 1.0, "a tenth of it on a quiet machine"
    surface = form.surface
    assert surface.triangles.max() == len(surface.vertices) - 1 > np.iinfo(np.uint16).max
