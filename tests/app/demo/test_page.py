"""The page of a demo, read without a browser: poses, states, curves; that it loads nothing; its parts fit together."""
from __future__ import annotations

import re
import time
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from app.demo.page import EXPORT, IMPORT, page, script, shaders
from app.demo.recording import ABSENT, Recording
from app.draw.frame import GHOST, GRID
from app.draw.frame_builder import frame_of
from app.draw.view_options import ViewOptions
from app.headless.options import RunOptions, open_scene
from app.published.view import Parts
from app.simulation.publisher import Publisher
from physics import Plane, World
from tests.app.demo.test_recording import recorded
from tests.support.demo_page import angles_between, read_page
from tests.support.demo_scenes import MIXED, recording_of

OPTIONS = ViewOptions()
PLAYER = Path(str(files("app.demo"))) / "player"


class Made(NamedTuple):
    """A recording of MIXED, its page, and the scene."""

    recording: Recording
    text: str
    scene: Path


@pytest.fixture(scope="module")
def mixed(tmp_path_factory):
    """MIXED, recorded for 1.5 s."""
    path = tmp_path_factory.mktemp("scenes") / "mixed.yaml"
    path.write_text(MIXED)
    recording = recording_of(path, 1.5)
    return Made(recording, page(recording, OPTIONS), path)


def assert_same_poses(found, recording) -> None:
    """Within 1 mm and 0.1 degrees, where bodies are there."""
    there = recording.states != ABSENT
    assert np.array_equal(found.arrays["states"], recording.states) and np.array_equal(found.arrays["times"], recording.times)
    apart = np.linalg.norm(found.poses[..., :3] - recording.poses[..., :3], axis=2)
    turned = angles_between(found.poses[..., 3:], recording.poses[..., 3:].astype(float))
    assert apart[there].max() < 1e-3 and np.degrees(turned[there].max()) < 0.1


def test_poses_and_states(mixed):
    recording, text, _ = mixed
    found = read_page(text)
    assert_same_poses(found, recording)
    late, crate = (recording.bodies.names.index(name) for name in ("late", "crate"))
    assert (found.arrays["states"][:, late] == ABSENT).any() and np.ptp(found.poses[:, crate, 2]) > 0.5


def test_small_things_are_as_exact_as_large_ones(tmp_path):
    """Bodies of 5 mm: within 5 micrometres."""
    small = tmp_path / "small.yaml"
    small.write_text("format: 1\ntitle: Small\nbodies:\n"
                     "  - {name: floor, type: static, shape: {plane: {normal: [0, 0, 1], offset: 0}}}\n"
                     "  - {name: dice, shape: {box: {half: [0.005, 0.005, 0.005]}}, position: [0, 0, 0.03], "
                     "angular_velocity: [9, 3, 1]}\n")
    recording = recording_of(small, 0.3)
    found = read_page(page(recording, OPTIONS))
    assert np.abs(found.poses[:, 1, :3] - recording.poses[:, 1, :3]).max() < 5e-6


def test_sizes_joints_and_curves(mixed):
    recording, text, _ = mixed
    head, arrays, _ = read_page(text)
    assert np.array_equal(arrays["sizes"], recording.bodies.sizes) and np.array_equal(arrays["kinds"], recording.bodies.kinds)
    for name, array in recording.joints._asdict().items():
        assert np.array_equal(arrays[f"joint.{name}"], array), name
    energies, depth, gap = head["plots"]
    assert energies["names"] == ["energy", "potential_energy", "kinetic_energy"] and gap["names"] == ["max(joint_gap)"]
    for plot, known in zip((energies, depth, gap), recording.plots):
        values = arrays["plots"][plot["at"]:plot["at"] + known.values.size].reshape(known.values.shape[::-1]).T
        assert np.allclose(values, known.values, rtol=1e-6, equal_nan=True) and plot["units"] == list(known.units)


def test_looks_are_those_of_the_program(mixed):
    """Colours of both themes, marks, walls and planes as the frame builder has them."""
    recording, text, scene = mixed
    head, arrays, _ = read_page(text)
    view = Publisher(open_scene(str(scene), RunOptions()).world).view(None, (), Parts())
    for theme in (0, 1):
        frame = frame_of(view, 1.0, recording.shown.camera, ViewOptions(theme=("dark", "light")[theme]))
        boxes = np.flatnonzero(arrays["kinds"] == 1)
        assert np.array_equal(arrays["colors"][theme, 0, boxes], frame.boxes.colors[:, :3])
        assert np.array_equal(arrays["marks"][boxes] & (GRID | GHOST), frame.boxes.marks & (GRID | GHOST))
    assert head["walls"] == [recording.bodies.names.index("slab")] and head["ground"] == pytest.approx([0, 0, 1, 0])
    assert len(head["polygons"]) == 1 and head["groundHeight"] == 0
    assert head["camera"]["eye"] == list(recording.shown.camera.eye)


def test_nothing_is_loaded(mixed):
    """No address of another place, and a policy that forbids to ask for one."""
    text = mixed.text
    assert not re.findall(r"\b(?:https?|wss?|ftp):", text)
    assert not re.findall(r"\b(?:src|href)=\"(?!data:,\")", text) and "url(" not in text and "import(" not in text
    assert "default-src 'none'" in text and "fetch(" not in text and "XMLHttpRequest" not in text


def test_title_and_text_stand_as_they_are(mixed):
    """In JSON and in HTML, nothing in them is markup."""
    recording, text, _ = mixed
    head = read_page(text).head
    assert head["title"] == recording.shown.title == 'Mixed </script> & "co"' and head["about"].endswith("in <one> scene.")
    assert text.count("</script>") == 3 and "<title>Mixed &lt;/script&gt; &amp; &quot;co&quot;</title>" in text


def test_modules_fit_together():
    """Every imported name is exported by the module that it comes from, and every module and shader is in the page."""
    modules = {entry.name: entry.read_text(encoding="utf-8") for entry in PLAYER.iterdir() if entry.name.endswith(".js")}
    exports = {name: {each for _, each in EXPORT.findall(text)} for name, text in modules.items()}
    for name, text in modules.items():
        found = IMPORT.findall(text)
        assert len(found) == text.count("\nimport ") + text.startswith("import "), name
        for names, other in found:
            wanted = {each.strip() for each in names.strip("{} ").split(",")}
            assert wanted <= exports[other], f"{name} imports {wanted - exports[other]} of {other}"
    whole = script()
    assert all(f'modules["{name}"] = ' in whole for name in modules) and not re.search(r"^(import|export) ", whole, re.MULTILINE)
    assert {"box.frag", "scene.glsl", "smooth.frag"} <= shaders().keys()
    used = {found for names, other in (pair for text in modules.values() for pair in IMPORT.findall(text))
            for found in (f"{other}:{each.strip()}" for each in names.strip("{} ").split(","))}
    unused = {f"{name}:{each}" for name, names in exports.items() for each in names} - used
    assert not unused, f"exported and never imported: {unused}"


def test_the_players_files_are_as_readable_as_others():
    """Lines of at most 130 characters, files of at most 300 lines, each module with a comment at its top."""
    for entry in PLAYER.iterdir():
        lines = entry.read_text(encoding="utf-8").splitlines()
        assert max(map(len, lines)) <= 130 and len(lines) <= 300, entry.name
        assert entry.suffix != ".js" or lines[0].startswith("// "), entry.name


def test_a_world_without_bodies_and_one_without_motion():
    world = World()
    assert read_page(page(recorded(world, 3), OPTIONS)).poses.shape == (3, 0, 7)
    world.add_body(shape=Plane(), type="static")
    found = read_page(page(recorded(world, 3), OPTIONS))
    assert found.poses.shape == (3, 1, 7) and found.arrays["tracks"].size == 0


def test_the_pyramid_is_small_and_soon_made():
    """Ten seconds of 210 boxes: under 4 MB, poses within 1 mm and 0.1 degrees."""
    began = time.process_time()
    recording = recording_of("pyramid_2d", 10.0)
    text = page(recording, OPTIONS)
    spent = time.process_time() - began
    assert len(recording.times) == 601 and len(text.encode()) < 4e6 and spent < 10
    assert_same_poses(read_page(text), recording)
