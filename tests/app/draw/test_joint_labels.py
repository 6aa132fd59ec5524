"""Labels beside joints."""
from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from app.draw.camera import Camera
from app.draw.joints.labels import BESIDE, LINE, MOST, labels_of, overlap, rooms
from tests.support.joint_views import joint, view_of_joints, zoo
from tests.support.synthetic import DYNAMIC, SPHERE

CAMERA = Camera((0.0, -12.0, 0.0), (0.0, 0.0, 0.0))
SIZE = (1280, 720)


def measured(view, measures):
    return dataclasses.replace(view, joints=dataclasses.replace(view.joints, measures=np.array(measures, np.float32)))


def test_a_label_tells_name_measure_error_and_force():
    ball = (SPHERE, DYNAMIC, (0, 0, 0), (0.5,) * 3)
    made = {kind: joint(kind, 1, 0, (0, 0, 0), name=name, error=0.002, force=(3.0, 0.0, 4.0))
            for kind, name in (("ball_socket", "neck"), ("hinge", ""), ("gear", "train"), ("slider", "lift"))}
    texts = {kind: labels_of(measured(view_of_joints([ball], [one]), [0.5]), 1.0, CAMERA.pose, SIZE)[0].text
             for kind, one in made.items()}
    assert texts["hinge"] == "hinge  28.6 deg\nerror 2.00 mm|mrad  5.00 N"
    assert texts["slider"] == "lift  0.500 m\nerror 2.00 mm|mrad  5.00 N"
    assert texts["gear"].endswith("error 2.00 mrad  5.00 N") and texts["ball_socket"].startswith("neck")


@pytest.mark.parametrize("kind, text", [("hinge", "0.0 deg"), ("slider", "0.000 m"), ("gear", "0.000")])
def test_hardly_below_nothing_is_nothing(kind, text):
    view = view_of_joints([(SPHERE, DYNAMIC, (0, 0, 0), (0.5,) * 3)], [joint(kind, 1, 0, (0, 0, 0))])
    assert labels_of(measured(view, [-1e-5]), 1.0, CAMERA.pose, SIZE)[0].text.startswith(f"{kind}  {text}\n")


def test_an_error_has_a_unit_where_all_rows_have_the_same():
    views = zoo()
    assert labels_of(views["apart"], 1.0, CAMERA.pose, SIZE)[0].text == "ball socket\nerror 300 mm  0 Nm"
    assert labels_of(views["cone"], 1.0, CAMERA.pose, SIZE)[0].text.endswith("error 0.00 mm|mrad  0 Nm"), "both are in it"


def test_broken_and_disabled_joints_say_so():
    views = zoo()
    assert labels_of(views["broken"], 1.0, CAMERA.pose, SIZE)[0].text.endswith("\nbroken")
    assert labels_of(views["disabled"], 1.0, CAMERA.pose, SIZE)[0].text.endswith("\ndisabled")


def test_they_stand_beside_their_anchors_and_follow_them_between_steps():
    ball = (SPHERE, DYNAMIC, (1, 0, 1), (0.5,) * 3)
    view = view_of_joints([ball], [joint("ball_socket", 1, 1, (1, 0, 1))])
    view = dataclasses.replace(view, previous_positions=view.positions - np.array((2, 0, 2), np.float32))
    for alpha, place in ((1.0, (1, 0, 1)), (0.5, (0, 0, 0))):
        label = labels_of(view, alpha, CAMERA.pose, SIZE)[0]
        x, y, _ = CAMERA.project(place, *SIZE)[0]
        assert (label.x - x, label.y - y) == pytest.approx((12, -8.5), abs=0.1)
        assert label.position == pytest.approx(place, abs=1e-5)


def test_of_many_the_nearest_are_labelled_without_covering_each_other():
    random = np.random.default_rng(4)
    places = random.uniform((-9, 0, -5), (9, 40, 5), (900, 3))
    view = view_of_joints([(SPHERE, DYNAMIC, tuple(p), (0.1,) * 3) for p in places],
                          [joint("ball_socket", k + 1, 0, tuple(p)) for k, p in enumerate(places)])
    labels = labels_of(view, 1.0, CAMERA.pose, SIZE, selected=870)
    assert 10 < len(labels) <= MOST and labels[0].uid == 870, "the selected one first"
    boxes = [rooms((label.x - BESIDE, label.y + LINE / 2), label.text)[0] for label in labels]
    assert not any(overlap(a, b) for i, a in enumerate(boxes) for b in boxes[:i])
    depths = [label.position[1] for label in labels[1:]]
    assert depths == sorted(depths)


def test_a_label_moves_aside_before_it_is_left_out():
    balls = [(SPHERE, DYNAMIC, (0, k, 0), (0.3,) * 3) for k in range(6)]
    view = view_of_joints(balls, [joint("ball_socket", k + 1, 0, (0, k, 0)) for k in range(6)])
    labels = labels_of(view, 1.0, CAMERA.pose, SIZE)
    assert [label.uid for label in labels] == [1, 2, 3] and len({round(label.y) for label in labels}) == 3


def test_nothing_to_say_without_joints_or_out_of_sight():
    assert labels_of(view_of_joints([], []), 1.0, CAMERA.pose, SIZE) == []
    assert labels_of(zoo()["hinge"], 1.0, Camera((0, 5, 0), (0, 9, 0)).pose, SIZE) == []
