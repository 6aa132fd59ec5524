"""Solids in demos: glTF has them in their size, with stripes where they are round; pages have a mesh for each kind and hull."""
from __future__ import annotations

import numpy as np
import pytest

from app.demo.gltf import gltf
from app.demo.page import page
from app.demo.solids import FACETS, FIELD, page_solids, stripes_of, surface_of
from app.draw.view_options import ViewOptions
from physics.bodies.shape_reach import extents
from tests.support.demo_page import read_page
from tests.support.demo_scenes import recording_of
from tests.support.gltf_reader import GltfFile
from tests.support.height_fields import HILLS
from tests.support.height_fields import SCENE as HILLY
from tests.support.solid_shapes import HAMMER, SOLIDS

TEXT = """\
format: 1
title: Solids
bodies:
  - {name: floor, shape: {plane: {}}}
  - {name: pill, shape: {capsule: {radius: 0.2, half_length: 0.3}}, position: [-2, 0, 1]}
  - {name: can, shape: {cylinder: {radius: 0.3, half_length: 0.2}}, position: [-1, 0, 1]}
  - {name: tin, shape: {cylinder: {radius: 0.2, half_length: 0.5}}, position: [-1, 2, 1], type: static}
  - {name: stone, shape: {convex: {points: [[0, 0, 0], [1.2, 0, 0], [1, 0.7, 0], [0.1, 0.6, 0.1], [0.9, 0.1, 0.8]]}}}
  - name: bell
    position: [3, 0, 1]
    shape: {compound: [{shape: {sphere: {radius: 0.3}}}, {shape: {box: {half: [0.1, 0.1, 0.8]}}}]}
"""


@pytest.fixture(scope="module")
def recording(tmp_path_factory):
    path = tmp_path_factory.mktemp("scenes") / "solids.yaml"
    path.write_text(TEXT)
    return recording_of(path, 0.2)


@pytest.mark.parametrize("shape", [*SOLIDS.values(), HAMMER], ids=[*SOLIDS, "hammer"])
def test_a_surface_encloses_the_shape_and_faces_outwards(shape):
    vertices, triangles = surface_of(shape)
    low, high = extents(shape, np.eye(3))
    assert vertices[:, :3].min(0) == pytest.approx(low, abs=0.02) and vertices[:, :3].max(0) == pytest.approx(high, abs=0.02)
    a, b, c = vertices[triangles, :3].astype(float).transpose(1, 0, 2)
    turned = np.cross(b - a, c - a)
    assert (np.einsum("ij,ij->i", turned, vertices[triangles, 3:].sum(1)) > 0).all()
    assert np.einsum("ij,ij->i", a, turned).sum() / 2 / 3 == pytest.approx(shape.volume, rel=0.02)


@pytest.mark.parametrize("name", ["capsule", "cylinder", "cone"])
def test_half_of_a_round_solid_is_white(name):
    surface = surface_of(SOLIDS[name])
    corners = surface.vertices[surface.triangles, :3]
    areas = np.linalg.norm(np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]), axis=1)
    assert areas[stripes_of(surface)].sum() == pytest.approx(areas.sum() / 2, rel=0.01)


def test_gltf_has_them_in_metres(recording):
    file = GltfFile(gltf(recording, ViewOptions()))
    nodes = file.document["nodes"]
    for name, pieces in (("pill", 2), ("can", 2), ("tin", 1), ("stone", 1), ("bell", 1)):
        (shape,) = [child for child in nodes[file.node(name)]["children"] if nodes[child]["name"] == f"{name} shape"]
        primitives = file.document["meshes"][nodes[shape]["mesh"]]["primitives"]
        corners = np.concatenate([file.array(part["attributes"]["POSITION"]) for part in primitives])
        reach = np.abs(corners).max(axis=0)
        assert reach == pytest.approx(recording.bodies.sizes[recording.bodies.names.index(name)], rel=0.01)
        assert len(primitives) == pieces, "what stands still has no stripes"


def test_a_page_has_one_mesh_for_each_kind_and_each_hull(recording):
    solids = page_solids(recording.bodies)
    assert solids.words == ("CAPSULE", "CYLINDER", FACETS, FACETS) and solids.forms.tolist() == [-1, 0, 1, 1, 2, 3]
    found = read_page(page(recording, ViewOptions()))
    assert found.arrays["forms"].tolist() == solids.forms.tolist()
    assert np.allclose(found.arrays["solid 2.vertices"], solids.meshes[2].vertices)


@pytest.fixture(scope="module")
def hilly(tmp_path_factory):
    path = tmp_path_factory.mktemp("scenes") / "hilly.yaml"
    path.write_text(HILLY.replace("extent: [8, 8]", "extent: [64, 64]"))
    return recording_of(path, 0.2)


def test_gltf_has_the_triangles_of_the_largest_height_field(hilly):
    """Their corners have numbers of more than 16 bits, other meshes not."""
    file = GltfFile(gltf(hilly, ViewOptions()))
    document, wide = file.document, []
    for mesh in document["meshes"]:
        for part in mesh["primitives"]:
            numbers, corners = file.array(part["indices"]), file.array(part["attributes"]["POSITION"])
            assert numbers.max() < len(corners)
            wide.append(mesh["name"]) if document["accessors"][part["indices"]]["componentType"] == 5125 else None
    assert wide == ["height_field"]
    (mesh,) = (mesh for mesh in document["meshes"] if mesh["name"] == "height_field")
    corners = file.array(mesh["primitives"][0]["attributes"]["POSITION"])
    assert len(corners) > 3 * 32_768 and len(mesh["primitives"]) == 1, "without stripes"
    sides = {part["material"] for other in document["meshes"] if other is not mesh for part in other["primitives"]}
    assert document["materials"][mesh["primitives"][0]["material"]]["doubleSided"]
    assert not any(document["materials"][number].get("doubleSided") for number in sides)
    points = hilly.bodies.shapes[0].points.reshape(-1, 3)
    assert corners.max(axis=0) == pytest.approx(points.max(axis=0), abs=1e-5)


def test_the_surface_of_a_height_field_faces_upwards():
    vertices, triangles = surface_of(HILLS)
    a, b, c = vertices[triangles, :3].astype(float).transpose(1, 0, 2)
    assert (np.einsum("ij,ij->i", np.cross(b - a, c - a), vertices[triangles[:, 0], 3:]) > 0).all()
    assert vertices[:, :2].max(axis=0) == pytest.approx((4, 4))


def test_a_page_has_a_height_field_with_its_spacing_and_no_wall(hilly):
    solids = page_solids(hilly.bodies)
    assert solids.words == (FIELD,) and solids.forms.tolist() == [0, -1, -1]
    found = read_page(page(hilly, ViewOptions()))
    vertices, triangles = found.arrays["solid 0.vertices"], found.arrays["solid 0.triangles"]
    assert triangles.max() == len(vertices) - 1 > 65_535
    lengths = np.linalg.norm(vertices[:, 3:], axis=1) - 1
    assert set(np.round(lengths, 5).tolist()) == {0.0, 0.5}
    assert found.head["walls"] == [] and "field.frag" in found.head["shaders"]
    assert found.arrays["colors"][0, 0, 0].tolist() == [56, 60, 71] and found.arrays["marks"][0] & 16
