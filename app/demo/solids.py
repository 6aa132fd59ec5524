"""Solids of a recording: the triangles of its capsules, cylinders, cones and hulls, for pages and glTF."""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from app.draw.solids.hull_form import HullForm, form_of
from app.draw.solids.parts import SOLIDS
from app.draw.solids.surface import Surface, capsule, cone, cylinder
from app.published.view import BodyTable
from app.render.resources.meshes import Mesh
from app.render.resources.solid_meshes import solid_mesh
from physics.definitions.shapes import Capsule, Convex, Cylinder, Shape

SIDES, ROWS = 48, 8                    # of round solids in glTF: every fourth side begins or ends a stripe
STRIPES = 6
DETAIL = "middle"                      # of those in pages
FACETS = "FACETS"                      # the shaders' word for a hull


class PageSolids(NamedTuple):
    """The solids of a page: the mesh of each body, -1 for spheres, boxes and planes; and each mesh with its word for shaders."""

    forms: np.ndarray          # (n,) int32
    meshes: tuple[Mesh, ...]
    words: tuple[str, ...]


def page_solids(bodies: BodyTable) -> PageSolids:
    """Round solids of one kind share a mesh, which shaders stretch; a hull has one of its own."""
    forms, numbers, meshes, words = np.full(len(bodies.kinds), -1, np.int32), {}, [], []
    for row in np.flatnonzero(np.isin(bodies.kinds, list(SOLIDS))).tolist():
        name = SOLIDS[int(bodies.kinds[row])]
        key = form_of(bodies.shapes[row]) if name == Convex.name else name
        if key not in numbers:
            numbers[key] = len(meshes)
            meshes.append(_faceted(key) if isinstance(key, HullForm) else solid_mesh(name, DETAIL))
            words.append(FACETS if isinstance(key, HullForm) else name.upper())
        forms[row] = numbers[key]
    return PageSolids(forms, tuple(meshes), tuple(words))


def _faceted(form: HullForm) -> Mesh:
    """The triangles of a hull; the normals are longer than 1 by the distance from the nearest edge [m]."""
    corners = form.detailed
    vertices = np.concatenate((corners[:, :3], corners[:, 3:6] * (1 + corners[:, 6:])), axis=1)
    return Mesh(vertices, np.arange(len(vertices), dtype=np.uint16).reshape(-1, 3))


def surface_of(shape: Shape) -> Surface:
    """The surface of a solid in metres."""
    if isinstance(shape, Convex):
        return form_of(shape).surface
    if isinstance(shape, Capsule):
        return capsule(shape.radius, shape.half_length, SIDES, ROWS)
    return (cylinder if isinstance(shape, Cylinder) else cone)(shape.radius, shape.half_length, SIDES)


def stripes_of(surface: Surface) -> np.ndarray:
    """(t,) bool: which triangles of a round solid are in its white stripes, as in stripes.glsl."""
    x, y = surface.vertices[surface.triangles, :2].mean(axis=1).T
    return np.cos(STRIPES * np.arctan2(y, x)) > 0
