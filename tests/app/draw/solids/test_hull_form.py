"""The triangles of a hull: they lie on it, face outwards, and know how far the edge of their face is."""
from __future__ import annotations

import numpy as np
import pytest

from app.draw.solids.hull_form import form_of
from physics.definitions.shapes import Convex
from tests.support.solid_shapes import LOPSIDED

CUBE = tuple((x, y, z) for x in (-1.0, 1.0) for y in (-1.0, 1.0) for z in (-1.0, 1.0))


@pytest.mark.parametrize("points", [CUBE, LOPSIDED], ids=["cube", "lopsided"])
@pytest.mark.parametrize("detail", ["detailed", "plain", "shell"])
def test_triangles_enclose_the_volume(points, detail):
    shape = Convex(points=points)
    corners = getattr(form_of(shape), detail).astype(float)
    a, b, c = corners[:, :3].reshape(-1, 3, 3).transpose(1, 0, 2)
    assert np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6 == pytest.approx(shape.volume, rel=1e-5)
    if detail != "shell":
        turned = np.cross(b - a, c - a)
        assert (np.einsum("ij,ij->i", turned, corners[::3, 3:6]) > 0).all()


def test_the_distance_from_the_edge():
    detailed = form_of(Convex(points=CUBE)).detailed
    assert set(np.round(detailed[:, 6], 6)) == {0.0, 1.0} and len(detailed) == 6 * 4 * 3


def test_a_shell_moves_each_face_by_one():
    shell = form_of(Convex(points=CUBE)).shell
    assert np.abs(shell[:, 3:6]) == pytest.approx(1.0) and (np.sign(shell[:, 3:6]) == np.sign(shell[:, :3])).all()


def test_its_axes_are_those_of_the_points():
    shape = Convex(points=LOPSIDED)
    assert shape.principal_axes != (0.0, 0.0, 0.0, 1.0)
    expected = np.array(LOPSIDED) - shape.centre
    assert np.allclose(np.sort(form_of(shape).vertices, axis=0), np.sort(expected, axis=0), atol=1e-12)
    assert form_of(Convex(points=LOPSIDED)) is form_of(shape)
