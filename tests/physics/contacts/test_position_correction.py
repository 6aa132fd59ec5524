"""Correction of positions: overlap goes, velocities stay, and a pass is that of a scalar solver."""
from __future__ import annotations

import numpy as np
import pytest

from physics import Box, Plane, SolverSettings, Sphere, World
from physics.contacts.position_correction import LARGEST_OVERLAP
from physics.lab.rows.row import NORMAL
from physics.pipeline.advance import step_parameters
from tests.support.constraint_worlds import heap, read_rows
from tests.support.gauss_seidel import couple

BETA, SLOP = 0.2, 0.005


def corrected(**changes) -> SolverSettings:
    """Settings of worlds whose contacts are corrected."""
    return SolverSettings(**{"stabilization": "position", "substeps": 1, "iterations": 10, "beta": BETA, "slop": SLOP,
                             "position_iterations": 1} | changes)


def weightless(*bodies: dict, **solver) -> World:
    """A world without gravity."""
    world = World(gravity=(0, 0, 0), precision="double", solver=corrected(**solver))
    for body in bodies:
        world.add_body(**body)
    return world


def ball_in_floor(overlap: float, **solver) -> World:
    """A ball that starts inside the ground."""
    ball = {"shape": Sphere(radius=0.5), "position": (0, 0, 0.5 - overlap)}
    return weightless({"shape": Plane(), "type": "static"}, ball, **solver)


def turned(q: np.ndarray, turn: np.ndarray) -> np.ndarray:
    """A quaternion after a turn about an axis of the world."""
    angle = np.linalg.norm(turn)
    x, y, z = turn * (0.5 * np.sinc(angle / (2 * np.pi)))
    w, (a, b, c, d) = np.cos(angle / 2), q
    return np.array((w * a + x * d + y * c - z * b, w * b + y * d + z * a - x * c, w * c + z * d + x * b - y * a,
                     w * d - x * a - y * b - z * c))


def scalar_pass(world: World, law) -> tuple[np.ndarray, np.ndarray]:
    """Poses and motion since the start of the step after one pass over the normal rows, couple by couple."""
    bodies = world._bodies.arrays
    pose, moved = bodies.pose[:, :7].copy(), bodies.delta[:, :6].copy()
    made = read_rows(world)
    motion = np.concatenate((moved[made.a], moved[made.b]), 1)
    start = made.error - (made.jacobian * motion).sum(1)
    made = made._replace(impulse=np.zeros(len(made.a)), bias=np.zeros(len(made.a)), mass_scale=np.ones(len(made.a)))
    xx, xy, xz, yy, yz, zz = bodies.inverse_inertia[:, :6].T
    inertia = np.array(((xx, xy, xz), (xy, yy, yz), (xz, yz, zz))).transpose(2, 0, 1)
    normal = made.kind == NORMAL
    for pair in dict.fromkeys(zip(made.a[normal], made.b[normal])):
        a, b = pair
        before = moved.copy()
        of_pair = np.flatnonzero(normal & (made.a == a) & (made.b == b))
        for first in np.unique(made.group[of_pair]):
            members = of_pair[made.group[of_pair] == first]
            arms_a = [rotated(moved[a, 3:], made.arm_a[i]) for i in members]
            arms_b = [rotated(moved[b, 3:], made.arm_b[i]) for i in members]
            wanted = []
            for i, arm_a, arm_b in zip(members, arms_a, arms_b):
                parted = moved[b, :3] + arm_b - made.arm_b[i] - moved[a, :3] - arm_a + made.arm_a[i]
                room = start[i] + made.axis[i] @ parted + law.slop
                wanted.append(1e6 if made.target[i] > 0 else room if room > 0 else law.bias_rate * max(room, -LARGEST_OVERLAP))
            for i, x, arm_a, arm_b in zip(members, couple(made, members, np.array(wanted)), arms_a, arms_b):
                for body, arm, push in ((a, arm_a, -x * made.axis[i]), (b, arm_b, x * made.axis[i])):
                    moved[body, :3] += bodies.inverse_inertia[body, 6] * push
                    moved[body, 3:] += inertia[body] @ np.cross(arm, push)
        for body in pair:
            pose[body, :3] += moved[body, :3] - before[body, :3]
            pose[body, 3:] = turned(pose[body, 3:], moved[body, 3:] - before[body, 3:])
    return pose, moved


def rotated(turn: np.ndarray, arm: np.ndarray) -> np.ndarray:
    """An arm after a turn, by Rodrigues' formula."""
    angle = np.linalg.norm(turn)
    if angle == 0:
        return arm
    u = turn / angle
    return np.cos(angle) * arm + np.sin(angle) * np.cross(u, arm) + (1 - np.cos(angle)) * (u @ arm) * u


@pytest.mark.parametrize("seed", [1, 2, 5])
def test_a_pass_is_that_of_a_scalar_solver(seed):
    world = heap(seed, stabilization="position", joint_stabilization="none", iterations=4, position_iterations=1, beta=0.4,
                 slop=0.001)
    for body in world.bodies[1:]:
        if body.type == "dynamic":
            body.position = body.position - (0, 0, 0.01)
    start = world.snapshot()
    world.step(stop=(9, 0, 0))
    bodies = world._bodies.arrays
    before, velocity = bodies.pose[:, :7].copy(), bodies.velocity.copy()
    pose, moved = scalar_pass(world, step_parameters(world).correct)
    world.restore(start)
    world.step(stop=(10, 0, 0))
    bodies = world._bodies.arrays
    assert np.abs(bodies.pose[:, :7] - before).max() > 1e-3
    assert np.abs(bodies.pose[:, :7] - pose).max() < 1e-9
    assert np.abs(bodies.delta[:, :6] - moved).max() < 1e-9
    assert (bodies.velocity == velocity).all()


@pytest.mark.parametrize("passes", [1, 2, 5])
def test_every_pass_takes_its_share(passes):
    """What lies beyond the slop shrinks by 1 - beta in each pass, and nothing moves afterwards."""
    world = ball_in_floor(0.05, position_iterations=passes)
    for n in range(1, 6):
        world.step()
        assert 0.5 - world.bodies[1].position[2] == pytest.approx(SLOP + (0.05 - SLOP) * (1 - BETA) ** (n * passes), abs=1e-12)
        assert world.energy().kinetic == 0


def test_overlap_up_to_the_slop_stays():
    world = ball_in_floor(0.9 * SLOP)
    before = world.positions.copy()
    for _ in range(10):
        world.step()
    assert (world.positions == before).all()


def test_no_pass_asks_for_more_than_the_largest_overlap():
    world = ball_in_floor(0.45)
    world.step()
    assert 0.5 - world.bodies[1].position[2] == pytest.approx(0.45 - BETA * LARGEST_OVERLAP, abs=1e-12)


@pytest.mark.parametrize("changes", [{"beta": 0}, {"position_iterations": 0}, {"stabilization": "none"},
                                     {"stabilization": "none", "joint_stabilization": "position"}])
def test_without_a_share_or_a_pass_overlap_stays(changes):
    world = ball_in_floor(0.05, **changes)
    for _ in range(5):
        world.step()
    assert world.bodies[1].position[2] == 0.45 and not world.velocities.any()


def test_both_bodies_give_way_by_their_masses():
    """The common centre of mass stays, the light ball moves three times as far."""
    ball = Sphere(radius=0.5)
    world = weightless({"shape": ball, "mass": 1, "position": (0, 0, 0)}, {"shape": ball, "mass": 3, "position": (0.6, 0.4, 0.5)})
    apart = np.linalg.norm(world.positions[1] - world.positions[0])
    start = world.positions.copy()
    for _ in range(40):
        world.step()
    moved = world.positions - start
    assert np.abs(moved[0] + 3 * moved[1]).max() < 1e-12
    assert np.linalg.norm(world.positions[1] - world.positions[0]) == pytest.approx(1 - SLOP, abs=1e-4) and apart < 0.9
    assert not world.velocities.any()


def test_immovable_bodies_keep_every_bit():
    """Static and kinematic bodies, with rotations that are not exactly one long."""
    q = (0.1, 0.2, 0.3, 0.9273618495495703)
    world = World(sleep=False, solver=corrected())
    world.add_body(shape=Box(half=(3, 3, 0.5)), type="static", position=(0, 0, -0.5), rotation=q)
    world.add_body(shape=Box(half=(3, 3, 0.5)), type="kinematic", position=(9, 0, -0.5), rotation=q)
    for k in range(6):
        world.add_body(shape=Box(half=(0.3, 0.3, 0.3)), position=(9 * (k % 2), 0.7 * (k // 2), 0.3))
    before = np.concatenate((world.positions[:2], world.rotations[:2]), 1)
    kinematic = world.rotations[1].copy()
    world.step()
    after = np.concatenate((world.positions[:2], world.rotations[:2]), 1)
    assert (after[0] == before[0]).all()
    assert np.abs(world.rotations[1] - kinematic).max() < 1e-7                # integrated, which makes it one long again
    assert world.max_penetration() > 0.05


def test_a_tilted_box_is_lifted_at_its_corner():
    """Separations are those of the turned body: when the passes are done its lowest corner lies on the ground."""
    world = weightless({"shape": Plane(), "type": "static"},
                       {"shape": Box(half=(0.5, 0.4, 0.3)), "position": (0, 0, 0.58), "rotation": (0.15, 0.25, 0.05, 1)},
                       slop=0, position_iterations=50)
    start = world.rotations[1].copy()
    world.step()
    corners = np.array([[x, y, z] for x in (-0.5, 0.5) for y in (-0.4, 0.4) for z in (-0.3, 0.3)])
    lowest = min(world.bodies[1].world_point(corner)[2] for corner in corners)
    assert lowest == pytest.approx(0, abs=1e-4)
    assert np.abs(world.rotations[1] - start).max() > 0.005
    assert not world.velocities.any() and not world.angular_velocities.any()


def test_what_bounces_is_left_alone():
    """An elastic ball comes back to its height, though it hits the ground with an overlap every time."""
    world = World(sleep=False, precision="double", solver=corrected(restitution_threshold=0.1))
    world.add_body(shape=Plane(), type="static")
    ball = world.add_body(shape=Sphere(radius=0.2), position=(0, 0, 2.2), restitution=1)
    apexes, before = [], 0.0
    for _ in range(1200):
        world.step()
        if before > 0 >= ball.velocity[2]:
            apexes.append(ball.position[2])
        before = ball.velocity[2]
    assert len(apexes) > 10
    assert max(apexes) < 2.2 + 0.02 and min(apexes) > 2.2 - 0.1


def test_a_column_comes_to_rest_at_the_slop():
    world = World(sleep=False, precision="double", solver=corrected(position_iterations=2))
    world.add_body(shape=Plane(), type="static")
    for k in range(6):
        world.add_body(shape=Box(half=(0.5, 0.5, 0.5)), position=(0.02 * k, 0.01 * k, 0.48 + 0.97 * k))
    for _ in range(600):
        world.step()
    assert SLOP - 1e-4 < world.max_penetration() < SLOP + 5e-4
    assert np.abs(world.velocities).max() < 1e-3
    assert np.abs(world.rotations[1:, :2]).max() < 1e-3
