"""Every mistake in a scene file gives a message with its place, its key and the correct form."""
from __future__ import annotations

import pytest

import scenes
from scenes import SceneError
from tests.support.good_scene import GOOD, broken

# (what stands in the good scene; what stands there instead, with @ where the message should point; the key; words of the
# message).  Where the place lies outside the change, the third entry says "line:column: key".
TABLE = [
    ("format: 1\n", "", "1:1: ", "the key 'format' is missing"),
    ("format: 1", "format: @2", "format", "reads format 1 only"),
    ("format: 1", "format: @one", "format", "reads format 1 only"),
    ("title: Everything", "title: @[1]", "title", "needs text, and here is a list"),
    ("title: Everything", "title:@", "title", "needs text, and here is nothing"),
    ("run: 10.0", "run: @-1", "run", "-1 is out of range; allowed is 0 to 3600 s"),
    ("run: 10.0", "run: @soon", "run", "'soon' is not a number; write 1.5, 1/60"),
    ("run: 10.0", "@rnu: 10.0", "rnu", "did you mean 'run'?"),
    ("run: 10.0", "shelf: @yes", "shelf", "'yes' is neither true nor false"),
    ("dt: 1/60", "dt: @0/0", "world.dt", "'0/0' divides by zero"),
    ("dt: 1/60", "dt: @-1/60", "world.dt", "out of range; allowed is 0 to 1 s"),
    ("dt: 1/60", "dt: @1_000", "world.dt", "'1_000' is not a number"),
    ("dt: 1/60", "dt: @.nan", "world.dt", "'.nan' is not a finite number"),
    ("dt: 1/60", "dt: @30 deg", "world.dt", "'30 deg' is an angle, but this is in s"),
    ("[0, 0, -9.81]", "@-9.81", "world.gravity", "needs a list of 3 numbers in m/s2"),
    ("[0, 0, -9.81]", "@[0, 0]", "world.gravity", "needs a list of 3 numbers in m/s2, and here is 2 values"),
    ("[0, 0, -9.81]", "[0, 0, @1e400]", "world.gravity[2]", "'1e400' is too large for a number"),
    ("[0, 0, -9.81]", "[0, 0, @-2000]", "world.gravity[2]", "allowed is -1000 to 1000 m/s2"),
    ("precision: single", "precision: @half", "world.precision", "'half' is not known; allowed are single, double"),
    ("seed: 3", "seed: @1.5", "world.seed", "1.5 is not a whole number"),
    ("world: {gravity: [0, 0, -9.81], dt: 1/60, precision: single, seed: 3}", "world: @3", "world",
     "needs a mapping, and here is '3'"),
    ("substeps: 8", "substeps: @0", "solver.substeps", "0 is out of range; allowed is 1 to 64"),
    ("substeps: 8", "@substps: 8", "solver.substps", "there is no key 'substps' here; did you mean 'substeps'?"),
    ("preset: soft_step", "preset: @soft_stp", "solver.preset", "did you mean 'soft_step'?"),
    ("beta: 0.3", "stabilization: @magic", "solver.stabilization", "allowed are none, baumgarte, split_impulse, soft"),
    ("beta: 0.3", "beta: @{x: 1}", "solver.beta", "needs a number, and here is a mapping"),
    ("beta: 0.3", "beta: @12:30", "solver.beta", "'12:30' is not a number"),
    ("beta: 0.3", "beta: @0x1", "solver.beta", "'0x1' is not a number"),
    ("density: 7800", "density: @-1", "materials.steel.density", "-1 is out of range; allowed is 1e-06 to 1e+07 kg/m3"),
    ("restitution: 0.1}", "restitution: @1.5}", "materials.steel.restitution", "allowed is 0 to 1"),
    ("restitution: 0.1}", "@bouncy: 1}", "materials.steel.bouncy", "there is no key 'bouncy' here"),
    ("  steel: {", "  @st eel: {", "materials.st eel", "'st eel' is not a name"),
    ("{name: floor, shape", "{name: floor, type: @dynamic, shape", "bodies[0].type", "a plane is always static, not dynamic"),
    ("normal: [0, 0, 1]", "normal: @[0, 0, 0]", "bodies[0].shape.plane.normal", "is not a direction"),
    ("radius: 0.5", "radius: @-0.5", "bodies[1].shape.sphere.radius", "-0.5 is out of range; allowed is 0.0001 to 10000 m"),
    ("radius: 0.5", "@raduis: 0.5", "bodies[1].shape.sphere.raduis", "did you mean 'radius'?"),
    ("sphere: {radius: 0.5}", "@ball: {radius: 0.5}", "bodies[1].shape.ball", "allowed are sphere, box, plane"),
    ("{sphere: {radius: 0.5}}", "@{}", "bodies[1].shape", "needs exactly one of sphere, box, plane"),
    ("{sphere: {radius: 0.5}}", "@sphere", "bodies[1].shape", "needs a mapping, and here is 'sphere'"),
    (", shape: {sphere: {radius: 0.5}}", "", "10:5: bodies[1]", "the key 'shape' is missing"),
    ("mass: 100", "mass: @-100", "bodies[1].mass", "-100 is out of range; allowed is 1e-09 to 1e+12 kg"),
    ("mass: 100", "mass: @~", "bodies[1].mass", "needs a number, and here is nothing"),
    ("mass: 100", "mass: @0", "bodies[1].mass", "0 is out of range"),
    ("mass: 100", "mass: @inf", "bodies[1].mass", "'inf' is not a finite number"),
    ("mass: 100", "mass: @1e999", "bodies[1].mass", "'1e999' is too large for a number"),
    ("mass: 100", "mass: @100 kg", "bodies[1].mass", "'100 kg' is not a number"),
    ("material: steel", "material: @stel", "bodies[1].material", "there is no material 'stel'; did you mean 'steel'?"),
    ("position: [0, 0, 5]", "position: [0, 0, @1e9]", "bodies[1].position[2]", "allowed is -100000 to 100000 m"),
    ("position: [0, 0, 5]", "position: [0, 0, @up]", "bodies[1].position[2]", "'up' is not a number"),
    ("position: [0, 0, 5]", "velocity: [@1e6, 0, 0]", "bodies[1].velocity[0]", "allowed is -100000 to 100000 m/s"),
    ("position: [0, 0, 5]", "angular_velocity: [@5 deg, 0, 0]", "bodies[1].angular_velocity[0]", "write 5 deg/s"),
    ("position: [0, 0, 5]", "can_sleep: @maybe", "bodies[1].can_sleep", "'maybe' is neither true nor false"),
    ("position: [0, 0, 5]", "type: static, velocity: @[1, 0, 0]", "bodies[1].velocity", "a static body does not move"),
    ("name: crate", "name: crate, category: @debri", "bodies[2].category",
     "there is no category 'debri'; the scene declares no `categories`, and has 'default' alone"),
    ("name: crate", "name: crate, collides_with: [default, @defalt]", "bodies[2].collides_with[1]", "no category 'defalt'"),
    ("name: crate", "name: crate, collides_with: @default", "bodies[2].collides_with", "needs a list of names, as [player,"),
    ("name: crate", "name: crate, collides_with: @[default, default]", "bodies[2].collides_with", "is in the list twice"),
    ("name: crate", "name: crate, @mask: 3", "bodies[2].mask", "there is no key 'mask' here"),
    ("name: crate", "name: crate, sensor: @1", "bodies[2].sensor", "'1' is neither true nor false"),
    ("name: brick", "name: brick, category: @debri", "generate[0].pyramid.category", "there is no category 'debri'"),
    ("materials:", "categories: @[a, b c]\nmaterials:", "categories", "'b c' is not a name"),
    ("materials:", "categories: @[a, a]\nmaterials:", "categories", "'a' is in the list twice"),
    ("materials:", "categories: @[default]\nmaterials:", "categories", "'default' is the category of bodies that name none"),
    ("materials:", "categories: @{a: 1}\nmaterials:", "categories", "needs a list of names"),
    ("name: crate", "name: @ball", "bodies[2].name", "the name 'ball' is taken; first on line 10"),
    ("name: crate", "name: @world", "bodies[2].name", "choose another name"),
    ("name: crate", "name: @12", "bodies[2].name", "'12' is not a name; it starts with a letter"),
    ("half: [1, 1, 1]", "half: @[1, 1]", "bodies[2].shape.box.half", "needs a list of 3 numbers in m"),
    ("half: [1, 1, 1]", "half: @[1, 0, 1]", "bodies[2].shape.box.half", "0.0 is out of range; allowed is 0.0001"),
    ("axis: [0, 0, 1]", "axis: @[0, 0, 0]", "bodies[2].rotation.axis", "is not a direction"),
    ("{axis: [0, 0, 1], angle: 30 deg}", "@[1, 1, 0, 0]", "bodies[2].rotation", "has length 1, and this one has 1.41"),
    ("{axis: [0, 0, 1], angle: 30 deg}", "@{axis: [0, 0, 1]}", "bodies[2].rotation", "needs {axis: [x, y, z], angle: 30 deg}"),
    ("  - {name: ball, shape", "  - {name: ball, @shpe", "bodies[1].shpe", "did you mean 'shape'?"),
    ("base: 4", "base: @4.5", "generate[0].pyramid.base", "4.5 is not a whole number"),
    ("base: 4", "base: @1e9", "generate[0].pyramid.base", "out of range; allowed is 1 to 300"),
    ("pyramid: {name", "@piramid: {name", "generate[0].piramid", "did you mean 'pyramid'?"),
    ("base: 4", "form: @round, base: 4", "generate[0].pyramid.form", "allowed are flat, square"),
    ("name: brick", "name: brick, material: @gold", "generate[0].pyramid.material", "there is no material 'gold'"),
    ("type: mouse", "type: @mose", "joints[0].type", "there is no joint type 'mose' here; did you mean 'mouse'?"),
    ("type: mouse, ", "", "15:5: joints[0]", "the key 'type' is missing; allowed are ball_socket, hinge,"),
    ("a: ball", "a: @bal", "joints[0].a", "there is no body 'bal'; did you mean 'ball'?"),
    ("target: [0, 0, 6]", "hertz: @999", "joints[0].hertz", "999 is out of range; allowed is 0 to 240 Hz"),
    ("anchor: [0, 0, 5], ", "", "15:5: joints[0]", "the key 'anchor' is missing"),
    ("at: 2.0", "at: @-1", "events[0].at", "out of range; allowed is 0 to 86400 s"),
    ("body: crate", "body: @crete", "events[0].apply_impulse.body", "did you mean 'crate'?"),
    ("apply_impulse:", "@aply_impulse:", "events[0].aply_impulse", "did you mean 'apply_impulse'?"),
    (", apply_impulse: {body: crate, impulse: [50, 0, 0]}", "", "17:5: events[0]", "exactly one of apply_impulse"),
    ("apply_impulse: {body: crate, impulse: [50, 0, 0]}", "set: @{solver.betta: 1}", "events[0].set",
     "did you mean 'solver.beta'?"),
    ("apply_impulse: {body: crate, impulse: [50, 0, 0]}", "set: @{world.dt: 0.1}", "events[0].set", "no setting 'world.dt' here"),
    ("apply_impulse: {body: crate, impulse: [50, 0, 0]}", "set_velocity: @{body: ball}", "events[0].set_velocity",
     "needs velocity, angular_velocity or both"),
    ("camera: {position: [8, -8, 6]", "camera: {@positon: [8, -8, 6]", "camera.positon", "did you mean 'position'?"),
    ("target: [0, 0, 2]}", "fov: @400 deg}", "camera.fov", "out of range; allowed is 0.05 to 3 rad"),
    ("speed(brick)", "speed(brik)", "20:12: expect[0].what", "there is no body 'brik'"),
    ("max(speed(brick)) < 0.5", "@max(sped(brick)) < 0.5", "expect[0].what",
     "there is no function 'sped'; did you mean 'speed'?"),
    ("max(speed(brick)) < 0.5", "@'inside(brick) > 1'", "expect[0].what", "inside takes a sensor and a body: inside(gate, ball)"),
    ("max(speed(brick)) < 0.5", "@inside > 1", "expect[0].what", "inside takes a sensor and a body"),
    ("max(speed(brick)) < 0.5", "@'inside(crate, bal) > 1'", "expect[0].what", "there is no body 'bal'; did you mean 'ball'?"),
    ("max(speed(brick)) < 0.5", "@max_speeed < 1", "expect[0].what", "did you mean 'max_speed'?"),
    ("max(speed(brick)) < 0.5", "@max_speed", "expect[0].what", "compares nothing"),
    ("max(speed(brick)) < 0.5", "@__import__(1) < 2", "expect[0].what", "there is no function '__import__'"),
    ("max(speed(brick)) < 0.5", "@max_speed.real < 2", "expect[0].what", "'max_speed.real' is not allowed here"),
    ("max(speed(brick)) < 0.5", "@1 <", "expect[0].what", "is not an expression"),
    ("after: 1.0", "after: 3, before: @2", "expect[0].before", "2 s is not later than after: 3 s"),
    ("after: 1.0", "after: 3, at: @2", "expect[0].at", "goes without after and before"),
    ("title: Everything", "title: Everything\n@title: Again", "", "key 'title' is given twice; first on line 2"),
    ("radius: 0.5", "radius: 0.5, @radius: 0.6", "", "key 'radius' is given twice; first on line 10"),
    ("title: Everything", "title: @!!python/object/apply:os.system [echo]", "", "tags are not allowed in a scene"),
    ("title: Everything", "title: @!!int 3", "", "tags are not allowed in a scene"),
    ("title: Everything", "title: @*nobody", "", "alias *nobody has no anchor &nobody before it"),
    ("title: Everything", "title: &me [@*me]", "", "alias *me contains itself"),
    ("title: Everything", "@<<: {title: Everything}", "", "merge keys (<<) are not supported"),
    ("title: Everything", "? @[1, 2]\n: 3\ntitle: x", "", "a key must be a word"),
    ("title: Everything", "title: \tEverything@: yes", "", "this is not YAML"),
    ("title: Everything", "title: {", "4:6: ", "this is not YAML"),
    ("run: 10.0", "run: 10.0\n@---\nformat: 1", "", "a second document begins here"),
]


def problems(text: str | bytes) -> list[str]:
    """What `loads` finds wrong with a text, which must not be nothing."""
    with pytest.raises(SceneError) as caught:
        scenes.loads(text)
    assert str(caught.value) == "\n".join(map(str, caught.value.problems[:40])) or len(caught.value.problems) > 40
    return [str(problem) for problem in caught.value.problems]


def test_the_good_scene_is_good():
    assert len(scenes.loads(GOOD).bodies) == 13


def test_the_table_is_long():
    assert len(TABLE) >= 60


def expected_place(old: str, marked: str, key: str) -> str:
    """`text:line:column: key` of the mark."""
    if "@" not in marked:
        return f"text:{key}"
    before = broken(old, marked).partition("@")[0]
    return f"text:{before.count(chr(10)) + 1}:{len(before) - before.rfind(chr(10))}: {key}"


@pytest.mark.parametrize(("old", "marked", "key", "words"), TABLE, ids=[f"{row[2]}-{row[1]}"[:50] for row in TABLE])
def test_one_mistake(old, marked, key, words):
    found = problems(broken(old, marked.replace("@", "")))
    place = expected_place(old, marked, key)
    assert any(told.startswith(place) and words in told for told in found), f"{place} not in\n" + "\n".join(found)


def test_one_mistake_is_told_once():
    assert len(problems(broken("mass: 100", "mass: -100"))) == 1
    assert len(problems(broken("radius: 0.5", "radius: nan"))) == 1


@pytest.mark.parametrize(("old", "new"), [("half: [1, 1, 1]", "hafl: [1, 1, 1]"), ("anchor: [0, 0, 5]", "anchr: [0, 0, 5]")])
def test_a_misspelt_key_is_not_missing_as_well(old, new):
    found = problems(broken(old, new))
    assert len(found) == 1 and f"did you mean '{old.partition(':')[0]}'?" in found[0]
    assert len(problems(broken(old, new.replace(new.partition(":")[0], "colour")))) == 2, "two mistakes where neither is near"


def test_all_mistakes_at_once_in_the_order_of_the_text():
    text = GOOD
    for old, new in [("dt: 1/60", "dt: x"), ("substeps: 8", "substeps: 0"), ("mass: 100", "mass: -1"),
                     ("name: crate", "name: ball"),
                     ("base: 4", "base: 0"), ("a: ball", "a: nobody"), ("at: 2.0", "at: x"), ("run: 10.0", "rnu: 1")]:
        assert text.count(old) == 1
        text = text.replace(old, new)
    with pytest.raises(SceneError) as caught:
        scenes.loads(text)
    keys = [problem.path for problem in caught.value.problems]
    assert keys == ["world.dt", "solver.substeps", "bodies[1].mass", "bodies[2].name", "generate[0].pyramid.base", "joints[0].a",
                    "events[0].at", "events[0].apply_impulse.body", "rnu"]


def test_an_unreadable_generator_does_not_make_its_bodies_unknown():
    found = problems(broken("base: 4", "base: 0").replace("speed(brick)", "speed(brick_3)"))
    assert len(found) == 1 and "base" in found[0]


def test_a_joint_cannot_join_a_body_to_itself():
    found = problems(broken("a: ball, anchor", "a: ball, b: ball, anchor"))
    assert any("joins 'ball' to itself" in told for told in found)


def test_two_joints_need_two_names():
    joint = "  - {name: hand, type: mouse, a: ball, anchor: [0, 0, 5], target: [0, 0, 6]}\n"
    found = problems(GOOD.replace(joint, joint * 2))
    assert found == ["text:16:12: joints[1].name: the name 'hand' is taken by joints[0]"]


def test_a_generator_cannot_take_a_bodys_name():
    found = problems(broken("name: crate", "name: brick_3").replace("body: crate", "body: ball"))
    assert found == ["text:13:21: generate[0].pyramid.name: would name a body 'brick_3', and that name is taken"]


def test_a_long_list_of_problems_is_cut_when_printed_and_complete_as_a_list():
    bodies = "".join(f"  - {{name: b{i}, shape: {{sphere: {{radius: -1}}}}}}\n" for i in range(100))
    with pytest.raises(SceneError) as caught:
        scenes.loads(f"format: 1\ntitle: x\nbodies:\n{bodies}")
    assert len(caught.value.problems) == 100
    assert str(caught.value).endswith("... and 60 more")


def test_what_only_the_world_can_refuse_has_a_place_too():
    """A rod needs a length, and where its ends are only the placed bodies tell."""
    rod = "type: distance, a: ball, anchor_a: [0, 0, 5], anchor_b: [0, 0, 5]"
    document = scenes.loads(broken("type: mouse, a: ball, anchor: [0, 0, 5], target: [0, 0, 6]", rod))
    with pytest.raises(SceneError) as caught:
        scenes.build(document)
    assert str(caught.value) == ("text:15:5: joints[0].length: a rod of no length has no direction; "
                                 "a ball_socket holds points together")
