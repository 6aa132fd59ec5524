"""What a file means: precedence, defaults, settings and overrides."""
from __future__ import annotations

import math

import pytest

import scenes
from physics.definitions.settings import PRESETS, SolverSettings
from physics.definitions.shapes import Box
from scenes import SceneError
from tests.support.good_scene import GOOD, broken


def body(line: str, head: str = "materials: {m: {density: 10, friction: 0.1}}\n"):
    return scenes.loads(f"format: 1\ntitle: x\n{head}bodies:\n  - {line}\n").bodies[0]


def test_precedence_is_body_then_material_then_default():
    told = body("{shape: {sphere: {radius: 1}}, material: m, friction: 0.7}")
    assert (told.friction, told.density, told.restitution, told.mass) == (0.7, 10, 0.0, None)


def test_a_mass_is_kept_beside_a_density():
    told = body("{shape: {sphere: {radius: 1}}, mass: 3, density: 50}")
    assert (told.mass, told.density) == (3, 50)


def test_a_plane_is_static_without_saying_so():
    assert body("{shape: {plane: {}}}").type == "static"


def test_rotations():
    for text in ("{axis: [0, 0, 2], angle: 90 deg}", "[0, 0, 0.70710678, 0.70710678]"):
        told = body(f"{{shape: {{sphere: {{radius: 1}}}}, rotation: {text}}}")
        assert told.rotation == pytest.approx((0, 0, math.sqrt(0.5), math.sqrt(0.5)))
        assert math.hypot(*told.rotation) == pytest.approx(1, abs=1e-15)


def test_the_documents_settings():
    document = scenes.loads(GOOD)
    assert scenes.build(document).solver == SolverSettings.preset("soft_step").replace(substeps=8, beta=0.3)
    assert (scenes.build(document).dt, document.scene.world.seed, document.run) == (1 / 60, 3, 10)
    assert tuple(plan.name for plan in document.bodies[:4]) == ("floor", "ball", "crate", "brick_0")
    assert document.camera.position == (8, -8, 6) and document.camera.target == (0, 0, 2)


def test_a_scene_without_a_camera_has_one():
    document = scenes.loads("format: 1\ntitle: x\n")
    assert document.camera is None


def test_documents_cannot_be_changed():
    document = scenes.loads(GOOD)
    with pytest.raises(Exception, match="frozen"):
        document.scene.run = 3
    with pytest.raises(AttributeError):
        document.bodies[0].mass = 3


def test_build_gives_the_world_of_the_document():
    world = scenes.build(scenes.loads(broken("precision: single", "precision: double")))
    ball = next(b for b in world.bodies if b.name == "ball")
    assert ball.mass == 100 and ball.friction == 0.5 and tuple(ball.position) == (0, 0, 5)
    crate = next(b for b in world.bodies if b.name == "crate")
    assert crate.shape == Box(half=(1, 1, 1)) and crate.mass == 8000
    assert crate.rotation[2] == pytest.approx(math.sin(math.radians(15)))
    assert [b.name for b in world.bodies] == [plan.name for plan in scenes.loads(GOOD).bodies]
    assert len(world.joints) == 1 and world.solver.substeps == 8 and world.dt == 1 / 60


def test_a_document_builds_any_number_of_worlds():
    document = scenes.loads(GOOD)
    first, second = scenes.build(document), scenes.build(document)
    first.bodies[1].velocity = (1, 2, 3)
    assert tuple(second.bodies[1].velocity) == (0, 0, 0)


def test_overrides():
    document = scenes.loads(GOOD)
    world = scenes.build(document, precision="double", overrides=["solver.iterations=20", "world.dt=1/120",
                                                                  "world.gravity=[0, 0, -1.6]"])
    assert (world.solver.iterations, world.solver.substeps, world.dt) == (20, 8, 1 / 120)
    assert tuple(world.gravity) == (0, 0, -1.6) and world.positions.dtype == "float64"
    assert scenes.build(document, overrides={"solver.beta": 0.9}).solver.beta == 0.9


@pytest.mark.parametrize("path", ["solver.preset", "preset"])
@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_among_the_overrides_replaces_the_scenes_settings(name, path):
    world = scenes.build(scenes.loads(GOOD), overrides=[f"{path}={name}", "solver.beta=0.1"])
    assert world.solver == SolverSettings.preset(name).replace(beta=0.1)


@pytest.mark.parametrize(("override", "words"), [
    ("solver.iteration=3", "--set: there is no setting 'solver.iteration' here; did you mean 'solver.iterations'?"),
    ("prset=ngs", "did you mean 'preset'?"), ("preset=split_impuls", "did you mean 'split_impulse'?"),
    ("solver.iterations=many", "--set: solver.iterations: 'many' is not a number"),
    ("solver.iterations=-1", "--set: solver.iterations: -1 is out of range; allowed is 0 to 200"),
    ("solver.stabilization=softish", "did you mean 'soft'?"),
    ("world.dt=2", "2 is out of range; allowed is 0 to 1 s"),
    ("world.gravity=3", "needs a list of 3 numbers"),
    ("solver.iterations", "is not a setting; write it as solver.iterations=20"),
    ("=3", "there is no setting ''")])
def test_bad_overrides(override, words):
    with pytest.raises(SceneError) as caught:
        scenes.build(scenes.loads(GOOD), overrides=[override])
    assert words in str(caught.value)


def test_all_bad_overrides_at_once():
    with pytest.raises(SceneError) as caught:
        scenes.build(scenes.loads(GOOD), overrides=["a=1", "solver.beta=7", "world.dt=x"])
    assert len(caught.value.problems) == 3


def test_an_unknown_precision():
    with pytest.raises(SceneError, match="allowed are single, double"):
        scenes.build(scenes.loads(GOOD), precision="half")


def test_the_smallest_scene(tmp_path):
    """Format and bodies; the file's name serves as its title."""
    path = tmp_path / "falling_ball.yaml"
    path.write_text("format: 1\nbodies: [{shape: {sphere: {radius: 0.5}}}]\n")
    document = scenes.load(path)
    assert (document.title, document.about, len(document.bodies)) == ("falling_ball", "", 1)
    world = scenes.build(document)
    assert [taken for taken in scenes.Runner(document, world).each_step(2)] == [1, 2]
    path.write_text("format: 1\ntitle: Ball\n")
    assert scenes.load(path).title == "Ball"
    assert scenes.loads("format: 1\n", id="balls/one").title == "one"
