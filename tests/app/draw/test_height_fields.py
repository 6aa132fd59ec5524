"""Height fields in frames: ground in the colour of floors, with lines; never striped or glass, and not what a camera frames."""
from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from app.draw.camera import Camera, pose_matrix
from app.draw.colors import FLOOR
from app.draw.frame import GHOST, GRID, PLAIN
from app.draw.frame_builder import frame_of, glass, ground, large_still, walls
from app.draw.framing import outline_of
from app.draw.joints.label_places import Sight, body_rectangles
from app.draw.scene_labels import named_rows
from app.draw.solids.field_form import field_form_of
from app.draw.view_options import ViewOptions
from app.published.view import Parts
from app.render.arrangement.extent import extent_of
from app.simulation.publisher import Publisher
from physics import World
from physics.definitions.shapes import Box, HeightField, Sphere
from tests.support.height_fields import HILLS, field
from tests.support.synthetic import BOX, DYNAMIC, KINEMATIC, SPHERE, STATIC, view_of_bodies

BALL = (SPHERE, DYNAMIC, (0.0, 0.0, 1.5), (0.4,) * 3)
FLAT = (BOX, STATIC, (0.0, 0.0, -2.0), (9.0, 9.0, 0.2))
CAMERA = Camera((0.0, -20.0, 9.0), (0.0, 0.0, 0.0))
ALL = ViewOptions(**{item.name: True for item in dataclasses.fields(ViewOptions) if item.type in ("bool", bool)})


def of(view, theme="dark", **options):
    """The only body of a height field in a frame."""
    (group,) = (group for group in frame_of(view, 1.0, CAMERA.pose, ViewOptions(theme=theme, **options)).solids
                if group.kind == HeightField.kind)
    return group


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("kind", [STATIC, KINEMATIC])
def test_it_is_drawn_as_ground(theme, kind):
    group = of(view_of_bodies([field(kind), BALL]), theme)
    assert group.hulls == (field_form_of(HILLS),)
    assert group.instances.colors[0, :3].tolist() == FLOOR[theme].astype(int).tolist()
    assert group.instances.marks[0] & GRID and not group.instances.marks[0] & GHOST
    assert not of(view_of_bodies([field(kind), BALL]), theme, grid=False).instances.marks[0] & GRID


def test_its_own_color_stays():
    view = view_of_bodies([field(), BALL])
    tinted = dataclasses.replace(view.table, tints=np.array([(10, 200, 30, 255), (0, 0, 0, 0)], np.uint8))
    assert of(dataclasses.replace(view, table=tinted)).instances.colors[0, :3].tolist() == [10, 200, 30]


def test_a_sensor_is_translucent():
    group = of(view_of_bodies([field(sensor=True), BALL]))
    assert group.instances.marks[0] & GHOST and group.instances.marks[0] & PLAIN


def test_it_is_ground_but_no_wall():
    view = view_of_bodies([field(), field(KINEMATIC), BALL, FLAT])
    assert large_still(view.table).tolist() == [True, True, False, True]
    assert ground(view.table).tolist() == [True, False, False, True]
    assert walls(view.table).tolist() == [False, False, False, True]


def test_what_hides_bodies_from_below_is_no_glass():
    view = view_of_bodies([field(), BALL])
    assert not len(glass(view.table, view.positions, view.rotations, (0.0, 0.0, -9.0)))


def test_the_camera_frames_what_lies_on_it():
    alone, both = (outline_of(view_of_bodies(bodies)) for bodies in ([field()], [field(), BALL]))
    assert len(both.points) == 1 and both.radii.max() == pytest.approx(0.4)
    low, high = alone.points.min(axis=0), alone.points.max(axis=0)
    surface = HILLS.points.reshape(-1, 3)
    assert (low <= surface.min(axis=0) + 1e-6).all() and high == pytest.approx(surface.max(axis=0), abs=1e-6)
    assert len(outline_of(view_of_bodies([field(), BALL]), frozenset((1,))).points) == 8, "it is framed when it is selected"


def test_labels_keep_off_bodies_and_not_off_ground():
    view = view_of_bodies([field(), BALL])
    assert named_rows(view.table).tolist() == [1]
    sight = Sight(pose_matrix(CAMERA.pose, 4 / 3), (800.0, 600.0))
    assert len(body_rectangles(view.table, (view.positions, view.rotations), sight)) == 1


def test_its_extent_is_that_of_its_surface():
    extent = extent_of(frame_of(view_of_bodies([field(), BALL]), 1.0, CAMERA.pose))
    assert extent.high[0] >= 4.0 and extent.low[1] <= -4.0


def test_every_overlay_is_drawn_with_it():
    world = World()
    world.add_body(shape=HILLS, name="hills")
    world.add_body(shape=HILLS, type="kinematic", position=(0, 0, -5), rotation=(0.1, 0, 0, 0.995), name="tray")
    world.add_body(shape=Sphere(radius=0.4), position=(0, 0, 0.6))
    world.add_body(shape=Box(half=(0.4, 0.3, 0.2)), position=(1, 1, 0.8))
    for _ in range(30):
        world.step()
    parts = Parts(**{item.name: True for item in dataclasses.fields(Parts)})
    frame = frame_of(Publisher(world).view(None, (), parts), 1.0, CAMERA.pose, ALL)
    assert frame.segments and sum(len(group.hulls) for group in frame.solids) == 2
