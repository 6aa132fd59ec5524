"""The scene and the settings of a share file are checked before anything is built from them."""
from __future__ import annotations

import pytest

from app.headless.errors import InputError
from app.share.contents import Share
from app.share.writing import write
from app.simulation.sharing.opening import open_share
from app.simulation.sharing.playing import Player, source_of
from scenes.schema.problems import SceneError
from tests.app.share.sample import sample


def file(tmp_path, scene: str | None = None, inputs=None, **manifest):
    """A file with another scene, other commands or another manifest."""
    share: Share = sample(20, **manifest)
    run = share.run._replace(inputs={} if inputs is None else inputs)
    return write(tmp_path / "x.impulse", share._replace(scene=share.scene if scene is None else scene, run=run))


def test_worlds_are_built_with_the_settings_of_the_file(tmp_path):
    path = file(tmp_path, settings=["solver.iterations=9", "bodies.ball.mass=3"], precision="double", changes={
        "solver": {"substeps": 2}, "gravity": [0, 0, -1], "friction": None})
    source = source_of(str(path))
    world = source.variant.world
    assert (world.solver.iterations, world.solver.substeps, world.precision) == (9, 2, "double")
    assert world.bodies[0].mass == 3 and world.gravity == (0, 0, -1) and source.steps == 20
    assert open_share(path).document.id == "toys/ball"


@pytest.mark.parametrize("scene, said", [
    ("a: [", "x.impulse: scene.yaml:2:1: this is not YAML"),
    ("format: 1\nbodies: " + "[" * 60 + "]" * 60, "x.impulse: scene.yaml:2:58: nested deeper than 50 levels"),
    ("format: 1\nbodies: &a [1]\njoints: [" + "*a, " * 60_000 + "]", "more than 100,000 values"),
    ("format: 1\ntitle: !!python/object/apply:os.system [echo]", "tags are not allowed in a scene"),
    ("format: 1\nbodies:\n  - {shape: {sphere: {radius: 1e99}}}", "is out of range"),
    ("format: 1\nbodies:\n  - {shape: {sphere: {radius: .inf}}}", "is not a finite number"),
    ("format: 7", "this program reads format 1 only"),
    ("# " + "x" * 999_990, "the file is empty"),
])
def test_a_scene_with_mistakes_is_refused_with_their_places(tmp_path, scene, said):
    with pytest.raises(SceneError) as found:
        open_share(file(tmp_path, scene))
    assert said in str(found.value)


@pytest.mark.parametrize("changes, said", [
    ({"dt": 0.1}, "there is no setting 'dt' of a running world; known are gravity"),
    ({"gravity": [0, 0]}, "gravity: "), ({"gravity": [0, 0, 1e99]}, "gravity: "), ({"gravity": "up"}, "gravity: "),
    ({"friction": -1}, "friction: -1 is out of range"), ({"friction": 10**400}, "friction: '1000"),
    ({"sleep": 1}, "sleep: 1 is not true or false"), ({"solver": 3}, "solver: '3' is not a mapping"),
    ({"solver": {"betta": 1}}, "there is no solver setting 'betta'; did you mean 'beta'?"),
    ({"solver": {"beta": 7}}, "beta: 7 is out of range"), ({"solver": {"beta": [1]}}, "beta: [1] is not a number"),
    ({"solver": {"beta": {"a": 1}}}, "is no setting"), ({"x" * 5000: 1}, "there is no setting"),
])
def test_changes_that_are_none_are_refused(tmp_path, changes, said):
    with pytest.raises(InputError) as found:
        open_share(file(tmp_path, changes=changes))
    assert str(found.value).startswith(f"{tmp_path / 'x.impulse'}: share.json: changes: ") and said in str(found.value)
    assert len(str(found.value)) < 2000


@pytest.mark.parametrize("settings, said", [
    (["solver.betta=1"], "there is no setting 'solver.betta'"), (["nonsense"], "is not a setting"),
    (["world.dt=-1"], "world.dt: -1 is out of range"), (["bodies.nobody.mass=3"], "there is nothing called 'nobody'"),
])
def test_settings_that_are_none_are_refused(tmp_path, settings, said):
    with pytest.raises(InputError) as found:
        open_share(file(tmp_path, settings=settings))
    assert str(found.value).startswith(f"{tmp_path / 'x.impulse'}: share.json: settings: ") and said in str(found.value)


def test_a_command_that_is_none_is_told_with_its_step(tmp_path):
    with pytest.raises(InputError, match="x.impulse: steps.log: after step 7: there is no command 'fly'"):
        open_share(file(tmp_path, inputs={7: ({"command": "fly"},)}))


@pytest.mark.parametrize("command, said", [
    ({"command": "shoot", "position": [0, 0, 0], "velocity": [0, 0, 0], "radius": -1.0},
     "after step 3: Shoot: radius: -1.0 is out of range"),
    ({"command": "shoot", "position": [1e15, 0, 0], "velocity": [0, 0, 0]}, "after step 3: Shoot: "),
    ({"command": "set_solver", "name": "betta", "value": 1}, "after step 3: SetSolver: there is no solver setting 'betta'"),
    ({"command": "set_body", "uid": 1, "name": "__class__", "value": 1}, "after step 3: SetBody: "),
    ({"command": "add_joint", "kind": "nail", "a": 1, "b": None, "point_a": [0, 0, 0], "point_b": [0, 0, 0]},
     "after step 3: AddJoint: "),
    ({"command": "use_preset", "name": "x"}, "after step 3: UsePreset: there is no preset 'x'"),
])
def test_a_command_that_a_world_refuses_ends_the_run_with_one_message(tmp_path, command, said):
    player = Player(source_of(str(file(tmp_path, inputs={3: (command,)}))))
    with pytest.raises(InputError) as found:
        while not player.done:
            player.step()
    assert said in str(found.value) and player.world.step_count == 3


def test_commands_on_bodies_that_are_not_there_do_nothing(tmp_path):
    gone = [{"command": "remove_body", "uid": 99}, {"command": "set_body", "uid": 99, "name": "friction", "value": 0.1},
            {"command": "remove_joint", "uid": 99}, {"command": "grab", "uid": 99, "anchor": [0, 0, 0], "target": [0, 0, 0]},
            {"command": "apply_impulse", "uid": -5, "impulse": [1, 0, 0]}, {"command": "release"}, {"command": "pin"},
            {"command": "set_joint", "uid": 0, "name": "hertz", "value": 1}]
    player = Player(source_of(str(file(tmp_path, inputs={3: tuple(gone)}))))
    while not player.done:
        player.step()
    assert player.world.step_count == 20 and len(player.world.bodies) == 1
