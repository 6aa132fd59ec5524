"""glTF files, read by a reader written from the specification: poses, sizes, presence, joints, camera."""
from __future__ import annotations

import numpy as np
import pytest

from app.demo.gltf import gltf, quaternion
from app.demo.gltf_shapes import linear, sphere
from app.demo.gltf_ties import turns_to
from app.demo.recording import ABSENT
from app.draw.frame_builder import PLANE
from app.draw.view_options import ViewOptions
from physics.bodies.rotation import matrix, rotate
from tests.support.demo_scenes import MIXED, recording_of
from tests.support.gltf_reader import GltfFile

UPRIGHT = np.array(((1, 0, 0), (0, 0, 1), (0, -1, 0)))           # from z up to y up


@pytest.fixture(scope="module")
def mixed(tmp_path_factory):
    """A recording of MIXED, and its file."""
    path = tmp_path_factory.mktemp("scenes") / "mixed.yaml"
    path.write_text(MIXED)
    recording = recording_of(path, 1.5)
    return recording, GltfFile(gltf(recording, ViewOptions()))


def row(recording, name: str) -> int:
    return recording.bodies.names.index(name)


def test_poses_are_those_of_the_recording(mixed):
    """Within 1 mm and 0.1 degrees, at frames and, between the frames, on the line between them."""
    recording, file = mixed
    for name in ("crate", "ball", "arm", "post", "slab"):
        node, poses = file.node(name), recording.poses[:, row(recording, name)].astype(float)
        for frame in (0, 1, 7, 40, 66, 90):
            found = file.matrix(node, float(recording.times[frame]))
            assert found[:3, 3] == pytest.approx(UPRIGHT @ poses[frame, :3], abs=1e-3)
            turn = UPRIGHT @ matrix(poses[frame, 3:])
            angle = np.arccos(np.clip((np.trace(found[:3, :3].T @ turn) - 1) / 2, -1, 1))
            assert np.degrees(angle) < 0.1
        between = file.matrix(node, float(recording.times[40:42].mean()))
        assert between[:3, 3] == pytest.approx(UPRIGHT @ poses[40:42, :3].mean(axis=0), abs=1e-3)


@pytest.mark.parametrize(("scene", "seconds", "apart"), [
    ("all_shapes", 2.0, 9), pytest.param("pyramid_2d", 10.0, 1, marks=pytest.mark.soak),
    pytest.param("all_shapes", 10.0, 1, marks=pytest.mark.soak), pytest.param("tumbler", 10.0, 1, marks=pytest.mark.soak)])
def test_poses_of_whole_scenes(scene, seconds, apart):
    """Within 1 mm and 0.1 degrees, of boxes, round solids, hulls and compounds; of every `apart`th body."""
    recording = recording_of(scene, seconds)
    file = GltfFile(gltf(recording, ViewOptions()))
    for body, name in list(enumerate(recording.bodies.names))[::apart]:
        if recording.bodies.kinds[body] == PLANE or not name:
            continue
        node = file.node(name)
        for frame in range(0, len(recording.times), 30):
            if recording.states[frame, body] == ABSENT:
                continue
            found, time = recording.poses[frame, body].astype(float), float(recording.times[frame])
            place, turn = file.value(node, "translation", time), file.value(node, "rotation", time)
            assert UPRIGHT.T @ file.matrix(node, time)[:3, 3] == pytest.approx(found[:3], abs=1e-3), (name, frame, place)
            wanted = UPRIGHT @ matrix(found[3:])
            angle = 2 * np.arcsin(min(np.linalg.norm(file.matrix(node, time)[:3, :3] - wanted) / 8**0.5, 1))
            assert np.degrees(angle) < 0.1, (name, frame, turn)


def test_shapes_have_the_sizes_of_the_bodies(mixed):
    recording, file = mixed
    nodes = file.document["nodes"]
    for name in ("crate", "ball", "slab"):
        (shape,) = [child for child in nodes[file.node(name)]["children"] if nodes[child]["name"] == f"{name} shape"]
        primitives = file.document["meshes"][nodes[shape]["mesh"]]["primitives"]
        corners = np.concatenate([file.array(part["attributes"]["POSITION"]) for part in primitives])
        reach = np.abs(corners).max(axis=0) * nodes[shape]["scale"]
        assert reach == pytest.approx(recording.bodies.sizes[row(recording, name)], rel=1e-5)
        for part in primitives:
            indices = file.array(part["indices"])[:, 0]
            assert indices.max() < len(file.array(part["attributes"]["POSITION"])) and len(indices) % 3 == 0
            assert np.linalg.norm(file.array(part["attributes"]["NORMAL"]), axis=1) == pytest.approx(1, abs=1e-5)


def test_a_removed_body_has_no_size(mixed):
    recording, file = mixed
    there = recording.states[:, row(recording, "late")] != ABSENT
    sizes = [np.linalg.det(file.matrix(file.node("late"), float(time))[:3, :3]) for time in recording.times]
    assert not there.all() and (np.array(sizes) > 0.5).tolist() == there.tolist()


def test_a_body_at_rest_has_few_keys(mixed):
    recording, file = mixed
    moving = {channel["target"]["node"] for channel in file.document["animations"][0]["channels"]}
    assert file.node("post") not in moving and file.node("crate") in moving
    nothing = GltfFile(gltf(recording_of("pyramid_2d", 0.0), ViewOptions()))
    assert "animations" not in nothing.document


def test_joints_are_rods(mixed):
    """The rod goes from anchor to anchor in every frame, the hinge's axis lies along y."""
    recording, file = mixed
    nodes, parents = file.document["nodes"], file.parents()
    rods = [k for k, node in enumerate(nodes) if node["name"].startswith("rod ")]
    assert len(rods) == 2 and all(nodes[parents[rod]]["name"].startswith("joint ") for rod in rods)
    ball, crate = row(recording, "ball"), row(recording, "crate")
    for frame in (0, 30, 90):
        ends = sorted((UPRIGHT @ recording.poses[frame, body, :3] for body in (ball, crate)), key=tuple)
        matrices = [file.matrix(rod, float(recording.times[frame])) for rod in rods]
        reached = [sorted((end[:3] for end in (found @ (-1, 0, 0, 1), found @ (1, 0, 0, 1))), key=tuple) for found in matrices]
        assert any(np.allclose(pair, ends, atol=2e-3) for pair in reached)
        axes = [found[:3, 0] / np.linalg.norm(found[:3, 0]) for found in matrices]
        assert any(abs(axis @ (UPRIGHT @ (0, 1, 0))) > 0.999 for axis in axes)
    without = GltfFile(gltf(recording, ViewOptions(joints=False)))
    assert not any(node["name"].startswith(("joint ", "rod ", "link ")) for node in without.document["nodes"])


def test_camera_and_light(mixed):
    recording, file = mixed
    found = file.matrix(file.node("camera"), 0.0)
    pose = recording.shown.camera
    assert found[:3, 3] == pytest.approx(UPRIGHT @ pose.eye, abs=1e-5)
    ahead = UPRIGHT @ np.subtract(pose.target, pose.eye)
    assert -found[:3, 2] == pytest.approx(ahead / np.linalg.norm(ahead), abs=1e-5) and found[1, 1] > 0
    assert file.document["cameras"][0]["perspective"]["yfov"] == pytest.approx(pose.fov)
    assert file.document["extensionsUsed"] == ["KHR_lights_punctual"] and (-file.matrix(file.node("sun"), 0.0)[:3, 2])[1] < -0.7


def test_the_document_is_sound(mixed):
    """What the specification asks of every file: no empty lists, numbers that refer to something, channels for each path once."""
    _, file = mixed
    document = file.document

    def check(value, place):
        assert value not in ([], {}, None), place
        for key, part in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
            check(part, f"{place}.{key}")

    check(document, "document")
    for number in range(len(document["accessors"])):
        file.array(number)
    targets = [tuple(channel["target"].values()) for channel in document["animations"][0]["channels"]]
    assert len(set(targets)) == len(targets)
    names = [node["name"] for node in document["nodes"]]
    assert len(set(names)) == len(names)
    parents, roots = file.parents(), document["scenes"][0]["nodes"]
    assert [k for k in range(len(document["nodes"])) if k not in parents] == roots
    assert document["asset"]["version"] == "2.0"


@pytest.mark.parametrize("turn", [(0, 0, 0, 1), (1, 0, 0, 0), (0.5, 0.5, -0.5, 0.5), (0.6, 0, 0, -0.8)])
def test_quaternions_of_axes(turn):
    axes = matrix(np.array(turn, float))
    assert matrix(quaternion(axes)) == pytest.approx(axes, abs=1e-9)


def test_turns_to_directions():
    random = np.random.default_rng(3)
    along = np.concatenate((random.normal(0, 1, (20, 3)), [(1, 0, 0), (-1, 0, 0), (-1, 1e-9, 0)]))
    along /= np.linalg.norm(along, axis=1, keepdims=True)
    assert rotate(turns_to(along), np.broadcast_to((1.0, 0.0, 0.0), along.shape)) == pytest.approx(along, abs=1e-6)


def test_colors_and_the_sphere():
    assert linear((255, 0, 188)) == pytest.approx([1, 0, 0.5028865], abs=1e-5)
    vertices, plain, white = sphere()
    assert np.linalg.norm(vertices[:, :3], axis=1) == pytest.approx(1, abs=1e-6)
    triangles = vertices[np.concatenate((plain, white)), :3]
    normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    outwards = np.einsum("ti,ti->t", normals, triangles.mean(axis=1))
    assert outwards.min() > -1e-9 and 0.3 < len(white) / (len(white) + len(plain)) < 0.7
