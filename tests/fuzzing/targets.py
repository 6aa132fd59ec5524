"""The targets: each takes bytes as a file or a message would bring them, and raises only where the program has a fault."""
from __future__ import annotations

import dataclasses
import functools
import json
import math
import tempfile
import zlib
from collections.abc import Callable
from pathlib import Path

import numpy as np

import scenes
from app.headless.errors import InputError
from app.share import poses, steps_log
from app.share.limits import MANIFEST, PICTURE, POSES, SCENE, STEPS
from app.share.packing import pack
from app.simulation.scene_reader import SceneRun
from app.simulation.sharing.checked_commands import from_dictionary
from app.simulation.sharing.opening import open_share
from app.simulation.variant import Variant
from app.ui import last_scenes, view_settings
from physics.definitions.tunable import SettingError
from tests.app.share.sample import sample

TARGETS: dict[str, Callable[[bytes], None]] = {}
MOST_BUILT = 100                       # bodies of a scene that is built
STEPS_TAKEN = 3                        # of a world after commands
MOST_COMMANDS = 20                     # of an input
PARTS = (MANIFEST, SCENE, STEPS, POSES, PICTURE)


def target(function: Callable[[bytes], None]) -> Callable[[bytes], None]:
    """Register a target by its name."""
    TARGETS[function.__name__] = function
    return function


@target
def loader(data: bytes) -> None:
    """A scene file: it loads and builds, or SceneError has places and messages."""
    try:
        document = scenes.loads(data)
        if len(document.bodies) <= MOST_BUILT:
            scenes.Runner(document, scenes.build(document))
    except scenes.SceneError as error:
        assert error.problems
        for problem in error.problems:
            assert problem.line >= 1 and problem.column >= 1 and problem.message, problem


@functools.cache
def _scene() -> scenes.Document:
    return scenes.load("joint_zoo")


@target
def commands(data: bytes) -> None:
    """Lines of JSON, a command each, as a share file brings them: checked, applied to a running world, which stays finite."""
    variant = None
    for line in data.split(b"\n")[:MOST_COMMANDS]:
        try:
            content = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if not isinstance(content, dict):
            continue
        try:
            command = from_dictionary(content)
        except InputError as error:
            assert str(error)
            continue
        variant = variant or Variant(SceneRun(_scene(), scenes.build(_scene())))
        try:
            command.apply(variant)
            for _ in range(STEPS_TAKEN):
                variant.advance()
        except SettingError as error:
            assert str(error)
        world = variant.world
        for array in (world.positions, world.rotations, world.velocities, world.angular_velocities):
            assert np.isfinite(array).all(), content


@target
def steps(data: bytes) -> None:
    """The log of steps of a share file, with the checksum of each line made right: it is read as far as it is whole."""
    lines = [b"%08x %b" % (zlib.crc32(line), line) for line in data.split(b"\n")]
    found = steps_log.decode(b"\n".join(lines) + b"\n", 1)
    assert found.whole != bool(found.why) and 0 <= found.run.last
    assert len(found.run.hashes) <= 8 * (found.run.last + 1)
    steps_log.decode(data, 1)


@target
def frames(data: bytes) -> None:
    """The poses of a share file, as they are, and with the checksum of their first frame made right."""
    poses.decode(data)
    found = poses.decode(_checked(data))
    for uids, array in found.poses.values():
        assert len(uids) == len(array) and array.shape[1:] == (7,)


def _checked(data: bytes) -> bytes:
    size = poses.HEAD.size
    if len(data) < size + poses.CHECK.size:
        return data
    head = poses.HEAD.pack(poses.MARK, *poses.HEAD.unpack(data[:size])[1:5], len(data) - size - poses.CHECK.size)
    content = data[size + poses.CHECK.size:]
    return head + poses.CHECK.pack(zlib.crc32(content, zlib.crc32(head))) + content


@target
def share(data: bytes) -> None:
    """A share file, as it is, or with one of its parts in a whole file: it opens, or one message says why not."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "x.impulse"
        if data[:1] in b"01234" and data:
            parts = dict(_parts())
            parts[PARTS[int(data[:1])]] = data[1:]
            pack(path, parts)
        else:
            path.write_bytes(data)
        try:
            opened = open_share(path)
        except (InputError, scenes.SceneError) as error:
            assert str(error)
            return
        assert opened.file.run.last >= 0


@functools.cache
def _parts() -> tuple[tuple[str, bytes], ...]:
    found = sample()
    return ((MANIFEST, found.manifest.model_dump_json().encode()), (SCENE, found.scene.encode()),
            (STEPS, steps_log.encode(found.run)),
            (POSES, poses.encode(found.run.poses)), (PICTURE, found.picture))


@target
def settings(data: bytes) -> None:
    """The files of view settings and of the last scenes: whatever is in them, settings come out that are in range."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "view.json"
        path.write_bytes(data)
        found, complaints = view_settings.load(path)
        assert all(complaints)
        for field in dataclasses.fields(found):
            value = getattr(found, field.name)
            assert not isinstance(value, float) or math.isfinite(value), field.name
        assert all(isinstance(word, str) for word in last_scenes.load(path).scenes)
