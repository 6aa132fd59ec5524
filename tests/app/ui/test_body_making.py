"""The body that is made with the mouse: where it stands, and how large a drag makes it."""
from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

import scenes
from app.draw.camera import Camera
from app.input.body_picking import pick
from app.input.viewports import Viewport
from app.simulation.commands import CreateBody
from app.simulation.commands.editing import LARGEST, SHAPES, SMALLEST
from app.ui.body_making import CLICK, GRID, BodyMaking
from scenes.editing.free_place import GAP, free_place
from scenes.schema.shapes import scaled
from tests.support.height_fields import field, height
from tests.support.scene_views import view_of_scene
from tests.support.synthetic import BOX, GROUND, KINEMATIC, SPHERE, STATIC, view_of_bodies

AT = 400.0, 300.0
PILLAR = (BOX, STATIC, (0.4, -0.6, 1.0), (0.1, 0.1, 0.6))


class Stage:
    """A window of 800 x 600 over the plane z = 0, with a body under the pointer if `hit` says so."""

    def __init__(self):
        self.motion = SimpleNamespace(camera=Camera((0.0, -8.0, 6.0), (0.0, 0.0, 0.0)))
        self.hit, self.gizmo = None, ""
        self.view = view_of_bodies([GROUND])

    def viewport(self, x, y):
        return Viewport(0, 0.0, 0.0, 800.0, 600.0)

    def pick(self, x, y):
        return self.hit


class Seen(Stage):
    """The same, where the pointer hits what is seen."""

    def __init__(self, view, eye, target):
        super().__init__()
        self.view, self.motion.camera = view, Camera(eye, target)

    def pick(self, x, y):
        return pick(self.view, 1.0, *self.viewport(x, y).ray(self.motion.camera, x, y))

    def pixel_of(self, point):
        return tuple(map(float, self.viewport(0, 0).project(self.motion.camera, np.array([point]))[0, :2]))


@pytest.fixture
def stage():
    return Stage()


@pytest.fixture
def made():
    return []


@pytest.fixture
def making(made):
    return BodyMaking(made.append)


@pytest.mark.parametrize("shape", [shape for shape in SHAPES if shape != "plane"])
def test_a_click_makes_each_shape_standing_on_the_ground(making, made, stage, shape):
    making.begin(shape)
    making.press(stage, *AT)
    making.release(stage)
    (command,) = made
    assert isinstance(command, CreateBody) and command.shape == shape and command.size == 1.0
    assert command.position[:2] == (0.0, 0.0) and not making.active and stage.gizmo == "move"
    making.begin(shape)
    low, _ = making._reach(1.0)
    assert command.position[2] + low[2] == pytest.approx(0.0, abs=1e-4)


def test_a_floor_needs_no_place(making, made):
    making.begin("plane")
    assert [command.shape for command in made] == ["plane"] and not making.active


def test_it_stands_on_the_body_that_is_hit_at_the_nearest_place_of_the_grid(making, made, stage):
    stage.view = view_of_bodies([PILLAR])
    stage.hit = SimpleNamespace(point=np.array([1.07, -0.4, 2.0]), ground=False, row=0)
    making.begin("box")
    making.press(stage, *AT)
    making.release(stage)
    assert made[0].position == pytest.approx((1.0, -0.5, 2.5))
    assert all(value / GRID == round(value / GRID) for value in made[0].position[:2])


def test_over_the_middle_of_a_body_that_is_near(making, made, stage):
    stage.view = view_of_bodies([PILLAR])
    stage.hit = SimpleNamespace(point=np.array([0.45, -0.7, 1.6]), ground=False, row=0)         # of the top of a pillar
    making.begin("plank")
    making.press(stage, *AT)
    making.release(stage)
    assert made[0].position == pytest.approx((0.4, -0.6, 1.65))


def test_a_drag_sets_the_longest_half_side(making, made, stage):
    making.begin("plank")                                             # a half side of 1.5 m
    making.press(stage, *AT)
    ahead = stage.viewport(0, 0).project(stage.motion.camera, np.array([[3.0, 0.0, 0.0]]))[0]
    making.drag(stage, float(ahead[0]), float(ahead[1]))
    assert making.size == pytest.approx(2.0)
    assert making.preview.sizes[0, 0] == pytest.approx(3.0)
    making.release(stage)
    assert made[0].size == pytest.approx(2.0)


def test_a_shaky_click_is_a_click_and_sizes_have_limits(making, stage):
    making.begin("box")
    making.press(stage, *AT)
    making.drag(stage, AT[0] + CLICK / 2, AT[1])
    assert making.size == 1.0
    making.drag(stage, AT[0] + CLICK + 1, AT[1])
    assert making.size >= SMALLEST
    making.drag(stage, 100_000.0, AT[1])
    assert making.size <= LARGEST


def test_the_sky_is_a_place_too(making, made, stage):
    stage.motion.camera = Camera((0.0, -8.0, 1.0), (0.0, 0.0, 4.0))
    making.begin("box")
    making.press(stage, 400.0, 10.0)
    making.release(stage)
    assert np.isfinite(made[0].position).all()


def test_no_place_no_body(making, made, stage):
    making.begin("box")
    making.away()
    making.release(stage)
    assert not made and making.preview is None


@pytest.mark.parametrize("shape", [shape for shape in SHAPES if shape != "plane"])
@pytest.mark.parametrize("size", [1.0, 1.7])
def test_beside_a_steep_face_where_it_is_shown(making, made, shape, size):
    """At the side of a pyramid: the preview stands in no body, and the body is made where the preview stood, not on the top."""
    scene, view = scenes.load("stacking/pyramid_3d"), view_of_scene("stacking/pyramid_3d")
    face = view.positions[:, 1].min() - view.table.sizes[1:, 1].max()
    stage = Seen(view, (1.0, -22.0, 6.0), (1.0, 0.0, 1.0))
    at = stage.pixel_of((1.2, face, 2.0))
    assert stage.pick(*at).point[1] == pytest.approx(face, abs=0.05)
    making.begin(shape)
    making.press(stage, *at)
    making.size = size
    shown = making.preview.positions[0]
    assert shown[1] < face and shown[2] < 5.5
    making.release(stage)
    (command,) = made
    assert command.position == pytest.approx(shown, abs=1e-4)
    assert free_place(scene, scaled(SHAPES[shape], size), command.position) == pytest.approx(shown, abs=1e-4)


def test_the_side_of_a_wall_of_a_ball_and_of_a_pillar(making):
    """Of a wall the body touches it; of a ball the bounds of both are apart; of something thin it stands on the top."""
    wall = Seen(view_of_bodies([GROUND, (BOX, STATIC, (0, 0, 2), (2.0, 0.5, 2.0))]), (0.3, -9.0, 3.0), (0.0, 0.0, 1.5))
    making.begin("box")
    making.point(wall, *wall.pixel_of((0.9, -0.5, 1.5)))
    assert making.preview.positions[0] == pytest.approx((1.0, -1.0 - GAP, 2.0), abs=1e-4)
    ball = Seen(view_of_bodies([GROUND, (SPHERE, STATIC, (0, 0, 2), (2.0, 2.0, 2.0))]), (-9.0, -9.0, 2.0), (0.0, 0.0, 2.0))
    making.point(ball, *ball.pixel_of((-1.41, -1.41, 2.0)))
    x, y, z = making.preview.positions[0]
    assert min(x, y) < -2.5 and z == pytest.approx(2.5, abs=0.01)
    pillar = Seen(view_of_bodies([GROUND, PILLAR]), (0.4, -8.0, 2.0), (0.4, -0.6, 1.0))
    making.point(pillar, *pillar.pixel_of((0.4, -0.7, 1.0)))
    assert making.preview.positions[0] == pytest.approx((0.4, -0.6, 2.1), abs=1e-4)


def test_it_is_shown_above_what_has_no_room_for_it(making):
    """Between two bodies one above the other, as it will be made."""
    stage = Seen(view_of_bodies([GROUND, (BOX, STATIC, (0, 0, 1.2), (0.5, 0.5, 0.5))]), (0.0, -8.0, 1.0), (0.0, 0.0, 0.0))
    making.begin("box")
    making.point(stage, *stage.pixel_of((0.0, 0.0, 0.0)))
    assert making.preview.positions[0, 2] == pytest.approx(1.7 + GAP + 0.5)


@pytest.mark.parametrize("kind", [STATIC, KINEMATIC])
def test_on_a_height_field_it_stands_where_the_pointer_is(making, made, kind):
    """On a hill and in a valley, on the highest point below it and not on the highest of all."""
    stage = Seen(view_of_bodies([field(kind)]), (0.0, -9.0, 9.0), (0.0, 0.0, 0.0))
    making.begin("sphere")
    for x, y in ((1.5, 0.0), (-1.5, 0.0), (3.0, -2.0)):
        making.point(stage, *stage.pixel_of((x, y, height(x, y))))
        (centre,) = making.preview.positions
        radius = SHAPES["sphere"]["sphere"]["radius"]
        around = [height(centre[0] + dx, centre[1] + dy) for dx in (-0.5, 0, 0.5) for dy in (-0.5, 0, 0.5)]
        assert centre[:2] == pytest.approx((x, y), abs=GRID)
        assert height(x, y) - 0.02 <= centre[2] - radius <= max(around) + GAP + 0.01
