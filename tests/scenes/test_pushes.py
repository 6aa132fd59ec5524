"""Forces, torques and impulses of events: at a point of the body that moves with it, at one of the world, for a time."""
from __future__ import annotations

import numpy as np
import pytest

import scenes
from scenes.schema.problems import SceneError

SCENE = """\
format: 1
world: {gravity: [0, 0, 0], dt: 1/100, precision: double}
bodies:
  - name: box
    shape: {box: {half: [0.5, 0.5, 0.5]}}
    mass: 6
    position: [1, 2, 3]
    rotation: {axis: [0, 0, 1], angle: 90 deg}
"""


def after(events: str, steps: int):
    document = scenes.loads(f"{SCENE}events:\n{events}")
    world = scenes.build(document)
    runner = scenes.Runner(document, world)
    for _ in range(steps):
        runner.step()
    return world.bodies[0]


def test_an_impulse_at_a_point_of_the_body():
    """The body is turned by 90 degrees about z: its (0.5, 0, 0) lies at (0, 0.5, 0) from its centre in the world, and an impulse
    of 6 N s along x there gives it 1 m/s and -0.5 * 6 / 1 rad/s, for its moment of inertia is 6 * 1 / 6 = 1 kg m2."""
    box = after("  - {at: 0, apply_impulse: {body: box, impulse: [6, 0, 0], point: [0.5, 0, 0]}}", 1)
    assert box.velocity == pytest.approx([1, 0, 0], abs=1e-9) and box.angular_velocity == pytest.approx([0, 0, -3], abs=1e-6)


def test_a_point_of_the_body_moves_with_it():
    """A force along the body's way at a point beside its centre turns it; the point of the world stays, and its arm grows."""
    force = "  - {{at: 0, apply_force: {{body: box, force: [60, 0, 0], for: 1, {0}}}}}"
    moving, still = after(force.format("point: [0.5, 0, 0]"), 40), after(force.format("at: [1, 2.5, 3]"), 40)
    assert moving.velocity == pytest.approx(still.velocity, abs=1e-9)                   # the same force
    assert moving.angular_velocity[2] < 0 and abs(moving.angular_velocity[2] - still.angular_velocity[2]) > 1


def test_a_torque_acts_for_its_time():
    """2 N m on 1 kg m2 for half a second give 1 rad/s, and no more after it."""
    event = "  - {at: 0.1, apply_torque: {body: box, torque: [0, 0, 2], for: 0.5}}"
    for steps, spin in ((10, 0.0), (35, 0.5), (60, 1.0), (90, 1.0)):
        assert after(event, steps).angular_velocity == pytest.approx([0, 0, spin], abs=1e-9), steps
    assert after(event, 90).velocity == pytest.approx([0, 0, 0], abs=1e-12)


@pytest.mark.parametrize("event, words", [
    ("{body: box, force: [1, 0, 0], for: 1, at: [0, 0, 0], point: [0, 0, 0]}", "goes without at"),
    ("{body: box, force: [1, 0, 0], for: 1, point: [0, 0]}", "3 numbers"),
    ("{body: bix, force: [1, 0, 0], for: 1, point: [0, 0, 0]}", "did you mean 'box'")])
def test_wrong_points_are_told(event, words):
    with pytest.raises(SceneError, match=words):
        scenes.loads(f"{SCENE}events:\n  - {{at: 0, apply_force: {event}}}\n")


def test_a_torque_has_no_point():
    with pytest.raises(SceneError, match="point"):
        scenes.loads(f"{SCENE}events:\n  - {{at: 0, apply_torque: {{body: box, torque: [1, 0, 0], for: 1, point: [0, 0, 0]}}}}\n")


def test_numbers_are_finite():
    with pytest.raises(SceneError, match="force"):
        scenes.loads(f"{SCENE}events:\n  - {{at: 0, apply_force: {{body: box, force: [.nan, 0, 0], for: 1}}}}\n")


def test_names_can_be_changed_while_a_world_lives():
    document = scenes.loads(SCENE + "joints:\n  - {name: pin, type: ball_socket, a: world, b: box, anchor: [1, 2, 3]}\n")
    world = scenes.build(document)
    world.step()
    before = world.state_hash()
    world.bodies[0].rename("crate")
    world.joints[0].rename("nail")
    assert (world.bodies[0].name, world.joints[0].name) == ("crate", "nail") and world.state_hash() == before
    world.step()
    assert np.isfinite(world.bodies[0].position).all()
