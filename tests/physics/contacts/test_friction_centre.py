"""Friction at the manifold's centre: a sweep is that of a scalar solver, limits have the patch radius, nothing gets lost."""
from __future__ import annotations

import numpy as np
import pytest

from physics import Box, Plane, SolverSettings, Sphere, World
from physics.bodies.arrays import CENTRE_IMPULSE, FEATURE, FIRST, MANIFOLD_SLOTS, POINT_SLOTS, POINTS, TWIST_IMPULSE
from physics.collision.narrow_phase.impulse_match import match_impulses
from physics.contacts import layout as contact
from physics.lab.rows.row import FRICTION, NORMAL, OF_PARTS
from tests.support.constraint_worlds import heap, read_rows, velocity_rows
from tests.support.gauss_seidel import Sweep, apply, solved, speed, sweep

CENTRE = {"friction_model": "manifold_centre"}
G = 9.81


def centres(world: World) -> dict[tuple[int, int], np.ndarray]:
    """(a, b) -> (CENTRE_SLOTS,) numbers of every contact's centre, by body rows."""
    contacts, blocks = world._contacts.contacts, world._contacts.contact_blocks
    lanes = contacts.centre.reshape(-1, contact.CENTRE_SLOTS, 16)[:blocks].swapaxes(1, 2).reshape(-1, contact.CENTRE_SLOTS)
    return {(int(a), int(b)): lanes[k] for k, (a, b) in enumerate(zip(contacts.a, contacts.b[:len(lanes)])) if k < len(lanes)
            and a >= FIRST}


def carried(world: World) -> np.ndarray:
    """(pairs, 4) what pairs keep for the next step of friction at the centre: a vector of the world, and the twist."""
    return world._contacts.pairs.centres[:, CENTRE_IMPULSE:TWIST_IMPULSE + 1]


class Patch:
    """Friction rows of one contact from its points, straight from the formulas; motion is (n, 6) rows of the bodies."""

    def __init__(self, world: World, made, normals: np.ndarray):
        bodies, first = world._bodies.arrays, normals[0]
        self.made, self.normals, self.a, self.b = made, normals, made.a[first], made.b[first]
        self.rubbing = np.flatnonzero((made.kind == FRICTION) & (made.a == self.a) & (made.b == self.b))[:2]
        self.n, self.t = made.axis[first], made.axis[self.rubbing]
        deepest = normals[made.offset[normals].argmin()]
        mean, flat = made.arm_a[normals].mean(0), np.eye(3) - np.outer(self.n, self.n)
        self.arm_a = mean + self.n * (self.n @ (made.arm_a[deepest] - mean))
        self.arm_b = self.arm_a + made.arm_b[first] - made.arm_a[first]
        self.radius = np.linalg.norm((made.arm_a[normals] - mean) @ flat, axis=1).mean()
        self.friction = made.friction[self.rubbing[0]]
        self.mass = [float(bodies.inverse_inertia[body, 6]) for body in (self.a, self.b)]
        rows = [bodies.inverse_inertia[body, :6] for body in (self.a, self.b)]
        self.inertia = [np.array(((xx, xy, xz), (xy, yy, yz), (xz, yz, zz))) for xx, xy, xz, yy, yz, zz in rows]

    def push(self, velocity: np.ndarray, force: np.ndarray, twist: np.ndarray) -> None:
        """An impulse at the centre and an angular one on b, their opposites on a."""
        for body, arm, mass, inertia, sign in ((self.a, self.arm_a, self.mass[0], self.inertia[0], -1),
                                               (self.b, self.arm_b, self.mass[1], self.inertia[1], 1)):
            velocity[body, :3] += sign * mass * force
            velocity[body, 3:] += sign * inertia @ (np.cross(arm, force) + twist)

    def slip(self, velocity: np.ndarray) -> np.ndarray:
        """Along both tangents."""
        va, wa, vb, wb = velocity[self.a, :3], velocity[self.a, 3:], velocity[self.b, :3], velocity[self.b, 3:]
        return self.t @ (vb + np.cross(wb, self.arm_b) - va - np.cross(wa, self.arm_a)) + self.made.turning_slip[self.rubbing]

    def tangent_mass(self) -> float:
        """1 over the larger eigenvalue of K of both tangents."""
        k = np.zeros((2, 2))
        for arm, mass, inertia in ((self.arm_a, self.mass[0], self.inertia[0]), (self.arm_b, self.mass[1], self.inertia[1])):
            turns = np.cross(arm, self.t)
            k += mass * np.eye(2) + turns @ inertia @ turns.T
        return 1 / np.linalg.eigvalsh(k)[-1]

    def solve(self, velocity: np.ndarray, impulses: np.ndarray) -> np.ndarray:
        """(f1, f2, twist) after one solution, and the velocities with it."""
        limit = self.friction * self.made.impulse[self.normals].sum()
        k = self.n @ (self.inertia[0] + self.inertia[1]) @ self.n
        wanted = impulses[2] - (self.n @ (velocity[self.b, 3:] - velocity[self.a, 3:]) / k if k > 0 else 0)
        twist = np.clip(wanted, -limit * self.radius, limit * self.radius)
        self.push(velocity, 0 * self.n, (twist - impulses[2]) * self.n)
        force = impulses[:2] - self.tangent_mass() * self.slip(velocity)
        size = np.linalg.norm(force)
        force = force * (limit / size) if size > limit else force
        self.push(velocity, (force - impulses[:2]) @ self.t, 0 * self.n)
        return np.append(force, twist)


def scalar_sweep(world: World, velocity: np.ndarray, backward: bool) -> dict[tuple[int, int], np.ndarray]:
    """Joints, then contact by contact its normal rows and its centre, colour by colour; returns the centres' impulses."""
    made, found = read_rows(world), {}
    before = centres(world)
    starts = np.flatnonzero(made.group == np.arange(len(made.group)))
    done = set()
    for first in starts:
        pair = (int(made.a[first]), int(made.b[first]))
        if made.kind[first] >= OF_PARTS:
            alone = made._replace(group=np.where(made.group == first, made.group, -1))
            sweep(alone, velocity)
            made = made._replace(impulse=alone.impulse)
        elif pair not in done:
            done.add(pair)
            normals = np.flatnonzero((made.kind == NORMAL) & (made.a == pair[0]) & (made.b == pair[1]))
            couples = [normals[made.group[normals] == g] for g in np.unique(made.group[normals])]
            for members in reversed(couples) if backward else couples:
                now = np.array([speed(made, i, velocity) for i in members])
                old, new = made.impulse[members].copy(), solved(made, members, now, Sweep())
                made.impulse[members] = new
                for i, change in zip(members, new - old):
                    apply(made, i, change, velocity)
            patch = Patch(world, made, normals)
            found[pair] = patch.solve(velocity, before[pair][contact.CENTRE_1:contact.CENTRE_1 + 3])
    return found


@pytest.mark.parametrize("stabilization", ["none", "baumgarte", "split_impulse", "soft", "position"])
def test_one_sweep_is_that_of_a_scalar_solver(stabilization):
    world = heap(1, stabilization=stabilization, **CENTRE)
    start, twisted = world.snapshot(), 0.0
    for sweeps in range(3):
        world.restore(start)
        world.step(stop=(8, 0, sweeps))
        velocity = velocity_rows(world)
        expected = scalar_sweep(world, velocity, sweeps % 2 == 1)
        world.restore(start)
        world.step(stop=(8, 0, sweeps + 1))
        assert np.abs(velocity_rows(world) - velocity).max() < 1e-9
        after = centres(world)
        assert expected.keys() == after.keys() and len(after) >= 5
        for pair, impulses in expected.items():
            assert after[pair][contact.CENTRE_1:contact.CENTRE_1 + 3] == pytest.approx(impulses, abs=1e-9)
            twisted = max(twisted, abs(impulses[2]))
    assert twisted > 1e-5


def test_the_patch_is_that_of_the_points():
    """Centre, radius and masses of every contact in a heap; a single point has no radius."""
    world = heap(3, **CENTRE)
    world.step(stop=(5, 0, 0))
    made, found = read_rows(world), centres(world)
    counts = set()
    for pair, slots in found.items():
        normals = np.flatnonzero((made.kind == NORMAL) & (made.a == pair[0]) & (made.b == pair[1]))
        patch = Patch(world, made, normals)
        counts.add(len(normals))
        assert made.arm_a[patch.rubbing] == pytest.approx(np.array([patch.arm_a] * 2), abs=1e-12)
        assert slots[contact.RADIUS] == pytest.approx(patch.radius, abs=1e-12)
        assert slots[contact.CENTRE_MASS] == pytest.approx(patch.tangent_mass(), rel=1e-9)
        assert (slots[contact.RADIUS] == 0) == (len(normals) == 1)
    assert {1, 4} <= counts


def spinning_cube(**solver) -> tuple[World, float]:
    """C04: a cube of 2 m and 8 t that spins with 10 rad/s on its face, after a second; how much it loses per metre of radius."""
    world, mu = World(precision="double", solver=SolverSettings(iterations=5, slop=0.02, **CENTRE | solver)), np.sqrt(0.06)
    world.add_body(shape=Plane(), type="static", friction=mu)
    world.add_body(shape=Box(half=(1, 1, 1)), mass=8000, position=(0, 0, 0.999), friction=mu, angular_velocity=(0, 0, 10))
    for _ in range(60):
        world.step()
    return world, mu * G / (2 / 3)


@pytest.mark.parametrize("stabilization", ["baumgarte", "split_impulse", "soft", "position"])
def test_the_twist_limit_has_the_patch_radius(stabilization):
    """Row 4.6 of the theory, friction at the centre with twist, without the error of its source: a limit without radius.

    A twist limit of friction times normal impulse, an impulse where an impulse times a length belongs, would leave 6.40
    rad/s of 10; the corners are sqrt(2) m from the centre, which leaves 4.90.
    """
    world, slowing = spinning_cube(stabilization=stabilization)
    spin = world.bodies[1].angular_velocity[2]
    assert spin == pytest.approx(10 - np.sqrt(2) * slowing, abs=0.005) and spin == pytest.approx(4.90, abs=0.01)
    without_radius = 10 - slowing
    assert without_radius == pytest.approx(6.40, abs=0.01) and abs(spin - without_radius) > 1


def test_both_places_of_friction_agree_where_the_points_are_alike():
    """Row 4.6 of the theory: two rows at each point, or two and a twist at the centre; corners that carry the same."""
    at_centre, at_points = (spinning_cube(friction_model=model)[0].bodies[1] for model in ("manifold_centre", "cone"))
    assert at_centre.angular_velocity == pytest.approx(at_points.angular_velocity, abs=0.01)


@pytest.mark.parametrize("bearing", [0, 20, 45, 70])
def test_friction_is_round(bearing):
    """A box slides straight on, as far whatever the direction."""
    direction = np.array((np.cos(np.radians(bearing)), np.sin(np.radians(bearing)), 0))
    world = World(precision="double", solver=SolverSettings(**CENTRE))
    world.add_body(shape=Plane(), type="static", friction=0.5)
    box = world.add_body(shape=Box(half=(0.25, 0.25, 0.05)), position=(0, 0, 0.05), friction=0.5, velocity=3 * direction)
    for _ in range(60):
        world.step()
    assert box.position[:2] / np.linalg.norm(box.position[:2]) == pytest.approx(direction[:2], abs=2e-3)
    assert np.linalg.norm(box.position[:2]) == pytest.approx(9 / (2 * 0.5 * G), rel=0.02)


def test_a_ball_may_spin_on():
    """A single point has no radius and so no twist."""
    world = World(precision="double", solver=SolverSettings(**CENTRE))
    world.add_body(shape=Plane(), type="static")
    ball = world.add_body(shape=Sphere(radius=0.5), position=(0, 0, 0.5), angular_velocity=(0, 0, 20))
    for _ in range(120):
        world.step()
    assert ball.angular_velocity[2] == pytest.approx(20, abs=1e-9)


@pytest.mark.parametrize("model", ["manifold_centre", "cone"])
@pytest.mark.parametrize("substeps", [1, 4])
def test_impulses_at_points_account_for_the_motion(model, substeps):
    """Sums over the points of what a step reports are the changes of momentum and of spin, twist included."""
    world = World(precision="double", solver=SolverSettings(substeps=substeps, iterations=3, friction_model=model))
    world.add_body(shape=Plane(), type="static", friction=0.4)
    box = world.add_body(shape=Box(half=(0.5, 0.3, 0.1)), mass=3, position=(0, 0, 0.1), friction=0.4, velocity=(2, 1, 0),
                         angular_velocity=(0, 0, 6))
    for _ in range(5):
        before, spin, place = box.velocity, box.angular_velocity[2], box.position
        world.step()
        shown = world.contact_arrays()
        sign = np.where(shown.bodies[:, 1] == box.uid, 1, -1)[:, None]
        impulses = sign * (shown.normal_impulses[:, None] * shown.normals + shown.tangent_impulses)
        assert len(impulses) == 4
        expected = 3 * (box.velocity - before) + (0, 0, 3 * G / 60)
        assert impulses.sum(0) == pytest.approx(expected, abs=1e-6)
        middle = shown.positions - place
        turning = np.cross(middle, impulses).sum(0)[2]
        # arms are those of the start of the step
        assert turning == pytest.approx(box.inertia[2] * (box.angular_velocity[2] - spin), rel=0.06)
    assert abs(turning) > 0.01


def resting_on_slope(angle: float = 20.0) -> tuple[World, object]:
    """A box that lies still on a slope that it would slide down without friction."""
    turn, tilt = np.radians(angle) / 2, np.radians(angle)
    world = World(precision="double", solver=SolverSettings(substeps=1, iterations=10, stabilization="split_impulse", **CENTRE))
    world.add_body(shape=Plane(normal=(np.sin(tilt), 0, np.cos(tilt))), type="static", friction=1)
    box = world.add_body(shape=Box(half=(0.5, 0.5, 0.5)), mass=2, friction=1, rotation=(0, np.sin(turn), 0, np.cos(turn)),
                         position=0.5 * np.array((np.sin(tilt), 0, np.cos(tilt))))
    for _ in range(30):
        world.step()
    return world, box


def test_the_force_is_carried_as_a_vector_of_the_world():
    """At rest on a slope the pair keeps what holds the box, uphill, and the next step starts from it."""
    world, box = resting_on_slope()
    kept = carried(world)[np.abs(carried(world)).max(1) > 0]
    uphill = np.array((-np.cos(np.radians(20)), 0, np.sin(np.radians(20))))
    assert len(kept) == 1
    on_box = kept[0, :3] * (-1 if world.contacts[0].a.uid == box.uid else 1)
    assert on_box == pytest.approx(2 * G / 60 * np.sin(np.radians(20)) * uphill, abs=1e-4)
    world.solver = world.solver.replace(iterations=0)
    world.step()
    assert np.linalg.norm(box.velocity) < 1e-3, "what was carried holds the box without any sweep"


def test_no_impulse_is_lost_with_a_point():
    """Points vanish and appear: the force at the centre stays, until no point is left."""
    world, _ = resting_on_slope()
    pairs = world._contacts.pairs
    at = int(np.flatnonzero(np.abs(carried(world)).max(1) > 0)[0])
    features = pairs.manifolds.reshape(-1, MANIFOLD_SLOTS, 16)[at // 16, POINTS + FEATURE::POINT_SLOTS, at % 16]
    before, whole = carried(world)[at].copy(), features.copy()
    for points in (2, 4, 1):
        features[:] = np.where(np.arange(4) < points, whole + points, -1)
        match_impulses(0, int(pairs.kind_start[-1]), pairs, 1)
        assert (carried(world)[at] == before).all() and before[:3].any()
    features[:] = -1
    match_impulses(0, int(pairs.kind_start[-1]), pairs, 1)
    assert not carried(world)[at].any()


def test_a_pair_that_parted_starts_from_nothing():
    world, box = resting_on_slope()
    box.position = box.position + (0, 0, 3)
    world.step()
    assert not carried(world).any()


@pytest.mark.parametrize("model", ["cone", "pyramid"])
def test_a_change_of_the_model_moves_nothing(model):
    """A box at rest on a slope stays when friction moves to the points and back, and keeps nothing of before."""
    world, box = resting_on_slope()
    start = box.position
    assert carried(world).any()
    world.solver = world.solver.replace(friction_model=model)
    assert not carried(world).any()
    for _ in range(30):
        world.step()
    world.solver = world.solver.replace(friction_model="manifold_centre")
    for _ in range(30):
        world.step()
    assert np.linalg.norm(box.position - start) < 1e-4
    assert carried(world)[:, :3].any()


def test_twist_is_carried():
    """A bar that a torque would turn rests by its twist; the pair keeps it."""
    world = World(precision="double", solver=SolverSettings(substeps=1, iterations=10, stabilization="split_impulse", **CENTRE))
    world.add_body(shape=Plane(), type="static", friction=0.8)
    bar = world.add_body(shape=Box(half=(0.8, 0.2, 0.1)), mass=5, position=(0, 0, 0.1), friction=0.8)
    for _ in range(60):
        bar.apply_torque((0, 0, 3))
        world.step()
    assert abs(bar.angular_velocity[2]) < 1e-6
    twist = carried(world)[:, TWIST_IMPULSE - CENTRE_IMPULSE]
    assert np.abs(twist).max() == pytest.approx(3 / 60, rel=1e-3)
