"""The world's interface: bodies, handles, views, energy, contacts, and errors for impossible requests."""
from __future__ import annotations

import math

import numpy as np
import pytest

from physics import Box, Mouse, Plane, SettingError, SolverSettings, Sphere, World


def resting(count: int = 3, precision: str = "double", **solver) -> World:
    """A plane with balls and boxes at rest on it, a metre apart from each other."""
    world = World(precision=precision, solver=SolverSettings(**solver))
    world.add_body(shape=Plane(), type="static", name="floor")
    for k in range(count):
        shape = Box(half=(0.5, 0.5, 0.5)) if k % 2 else Sphere(radius=0.5)
        world.add_body(shape=shape, position=(2 * k, 0, 0.5), mass=1 + k, name=f"body_{k}")
    return world


def settled(steps: int = 120, **options) -> World:
    world = resting(**options)
    for _ in range(steps):
        world.step()
    return world


def test_an_empty_world_steps():
    world = World()
    for _ in range(3):
        world.step()
    assert (world.step_count, world.time, world.bodies, world.joints) == (3, pytest.approx(3 / 60), [], [])
    assert world.positions.shape == (0, 3) and world.rotations.shape == (0, 4) and world.aabbs.shape == (0, 2, 3)
    assert world.contact_count == 0 and world.contacts == [] and world.events == [] and world.max_penetration() == 0
    assert world.energy() == (0, 0, 0) and world.ray_cast((0, 0, 1), (0, 0, -1)) is None
    assert len(world.state_hash()) == 16


@pytest.mark.parametrize("precision", ["single", "double"])
def test_views_are_those_of_the_handles(precision):
    world = settled(10, precision=precision)
    kind = np.float32 if precision == "single" else np.float64
    for name, handle in (("positions", "position"), ("rotations", "rotation"), ("velocities", "velocity"),
                         ("angular_velocities", "angular_velocity")):
        view = getattr(world, name)
        assert view.dtype == kind and not view.flags.writeable
        assert np.array_equal(view, [getattr(body, handle) for body in world.bodies])
        with pytest.raises(ValueError, match="read-only"):
            view[0] = 1
        with pytest.raises(ValueError, match="read-only"):
            getattr(world.bodies[1], handle)[0] = 1
    assert [body.name for body in world.bodies] == ["floor", "body_0", "body_1", "body_2"]
    assert world.body(world.bodies[2].uid) == world.bodies[2] != world.bodies[1]
    with pytest.raises(KeyError, match="no body 99"):
        world.body(99)


def test_what_a_body_says_of_itself():
    world = World(precision="double")
    box = world.add_body(shape=Box(half=(1, 2, 3)), density=10, friction=0.3, restitution=0.7, group=4, name="crate")
    ball = world.add_body(shape=Sphere(radius=1), mass=5, density=1, position=(10, 0, 0))
    wall = world.add_body(shape=Box(half=(1, 1, 1)), type="static", mass=5, position=(20, 0, 0))
    assert box.mass == 480 and ball.mass == 5 and wall.mass == math.inf
    assert box.inertia == pytest.approx(480 * np.array((13, 10, 5)) / 3) and wall.inertia.tolist() == [math.inf] * 3
    assert (box.friction, box.restitution, box.group, box.name, box.type) == (0.3, 0.7, 4, "crate", "dynamic")
    box.friction, box.restitution = 0.9, 0.1
    assert (box.friction, box.restitution) == (0.9, 0.1)
    with pytest.raises(SettingError, match="friction"):
        box.friction = -1
    assert repr(box) == "<Body 1 'crate'>" and len({box, world.bodies[0], ball}) == 2
    box.rotation = (0, 0, 2, 2)
    assert box.rotation == pytest.approx([0, 0, math.sqrt(0.5), math.sqrt(0.5)])
    assert box.world_point((1, 0, 0)) == pytest.approx([0, 1, 0])


def test_what_cannot_be_set():
    world = World(precision="double")
    plane = world.add_body(shape=Plane(), type="dynamic")
    wall = world.add_body(shape=Box(half=(1, 1, 1)), type="static")
    assert plane.type == "static"
    with pytest.raises(ValueError, match="plane"):
        plane.position = (0, 0, 1)
    with pytest.raises(ValueError, match="static"):
        wall.velocity = (1, 0, 0)
    wall.position = (5, 0, 0)
    assert wall.position.tolist() == [5, 0, 0]
    for value in ((1, 2), "up", (0, 0, math.nan), (0, 0, 1e9)):
        with pytest.raises(SettingError, match="position"):
            wall.position = value
    with pytest.raises(SettingError, match="rotation"):
        wall.rotation = (0, 0, 0, 0)
    stranger = World().add_body(shape=Sphere(radius=1))
    with pytest.raises(ValueError, match="not of this world"):
        world.remove(stranger)


def test_impulses_act_at_once():
    world = World(gravity=(0, 0, 0), precision="double")
    box = world.add_body(shape=Box(half=(1, 2, 3)), mass=2, rotation=(0, 0, 1, 1))
    box.apply_impulse((2, 0, 0), at=(0, 0, 0.5))
    assert box.velocity.tolist() == [1, 0, 0]
    # turned by 90 degrees about z, the world's y axis is the body's x axis: moment 2 * 13 / 3
    assert box.angular_velocity == pytest.approx([0, 0.5 * 2 / (2 * 13 / 3), 0])
    wall = world.add_body(shape=Sphere(radius=1), type="kinematic", position=(9, 0, 0))
    wall.apply_impulse((5, 0, 0))
    wall.apply_force((5, 0, 0))
    world.step()
    assert wall.velocity.tolist() == [0, 0, 0]


def test_forces_off_the_centre_turn():
    world = World(gravity=(0, 0, 0), precision="double", solver=SolverSettings(gyroscopic="off"))
    ball = world.add_body(shape=Sphere(radius=0.5), mass=2)
    ball.apply_force((0, 3, 0), at=(0.5, 0, 0))
    ball.apply_force((0, 1, 0))
    world.step()
    assert ball.velocity == pytest.approx([0, 2 * world.dt, 0])
    assert ball.angular_velocity[2] == pytest.approx(1.5 / (0.4 * 2 * 0.25) * world.dt)


def test_kinematic_bodies_move_as_told():
    world = World(precision="double")
    lift = world.add_body(shape=Box(half=(1, 1, 0.1)), type="kinematic", velocity=(0, 0, 0.5), angular_velocity=(0, 0, 1))
    rider = world.add_body(shape=Box(half=(0.2, 0.2, 0.2)), position=(0, 0, 0.3), mass=1000, friction=1)
    for _ in range(120):
        world.step()
    assert lift.position == pytest.approx([0, 0, 1]) and lift.velocity.tolist() == [0, 0, 0.5]
    assert rider.position[2] == pytest.approx(1.3, abs=0.01) and rider.velocity[2] == pytest.approx(0.5, abs=1e-3)
    assert rider.angular_velocity[2] == pytest.approx(1, abs=0.05)


def test_groups_do_not_collide():
    world = World(precision="double")
    world.add_body(shape=Plane(), type="static", group=1)
    through = world.add_body(shape=Sphere(radius=0.5), position=(0, 0, 1), group=1)
    lands = world.add_body(shape=Sphere(radius=0.5), position=(3, 0, 1), group=2)
    for _ in range(90):
        world.step()
    assert through.position[2] < -5 and lands.position[2] == pytest.approx(0.5, abs=0.01)


def test_nothing_happens_in_no_time():
    world = settled(5)
    world.dt, before, state = 0, world.step_count, world.state_hash()
    world.step()
    assert (world.step_count, world.state_hash()) == (before, state)


def test_contacts_and_their_arrays_agree():
    world = settled()
    arrays, manifolds = world.contact_arrays(), world.contacts
    assert world.contact_count == len(arrays.separations) == sum(len(m.points) for m in manifolds) == 1 + 4 + 1
    k = 0
    for manifold in manifolds:
        for point in manifold.points:
            assert point.position.tolist() == arrays.positions[k].tolist()
            assert (point.separation, point.normal_impulse, point.feature) == (
                arrays.separations[k], arrays.normal_impulses[k], arrays.features[k])
            assert [manifold.a.uid, manifold.b.uid] == arrays.bodies[k].tolist()
            assert manifold.normal.tolist() == arrays.normals[k].tolist()
            k += 1
    weights = {body.uid: 0.0 for body in world.bodies}
    for bodies, normal, impulse in zip(arrays.bodies, arrays.normals, arrays.normal_impulses):
        up = normal[2] if bodies[1] != world.bodies[0].uid else -normal[2]
        weights[int(bodies[1] if bodies[1] != world.bodies[0].uid else bodies[0])] += up * impulse
    for body in world.bodies[1:]:
        assert weights[body.uid] == pytest.approx(body.mass * 9.81 / 60, rel=1e-3)
    assert np.allclose(arrays.positions[:, 2], 0, atol=1e-3) and np.allclose(np.abs(arrays.normals[:, 2]), 1)
    assert world.max_penetration() == -arrays.separations.min() < 1e-3


def test_energy_and_boxes():
    world = World(precision="double", gravity=(0, 0, -10))
    box = world.add_body(shape=Box(half=(1, 2, 3)), mass=2, position=(0, 0, 5), velocity=(3, 0, 4), angular_velocity=(1, 0, 0))
    world.add_body(shape=Sphere(radius=1), type="kinematic", velocity=(9, 9, 9), position=(50, 0, 0))
    energy = world.energy()
    assert energy.kinetic == pytest.approx(25 + 0.5 * 2 * 13 / 3) and energy.potential == pytest.approx(100)
    assert energy.total == energy.kinetic + energy.potential
    box.rotation = (0, 0, 1, 1)
    world.step(stop=(1, 0, 0))
    low, high = world.aabbs[0]
    margin = world.solver.margin
    assert np.all(np.abs(box.position - (2, 1, 3) - low) <= margin) and np.all(np.abs(high - box.position - (2, 1, 3)) <= margin)


def test_profile_has_every_stage():
    world = settled(3)
    assert list(world.profile) == ["find pairs", "narrow phase", "islands", "color", "prepare", "integrate velocities",
                                   "warm start", "solve", "integrate positions", "relax", "store", "sleep"]
    assert all(0 <= ms < 1000 for ms in world.profile.values()) and sum(world.profile.values()) > 0


def test_stops_that_are_none():
    world = settled(1)
    with pytest.raises(ValueError, match="no stage.*8 solve"):
        world.step(stop=(13, 0, 0))


def test_overrides_are_for_every_pair():
    world = World(precision="double", solver=SolverSettings(restitution_threshold=0.1))
    world.add_body(shape=Plane(), type="static", friction=0.5)
    bouncy = world.add_body(shape=Sphere(radius=0.5), position=(0, 0, 2), restitution=0.9)
    dull = world.add_body(shape=Sphere(radius=0.5), position=(5, 0, 2))
    sliding = world.add_body(shape=Box(half=(0.5, 0.5, 0.1)), position=(0, 9, 0.1), velocity=(5, 0, 0), friction=0)
    start = world.snapshot()

    def highest() -> tuple[float, float, float]:
        world.restore(start)
        world.friction_override, world.restitution_override = friction, restitution
        after = []
        for k in range(70):
            world.step()
            if k > 40:
                after.append((bouncy.position[2], dull.position[2]))
        return (*np.max(after, axis=0), float(sliding.velocity[0]))

    friction = restitution = None
    own = highest()
    assert own[0] > 1.3 and own[1] < 0.6 and own[2] == pytest.approx(5)
    restitution = 0.0
    assert highest()[0] < 0.6
    restitution, friction = 0.9, 0.5
    both = highest()
    assert both[:2] == pytest.approx([own[0], own[0]]) and both[2] < 1
    for name in ("friction_override", "restitution_override"):
        with pytest.raises(SettingError, match=name):
            setattr(world, name, -1)
    assert (world.friction_override, world.restitution_override) == (0.5, 0.9)
    world.friction_override = None
    assert world.friction_override is None


def test_settings_may_change_between_steps():
    world = settled(30)
    world.solver = SolverSettings(substeps=1, iterations=8, stabilization="baumgarte", friction_model="pyramid")
    world.gravity, world.dt = (0, 0, -3), 1 / 120
    for _ in range(240):
        world.step()
    assert world.time == pytest.approx(0.5 + 2) and world.gravity == (0, 0, -3)
    assert np.abs(world.velocities).max() < 1e-3
    assert world.contact_arrays().normal_impulses.sum() == pytest.approx(6 * 3 / 120, rel=0.01)


def test_a_joint_of_another_world():
    world = World()
    with pytest.raises(SettingError, match="not a body of this world"):
        world.add_joint(Mouse(a=World().add_body(shape=Sphere(radius=1)), anchor=(0, 0, 0), target=(0, 0, 0)))
    with pytest.raises(SettingError, match="not one of BallSocket, .*, Mouse"):
        world.add_joint("mouse")
