"""Saved moments of every shape: the scene goes on as the world does, and a hull is turned as it was."""
from __future__ import annotations

import numpy as np
import pytest

from scenes.loader import loads
from scenes.saved_moment import TOO_LONG
from tests.scenes.moment.test_saved_moments import goes_on_alike, run_to, saved
from tests.support.height_fields import SCENE as HILLS

TEXT = """\
format: 1
title: Every shape
bodies:
  - {name: floor, shape: {plane: {}}}
  - {name: pill, shape: {capsule: {radius: 0.2, half_length: 0.3}}, position: [-2, 0, 1], angular_velocity: [3, 1, 0]}
  - {name: can, shape: {cylinder: {radius: 0.3, half_length: 0.3}}, position: [-1, 0, 1],
     rotation: {axis: [1, 2, 0], angle: 50 deg}}
  - {name: hat, shape: {cone: {radius: 0.3, half_length: 0.4}}, position: [0, 0, 1], rotation: {axis: [1, 0, 0], angle: 70 deg}}
  - {name: stone, shape: {convex: {points: [[0, 0, 0], [1.2, 0, 0], [1, 0.7, 0], [0.1, 0.6, 0.1], [0.9, 0.1, 0.8]]}},
     position: [2, 0, 1], rotation: {axis: [1, 1, 0], angle: 40 deg}, surface_velocity: [1, 0, 0]}
"""


def test_a_moment_of_every_shape_goes_on_alike():
    goes_on_alike(loads(TEXT), 40, ahead=80)


def test_an_entry_has_the_shape_and_the_rotation_of_the_body():
    runner = run_to(loads(TEXT), 40)
    body = next(body for body in runner.world.bodies if body.name == "stone")
    plan = next(plan for plan in saved(runner).document.bodies if plan.name == "stone")
    assert plan.shape == body.shape and plan.position == pytest.approx(tuple(body.position), abs=1e-6)
    assert np.abs(np.dot(plan.rotation, body.rotation)) == pytest.approx(1, abs=1e-6)
    assert plan.surface_velocity == pytest.approx((1, 0, 0), abs=1e-6)


@pytest.mark.parametrize("kind", ["static", "kinematic"])
def test_a_height_field_is_written_with_its_heights(kind):
    text = HILLS.replace("name: hills, ", f"name: hills, type: {kind}, position: [0, 0, -0.5], ")
    goes_on_alike(loads(text), 40, ahead=80)
    runner = run_to(loads(text), 40)
    plan = saved(runner).document.bodies[0]
    assert plan.shape == runner.world.bodies[0].shape and plan.type == kind and plan.position == (0.0, 0.0, -0.5)
    assert "formula" not in saved(runner).document.text


def test_the_largest_height_field_fits_if_not_its_state():
    text = HILLS.replace("[8, 8], spacing: 0.5", "[64, 64], spacing: 0.5")
    runner = run_to(loads(text), 5)
    found = saved(runner)
    assert found.note in ("", TOO_LONG) and found.document.bodies[0].shape == runner.world.bodies[0].shape
