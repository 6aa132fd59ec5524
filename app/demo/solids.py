"""Solids of a recording: the triangles of its capsules, cylinders, cones, hulls and height fields, for pages and glTF."""
from __future__ import annotations

from functools import reduce
from operator import add
from typing import Any, NamedTuple

import numpy as np

from app.draw.solids.field_form import FieldForm, field_form_of
from app.draw.solids.hull_form import HullForm, form_of
from app.draw.solids.surface import Surface, capsule, cone, cylinder
from app.published.view import BodyTable
from app.render.resources import meshes
from app.render.resources.meshes import Mesh
from app.render.resources.solid_meshes import solid_mesh
from physics.bodies.rotation import rotate
from physics.definitions.shapes import Box, Capsule, Compound, Convex, Cylinder, HeightField, Plane, Shape, Sphere

SIDES, ROWS = 48, 8                    # of round solids in glTF: every fourth side begins or ends a stripe
STRIPES = 6
DETAIL = "middle"                      # of those in pages
FACETS, FIELD = "FACETS", "FIELD"      # the shaders' words for a hull or compound, and for a height field
EDGELESS = 10.0                        # [m] from edges, which are not drawn
UNLIKE = Convex, Compound, HeightField           # shapes of which no two are alike


class PageSolids(NamedTuple):
    """The solids of a page: the mesh of each body, -1 for spheres, boxes and planes; and each mesh with its word for shaders."""

    forms: np.ndarray          # (n,) int32
    meshes: tuple[Mesh, ...]
    words: tuple[str, ...]


def page_solids(bodies: BodyTable) -> PageSolids:
    """Round solids of one kind share a mesh, which shaders stretch; a hull or height field has one of its own."""
    forms = np.full(len(bodies.kinds), -1, np.int32)
    numbers: dict[Any, int] = {}
    made, words = [], []
    for row in np.flatnonzero(bodies.kinds > Plane.kind).tolist():
        shape = bodies.shapes[row]
        key = shape if isinstance(shape, UNLIKE) else shape.name
        if key not in numbers:
            numbers[key] = len(made)
            made.append(solid_mesh(key, DETAIL) if key is shape.name else _mesh_of(shape))
            words.append(key.upper() if key is shape.name else FIELD if isinstance(shape, HeightField) else FACETS)
        forms[row] = numbers[key]
    return PageSolids(forms, tuple(made), tuple(words))


def _mesh_of(shape: Convex | Compound | HeightField) -> Mesh:
    """The mesh of a shape that has one of its own."""
    if isinstance(shape, Compound):
        return _smooth(surface_of(shape))
    return _faceted(form_of(shape) if isinstance(shape, Convex) else field_form_of(shape))


def _faceted(form: HullForm | FieldForm) -> Mesh:
    """The triangles of a form; the normals are longer than 1 by the distance from the nearest edge, of a height field by the
    spacing of its grid [m]."""
    corners = form.detailed
    vertices = np.concatenate((corners[:, :3], corners[:, 3:6] * (1 + corners[:, 6:])), axis=1)
    return Mesh(vertices, np.arange(len(vertices)).reshape(-1, 3))


def _smooth(surface: Surface) -> Mesh:
    """The same of any surface, without edges."""
    vertices = surface.vertices.copy()
    vertices[:, 3:] *= 1 + EDGELESS
    return Mesh(vertices, surface.triangles)


def surface_of(shape: Shape) -> Surface:
    """The surface of a shape in metres, of a compound those of all its parts."""
    if isinstance(shape, Compound):
        return reduce(add, (_moved(surface_of(child), np.array(position) - shape.centre, np.array(rotation))
                            for child, position, rotation in shape.children))
    if isinstance(shape, Box):
        mesh = meshes.cube()
        return Surface(np.concatenate((mesh.vertices[:, :3] * np.array(shape.half, np.float32), mesh.vertices[:, 3:]), axis=1),
                       mesh.triangles)
    if isinstance(shape, Sphere):
        return capsule(shape.radius, 0.0, SIDES, ROWS)
    if isinstance(shape, Convex):
        return form_of(shape).surface
    if isinstance(shape, HeightField):
        return field_form_of(shape).surface
    if isinstance(shape, Capsule):
        return capsule(shape.radius, shape.half_length, SIDES, ROWS)
    return (cylinder if isinstance(shape, Cylinder) else cone)(shape.radius, shape.half_length, SIDES)


def _moved(surface: Surface, place: np.ndarray, turn: np.ndarray) -> Surface:
    vertices = np.concatenate((rotate(turn[None], surface.vertices[:, :3]) + place, rotate(turn[None], surface.vertices[:, 3:])),
                              axis=1)
    return Surface(vertices.astype(np.float32), surface.triangles)


def stripes_of(surface: Surface) -> np.ndarray:
    """(t,) bool: which triangles of a round solid are in its white stripes, as in stripes.glsl."""
    x, y = surface.vertices[surface.triangles, :2].mean(axis=1).T
    return np.cos(STRIPES * np.arctan2(y, x)) > 0
