"""The plain step without a mistake is projected Gauss-Seidel, and each mistake shows what it is known for."""
from __future__ import annotations

import numpy as np
import pytest

import scenes
from physics import Box, Distance, Plane, SolverSettings, Sphere, World
from physics.definitions.method_names import PREFIX, mistake_names, method_names
from physics.definitions.tunable import SettingError
from physics.introspection.refusal import NoInsight

BAUMGARTE = ["solver.stabilization=baumgarte", "solver.joint_stabilization=baumgarte", "solver.substeps=2", "solver.iterations=3",
             "world.precision=double"]


def world_of(name, method, settings=()):
    return scenes.build(scenes.load(name), overrides=[*BAUMGARTE, f"solver.method={method}", *settings])


def plain(name, **settings):
    """Settings with a mistake."""
    return SolverSettings(method=f"{PREFIX}{name}", stabilization="baumgarte", joint_stabilization="baumgarte",
                          **{"substeps": 1, "iterations": 10, **settings})


@pytest.mark.parametrize(("scene", "settings"), [
    ("shootout_ratio", []), ("shootout_pyramid", []), ("shootout_chain", []), ("door", []), ("slide_twist", []),
    ("shootout_stack", ["solver.friction_model=pyramid"]), ("shootout_stack", ["solver.friction_model=manifold_centre"]),
    ("bounce_row", [])])
def test_without_a_mistake_it_is_projected_gauss_seidel(scene, settings):
    one, other = world_of(scene, "mistake.none", settings), world_of(scene, "projected_gauss_seidel", settings)
    for _ in range(15):
        one.step()
        other.step()
    assert np.abs(one.positions - other.positions).max() < 1e-9
    assert np.abs(one.velocities - other.velocities).max() < 1e-7


def test_mistakes_are_allowed_and_in_no_list():
    assert "mistake.none" in mistake_names() and len(mistake_names()) > 8
    assert not set(mistake_names()) & set(method_names())
    with pytest.raises(SettingError) as error:
        SolverSettings(method="mistake.nothing")
    assert "mistake" not in str(error.value).partition("allowed")[2]


def test_a_step_tells_its_rows_as_they_were_solved_and_equations_add_up():
    world = world_of("shootout_ratio", "mistake.none")
    with pytest.raises(NoInsight):
        world.equation(0)
    for _ in range(30):
        world.step()
    rows = world.rows()
    other = world_of("shootout_ratio", "projected_gauss_seidel")
    for _ in range(30):
        other.step()
    same = other.rows()
    assert np.abs(rows.impulse - same.impulse).max() < 1e-7
    assert np.allclose(rows.bias, same.bias, atol=1e-7) and np.allclose(rows.k, same.k)
    for row in range(rows.size):
        equation = world.equation(row)
        assert sum(term.value for term in equation.terms) == pytest.approx(equation.impulse, abs=1e-9)
        assert equation.impulse == pytest.approx(rows.impulse[row], abs=1e-9)
        speed = next(term for term in equation.terms if term.name == "velocity")
        assert sum(part.value for part in equation.motion) == pytest.approx(speed.value, abs=1e-12)
    with pytest.raises(NoInsight):
        world.equation(rows.size)


def falling(name, steps, *, mass=1.0, restitution=0.0, height=0.48, velocity=(0, 0, 0), **settings):
    """A box on, in or over the ground under a mistake; the world and the box."""
    world = World(solver=plain(name, **settings), precision="double")
    world.add_body(shape=Plane(), type="static", name="ground")
    box = world.add_body(shape=Box(half=(0.5, 0.5, 0.5)), mass=mass, position=(0, 0, height), restitution=restitution,
                         velocity=velocity)
    for _ in range(steps):
        world.step()
    return world, box


def test_with_the_wrong_sign_overlap_grows_by_beta_a_step():
    for name, factor in (("bias_sign", 1.2), ("none", 0.8)):
        depths = [0.5 - float(falling(name, steps, slop=0, warm_start=0)[1].position[2]) for steps in (2, 3, 4)]
        assert np.allclose(np.array(depths[1:]) / depths[:-1], factor, atol=1e-3), name


def test_without_the_minus_nothing_holds_and_joints_burst():
    _, box = falling("missing_minus", 60)
    assert box.position[2] < -3
    world, ball = pendulum("missing_minus")
    for _ in range(3):
        world.step()
    assert np.linalg.norm(ball.velocity) > 50


def pendulum(name, mass=1.0):
    """A ball on a rod of 1 m."""
    world = World(solver=plain(name), precision="double")
    ball = world.add_body(shape=Sphere(radius=0.1), mass=mass, position=(1, 0, 0))
    world.add_joint(Distance(a=None, b=ball, anchor_a=(0, 0, 0), anchor_b=(1, 0, 0)))
    return world, ball


def test_with_mixed_masses_momentum_is_not_kept():
    found = {}
    for name in ("none", "mixed_masses"):
        world = World(solver=plain(name), precision="double", gravity=(0, 0, 0))
        light = world.add_body(shape=Sphere(radius=0.1), mass=1, position=(-1, 0, 0), velocity=(-1, 0, 0))
        heavy = world.add_body(shape=Sphere(radius=0.1), mass=9, position=(1, 0, 0), velocity=(1 / 9, 0, 0))
        world.add_joint(Distance(a=light, b=heavy, anchor_a=(-1, 0, 0), anchor_b=(1, 0, 0)))
        world.step()
        found[name] = float((1 * light.velocity + 9 * heavy.velocity)[0])
    assert abs(found["none"]) < 1e-9 and abs(found["mixed_masses"]) > 1


@pytest.mark.parametrize(("mass", "holds"), [(1.0, True), (0.25, False), (100.0, False)])
def test_with_k_for_the_mass_one_kilogram_alone_hangs(mass, holds):
    world, ball = pendulum("inverse_mass", mass)
    for _ in range(30):
        world.step()
    assert bool(abs(np.linalg.norm(ball.position) - 1) < 0.02) is holds


def test_glue_holds_what_leaves():
    for name, leaves in (("none", True), ("glue", False)):
        _, box = falling(name, 30, height=0.5, velocity=(0, 0, 4))
        assert bool(box.position[2] > 1) is leaves, name


def test_clamped_changes_cannot_take_back_what_a_load_needed():
    for name, flies in (("none", False), ("clamped_changes", True)):
        world = World(solver=plain(name), precision="double")
        world.add_body(shape=Plane(), type="static")
        ball = world.add_body(shape=Sphere(radius=0.5), mass=1, position=(0, 0, 0.5))
        load = world.add_body(shape=Sphere(radius=0.5), mass=100, position=(0, 0, 1.5))
        for _ in range(30):
            world.step()
        world.remove(load)
        top = max(float(ball.position[2]) for _ in range(60) if world.step() is None)
        assert bool(top > 2) is flies, name


@pytest.mark.parametrize(("sweeps", "bounces"), [(1, True), (10, False)])
def test_restitution_inside_the_sweeps_is_gone_after_a_few(sweeps, bounces):
    world = World(solver=plain("late_bounce", iterations=sweeps), precision="double")
    world.add_body(shape=Plane(), type="static")
    ball = world.add_body(shape=Sphere(radius=0.5), mass=1, position=(0, 0, 1.5), restitution=0.8)
    best = max(float(ball.velocity[2]) for _ in range(60) if world.step() is None)
    assert (best > 3) is bounces


def test_every_mistake_says_what_is_wrong_and_what_is_right():
    from importlib import import_module
    for name in mistake_names():
        mistake = import_module(f"physics.lab.mistakes.{name.removeprefix(PREFIX)}").MISTAKE
        assert mistake.title and (name == "mistake.none" or mistake.wrong != mistake.right)


def test_a_limit_that_holds_keeps_the_door_at_its_stop():
    from physics import Hinge
    for name, opens in (("none", True), ("sticky_limit", False)):
        world = World(solver=plain(name), precision="double", gravity=(0, 0, 0))
        door = world.add_body(shape=Box(half=(0.5, 0.05, 0.5)), mass=1, position=(0.5, 0, 0), angular_velocity=(0, 0, 3),
                              velocity=(0, 1.5, 0))
        hinge = world.add_joint(Hinge(a=None, b=door, anchor=(0, 0, 0), axis=(0, 0, 1), lower=-1, upper=0.5))
        for _ in range(30):
            world.step()
        assert hinge.measure == pytest.approx(0.5, abs=0.02), name
        door.apply_impulse((0, -2, 0), at=(1, 0, 0))
        for _ in range(10):
            world.step()
        assert bool(hinge.measure < 0.2) is opens, name


def test_an_arm_without_its_travel_changes_how_a_slider_turns():
    from physics import Slider
    spins = {}
    for name in ("none", "dropped_arm"):
        world = World(solver=plain(name), precision="double", gravity=(0, 0, 0))
        hub = world.add_body(shape=Box(half=(0.5, 0.5, 0.1)), mass=2, angular_velocity=(0, 0, 2))
        bead = world.add_body(shape=Sphere(radius=0.1), mass=1, position=(1, 0, 0), velocity=(0, 2, 0), group=1)
        world.add_joint(Slider(a=hub, b=bead, anchor=(1, 0, 0), axis=(1, 0, 0)))
        start = momentum(world)
        for _ in range(60):
            world.step()
        spins[name] = abs(momentum(world) / start - 1)
    assert spins["none"] < 0.01 < 0.05 < spins["dropped_arm"]


def momentum(world):
    """Angular momentum about z [N m s]."""
    from physics.measure.sampler import Sampler
    return float(Sampler(world).read("angular_momentum")[2])


def test_the_mouse_with_a_wrong_letter_does_not_bring_the_point():
    from physics import Mouse
    gaps = {}
    for name in ("none", "mouse_row"):
        world = World(solver=plain(name), precision="double", gravity=(0, 0, 0))
        plank = world.add_body(shape=Box(half=(1, 0.2, 0.1)), mass=2)
        joint = world.add_joint(Mouse(a=plank, anchor=(0.9, 0.15, 0.05), target=(4.9, 0.15, 4), hertz=3, damping_ratio=1))
        for _ in range(120):
            world.step()
        gaps[name] = float(np.linalg.norm(np.array(joint.target) - point_of(plank, (0.9, 0.15, 0.05))))
    assert gaps["none"] < 0.12 < 0.5 < gaps["mouse_row"], gaps


def point_of(body, anchor):
    """A point of a body, given in its own axes, in the world [m]."""
    from physics.bodies.rotation import rotate
    return np.asarray(body.position) + rotate(np.asarray(body.rotation), np.asarray(anchor))


@pytest.mark.parametrize(("half", "too_soon"), [(0.3, True), (2.0, False)])
def test_twist_without_a_radius_stops_small_boxes_too_soon_and_large_ones_too_late(half, too_soon):
    spins = {}
    for name in ("none", "bare_twist"):
        world = World(solver=plain(name, friction_model="manifold_centre"), precision="double")
        world.add_body(shape=Plane(), type="static", friction=0.5)
        box = world.add_body(shape=Box(half=(half, half, 0.1)), mass=1, position=(0, 0, 0.1), friction=0.5,
                             angular_velocity=(0, 0, 10))
        for _ in range(13):
            world.step()
        spins[name] = float(box.angular_velocity[2])
    assert bool(spins["bare_twist"] < spins["none"] - 0.5) is too_soon, spins
    assert bool(spins["bare_twist"] > spins["none"] + 0.5) is not too_soon, spins


def test_a_weld_of_four_rows_lets_a_plank_turn():
    from physics import Fixed
    tilts = {}
    for name in ("none", "four_rows"):
        world = World(solver=plain(name), precision="double")
        plank = world.add_body(shape=Box(half=(0.5, 0.2, 0.1)), mass=1, position=(0.5, 0, 0))
        world.add_joint(Fixed(a=None, b=plank, anchor=(0, 0, 0)))
        for _ in range(30):
            world.step()
        tilts[name] = float(plank.position[2])
    assert abs(tilts["none"]) < 0.02 and tilts["four_rows"] < -0.2, tilts
