"""Values of a scene by path: whatever a file can say, checked as in the file."""
from __future__ import annotations

import math

import pytest

import scenes
from scenes import Runner, SceneError
from scenes.running.overrides import split_at_commas
from scenes.variation import described, is_of_scene
from tests.support.good_scene import GOOD

MORE = GOOD.replace("joints:\n", """\
  - chain: {name: link, count: 3, from: [20, 0, 5], to: [22, 0, 5], shape: {sphere: {radius: 0.2}}, joint: ball_socket}
  - chain: {name: rope, count: 3, from: [20, 9, 5], to: [22, 9, 5], shape: {sphere: {radius: 0.2}}}
  - copies:
      name: doll
      count: 2
      step: [0, 3, 0]
      bodies:
        - {name: head, shape: {sphere: {radius: 0.2}}, position: [30, 0, 2], mass: 1}
        - {name: chest.upper, shape: {sphere: {radius: 0.3}}, position: [30, 0, 1], mass: 2}
      joints: [{name: neck, type: hinge, a: head, b: chest.upper, anchor: [30, 0, 1.5], axis: [0, 1, 0]}]
joints:
  - {name: axes, type: six_dof, a: crate, anchor: [3, 0, 1], x: free}
""")
DOCUMENT = scenes.loads(MORE)


def plan(document: scenes.Document, name: str):
    """The plan of a body or joint."""
    return next(found for found in (*document.bodies, *document.joints) if found.name == name)


@pytest.mark.parametrize(("override", "name", "read", "value"), [
    ("bodies.ball.mass=3", "ball", lambda b: b.mass, 3), ("bodies[1].mass = 3 ", "ball", lambda b: b.mass, 3),
    ("bodies.ball.position[2]=9/2", "ball", lambda b: b.position, (0, 0, 4.5)),
    ("bodies.floor.position[0]=1", "floor", lambda b: b.position, (1, 0, 0)),            # a default, written out
    ("bodies.ball.shape={box: {half: [1, 2, 3]}}", "ball", lambda b: b.shape.half, (1, 2, 3)),
    ("bodies.crate.shape.box.half[1]=4", "crate", lambda b: b.shape.half, (1, 4, 1)),
    ("bodies.crate.rotation.angle=60 deg", "crate", lambda b: b.rotation[2], pytest.approx(0.5)),
    ("bodies.crate.can_sleep=false", "crate", lambda b: b.can_sleep, False),
    ("materials.steel.friction=0.9", "ball", lambda b: b.friction, 0.9),
    ("generate.brick.friction=0.1", "brick_3", lambda b: b.friction, 0.1),
    ("generate[0].pyramid.position[1]=7", "brick_0", lambda b: b.position[1], 7),
    ("generate.doll.bodies.chest.upper.mass=7", "doll_1.chest.upper", lambda b: b.mass, 7),
    ("generate.doll.joints.neck.upper=90 deg", "doll_0.neck", lambda j: j.keys["upper"], pytest.approx(math.pi / 2)),
    ("generate.link.joint=hinge", "link_joint_0", lambda j: j.type, "hinge"),
    ("generate.link.joint.cone=1", "link_joint_0", lambda j: j.keys["cone"], 1),         # a word, written out
    ("generate.rope.joint.cone=1", "rope_joint_0", lambda j: j.keys["cone"], 1),         # a default, written out
    ("joints.hand.hertz=2", "hand", lambda j: j.keys["hertz"], 2),
    ("joints.axes.x.hertz=2", "axes", lambda j: (j.keys["x"].mode, j.keys["x"].hertz), ("free", 2)),
    ("joints.axes.ry=free", "axes", lambda j: j.keys["ry"].mode, "free")])
def test_a_path_leads_to_what_a_file_says(override, name, read, value):
    assert read(plan(scenes.varied(DOCUMENT, [override]), name)) == value


def test_values_of_the_rest_of_a_scene():
    document = scenes.varied(DOCUMENT, ["run=3", "events=[]", "camera.fov=0.5", "world.gravity[2]=-1.6", "solver.beta=0.4",
                                        "expect[0].after=2"])
    assert (document.run, document.scene.events, document.camera.fov) == (3, [], 0.5)
    assert document.text == DOCUMENT.text and "solver.beta" not in document.values
    world = scenes.build(document, overrides=["solver.beta=0.4", "bodies.ball.mass=5"])
    assert tuple(world.gravity) == (0, 0, -1.6) and world.solver.beta == 0.4 and len(Runner(document, world).watches) == 1
    assert {body.name: body.mass for body in world.bodies}["ball"] == 5


def test_values_add_up_and_the_later_one_holds():
    one = scenes.varied(DOCUMENT, {"bodies.ball.shape": {"box": {"half": [1, 1, 1]}}, "bodies.ball.shape.box.half": (2, 2, 2)})
    both = scenes.varied(scenes.varied(one, ["bodies.ball.mass=2"]), {"bodies.ball.mass": 3, "bodies.crate.friction": 0.25})
    assert plan(both, "ball").shape.half == (2, 2, 2) and plan(both, "ball").mass == 3
    assert plan(both, "crate").friction == 0.25 and list(both.values) == [
        "bodies.ball.shape", "bodies.ball.shape.box.half", "bodies.ball.mass", "bodies.crate.friction"]
    assert scenes.varied(both, {"bodies.ball.mass": 3}) is both, "nothing to read again"


@pytest.mark.parametrize(("override", "message"), [
    ("bodies.bal.mass=3", "bodies.bal.mass: there is nothing called 'bal' in bodies; did you mean 'ball'? there are floor, ball, "
                          "crate"),
    ("bodies.ball.mas=3", "bodies.ball.mas: there is no key 'mas' in bodies.ball; did you mean 'mass'? allowed are type, "),
    ("bodies.ball.mass=-3", "bodies.ball.mass: -3 is out of range"),
    ("bodies.ball.mass=x", "bodies.ball.mass: 'x' is not a number"),
    ("bodies.ball.mass=", "bodies.ball.mass: has no value"), ("bodies.ball.mass", "bodies.ball.mass: has no value; write it as"),
    ("bodies.ball.mass.x=3", "bodies.ball.mass has no 'x': it is one value"),
    ("bodies[7].mass=3", "bodies has 3 entries, and [7] is none of them"),
    ("bodies.ball.position[3]=3", "bodies.ball.position has 3 entries, and [3] is none of them"),
    ("bodies.ball.shape=[1", "bodies.ball.shape: this is not YAML"),
    ("bodies.ball.material=stel", "bodies.ball.material: there is no material 'stel'; did you mean 'steel'?"),
    ("bodies.brick.mass=3", "there are floor, ball, crate; generate.brick makes such: set its keys"),
    ("joints.doll_0.neck.upper=3", "generate.doll makes such: set its keys"),
    ("joints.hand.a=bal", "joints.hand.a: there is no body 'bal'; did you mean 'ball'?"),
    ("joints.axes.x.mode=fre", "joints.axes.x.mode: 'fre' is not known; did you mean 'free'?"),
    ("generate.link.joint=hing", "there is no joint type 'hing' here; did you mean 'hinge'?"),
    ("bodis.ball.mass=3", "there is no section 'bodis' in a scene; did you mean 'bodies'?"),
    ("bodies.crate.name=box", "bodies.crate.name: joints[0].a: there is no body 'crate'"),
    ("run=0.5", "run: expect[0].after: 1 s is later than the end of the run")])
def test_mistakes_are_told_as_those_of_a_file(override, message):
    with pytest.raises(SceneError) as told:
        scenes.varied(DOCUMENT, [override])
    text = str(told.value)
    assert text.startswith("--set: ") and message in text


def test_all_mistakes_at_once():
    with pytest.raises(SceneError) as told:
        scenes.build(DOCUMENT, overrides=["bodies.ball.mass=-1", "joints.hand.hertz=a", "solver.beta=7"])
    assert [problem.path or problem.message[:12] for problem in told.value.problems] == [
        "bodies.ball.mass", "joints.hand.hertz", "solver.beta:"]


def test_commas_inside_brackets_part_nothing():
    assert split_at_commas("a=[1, 2],b={angle: 1, axis: [0, 0, 1]} , c=4") == ["a=[1, 2]", "b={angle: 1, axis: [0, 0, 1]}", "c=4"]
    assert split_at_commas("") == [""] and split_at_commas("1,,2]") == ["1", "", "2]"]


def test_settings_and_values_are_told_apart():
    assert is_of_scene("bodies.ball.mass") and is_of_scene("world.gravity[0]") and is_of_scene("run")
    assert not any(is_of_scene(path) for path in ("solver.beta", "solver.bta", "world.gravity", "preset", "prest"))
    about = described("bodies.ball.position[1]", DOCUMENT)
    assert (about.kind, about.unit) == ("number", "m") and described("bodies.ball.shape", DOCUMENT) is None
    assert described("solver.iterations", None).kind == "integer"
    with pytest.raises(ValueError, match="leads into a scene, and none is given"):
        described("bodies.ball.mass", None)
    with pytest.raises(ValueError, match="did you mean 'solver.beta'"):
        described("solver.bta", DOCUMENT)
