"""Glyphs of joints: primitives at the places that the joint's numbers give, and pictures in which they are visible."""
from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest

from app.draw import colors as palette
from app.draw.frame_builder import frame_of
from app.draw.joints.glyph_batch import LIMIT, LINK, MAIN, MOTOR, NEEDLE, SPRING
from app.draw.joints.glyphs import glyphs
from app.draw.joints.overlay import colors_of
from app.draw.view_options import Highlights, ViewOptions
from physics.bodies.rotation import rotate
from physics.joints import JOINTS
from tests.support.gl_pictures import HEIGHT, WIDTH
from tests.support.joint_primitives import CAMERA, ZOO, angles_about, batch, curves, dots, lines, meanings
from tests.support.joint_views import joint, limited, view_of_joints
from tests.support.joint_views import turned as turn_about
from tests.support.synthetic import BOX, DYNAMIC, SPHERE


def test_every_word_of_a_joint_has_its_glyph_and_every_glyph_a_joint():
    words = [cls.glyph for cls in JOINTS.values() if cls.glyph]
    assert sorted(glyphs()) == sorted(words) and {"ball", "hinge", "rails", "tie", "pull", "wheels", "axes"} <= set(words)


@pytest.mark.parametrize("name", ZOO)
def test_each_is_seen_where_it_is(shoot, name):
    """The joint changes the picture, and only around its primitives."""
    view = ZOO[name]
    plain = shoot(frame_of(view, 1.0, CAMERA.pose, ViewOptions(joints=False)))
    drawn = shoot(frame_of(view, 1.0, CAMERA.pose))
    changed = np.abs(drawn - plain).max(axis=2) > 40
    assert changed.sum() > 25
    pieces = batch(view).pieces(without=-1)[0].reshape(-1, 3)
    pixels = CAMERA.project(pieces, WIDTH, HEIGHT)[:, :2]
    rows, columns = np.nonzero(changed)
    assert columns.min() > pixels[:, 0].min() - 9 and columns.max() < pixels[:, 0].max() + 9
    assert rows.min() > pixels[:, 1].min() - 9 and rows.max() < pixels[:, 1].max() + 9


@pytest.mark.parametrize("name", ["hinge", "hinge_limits", "hinge_motor", "hinge_spring", "hinge_world"])
def test_the_needle_of_a_hinge_lies_in_the_leaf(name):
    """Whichever side swings, the needle points from the pin to the middle of the door."""
    tip = dots(ZOO[name], NEEDLE)[0]
    assert tip / np.linalg.norm(tip) == pytest.approx((math.cos(0.6), math.sin(0.6), 0.0), abs=1e-5)


@pytest.mark.parametrize("name", ["hinge_limits", "hinge_world"])
def test_the_range_of_a_hinge_is_where_the_door_can_go(name):
    """The door is open by 0.6 rad; its limits are -0.3 and 1.9, so it can go from -0.3 to 1.9 about the pin, seen from above."""
    rim = lines(ZOO[name], LIMIT)[:, :, :]
    ends = angles_about(rim.reshape(-1, 3), (0, 0, 0), (0, 0, 1), (1, 0, 0))
    away = np.linalg.norm(rim.reshape(-1, 3), axis=1)
    on_rim = away > 0.9 * away.max()
    assert ends[on_rim].min() == pytest.approx(-0.3, abs=1e-4) and ends[on_rim].max() == pytest.approx(1.9, abs=1e-4)


def test_a_range_beyond_a_turn_is_a_spiral():
    leaf = ZOO["hinge_limits"]
    table = leaf.joints.table
    wide = dataclasses.replace(leaf, joints=dataclasses.replace(
        leaf.joints, table=dataclasses.replace(table, limits=np.array(((-4.0, 8.0),)))))
    rim = np.linalg.norm(lines(wide, LIMIT)[:, 0], axis=1)
    rim = rim[rim > 1e-6]
    assert rim.max() > 1.2 * rim.min(), "turns lie beside each other"


def test_a_motor_turns_the_way_it_is_set():
    """Counter-clockwise about the axis for a positive speed of b, seen against the axis; clockwise when a swings."""
    for name, speed, sense in (("hinge_motor", 2.0, 1), ("hinge_motor", -2.0, -1), ("hinge_world", 2.0, -1)):
        view = ZOO[name]
        table = dataclasses.replace(view.joints.table, motors=np.array(((speed, 5.0),)))
        arc = lines(dataclasses.replace(view, joints=dataclasses.replace(view.joints, table=table)), MOTOR)
        first, last = arc[0]
        assert np.sign(first[0] * last[1] - first[1] * last[0]) == sense


def test_a_hinge_without_motor_or_spring_shows_neither():
    assert not {MOTOR, SPRING} & meanings(ZOO["hinge_limits"])
    assert SPRING in meanings(ZOO["hinge_spring"]) and MOTOR in meanings(ZOO["hinge_motor"])


def test_the_stops_of_a_slider_are_at_its_limits():
    stops = lines(ZOO["slider_limits"], LIMIT).reshape(-1, 3)
    assert sorted(set(np.round(stops[:, 0], 5))) == [-1.2, 1.4]
    carriage = lines(ZOO["slider_limits"], NEEDLE).reshape(-1, 3)
    assert carriage.mean(axis=0) == pytest.approx((0.5, 0, 0), abs=1e-6)
    rails = lines(ZOO["slider_limits"], MAIN)
    assert rails[..., 0].min() == pytest.approx(-1.2) and rails[..., 0].max() == pytest.approx(1.4)


def test_a_slider_without_stops_goes_on_beyond_its_carriage():
    rails = lines(ZOO["slider"], MAIN)[..., 0]
    assert not len(lines(ZOO["slider"], LIMIT)) and rails.min() < 0.0 and rails.max() > 1.0


def test_a_slider_that_is_past_its_stop_stays_on_its_rails():
    bead = (BOX, DYNAMIC, (2.0, 0, 0), (0.3, 0.3, 0.3))
    view = view_of_joints([bead], [joint("slider", 0, 1, (0, 0, 0), anchor_b=(2, 0, 0), axis=(1, 0, 0), lower=-1.0, upper=1.0)])
    assert lines(view, MAIN)[..., 0].max() == pytest.approx(2.0) and lines(view, LIMIT)[..., 0].max() == pytest.approx(1.0)


def test_a_cone_opens_by_its_angle_about_the_axis_of_a():
    view = ZOO["cone"]
    rim = max(curves(view, LIMIT), key=len)
    away = rim.reshape(-1, 3) - view.joints.anchors[0, 0]
    assert np.arccos(away @ (0, 0, -1) / np.linalg.norm(away, axis=1)) == pytest.approx(np.full(len(away), 0.8), abs=1e-3)
    needle = dots(view, NEEDLE)[0] - view.joints.anchors[0, 0]
    assert math.acos(needle @ (0, 0, -1) / np.linalg.norm(needle)) == pytest.approx(0.5, abs=1e-3)


def test_axes_of_six_dof_by_mode():
    """x limited from -1 to 1 m, y free, ry limited to 0.6 rad about y."""
    view = ZOO["six_dof"]
    drawn = lines(view, LIMIT)
    assert drawn[..., 0].min() == pytest.approx(-1.0) and drawn[..., 0].max() == pytest.approx(1.0)
    narrow = view_of_joints([(BOX, DYNAMIC, (0, 0, 0), (0.4,) * 3)], [joint(
        "six_dof", 0, 1, (0, 0, 0), frame=(0, 0, 0, 1), **{"x": limited(-0.2, 0.7)})])
    assert lines(narrow, LIMIT)[..., 0].max() == pytest.approx(0.7)


def test_anchors_that_came_apart_are_joined_by_red():
    colors = frame_of(ZOO["apart"], 1.0, CAMERA.pose).segments
    assert any((segments.colors[:, :3] == palette.JOINT_APART[:3]).all(axis=1).any() for segments in colors)
    assert not any((segments.colors[:, :3] == palette.JOINT_APART[:3]).all(axis=1).any()
                   for segments in frame_of(ZOO["ball_socket"], 1.0, CAMERA.pose).segments)


def test_a_broken_joint_is_red_and_in_two_places_and_has_no_links():
    frame = frame_of(ZOO["broken"], 1.0, CAMERA.pose)
    for shapes in (*frame.segments, *frame.markers):
        assert (shapes.colors[:, :3] == palette.JOINT_BROKEN).all()
    assert {tuple(np.round(point, 3)) for point in frame.markers[0].points} == {(0, 0, np.float32(0.9)), (0, 0, np.float32(0.4))}
    assert LINK not in meanings(ZOO["broken"])


def test_colours_follow_the_state():
    view = ZOO["hinge_limits"]
    usual = colors_of(view.joints, ViewOptions())
    assert colors_of(ZOO["disabled"].joints, ViewOptions())[LIMIT, 0, :3].tolist() == list(palette.JOINT_DISABLED)
    chosen = colors_of(view.joints, ViewOptions(), Highlights(selected_joint=1, hovered_joint=1))
    assert (chosen[:, 0, :3] == palette.JOINT_SELECTED).all() and np.array_equal(chosen[..., 3], usual[..., 3])
    assert (colors_of(view.joints, ViewOptions(), Highlights(hovered_joint=1))[:, 0, :3] == palette.JOINT_HOVERED).all()
    assert np.array_equal(colors_of(view.joints, ViewOptions(), Highlights(selected_joint=77)), usual), "one that is gone"


def test_colours_of_errors_go_from_green_to_red():
    joints = ZOO["apart"].joints
    shown = ViewOptions(joint_errors=True)
    none = np.full(1, np.nan, np.float32)
    gaps, tilts = ([colors_of(dataclasses.replace(joints, **{"gaps": none, "tilts": none, name: np.array((error,), np.float32)}),
                              shown)[MAIN, 0] for error in (0.0, 1e-3, 1e-2, 1e-1, 9.0, np.inf)] for name in ("gaps", "tilts"))
    assert np.array_equal(gaps, tilts)
    colors = gaps
    assert colors[0][:3].tolist() == colors[1][:3].tolist() == list(palette.ERROR_COLORS[0])
    for number, place in ((1, 2), (2, 3)):
        assert colors[place][:3] == pytest.approx(palette.ERROR_COLORS[number], abs=1)
    assert colors[4][:3].tolist() == colors[5][:3].tolist() == list(palette.ERROR_COLORS[2])


def test_joints_move_with_their_bodies_between_two_steps():
    """A bar turns by 0.4 rad about its end, where it is pinned, and its far anchor with it."""
    bar = (BOX, DYNAMIC, (math.cos(0.4), 0, -math.sin(0.4)), (1.0, 0.1, 0.1), tuple(turn_about((0, 1, 0), 0.4)))
    ball = (SPHERE, DYNAMIC, (0, 0, 5), (0.3,) * 3)
    end = (2 * math.cos(0.4), 0.0, -2 * math.sin(0.4))
    view = view_of_joints([bar, ball], [joint("distance", 1, 0, end, anchor_b=(0, 0, 3))])
    view = dataclasses.replace(view, previous_positions=np.array(((1, 0, 0), (0, 0, 5)), np.float32),
                               previous_rotations=np.tile(np.array((0, 0, 0, 1), np.float32), (2, 1)))
    for alpha, angle in ((0.0, 0.0), (0.5, 0.2), (1.0, 0.4)):
        frame = frame_of(view, alpha, CAMERA.pose)
        rod = next(batch.points for batch in frame.segments if len(batch.points) == 1)
        middle = frame.boxes.positions[0]
        far = middle + rotate(frame.boxes.rotations, np.array(((1.0, 0, 0),)))[0]
        assert rod[0, 0] == pytest.approx(far, abs=2e-3) and rod[0, 1] == pytest.approx((0, 0, 3), abs=1e-6)
        assert far == pytest.approx((2 * math.cos(angle), 0, -2 * math.sin(angle)), abs=0.03)


def test_joints_of_a_world_without_bodies_do_not_fall_over():
    view = view_of_joints([(SPHERE, DYNAMIC, (0, 0, 0), (0.3,) * 3)], [joint("ball_socket", 7, 8, (0, 0, 0))])
    assert frame_of(view, 1.0, CAMERA.pose).markers, "joints whose bodies the view does not know stay where they are"
    assert frame_of(view_of_joints([], [joint("hinge", 1, 0, (0, 0, 0))]), 1.0, CAMERA.pose).markers
