"""Two runs side by side: the first step, body and row that differ, with both numbers, and what explains it."""
from __future__ import annotations

import itertools

import numpy as np
import pytest

from app.share.reading import read
from app.share.writing import write
from app.simulation.sharing.comparing import compare, first_body
from app.simulation.sharing.making import share_of
from app.simulation.sharing.playing import source_of
from app.simulation.sharing.recording import Recording

NUMBERS = itertools.count()
SCENE = """\
format: 1
bodies:
  - {name: floor, type: static, shape: {plane: {normal: [0, 0, 1], offset: 0}}}
  - {name: slider, shape: {box: {half: [0.5, 0.5, 0.5]}}, position: [0, 0, 0.5], mass: 1, velocity: [2, 0, 0], friction: 0.5}
  - {name: ball, shape: {sphere: {radius: 0.5}}, position: [5, 0, 3], mass: 2}
events:
  - {at: 0.25, apply_impulse: {body: ball, impulse: [0, 1, 0]}}
run: 1
"""


def scene(tmp_path, old: str = "", new: str = "") -> str:
    assert old in SCENE
    path = tmp_path / f"scene_{next(NUMBERS)}.yaml"
    path.write_text(SCENE.replace(old, new, 1) if old else SCENE, encoding="utf-8")
    return str(path)


def share(tmp_path, name: str, of: str, steps: int = 60, **changes) -> str:
    """A share file of a scene, fields of its run changed."""
    source = source_of(of)
    recording = Recording(source)
    while recording.world.step_count < steps:
        recording.step()
    content = share_of(recording.taken())
    return str(write(tmp_path / name, content._replace(run=content.run._replace(**changes))))


def compared(one: str, other: str, steps: int | None = None):
    sources = [source_of(name) for name in (one, other)]
    if steps is not None:
        sources = [source._replace(steps=steps) for source in sources]
    return compare(*sources, lambda steps: None)


def test_equal_runs(tmp_path):
    found = compared(share(tmp_path, "a.impulse", scene(tmp_path)), share(tmp_path, "b.impulse", scene(tmp_path)))
    assert found.equal and found.steps == 60 and found.difference is None and not found.notes
    assert compared(share(tmp_path, "a.impulse", scene(tmp_path)), scene(tmp_path)).equal


def test_the_first_row_that_differs_is_that_of_the_friction_that_was_changed(tmp_path):
    found = compared(scene(tmp_path), scene(tmp_path, "friction: 0.5", "friction: 0.125"))
    difference = found.difference
    assert not found.equal and difference.step == 1 and found.steps == 0 and not difference.recorded
    assert (difference.body.uid, difference.body.name, difference.body.quantity) == (2, "slider", "position")
    assert difference.body.a[0] < difference.body.b[0] and difference.body.others == 0       # the more friction, the slower
    row = difference.row
    assert (row.kind, {row.a, row.b}, row.quantity) == ("friction", {1, 2}, "impulse")
    assert abs(row.numbers[0]) == pytest.approx(2 * abs(row.numbers[1]), rel=1e-6)      # sqrt(0.5 x 0.5), sqrt(0.125 x 0.5)
    assert all(words in difference.row_said for words in ("friction between", " in A, ", "friction 0.5 in A, 0.25 in B"))
    assert "body 2 'slider': its friction is 0.5 in A, 0.125 in B" in found.notes
    found = compared(scene(tmp_path, "friction: 0.5", "friction: 0.3"), scene(tmp_path, "friction: 0.5", "friction: 0.30001"), 1)
    assert "body 2 'slider': its friction is 0.3 in A, 0.30001 in B" in found.notes


def test_settings_that_differ_are_noted(tmp_path):
    settings = "format: 1\nsolver: {iterations: 7}\nworld: {gravity: [0, 0, -5]}"
    found = compared(scene(tmp_path), scene(tmp_path, "format: 1", settings))
    assert any(note.startswith("solver.iterations is ") and note.endswith(" in A, 7 in B") for note in found.notes)
    assert "world.gravity is (0.0, 0.0, -9.81) in A, (0.0, 0.0, -5.0) in B" in found.notes
    found = compared(scene(tmp_path), scene(tmp_path, "format: 1", "format: 1\nworld: {precision: double}"))
    assert found.difference.step == 0 and "world.precision is single in A, double in B" in found.notes


def test_a_body_more_is_told(tmp_path):
    more = "  - {name: extra, shape: {sphere: {radius: 0.1}}, position: [9, 9, 9]}\nevents:"
    found = compared(scene(tmp_path), scene(tmp_path, "events:", more))
    assert found.difference.step == 0 and found.difference.row is None
    assert found.difference.body == (4, "extra", "", (), (9.0, 9.0, 9.0), 0)
    assert compared(scene(tmp_path, "events:", more), scene(tmp_path)).difference.body.b == ()


def test_an_event_at_another_time_shows_in_the_step_after_it(tmp_path):
    found = compared(scene(tmp_path), scene(tmp_path, "at: 0.25", "at: 0.5"))
    assert found.difference.step == 16 and found.difference.body.name == "ball" and found.difference.body.quantity == "position"


def test_commands_that_differ_are_noted(tmp_path):
    path = share(tmp_path, "a.impulse", scene(tmp_path))
    content = read(path)
    push = {"command": "apply_impulse", "uid": 3, "impulse": [1.0, 0.0, 0.0], "point": None}
    run = content.run._replace(inputs={**content.run.inputs, 40: (push,)})
    other = str(write(tmp_path / "b.impulse", content._replace(run=run)))
    found = compared(path, other)
    assert found.difference.step == 41 and found.difference.body.name == "ball" and found.difference.body.quantity == "position"
    assert found.notes[0] == "the commands differ first after step 40: nothing in A, ApplyImpulse in B"
    assert found.notes[1].startswith("B is not as recorded here, from step 41 on")


def test_a_longer_run_is_not_the_same(tmp_path):
    path = scene(tmp_path)
    found = compared(share(tmp_path, "a.impulse", path, 60), share(tmp_path, "b.impulse", path, 50))
    assert not found.equal and found.difference is None and (found.steps, found.longer) == (50, 10)
    assert found.notes == ("A goes on for 10 steps more",)


def test_files_of_two_machines_are_compared_by_what_they_recorded(tmp_path):
    """As if the other machine had another bit in step 33: the hash, and the poses from there on."""
    path = share(tmp_path, "a.impulse", scene(tmp_path))
    content = read(path)
    hashes, poses = bytearray(content.run.hashes), dict(content.run.poses)
    for step in range(33, 61):
        hashes[8 * step] ^= 1
        uids, array = poses[step]
        array = array.copy()
        array[2, 1] = np.nextafter(array[2, 1], np.float32(9))
        poses[step] = uids, array
    made = content.manifest.made.model_copy(update={"processor": "other"})
    content = content._replace(run=content.run._replace(hashes=bytes(hashes), poses=poses),
                               manifest=content.manifest.model_copy(update={"made": made}))
    other = str(write(tmp_path / "b.impulse", content))
    found = compared(path, other)
    difference = found.difference
    assert difference.step == 33 and difference.recorded and difference.row is None
    assert (difference.body.name, difference.body.quantity) == ("ball", "position")
    assert difference.body.b[1] == np.nextafter(np.float32(difference.body.a[1]), np.float32(9)) != difference.body.a[1]
    assert len(found.notes) == 1 and found.notes[0].startswith("B is not as recorded here, from step 33 on; processor ")
    bare = str(write(tmp_path / "c.impulse", content._replace(run=content.run._replace(poses={}))))
    assert compared(path, bare).difference.body is None


def test_fewer_steps_can_be_compared(tmp_path):
    found = compared(scene(tmp_path), scene(tmp_path, "at: 0.25", "at: 0.5"), steps=15)
    assert found.equal and found.steps == 15


def test_the_first_body_and_its_first_quantity_are_told():
    uids = np.array([1, 4, 7])
    state = {"position": np.zeros((3, 3)), "velocity": np.zeros((3, 3))}
    other = {name: array.copy() for name, array in state.items()}
    assert first_body((uids, state), (uids, other), str) is None
    other["velocity"][1, 2], other["position"][2, 0] = 0.5, 2.0
    assert first_body((uids, state), (uids, other), str) == (4, "4", "velocity", (0, 0, 0), (0, 0, 0.5), 1)
