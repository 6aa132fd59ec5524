"""Overlays that show the inside of a step."""
from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from app.draw.camera import Camera
from app.draw.colors import ERROR_COLORS, INERTIA, SPIN, STATE_COLORS, VELOCITY
from app.draw.frame_builder import colors_of, frame_of
from app.draw.overlays.friction_cones import COARSE, SIDES, cone_rims
from app.draw.overlays.graph_colors import legend, tints_of
from app.draw.view_options import ViewOptions
from app.draw.view_setting import parts_of
from app.published.view import Awake
from app.simulation.publisher import Publisher
from app.simulation.trail import LENGTH
from physics import Box, Hinge, Plane, World
from physics.views.awake import MOVES, NEIGHBOUR

POSE = Camera((6, -8, 4), (1, 0, 1)).pose
PLAIN = ViewOptions(joints=False)


def scene():
    """A floor, a resting crate, a sliding one, and one on a hinge."""
    world = World(precision="double")
    world.add_body(shape=Plane(normal=(0, 0, 1), offset=0), type="static", friction=0.5)
    for at, velocity in (((0, 0, 0.5), (0, 0, 0)), ((3, 0, 0.5), (4, 0, 0)), ((8, 0, 3), (0, 0, 0))):
        world.add_body(shape=Box(half=(0.5, 0.5, 0.5)), position=at, velocity=velocity, friction=0.5)
    world.add_joint(Hinge(a=world.bodies[3], b=None, anchor=(8, 0, 4), axis=(0, 1, 0)))
    return world


def view_for(options, steps=6):
    """A view with the parts that the options need, and its world."""
    world = scene()
    publisher, before = Publisher(world), None
    for _ in range(steps):
        before = publisher.snapshot()
        world.step()
    return publisher.view(before, (), parts_of(options)), world


def drawn(**switches):
    options = dataclasses.replace(PLAIN, **switches)
    view, world = view_for(options)
    return frame_of(view, 1.0, POSE, options), view, world


def test_contact_points_have_the_colour_of_their_state():
    frame, view, _ = drawn(contact_states=True)
    (dots,) = frame.markers
    slides = dots.points[:, 0] > 2
    assert len(dots.points) == 8 == len(view.contacts.positions)
    assert {tuple(tint) for tint in dots.colors[slides].tolist()} == {STATE_COLORS["sliding"]}
    assert {tuple(tint) for tint in dots.colors[~slides].tolist()} == {STATE_COLORS["sticking"]}


def test_a_friction_cone_is_as_high_as_the_impulse_and_its_rim_is_mu_times_as_wide():
    normal = np.array([[0.6, 0.0, 0.8]])
    rim = cone_rims(normal, np.array([2.0]), np.array([0.5]))[0]
    along = rim @ normal[0]
    aside = np.linalg.norm(rim - along[:, None] * normal[0], axis=1)
    assert along == pytest.approx(np.full(SIDES, 2.0)) and aside == pytest.approx(np.full(SIDES, 1.0))


def test_the_impulse_ends_on_the_rim_where_a_crate_slides_and_inside_where_it_rests():
    frame, view, _ = drawn(friction_cones=True)
    rims, faces = frame.segments[:-1], frame.fills[:-1]                   # large cones, and small ones of fewer sides
    for shapes in (rims, faces):
        assert sum(len(shape.points) // sides for shape, sides in zip(shapes, (SIDES, COARSE))) == 8
    rub, slides = np.linalg.norm(view.contacts.tangent_impulses, axis=1), view.contacts.positions[:, 0] > 2
    assert rub[slides].sum() == pytest.approx(0.5 * view.contacts.normal_impulses[slides].sum(), rel=1e-3)
    assert rub[~slides].sum() < 0.1 * view.contacts.normal_impulses[~slides].sum()


def test_the_parts_of_an_impulse_add_up_to_it():
    frame, view, _ = drawn(impulse_parts=True, impulse_scale=10.0)
    tips = [heads.points[:, 0] for heads in frame.fills]
    normal = tips[0] - view.contacts.positions
    assert np.linalg.norm(normal, axis=1) == pytest.approx(view.contacts.normal_impulses / 10.0, rel=1e-4)
    assert (normal[:, 2] > 0).all(), "towards the moving body"


def test_contacts_below_the_threshold_are_not_drawn():
    least = float(np.linalg.norm(view_for(PLAIN.replace(contacts=True))[0].contacts.tangent_impulses, axis=1).max())
    frame, view, _ = drawn(contacts=True, impulse_threshold=1e6)
    assert frame.markers == () and len(view.contacts.positions) == 8 and least > 0


def test_fat_boxes_and_each_level_of_the_tree_are_drawn():
    frame, view, _ = drawn(tree=True)
    assert [len(lines.points) for lines in frame.segments] == [12 * 3, *(12 * len(level) for level in view.tree)]


def test_each_contact_is_joined_to_its_moving_bodies_in_its_colour():
    frame, view, _ = drawn(graph_colors=True)
    lines = [line for segments in frame.segments for line in segments.points]
    assert len(lines) == 8
    assert len({tuple(tint) for tint in tints_of(np.arange(12)).tolist()}) == 12, "colours differ"
    assert (tints_of(np.array([-1]))[0] != tints_of(np.array([0]))[0]).any()


def test_contacts_that_are_not_solved_have_a_row_of_the_legend():
    options = PLAIN.replace(graph_colors=True)
    view, _ = view_for(options)
    details = dataclasses.replace(view.contact_details, colors=np.array([0, 0, 1, -1, -1, -1]))
    rows = legend(dataclasses.replace(view, contact_details=details), options, POSE)
    assert [text for text, _ in rows] == ["colour 0: 2 points", "colour 1: 1 point", "asleep: 3 points"]


def test_why_awake_leads_to_the_keeper():
    options = PLAIN.replace(awake=True)
    view, _ = view_for(options)
    reasons, keepers = np.array([0, NEIGHBOUR, MOVES, MOVES], np.uint8), np.array([0, 3, 3, 4])
    frame = frame_of(dataclasses.replace(view, awake=Awake(reasons, keepers)), 1.0, POSE, options)
    assert frame.segments[0].points.tolist() == [[view.positions[1].tolist(), view.positions[2].tolist()]]
    assert len(frame.markers[0].points) == 3


def test_bodies_have_the_colour_of_their_cost():
    view, world = view_for(PLAIN.replace(costs=True))
    assert view.costs.tolist() == world.row_counts().tolist()
    colors = colors_of(view, PLAIN.replace(costs=True))
    assert tuple(colors[1, :3]) == ERROR_COLORS[-1], "the most expensive one"
    kept = colors_of(view, PLAIN.replace(costs=True, cost_threshold=1e5))
    assert (kept == colors_of(view, PLAIN)).all()


def test_the_ellipsoid_of_a_box_has_its_inertia():
    """I_z = m (a^2 + b^2) / 5 of the ellipsoid, m (hx^2 + hy^2) / 3 of the box."""
    frame, view, _ = drawn(inertia=True)
    (lines,) = frame.segments
    nearest = np.abs(lines.points[:, 0, 0]) < 1.0
    axis = np.abs(lines.points[nearest, 0] - view.positions[1]).max(axis=0)
    assert (axis[0]**2 + axis[1]**2) / 5 == pytest.approx((0.5**2 + 0.5**2) / 3, rel=1e-3)
    assert len(frame.markers[0].points) == 3 and tuple(frame.markers[0].colors[0]) == INERTIA


def test_velocities_are_arrows_in_one_scale():
    frame, view, _ = drawn(velocities=True, velocity_scale=2.0, velocity_threshold=0.5)
    assert [tuple(heads.colors[0]) for heads in frame.fills if len(heads.colors)] == [VELOCITY]
    (tip,) = frame.fills[0].points[:, 0]
    assert tip - view.positions[2] == pytest.approx(view.velocities[2] / 2.0, abs=1e-4)
    assert SPIN not in {tuple(tint) for tint in frame.fills[1].colors.tolist()}


def test_a_trail_has_a_piece_for_each_step_and_ends_at_the_body():
    options = PLAIN.replace(trails=True)
    view, _ = view_for(options, steps=20)
    (lines,) = frame_of(view, 1.0, POSE, options).segments
    mine = lines.points[(lines.points[:, 0, 0] > 2.5) & (lines.points[:, 0, 0] < 7)]
    assert mine[-1, 1] == pytest.approx(view.positions[2], abs=1e-5) and len(mine) == 20
    assert (np.diff(mine[:, 1, 0]) > 0).all()
    assert len(view_for(options, steps=LENGTH + 30)[0].trails) == LENGTH


def test_joint_frames_are_drawn_on_both_bodies():
    frame, view, _ = drawn(joint_frames=True)
    assert len(frame.segments) == 6
    ends = frame.segments[0].points[0]
    assert ends[0] == pytest.approx(view.joints.anchors[0, 0], abs=1e-5)
    assert abs(np.cross(ends[1] - ends[0], (0, 1, 0))).max() < 1e-4, "x is the hinge's axis"
