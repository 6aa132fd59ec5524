"""Several bodies moved and turned as one, and changed at once."""
from __future__ import annotations

import numpy as np
import pytest

from physics.bodies.rotation import rotate
from physics.joints import JOINTS
from scenes.draft import Draft
from scenes.editing import bodies
from scenes.editing.moving import about, joints_among, middle_of, move
from scenes.loader import loads
from tests.scenes.editing.test_draft import TEXT, same
from tests.support.constraint_worlds import random_rotation

QUARTER = (0.0, 0.0, 0.5**0.5, 0.5**0.5)                  # about z


def draft(text: str = TEXT) -> Draft:
    return Draft(loads(text))


def test_a_quarter_turn_about_the_middle():
    """The crate at (0, 0, 2) and the ball at (2, 0, 1) go round (1, 0); the rope between them goes along."""
    made = draft()
    middle = middle_of(made.document, [1, 2])
    assert middle.tolist() == [1, 0, 1.5]
    motion = about(middle, (0, 0, 0.5), QUARTER)
    made.do(move(made.content, made.document, dict.fromkeys([1, 2], motion)))
    crate, ball = made.document.bodies[1:]
    assert crate.position == pytest.approx((1, -1, 2.5)) and ball.position == pytest.approx((1, 1, 1.5))
    assert crate.rotation == pytest.approx(QUARTER) and ball.rotation == pytest.approx(QUARTER)
    rope = made.document.joints[0].keys
    assert rope["anchor_a"] == pytest.approx((1, -1, 2.5)) and rope["anchor_b"] == pytest.approx((1, 1, 1.5))
    assert made.undoable == "turn 2 bodies" and same(made.undo(), loads(TEXT)) and made.text == TEXT


def test_joints_to_others_stay():
    made = draft()
    made.do(move(made.content, made.document, {1: about((0, 0, 0), (0, 3, 0), (0, 0, 0, 1))}))
    assert made.document.bodies[1].position == (0, 3, 2) and made.document.bodies[1].rotation == (0, 0, 0, 1)
    assert made.document.joints[0].keys["anchor_a"] == (0, 0, 2) and made.undoable == "move crate"
    assert not joints_among(made.document, [1]) and len(joints_among(made.document, [1, 2])) == 1


@pytest.mark.parametrize("kind", sorted(JOINTS))
def test_every_joint_of_the_zoo_goes_along(kind):
    """A motion of all bodies is one of the world: points, directions and frames are those of the moved world."""
    import scenes
    from physics.joints.definition import GEOMETRY

    document = scenes.load("joint_zoo")
    made, rng = Draft(document), np.random.default_rng(3)
    motion = about(rng.normal(size=3), rng.normal(size=3), random_rotation(rng))
    numbers = [n for n, plan in enumerate(document.bodies) if n < len(document.scene.bodies)]
    made.do(move(made.content, made.document, dict.fromkeys(numbers, motion)))
    there = [one for one in zip(document.joints, made.document.joints, strict=True) if one[0].type == kind]
    if not there:
        pytest.skip("not in that scene")
    turn = np.array(motion.turn)
    for old, new in there:
        for key, geometry in ((key, JOINTS[kind].__dataclass_fields__[key].metadata.get(GEOMETRY)) for key in old.keys):
            if geometry is not None and geometry.kind != "frame" and old.keys[key] is not None:
                goal = rotate(turn, np.array(old.keys[key], float)) + (np.array(motion.shift) if geometry.kind == "point" else 0)
                assert new.keys[key] == pytest.approx(goal.tolist(), abs=1e-7)


def test_a_drag_is_one_edit_from_where_it_began():
    """Each place of a drag counts from the beginning of the drag, and nothing adds up; so do turns that end where they began."""
    made, merges = draft(), "move 1 2"
    for turn, shift in ((QUARTER, 0.1), (QUARTER, 0.2), ((0, 0, 0, 1), 0.3)):
        before = made.before(merges)
        motion = about((1, 0, 1.5), (shift, 0, 0), turn)
        made.do(move(made.content, before, dict.fromkeys([1, 2], motion), merges=merges))
    assert made.document.bodies[1].position == (0.3, 0, 2) and made.document.bodies[2].position == (2.3, 0, 1)
    assert made.document.bodies[1].rotation == (0, 0, 0, 1)
    assert made.document.joints[0].keys["anchor_a"] == (0.3, 0, 2)
    made.settle()
    assert made.before(merges) is made.document
    assert made.undo() is not None and not made.undoable and made.text == TEXT


def test_planes_stay():
    made = draft()
    made.do(move(made.content, made.document, dict.fromkeys([0, 1], about((0, 0, 0), (1, 0, 0), (0, 0, 0, 1)))))
    assert "position" not in made.content["bodies"][0] and made.document.bodies[1].position == (1, 0, 2)
    assert middle_of(made.document, [0]) is None


def test_a_key_of_several_bodies():
    made = draft()
    made.do(bodies.set_bodies(made.content, [1, 2], {"mass": 4.0}))
    assert [plan.mass for plan in made.document.bodies[1:]] == [4, 4] and made.undoable == "change 2 bodies"
    made.do(bodies.set_bodies(made.content, [1, 2], {"mass": None}))
    assert [plan.mass for plan in made.document.bodies[1:]] == [None, None]
    made.undo()
    assert same(made.undo(), loads(TEXT))


def test_a_copy_of_words_has_numbers_without_quotes():
    """Plain content has words alone; what a copy writes are numbers again."""
    made = draft()
    made.do(bodies.duplicate(made.content, [1], (0, 0, 3)))
    assert "mass: 3}" in made.text and "'" not in made.text and '"' not in made.text
    assert same(loads(made.text), made.document)
