"""Making a joint with the mouse: places from clicks, the command from two of them, the preview."""
from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from app.input.joint_tool import AnchorPoint, JointTool, surface_normal
from app.published.status import Publication
from app.simulation.commands import CreateJoint
from app.ui.ui_state import UiState
from app.ui.view_settings import ViewSettings
from physics.bodies.rotation import rotate
from tests.support.synthetic import BOX, DYNAMIC, GROUND, SPHERE, STATIC, view_of_bodies

TURNED = (0.0, 0.0, float(np.sin(0.3)), float(np.cos(0.3)))
GROUND_UID, BOX_UID, BALL_UID, WALL_UID = 1, 2, 3, 4


@pytest.fixture
def view():
    """The ground, a turned box at x = -2, a ball at x = 2, a still box at x = 6, all a metre up."""
    return view_of_bodies([GROUND, (BOX, DYNAMIC, (-2, 0, 1), (0.5, 0.6, 0.7), TURNED), (SPHERE, DYNAMIC, (2, 0, 1), (1, 1, 1)),
                           (BOX, STATIC, (6, 0, 1), (0.5, 0.5, 0.5))])


@pytest.fixture
def state(view):
    commands = []
    state = UiState(commands.append, ViewSettings(), output_folder=None)
    state.commands, state.size = commands, (1000, 800)
    state.take(Publication(view), 10.0)
    state.motion.camera.place((0, -10, 1), (0, 0, 1))
    return state


def pixel(state, point):
    return tuple(state.motion.camera.project(np.array([point], float), *state.size)[0, :2])


def said(state):
    return state.toasts.current(state.now)[-1].text


def test_two_clicks_make_a_joint_at_the_first_place_along_its_normal(state, view):
    state.tool.begin("hinge")
    state.place(*pixel(state, (-2, -0.5, 1)))
    assert state.commands == [] and state.tool.first.uid == BOX_UID
    state.place(*pixel(state, (2, -1, 1)))
    (made,) = state.commands
    assert isinstance(made, CreateJoint) and (made.kind, made.a, made.b) == ("hinge", BOX_UID, BALL_UID)
    normal = rotate(np.array(TURNED), np.array(made.normal_a))
    assert normal == pytest.approx(rotate(np.array(TURNED), np.array((0, -1, 0))), abs=1e-6)      # the side that looks at the eye
    point = np.array((-2, 0, 1)) + rotate(np.array(TURNED), np.array(made.point_a))
    assert pixel(state, point) == pytest.approx(pixel(state, (-2, -0.5, 1)), abs=0.01)
    assert made.normal_b == pytest.approx(made.point_b)                                    # of a ball: outwards
    assert not state.tool.active


def test_the_second_place_may_be_empty_space_or_the_ground(state):
    for place, point in (((4, 0, 4), None), ((0, -3, 0), (0, -3, 0))):
        state.tool.begin("distance")
        state.place(*pixel(state, (2, -1, 1)))
        state.place(*pixel(state, place))
        made = state.commands[-1]
        assert (made.a, made.b) == (BALL_UID, None)
        assert pixel(state, made.point_b) == pytest.approx(pixel(state, place), abs=0.01)
        if point is None:                                     # as far away as the first place, which is the ball's near side
            assert made.point_b[1] == pytest.approx(-1, abs=1e-3)
        else:
            assert made.point_b == pytest.approx(point, abs=1e-3) and made.normal_b == (0, 0, 1)


def test_empty_space_is_no_first_place(state):
    state.tool.begin("hinge")
    state.place(*pixel(state, (4, 0, 4)))
    assert "body first" in said(state)
    assert state.tool.active and state.tool.first is None and state.anchor_point(*pixel(state, (4, 0, 4))) is None


@pytest.mark.parametrize(("pair", "text"), [
    (((-2, -0.5, 1), (-2, -0.5, 1.2)), "same body"), (((0, -3, 0), (6, -0.5, 1)), "can move"),
    (((0, -3, 0), (1, -3, 0)), "in the world")])
def test_what_cannot_be_joined_is_told_and_the_first_place_stays(state, pair, text):
    state.tool.begin("ball_socket")
    for place in pair:
        state.place(*pixel(state, place))
    assert state.commands == [] and state.tool.active and state.tool.first is not None and text in said(state)
    state.place(*pixel(state, (2, -1, 1)))
    assert len(state.commands) == 1 and state.commands[0].b == BALL_UID


def test_a_still_body_is_a_body_and_not_the_world(state):
    state.tool.begin("slider")
    state.place(*pixel(state, (6, -0.5, 1)))
    state.place(*pixel(state, (2, -1, 1)))
    assert (state.commands[0].a, state.commands[0].b) == (WALL_UID, BALL_UID)


@pytest.mark.parametrize(("axis", "expected"), [("x", (1, 0, 0)), ("z", (0, 0, 1))])
def test_the_axis_can_be_one_of_the_worlds(state, axis, expected):
    state.tool.axis = axis
    state.tool.begin("hinge")
    state.place(*pixel(state, (-2, -0.5, 1)))
    state.place(*pixel(state, (0, -3, 0)))
    assert rotate(np.array(TURNED), np.array(state.commands[0].normal_a)) == pytest.approx(expected, abs=1e-6)
    assert state.commands[0].normal_b == expected


def test_a_new_scene_and_escape_end_the_making(state, view):
    state.tool.begin("hinge")
    state.act("cancel")
    assert not state.making and state.commands == []
    state.act("join")
    assert state.open_sheet == "join"
    state.open_sheet = ""
    state.tool.begin("hinge")
    state.take(Publication(view, state.status.__class__(scene=state.status.scene.__class__(id="other"))), 11.0)
    assert not state.making


def test_a_restart_forgets_the_first_place_and_not_the_type(state, view):
    state.tool.begin("hinge")
    state.place(*pixel(state, (-2, -0.5, 1)))
    state.take(Publication(view, dataclasses.replace(state.status, run=1)), 11.0)
    assert state.tool.kind == "hinge" and state.tool.first is None


def test_the_preview_follows_the_bodies_and_the_pointer(state, view):
    tool, eye = state.tool, state.motion.camera.eye
    assert tool.preview(view, 1.0, None, eye) == ((), ())
    tool.begin("hinge")
    state.look_under(*pixel(state, (-2, -0.5, 1)))
    (segments,), (dots,) = tool.preview(view, 1.0, state.aimed, eye)
    assert len(segments.points) == 1 and len(dots.points) == 1                     # the axis where the pointer is
    state.place(*pixel(state, (-2, -0.5, 1)))
    state.look_under(*pixel(state, (2, -1, 1)))
    (segments,), (dots,) = tool.preview(view, 1.0, state.aimed, eye)
    assert len(segments.points) == 3 and segments.points[2] == pytest.approx(dots.points)      # and a line between the two
    moved = view_of_bodies([GROUND, (BOX, DYNAMIC, (-2, 0, 3), (0.5, 0.6, 0.7), TURNED)])
    _, (later,) = tool.preview(moved, 1.0, None, eye)
    assert later.points[0] == pytest.approx(dots.points[0] + np.array((0, 0, 2)), abs=1e-5)
    assert tool.preview(view_of_bodies([GROUND]), 1.0, None, eye) == ((), ())      # the body went away


def test_while_making_nothing_is_hovered_as_a_joint(state):
    state.pick_joint = lambda x, y: 7
    state.look_under(*pixel(state, (2, -1, 1)))
    assert (state.hovered_joint, state.hovered, state.aimed) == (7, None, None)
    state.tool.begin("hinge")
    state.look_under(*pixel(state, (2, -1, 1)))
    assert state.hovered_joint is None and state.hovered == BALL_UID and state.aimed.uid == BALL_UID
    state.look_under(*pixel(state, (6, -0.5, 1)))
    assert state.hovered == WALL_UID                                                # it can be joined, though not dragged
    state.look_under(*pixel(state, (0, -3, 0)))
    assert state.hovered is None


@pytest.mark.parametrize(("local", "normal"), [((0.5, 0.1, 0.2), (1, 0, 0)), ((-0.1, -0.6, 0.2), (0, -1, 0)),
                                               ((0.1, 0.5, 0.699), (0, 0, 1))])
def test_the_normal_of_a_box_is_that_of_the_face(local, normal):
    assert tuple(surface_normal(BOX, np.array((0.5, 0.6, 0.7)), np.array(local))) == normal


def test_a_place_of_a_moving_body_is_where_it_is_drawn(view):
    moving = view_of_bodies([(SPHERE, DYNAMIC, (4, 0, 1), (1, 1, 1))], previous_positions=np.zeros((1, 3), np.float32))
    point, _ = AnchorPoint(1, (0, 0, 1), (0, 0, 1)).in_world(moving, 0.5)
    assert point == pytest.approx((2, 0, 1.5))


def test_nothing_is_made_before_a_type_is_chosen():
    tool, aimed = JointTool(), AnchorPoint(None, (0, 0, 0), (0, 0, 1))
    assert not tool.active and tool.preview(view_of_bodies([GROUND]), 1.0, aimed, np.ones(3)) == ((), ())


def test_a_resting_pointer_looks_for_joints_now_and_then(state):
    """Finding the primitive under the pointer costs as much as drawing all of them."""
    looks = []
    state.pick_joint = lambda x, y: looks.append((x, y))
    for _ in range(5):
        state.look_under(100, 100)
    assert looks == [(100, 100)]
    state.look_under(101, 100)
    state.now += 1.0
    state.look_under(101, 100)
    assert looks == [(100, 100), (101, 100), (101, 100)]
