"""glTF 2.0: a recording as one binary file with animation, for Blender, game engines and viewers.

A node for each body has its translation and rotation over time, and a child with its shape; it has size 0 while the body is not
there.  Names are unique, for some programs know animated nodes by them.  Keys are left out where a body rests.  A root node turns
z up into y up.  Joints are thin rods: from bodies to anchors as children of the bodies, between anchors as nodes of their own.
"""
from __future__ import annotations

import math

import numpy as np
import pygltflib as gl

from app.demo.appearance import Looks, looks_of
from app.demo.gltf_buffer import GltfBuffer
from app.demo.gltf_shapes import Paint, Shapes
from app.demo.gltf_ties import beam, links_of, ties_of
from app.demo.quantization import continuous, quantized
from app.demo.recording import ABSENT, Recording
from app.draw.camera import Camera
from app.draw.colors import FLOOR
from app.draw.frame import GHOST, PLAIN
from app.draw.frame_builder import BOX, PLANE
from app.draw.view_options import ViewOptions
from app.headless.errors import version
from app.render.arrangement.scene_block import SUN

UPRIGHT = [-math.sqrt(0.5), 0.0, 0.0, math.sqrt(0.5)]            # z up to y up
LIGHTS = "KHR_lights_punctual"
SUNLIGHT = 3.0                         # [lux]
WIDE = 1.5                             # half width of the ground, in the extent of the bodies at the start
UP = np.array((0.0, 0.0, 1.0))


def gltf(recording: Recording, options: ViewOptions) -> bytes:
    """The file.  `options`: theme, stripes and joints."""
    return Writer(recording, options).finish()


class Writer:
    """Writes one recording."""

    def __init__(self, recording: Recording, options: ViewOptions) -> None:
        """An empty document."""
        self._recording, self._options = recording, options
        self._document = gl.GLTF2(asset=gl.Asset(generator=f"Impulse {version()}", version="2.0"))
        self._buffer = GltfBuffer(self._document)
        self._shapes = Shapes(self._document, self._buffer)
        self._motion = gl.Animation(name=recording.shown.title or "recording")
        self._times = recording.times - recording.times[0]
        self._root = self._node(None, name=recording.shown.title or "scene", rotation=UPRIGHT)

    def finish(self) -> bytes:
        """Add everything; returns the file."""
        recording, looks = self._recording, looks_of(self._recording, self._options)
        self._document.scenes, self._document.scene = [gl.Scene(name=recording.shown.title, nodes=[self._root])], 0
        nodes = self._add_bodies(looks)
        self._add_planes(looks)
        if self._options.joints:
            self._add_joints(nodes)
        self._add_camera()
        self._add_sun()
        if self._motion.channels:
            self._document.animations = [self._motion]
        self._buffer.finish()
        return b"".join(self._document.save_to_bytes())

    def _node(self, parent: int | None, **about) -> int:
        self._document.nodes.append(gl.Node(**about))
        number = len(self._document.nodes) - 1
        if parent is not None:
            self._document.nodes[parent].children.append(number)
        return number

    def _add_bodies(self, looks: Looks) -> dict[int, int]:
        """Nodes of all bodies but planes, by row."""
        recording, bodies = self._recording, self._recording.bodies
        tracks = quantized(recording.poses, recording.scale)
        theme = 1 if self._options.theme == "light" else 0
        place, nodes = {int(row): k for k, row in enumerate(tracks.moving)}, {}
        for row in np.flatnonzero(bodies.kinds != PLANE).tolist():
            pose = recording.poses[:, row].astype(np.float64)
            name = bodies.names[row] or f"body {bodies.uids[row]}"
            node = nodes[row] = self._node(self._root, name=name, translation=pose[0, :3].tolist(),
                                           rotation=pose[0, 3:].tolist())
            paint = Paint(tuple(looks.colors[theme, 0, row].tolist()), bool(looks.marks[row] & GHOST))
            striped = not looks.marks[row] & PLAIN
            if bodies.kinds[row] > PLANE:
                self._node(node, name=f"{name} shape", mesh=self._shapes.solid(paint, bodies.shapes[row], striped))
            else:
                mesh = self._shapes.box(paint) if bodies.kinds[row] == BOX else self._shapes.sphere(paint, striped)
                self._node(node, name=f"{name} shape", mesh=mesh, scale=bodies.sizes[row].tolist())
            if row in place:
                numbers = tracks.numbers[:, place[row]]
                self._animate(node, "translation", pose[:, :3], changing(numbers[:3]))
                self._animate(node, "rotation", continuous(pose[:, None, 3:])[:, 0], changing(numbers[3:]))
            self._hide(node, recording.states[:, row] != ABSENT)
        return nodes

    def _animate(self, node: int, path: str, values: np.ndarray, keys: np.ndarray, steps: bool = False) -> None:
        """A channel with these (T, width) values at the frames `keys` (T,) bool; none where they never change."""
        frames = np.flatnonzero(keys)
        if len(frames) < 2 or (values[frames] == values[frames[0]]).all():
            return
        self._motion.samplers.append(gl.AnimationSampler(
            input=self._buffer.add(self._times[frames]), output=self._buffer.add(values[frames]),
            interpolation=gl.ANIM_STEP if steps else gl.ANIM_LINEAR))
        target = gl.AnimationChannelTarget(node=node, path=path)
        self._motion.channels.append(gl.AnimationChannel(sampler=len(self._motion.samplers) - 1, target=target))

    def _hide(self, node: int, there: np.ndarray) -> None:
        """Give a node size 0 in the frames in which it is not there (T,)."""
        if not there.all():
            changes = np.concatenate(([True], there[1:] != there[:-1]))
            changes[-1] = True
            size = np.repeat(there.astype(float)[:, None], 3, axis=1)
            self._document.nodes[node].scale = size[0].tolist()
            self._animate(node, "scale", size, changes, steps=True)

    def _add_planes(self, looks: Looks) -> None:
        """The ground as a large square, and the drawn parts of other planes."""
        paint = Paint(tuple(FLOOR[self._options.theme].astype(int).tolist()))
        layout, poses = looks.layout, self._recording.poses[0, self._recording.bodies.kinds != PLANE, :3]
        if layout.ground is not None:
            normal, middle = layout.ground[:3], poses.mean(axis=0) if len(poses) else np.zeros(3)
            half = WIDE * max(float(np.ptp(poses, axis=0).max()) if len(poses) else 1.0, 1.0)
            foot, side = middle - normal * (normal @ middle - layout.ground[3]), np.cross((0, 1, 0), normal)
            side /= np.linalg.norm(side)
            other = np.cross(normal, side)
            corners = np.array([foot + half * (a * side + b * other) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))])
            self._node(self._root, name="ground", mesh=self._shapes.polygon("ground", corners, normal, paint))
        for number, (corners, normal) in enumerate(zip(layout.polygons, layout.normals, strict=True)):
            self._node(self._root, name=f"plane {number}", mesh=self._shapes.polygon(f"plane {number}", corners, normal, paint))

    def _add_joints(self, nodes: dict[int, int]) -> None:
        """Rods of joints."""
        recording = self._recording
        for number, link in enumerate(links_of(recording, self._options.theme)):
            node = self._node(nodes[link.body], name=f"link {number}", mesh=self._shapes.box(link.paint),
                              **beam(np.zeros((1, 3)), link.anchor[None], link.radius).first())
            self._hide(node, link.there)
        for number, tie in enumerate(ties_of(recording, self._options.theme)):
            rod = beam(*tie.ends, tie.radius)
            # a rod that is hidden has size 0: its node lies in one that is
            outer = self._node(self._root, name=f"joint {number}")
            node = self._node(outer, name=f"rod {number}", mesh=self._shapes.box(tie.paint), **rod.first())
            all_frames = np.ones(len(self._times), bool)
            for path, values in (("translation", rod.middles), ("rotation", rod.turns), ("scale", rod.sizes)):
                self._animate(node, path, values, all_frames)
            self._hide(outer, tie.there)

    def _add_camera(self) -> None:
        """The camera of the recording."""
        pose, seen = self._recording.shown.camera, Camera()
        seen.pose = pose
        view = gl.Perspective(yfov=pose.fov, znear=pose.near, zfar=pose.far, aspectRatio=16 / 9)
        self._document.cameras.append(gl.Camera(type="perspective", perspective=view))
        axes = np.stack((seen.right, seen.up, seen.backward), axis=1)
        self._node(self._root, name="camera", camera=0, translation=list(pose.eye), rotation=quaternion(axes).tolist())

    def _add_sun(self) -> None:
        """The sun, as an extension that most programs know."""
        self._document.extensionsUsed = [LIGHTS]
        self._document.extensions = {LIGHTS: {"lights": [{"type": "directional", "name": "sun", "intensity": SUNLIGHT}]}}
        side = np.cross(UP, SUN)
        side /= np.linalg.norm(side)
        axes = np.stack((side, np.cross(SUN, side), SUN), axis=1)                  # it shines along -z
        self._node(self._root, name="sun", rotation=quaternion(axes).tolist(), extensions={LIGHTS: {"light": 0}})


def changing(numbers: np.ndarray) -> np.ndarray:
    """(T,) bool: the first and last frame, and those of which a neighbour has other numbers (k, T)."""
    different = (numbers[:, 1:] != numbers[:, :-1]).any(axis=0)
    found = np.zeros(numbers.shape[1], bool)
    found[:-1] |= different
    found[1:] |= different
    found[[0, -1]] = True
    return found


def quaternion(axes: np.ndarray) -> np.ndarray:
    """The unit quaternion (x, y, z, w) that turns x, y, z into the columns of `axes` (3, 3), right-handed: the eigenvector of the
    largest eigenvalue of the matrix of Bar-Itzhack (2000)."""
    (a, b, c), (d, e, f), (g, h, i) = axes
    matrix = np.array(((a - e - i, b + d, c + g, h - f), (b + d, e - a - i, f + h, c - g),
                       (c + g, f + h, i - a - e, d - b), (h - f, c - g, d - b, a + e + i))) / 3
    return np.linalg.eigh(matrix)[1][:, -1]
