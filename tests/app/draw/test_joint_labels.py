"""Labels beside joints."""
from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest

from app.draw.camera import Camera, pose_matrix
from app.draw.joints.label_places import CELL, Cover, Sight, body_rectangles, places_around
from app.draw.joints.labels import EVERY, MANY, MOST, PAD, Last, Page, labels_of, text_size
from app.draw.scene_labels import name_labels
from tests.support.joint_views import joint, view_of_joints, zoo
from tests.support.synthetic import BOX, DYNAMIC, GROUND, SPHERE, pyramid, view_of_bodies

CAMERA = Camera((0.0, -12.0, 0.0), (0.0, 0.0, 0.0))
SIZE = (1280, 720)
SIGHT = Sight(pose_matrix(CAMERA.pose, SIZE[0] / SIZE[1]), SIZE)


def measured(view, measures):
    return dataclasses.replace(view, joints=dataclasses.replace(view.joints, measures=np.array(measures, np.float32)))


def test_a_label_tells_name_measure_gap_tilt_and_force():
    ball = (SPHERE, DYNAMIC, (0, 0, 0), (0.5,) * 3)
    none = math.nan
    made = {kind: joint(kind, 1, 0, (0, 0, 0), name=name, gap=gap, tilt=tilt, force=(3.0, 0.0, 4.0)) for kind, name, gap, tilt in
            (("ball_socket", "neck", 0.002, none), ("hinge", "", 0.002, 0.0125), ("gear", "train", none, 0.002),
             ("slider", "lift", 0.3, 2e-4))}
    texts = {kind: labels_of(measured(view_of_joints([ball], [one]), [0.5]), 1.0, CAMERA.pose, Page(SIZE))[0].text
             for kind, one in made.items()}
    assert texts["hinge"] == "hinge  28.6°\ngap 2.00 mm  tilt 12.5 mrad  5.00 N"
    assert texts["slider"] == "lift  0.500 m\ngap 300 mm  tilt 200 µrad  5.00 N"
    assert texts["gear"].endswith("\ntilt 2.00 mrad  5.00 N") and texts["ball_socket"].endswith("\ngap 2.00 mm  5.00 N")


@pytest.mark.parametrize("kind, text", [("hinge", "0.0°"), ("slider", "0.000 m"), ("gear", "0.000")])
def test_hardly_below_nothing_is_nothing(kind, text):
    view = view_of_joints([(SPHERE, DYNAMIC, (0, 0, 0), (0.5,) * 3)], [joint(kind, 1, 0, (0, 0, 0))])
    assert labels_of(measured(view, [-1e-5]), 1.0, CAMERA.pose, Page(SIZE))[0].text.startswith(f"{kind}  {text}\n")


def test_a_gap_that_can_be_seen():
    assert labels_of(zoo()["apart"], 1.0, CAMERA.pose, Page(SIZE))[0].text == "ball socket\ngap 300 mm  0 N m"


def test_broken_and_disabled_joints_say_so():
    views = zoo()
    assert labels_of(views["broken"], 1.0, CAMERA.pose, Page(SIZE))[0].text.endswith("\nbroken")
    assert labels_of(views["disabled"], 1.0, CAMERA.pose, Page(SIZE))[0].text.endswith("\ndisabled")


def test_they_belong_to_their_anchors_and_follow_them_between_steps():
    ball = (SPHERE, DYNAMIC, (1, 0, 1), (0.05,) * 3)
    view = view_of_joints([ball], [joint("ball_socket", 1, 1, (1, 0, 1))])
    view = dataclasses.replace(view, previous_positions=view.positions - np.array((2, 0, 2), np.float32))
    for alpha, place in ((1.0, (1, 0, 1)), (0.5, (0, 0, 0))):
        label = labels_of(view, alpha, CAMERA.pose, Page(SIZE))[0]
        x, y, _ = CAMERA.project(place, *SIZE)[0]
        assert label.anchor == pytest.approx((x, y), abs=0.1)
        left, top, right, bottom = plate(label)
        assert 0 < left - x < 20 and top < y < bottom, "to the right of it"


def plate(label):
    """Left, top, right and bottom of a label."""
    width, height = text_size(label.text)
    return label.x - PAD, label.y - PAD, label.x - PAD + width, label.y - PAD + height


def overlap(one, other):
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def test_of_many_the_nearest_are_labelled_without_covering_each_other():
    random = np.random.default_rng(4)
    places = random.uniform((-9, 0, -5), (9, 40, 5), (900, 3))
    view = view_of_joints([(SPHERE, DYNAMIC, tuple(p), (0.1,) * 3) for p in places],
                          [joint("ball_socket", k + 1, 0, tuple(p)) for k, p in enumerate(places)])
    labels = labels_of(view, 1.0, CAMERA.pose, Page(SIZE, selected=870))
    assert 10 < len(labels) <= MOST and labels[0].uid == 870, "the selected one first"
    boxes = [plate(label) for label in labels]
    assert not any(overlap(a, b) for i, a in enumerate(boxes) for b in boxes[:i])
    depths = [places[label.uid - 1][1] for label in labels[1:]]
    assert depths == sorted(depths)


def test_a_label_moves_aside_before_it_is_left_out():
    balls = [(SPHERE, DYNAMIC, (0, k, 0), (0.3,) * 3) for k in range(6)]
    view = view_of_joints(balls, [joint("ball_socket", k + 1, 0, (0, k, 0)) for k in range(6)])
    labels = labels_of(view, 1.0, CAMERA.pose, Page(SIZE))
    assert [label.uid for label in labels] == [1, 2, 3, 4, 5, 6]
    boxes = [plate(label) for label in labels]
    assert not any(overlap(a, b) for i, a in enumerate(boxes) for b in boxes[:i])


@pytest.mark.parametrize("body", [(SPHERE, DYNAMIC, (0, 0, 0), (0.4,) * 3), (BOX, DYNAMIC, (0, 0, 0), (0.2, 0.2, 0.4)),
                                  (BOX, DYNAMIC, (0, 0, 0), (0.05, 0.05, 2.0), (0.0, 0.3827, 0.0, 0.9239))])
def test_labels_stand_beside_their_machine(body):
    view = view_of_joints([body], [joint("ball_socket", 1, 0, (0, 0, 0))])
    left, top, right, bottom = plate(labels_of(view, 1.0, CAMERA.pose, Page(SIZE))[0])
    shown = body_rectangles(view.table, (view.positions, view.rotations), SIGHT)
    assert not any(overlap((left + CELL, top + CELL, right - CELL, bottom - CELL), rectangle) for rectangle in shown)


def test_labels_stay_in_their_part_of_the_window_and_where_they_are():
    ball = (SPHERE, DYNAMIC, (0, 0, 0), (0.1,) * 3)
    view = view_of_joints([ball], [joint("ball_socket", 1, 0, (0, 0, 0))])
    x, y, _ = CAMERA.project((0, 0, 0), *SIZE)[0]
    kept = {}
    narrow = plate(labels_of(view, 1.0, CAMERA.pose, Page(SIZE, (0.0, 0.0, x + 10, SIZE[1]), kept=kept))[0])
    assert narrow[2] <= x + 10
    again = plate(labels_of(view, 1.0, CAMERA.pose, Page(SIZE, kept=kept))[0])
    assert again == narrow, "a place that is little worse is kept"
    assert plate(labels_of(view, 1.0, CAMERA.pose, Page(SIZE))[0]) != narrow


def test_labels_stay_away_from_those_of_other_kinds():
    ball = (SPHERE, DYNAMIC, (0, 0, 0), (0.05,) * 3)
    view = view_of_joints([ball], [joint("ball_socket", 1, 1, (0, 0, 0))])
    (free,) = labels_of(view, 1.0, CAMERA.pose, Page(SIZE))
    box = plate(free)
    (moved,) = labels_of(view, 1.0, CAMERA.pose, Page(SIZE, blocked=(box,)))
    left, top, right, bottom = plate(moved)
    assert right <= box[0] or left >= box[2] or bottom <= box[1] or top >= box[3]
    assert labels_of(view, 1.0, CAMERA.pose, Page(SIZE, blocked=((0.0, 0.0, *SIZE),))) == []


def test_what_is_covered_is_counted():
    random = np.random.default_rng(3)
    low = random.uniform(-40, 300, (30, 2))
    bodies = np.concatenate((low, low + random.uniform(1, 90, (30, 2))), axis=1)
    cover, plain = Cover(bodies, (320, 240)), np.zeros((240, 320), bool)
    for left, top, right, bottom in np.clip(bodies, 0, (320, 240, 320, 240)):
        rows, columns = (slice(int(low // CELL * CELL), int(-(-high // CELL) * CELL))
                         for low, high in ((top, bottom), (left, right)))
        plain[rows, columns] = True
    for place in places_around(np.array([(160.0, 120.0)]), np.array([(80.0, 48.0)]))[0]:
        left, top, right, bottom = (int(round(side / CELL) * CELL) for side in place)
        if left < 0 or top < 0 or right > 320 or bottom > 240:
            continue
        assert cover.share(place[None])[0] == pytest.approx(plain[top:bottom, left:right].mean())


def test_rectangles_hold_the_bodies_they_are_about():
    bodies = [GROUND, (SPHERE, DYNAMIC, (1, 0, 1), (0.4,) * 3), (SPHERE, DYNAMIC, (0, -30, 0), (0.4,) * 3),
              (BOX, DYNAMIC, (-2, 1, 0), (1.5, 0.1, 0.2), (0.2, 0.3, 0.1, 0.927))]
    view = view_of_bodies(bodies)
    found = body_rectangles(view.table, (view.positions, view.rotations), SIGHT)
    assert len(found) == 6 + 1, "none of the plane, none behind the eye"
    x, y, _ = CAMERA.project((1, 0, 1), *SIZE)[0]
    assert np.allclose((found[-1, :2] + found[-1, 2:]) / 2, (x, y), atol=1.0)
    assert found[-1, 2] - x == pytest.approx(0.4 / CAMERA.metres_per_pixel(SIZE[1], 12.0), rel=0.01)


def test_nothing_to_say_without_joints_or_out_of_sight():
    assert labels_of(view_of_joints([], []), 1.0, CAMERA.pose, Page(SIZE)) == []
    assert labels_of(zoo()["hinge"], 1.0, Camera((0, 5, 0), (0, 9, 0)).pose, Page(SIZE)) == []


def test_among_many_bodies_labels_go_with_their_points_between_two_searches():
    """Places are looked for in every sixth picture; in the others a label is as far from its point as before."""
    view = view_of_bodies([(BOX, DYNAMIC, (x, y, 0.5), (0.3, 0.3, 0.3)) for x in range(21) for y in range(20)])
    assert len(view.table.uids) > MANY
    table = dataclasses.replace(view.table, names=tuple(f"box {number}" for number in range(len(view.table.uids))))
    page, pose = Page((1280, 720), kept={}, last=Last()), Camera((10, -20, 15), (10, 10, 0)).pose
    away = []
    for picture in range(EVERY + 1):
        moved = view.positions + np.float32(0.02 * picture) * np.array((0, 0, 1), np.float32)
        labels = name_labels(dataclasses.replace(view, table=table, positions=moved, previous_positions=moved), 1.0, pose, page)
        away.append({label.uid: (round(label.x - label.anchor[0], 3), round(label.y - label.anchor[1], 3)) for label in labels})
    assert len(away[0]) > 10 and all(found == away[0] for found in away[1:EVERY]), "only moved"
    assert page.last.age == 0, "looked for again"


def test_names_and_numbers_stay_near_their_points():
    """In a heap a label far from its point says little: what has no room near by is left out."""
    pose, view = Camera((0, -30, 8), (0, 0, 5)).pose, pyramid(12, 0)
    view = dataclasses.replace(view, table=dataclasses.replace(view.table, names=[f"brick_{k}" for k in view.table.uids]))
    labels = name_labels(view, 1.0, pose, Page((1280.0, 720.0)))
    assert len(labels) > 20
    for label in labels:
        width, height = text_size(label.text)
        right, down = label.x - 4 - label.anchor[0], label.y - 4 - label.anchor[1]
        assert max(right, -right - width, 0) <= 34.1 and max(down, -down - height, 0) <= 34.1, label
