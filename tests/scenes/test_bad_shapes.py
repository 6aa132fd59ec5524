"""Shapes that are none: one message each, with the line and column of the key, and what is allowed."""
from __future__ import annotations

import pytest

import scenes
from physics.definitions.shapes.hull import MOST_CORNERS
from scenes import SceneError

GOOD = """\
format: 1
bodies:
  - {name: can, shape: {cylinder: {radius: 0.5, half_length: 0.25}}, position: [0, 0, 2]}
  - name: tent
    shape:
      convex:
        points:
          - [0, 0, 0]
          - [1, 0, 0]
          - [0, 1, 0]
          - [0, 0, 1]
          - [1, 1, 1]
"""
POINTS = "\n".join(GOOD.splitlines()[-5:]) + "\n"
CAN = "cylinder: {radius: 0.5, half_length: 0.25}"
AT = "bodies[1].shape.convex.points"
# what stands in the good scene, what stands there instead with @ where the message points, the key, words of the message
TABLE = [
    ("half_length: 0.25", "half_length: @0", "bodies[0].shape.cylinder.half_length", 
     "0.0 is out of range; allowed is 0.0001 to 10000 m"),
    ("half_length: 0.25", "half_length: @-1", "bodies[0].shape.cylinder.half_length", "out of range"),
    ("half_length: 0.25", "half_length: @flat", "bodies[0].shape.cylinder.half_length", "'flat' is not a number"),
    ("radius: 0.5, half_length: 0.25", "radius: 0.5, @half_lenght: 0.25", "bodies[0].shape.cylinder.half_lenght",
     "did you mean 'half_length'? allowed are radius, half_length"),
    ("cylinder: {radius: 0.5, half_length: 0.25}", "cone: @{radius: 0.5}", "bodies[0].shape.cone",
     "the key 'half_length' is missing"),
    ("cylinder: {", "@cilinder: {", "bodies[0].shape.cilinder", "did you mean 'cylinder'?"),
    ("{cylinder: {radius: 0.5, half_length: 0.25}}", "@{sphere: {radius: 1}, cone: {radius: 1, half_length: 1}}",
     "bodies[0].shape", "needs exactly one of sphere, box, plane, capsule, cylinder, cone, convex, compound"),
    ("- [1, 1, 1]", "- @[0, 0, 1.000001]", f"{AT}[4]", "is nearly equal to points[3]; leave one out"),
    ("- [1, 1, 1]", "- [1, 1, @up]", f"{AT}[4][2]", "'up' is not a number"),
    ("- [1, 1, 1]", "- [1, 1, @1e9]", f"{AT}[4][2]", "is out of range; allowed is -10000 to 10000 m"),
    ("- [1, 1, 1]", "- @[1, 1]", f"{AT}[4]", "needs a list of 3 numbers in m, and here is 2 values"),
    ("- [1, 1, 1]", "- @1", f"{AT}[4]", "needs a list of 3 numbers in m"),
    (POINTS, "          @- [0, 0, 0]\n          - [1, 0, 0]\n          - [0, 1, 0]\n", AT,
     "needs 4 to 1024 points, each [x, y, z] in m, and here are 3"),
    (POINTS, "          @- [0, 0, 0]\n" + "".join(f"          - [1, {k}, 0]\n" for k in range(1024)), AT, "and here are 1025"),
    (POINTS, "          @- [0, 0, 2]\n          - [1, 0, 2]\n          - [0, 1, 2]\n          - [1, 1, 2]\n", AT,
     "they lie in a plane; a hull needs volume"),
    (POINTS, "          @- [0, 0, 2]\n" + "".join(f"          - [{k}, {k}, 2]\n" for k in range(1, 5)), AT,
     "they lie on a line; a hull needs volume"),
    (CAN, "compound: @[]", "bodies[0].shape.compound", "needs 1 to 64 shapes, and here are 0"),
    (CAN, "compound: @3", "bodies[0].shape.compound", "needs a list, and here is '3'"),
    (CAN, "compound: [{shape: {@plane: {}}}]", "bodies[0].shape.compound[0].shape.plane",
     "there is no key 'plane' here; allowed are sphere, box"),
    (CAN, "compound: [{shape: {@compound: []}}]", "bodies[0].shape.compound[0].shape.compound",
     "there is no key 'compound' here"),
    (CAN, "compound: [{shape: {cone: {radius: 1, half_length: @0}}}]", "bodies[0].shape.compound[0].shape.cone.half_length",
     "out of range"),
    (CAN, "compound: [@{position: [0, 0, 1]}]", "bodies[0].shape.compound[0]", "the key 'shape' is missing"),
    ("\n" + POINTS, " @round\n", AT, "needs a list of points, each [x, y, z] in m, and here is 'round'"),
]


def problems(text: str) -> list[str]:
    with pytest.raises(SceneError) as caught:
        scenes.loads(text)
    return [str(problem) for problem in caught.value.problems]


def test_the_good_scene_is_good():
    assert [body.shape.name for body in scenes.loads(GOOD).bodies] == ["cylinder", "convex"]


@pytest.mark.parametrize(("old", "new", "key", "words"), TABLE, ids=[f"{key}: {words[:24]}" for _, _, key, words in TABLE])
def test_a_mistake_has_its_place(old, new, key, words):
    assert GOOD.count(old) == 1
    marked = GOOD.replace(old, new)
    before = marked[:marked.index("@")]
    place = f"{before.count(chr(10)) + 1}:{len(before) - before.rfind(chr(10))}: {key}: "
    (problem,) = problems(marked.replace("@", ""))
    assert place in problem and words in problem


def test_too_many_corners_are_counted():
    ball = "".join(f"          - [{x!r}, {y!r}, {z!r}]\n" for x, y, z in sphere_points(MOST_CORNERS + 6))
    (problem,) = problems(GOOD.replace(POINTS, ball))
    assert f"8:11: {AT}: their hull has {MOST_CORNERS + 6} corners; allowed are {MOST_CORNERS}" in problem


def sphere_points(count: int):
    """Points on a spiral over the unit sphere, none of them inside the others' hull."""
    import math
    for k in range(count):
        z = 1 - (2 * k + 1) / count
        angle = 2.399963 * k
        yield math.sqrt(1 - z * z) * math.cos(angle), math.sqrt(1 - z * z) * math.sin(angle), z
