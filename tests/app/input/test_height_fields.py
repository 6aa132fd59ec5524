"""Height fields under the mouse: where they are hit, that they are ground, joints and new bodies on them, boxes around them."""
from __future__ import annotations

import numpy as np
import pytest

from app.draw.camera import Camera
from app.input.body_picking import pick
from app.input.box_select import BoxSelect
from app.input.joint_tool import JointTool, normal_of
from app.input.viewports import Viewport
from physics.bodies.rotation import rotate
from tests.support.height_fields import HILLS, field, height
from tests.support.synthetic import DYNAMIC, GROUND, KINEMATIC, SPHERE, STATIC, view_of_bodies

BALL = (SPHERE, DYNAMIC, (0.0, 0.0, 1.5), (0.4,) * 3)
TILT = (np.sin(0.15), 0.0, 0.0, np.cos(0.15))
DOWN = np.array((0.0, 0.0, -1.0))


def down(view, x, y):
    return pick(view, 1.0, np.array((x, y, 10.0)), DOWN)


def test_it_is_hit_where_it_lies_and_is_ground():
    view = view_of_bodies([GROUND, field(place=(1.0, 2.0, 0.5)), BALL])
    hit = down(view, 2.5, 2.5)
    assert hit.uid == 2 and hit.ground and not hit.dynamic
    assert hit.point == pytest.approx((2.5, 2.5, 0.5 + height(1.5, 0.5)), abs=1e-6)
    assert hit.local == pytest.approx((1.5, 0.5, height(1.5, 0.5)), abs=1e-6)
    assert down(view, 0.0, 0.0).uid == 3 and down(view, 9.0, 0.0).uid == 1


def test_a_tilted_one_that_moves_is_no_ground():
    view = view_of_bodies([field(KINEMATIC, (0.0, 0.0, 1.0), TILT)])
    for local in HILLS.points.reshape(-1, 3)[::31]:
        x, y, z = rotate(np.array(TILT), local) + (0, 0, 1)
        hit = down(view, x, y)
        assert not hit.ground and hit.point == pytest.approx((x, y, z), abs=1e-5)
        below = pick(view, 1.0, np.array((x, y, -10.0)), -DOWN)
        assert below.point == pytest.approx((x, y, z), abs=1e-5), "it has two sides"


def test_a_joint_has_the_axis_of_the_triangle_and_holds_the_body():
    view = view_of_bodies([field(turn=TILT), BALL])
    hit = down(view, 1.3, -0.9)
    normal = normal_of(view.table, hit)
    d = 1e-3 * rotate(np.array(TILT), np.cross(normal, (0.3, 0.5, 0.7)))
    assert down(view, *(hit.point + d)[:2]).point == pytest.approx(hit.point + d, abs=1e-6), "the surface is square to it"
    tool = JointTool()
    tool.begin("ball_socket")
    assert tool.choose(tool.anchor_point(view, hit, np.zeros(3))) is None
    command = tool.choose(tool.anchor_point(view, down(view, 0.0, 0.0), np.zeros(3)))
    assert (command.a, command.b) == (1, 2)


@pytest.mark.parametrize("kind, chosen", [(STATIC, (2,)), (KINEMATIC, (1, 2))])
def test_a_box_around_all_leaves_ground_out(kind, chosen):
    view = view_of_bodies([field(kind), BALL])
    camera, viewport = Camera((0.0, -20.0, 9.0), (0, 0, 0)), Viewport(0, 0, 0, 800, 600)
    box = BoxSelect()
    box.press((0.0, 0.0))
    box.drag((800.0, 600.0))
    assert box.uids(view, camera, viewport) == chosen
