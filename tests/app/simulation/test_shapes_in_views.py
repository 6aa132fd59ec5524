"""Shapes in published views: sizes and rotations along a body's own axes, also of hulls, whose principal axes worlds keep; what
is drawn, previewed and picked of them."""
from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from app.draw.camera import Camera
from app.draw.frame_builder import frame_of
from app.draw.framing import outline_of
from app.draw.ghosts import with_ghosts, with_preview
from app.draw.overlays.inertia import semi_axes
from app.draw.solids.parts import SOLIDS as KINDS
from app.draw.view_options import ViewOptions
from app.input.body_picking import pick
from app.input.joint_tool import normal_of, surface_normal
from app.published.view import Parts
from app.simulation.publisher import Publisher, ghost_view
from physics import World
from physics.bodies.rotation import product, rotate
from physics.definitions.shapes import Box, Convex, Plane, Sphere
from scenes.editing.bounds import bounds_of, half_extents
from scenes.loader import loads
from scenes.preview import preview
from tests.support.solid_shapes import HAMMER, SOLIDS, inside

TURN = (0.3, -0.2, 0.4, float(np.sqrt(1 - 0.29)))
POSE = Camera((3.0, -9.0, 4.0), (2.0, 0.0, 0.5), 0.8).pose


@pytest.fixture
def world():
    made = World()
    made.add_body(shape=Plane())
    for place, shape in enumerate([*SOLIDS.values(), Sphere(radius=0.4), Box(half=(0.4, 0.3, 0.2)), HAMMER]):
        made.add_body(shape=shape, position=(1.5 * place, 0, 2), rotation=TURN, name=shape.name)
    return made


def view_of(world):
    return Publisher(world).view(None, (), Parts())


def test_rotations_and_sizes_are_along_the_bodies_own_axes(world):
    view = view_of(world)
    for row, body in enumerate(world.bodies):
        assert view.rotations[row] == pytest.approx(body.rotation, abs=1e-6)
        assert view.table.sizes[row] == pytest.approx(half_extents(body.shape), rel=1e-6)
        assert view.table.shapes[row] is (body.shape if body.shape.kind > Plane.kind else None)
        assert body.name in ("", body.shape.name) and (row == 0 or view.rotations[row] == pytest.approx(TURN, abs=1e-6))


def test_a_ghost_comes_from_poses_of_principal_axes(world):
    view = view_of(world)
    poses = np.concatenate((world.positions, world.principal_rotations), axis=1)
    ghost = ghost_view(view, (world.uids, poses), (world.uids, poses))
    assert ghost.rotations == pytest.approx(view.rotations, abs=1e-6)
    assert not np.allclose(poses[:, 3:], view.rotations, atol=1e-3), "of the hull they differ"


def test_a_body_added_later_keeps_the_shapes_of_the_others(world):
    publisher = Publisher(world)
    publisher.view(None, (), Parts())
    world.remove(next(iter(world.bodies)))
    added = world.add_body(shape=SOLIDS["cone"], position=(0, 5, 0))
    view = publisher.view(None, (), Parts())
    assert view.table.shapes[-1] is added.shape and view.table.shapes[0] is SOLIDS["capsule"]


def test_a_frame_has_one_group_of_each_kind(world):
    frame = frame_of(view_of(world), 1.0, POSE)
    assert [KINDS[kind] for kind, _, _ in frame.solids] == ["capsule", "cylinder", "cone", "convex"]
    assert [len(group.positions) for _, group, _ in frame.solids] == [2, 2, 1, 2], "those of the compound among them"
    assert len(frame.spheres.positions) == len(frame.boxes.positions) == 2 and len(frame.solids[-1].hulls) == 2


def test_the_parts_of_a_compound_are_where_it_is(world):
    """Also after it has turned: each part's centre and axes are the child's, carried along."""
    world.step()
    view, body = view_of(world), list(world.bodies)[-1]
    frame = frame_of(view, 1.0, POSE)
    (box, place, _), (_, _, _), (hull, spot, turn), _ = HAMMER.children
    places = [body.position + rotate(body.rotation, np.array(one) - HAMMER.centre) for one in (place, spot)]
    drawn = frame.solids[-1].instances
    assert frame.boxes.positions[-1] == pytest.approx(places[0], abs=1e-4)
    assert drawn.positions[-1] == pytest.approx(places[1], abs=1e-4)
    assert abs(drawn.rotations[-1] @ product(body.rotation, np.array(turn))) == pytest.approx(1, abs=1e-5)
    assert frame.boxes.sizes[-1] == pytest.approx(box.half) and frame.solids[-1].hulls[-1].vertices.shape == (len(hull.points), 3)


def test_a_click_on_a_part_hits_the_compound(world):
    view, body = view_of(world), list(world.bodies)[-1]
    for number, (child, place, turn) in enumerate(HAMMER.children):
        middle = body.position + rotate(np.array(TURN), np.array(place) - HAMMER.centre)
        hit = pick(view, 1.0, middle + (0, 0, 5), np.array((0.0, 0, -1)))
        just_inside = hit.local * (1 - 1e-3) + 1e-3 * (np.array(place) - HAMMER.centre)
        assert hit.uid == body.uid and inside(HAMMER, just_inside[None]).all()
        assert rotate(np.array(TURN), normal_of(view.table, hit))[2] > 0
        assert number != 3 or hit.part == 3


def test_ghosts_of_solids_are_theirs_alone(world):
    first = view_of(world)
    hull = next(body for body in world.bodies if body.name == "convex")
    hull.position = hull.position + (0, 0, 1)
    frame = with_ghosts(frame_of(first, 1.0, POSE), [first, view_of(world)], 0, 1.0)
    counts = {KINDS[kind]: len(group.positions) for kind, group, _ in frame.solids}
    assert counts == {"capsule": 2, "cylinder": 2, "cone": 1, "convex": 3} and len(frame.solids[-1].hulls) == 3


def test_a_preview_shows_every_shape():
    document = loads("format: 1\nbodies: []\n")
    shown = preview(document, "pile", {"count": 40, "mix": "all"})
    frame = with_preview(frame_of(view_of(World()), 1.0, POSE), shown)
    drawn = len(frame.spheres.positions) + len(frame.boxes.positions) + sum(len(group.positions) for _, group, _ in frame.solids)
    assert drawn == shown.bodies == 40 and len(frame.solids) == 4


@pytest.mark.parametrize("name", SOLIDS)
def test_a_click_hits_the_body_with_its_normal(world, name):
    view = view_of(world)
    body = next(body for body in world.bodies if body.shape is SOLIDS[name])
    hit = pick(view, 1.0, body.position + (0, 0, 5), np.array((0.0, 0, -1)))
    assert hit.uid == body.uid and hit.dynamic
    assert body.position + rotate(np.array(TURN), hit.local) == pytest.approx(hit.point, abs=1e-5)
    assert inside(body.shape, np.outer((1 - 1e-4, 1 + 1e-4), hit.local)).tolist() == [True, False]
    row = view.table.index(hit.uid)
    normal = surface_normal(body.shape.kind, view.table.sizes[row], hit.local, view.table.shapes[row])
    assert rotate(np.array(TURN), normal)[2] > 0, "it faces whoever clicks"


def test_framing_takes_their_true_outline(world):
    view = view_of(world)
    for body in list(world.bodies)[1:]:
        outline = outline_of(view, frozenset((body.uid,)))
        low = (outline.points - outline.radii[:, None]).min(axis=0)
        bounds = bounds_of(SimpleNamespace(shape=body.shape, position=body.position, rotation=body.rotation))
        reach = float(np.linalg.norm(half_extents(body.shape)))
        assert (low >= bounds.low - 1e-4).all() and (low <= bounds.low + 0.05 * reach).all(), "a rim is a polygon"


def test_the_ellipsoid_of_inertia():
    assert semi_axes(np.array(Sphere(radius=0.7).unit_inertia)) == pytest.approx((0.7,) * 3)
    half = (0.1, 0.2, 0.3)
    assert semi_axes(np.array(Box(half=half).unit_inertia)) == pytest.approx(np.sqrt(5 / 3) * np.array(half))


def test_the_ellipsoid_of_a_hull_lies_along_its_principal_axes():
    world = World()
    hull = Convex(points=((0, 0, 0), (4, 0.2, 0), (0, 1, 0), (0.2, 0, 0.5), (4, 1.5, 0.6)))
    world.add_body(shape=hull, position=(0, 0, 2))
    (segments,) = frame_of(view_of(world), 1.0, POSE, ViewOptions(inertia=True)).segments
    points = segments.points.reshape(-1, 3) - (0, 0, 2)
    longest = points[np.argmax(np.linalg.norm(points, axis=1))]
    axis = rotate(np.array(hull.principal_axes), np.eye(3)[int(np.argmin(hull.unit_inertia))])
    assert abs(longest @ axis) / np.linalg.norm(longest) > 0.999 > abs(longest[0]) / np.linalg.norm(longest)
