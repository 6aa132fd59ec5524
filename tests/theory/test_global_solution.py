"""The global solution, and the picture of planes that meet in it."""
from __future__ import annotations

import numpy as np
from scipy.sparse import bmat, csc_matrix
from scipy.sparse.linalg import spsolve

from physics import BallSocket, Box, SolverSettings, World
from physics.bodies.arrays import FIRST
from physics.lab.exact import complementarity
from physics.lab.exact.complementarity import problem
from physics.lab.rows.row import Rows, applied, speeds
from physics.lab.sweeps.gauss_seidel import sweep_rows
from physics.lab.sweeps.table import table_of
from tests.support.constraint_worlds import read_rows, velocity_rows

MASSES = (1.0, 2.0, 3.0)


def three_bodies(method: str = "sequential_impulse") -> World:
    """Boxes on ball sockets, the first held by the world, moving anyhow."""
    rng = np.random.default_rng(7)
    rigid = SolverSettings(method=method, substeps=1, iterations=1, joint_stabilization="none", warm_start=0, gyroscopic="off")
    world, before = World(precision="double", gravity=(0, 0, 0), solver=rigid), None
    for k, mass in enumerate(MASSES):
        box = world.add_body(shape=Box(half=(0.2, 0.1, 0.1)), position=(0.4 * k + 0.2, 0, 0), mass=mass,
                             velocity=tuple(rng.normal(size=3)), angular_velocity=tuple(rng.normal(size=3)))
        world.add_joint(BallSocket(a=before, b=box, anchor=(0.4 * k, 0, 0)))
        before = box
    return world


def started(world: World) -> tuple[Rows, np.ndarray]:
    """Rows and velocities of a step before anything is solved."""
    world.step(stop=(7, 0, 0))
    return read_rows(world), velocity_rows(world)


def test_all_bodies_in_one_system():
    """0.9: J has 18 columns for three bodies; velocities and impulses come from one sparse system at once, (M J^T; J 0)."""
    world = three_bodies()
    masses = [np.diag([*3 * [body.mass], *(body.mass * np.asarray(body.shape.unit_inertia))]) for body in world.bodies]
    made, velocity = started(world)
    jacobian = np.zeros((len(made.a), 18))
    for row, (a, b) in enumerate(zip(made.a, made.b)):
        for body, part in ((a, slice(0, 6)), (b, slice(6, 12))):
            if body >= FIRST:
                jacobian[row, 6 * (body - FIRST):][:6] = made.jacobian[row, part]
    mass, bodies = np.zeros((18, 18)), slice(FIRST, FIRST + 3)
    for k, block in enumerate(masses):
        mass[6 * k:6 * k + 6, 6 * k:6 * k + 6] = block
    before = velocity[bodies].ravel()
    system = bmat([[csc_matrix(mass), csc_matrix(-jacobian.T)], [csc_matrix(jacobian), None]], format="csc")
    answer = spsolve(system, np.concatenate((mass @ before, -made.bias)))
    exact = complementarity.solve(problem(made, velocity))
    assert np.abs(exact - answer[18:]).max() < 1e-10
    assert np.abs(applied(made, exact, velocity)[bodies].ravel() - answer[:18]).max() < 1e-10
    stepped = three_bodies("global_direct")
    stepped.step()
    moving = np.hstack((stepped.velocities, stepped.angular_velocities)).ravel()
    assert np.abs(moving - answer[:18]).max() < 1e-9 and np.abs(moving - before).max() > 0.1


def test_a_row_is_a_plane_and_solving_it_a_projection():
    """1.6: a solved row's plane J V + b = 0 is reached on the shortest way, measured by kinetic energy; turn by turn the planes'
    common point is reached, the global solution."""
    world, rng = three_bodies(), np.random.default_rng(1)
    masses = np.array([[*3 * [body.mass], *(body.mass * np.asarray(body.shape.unit_inertia))] for body in world.bodies])
    made, velocity = started(world)
    table, now, bodies = table_of(made, False), velocity.copy(), slice(FIRST, FIRST + 3)
    for row in range(len(made.a)):
        before = now.copy()
        sweep_rows(np.array([row]), table, now)
        assert abs(speeds(made, now)[row] + made.bias[row]) < 1e-12                     # on the plane
        way, one = (now - before)[bodies], np.eye(len(made.a))[row]
        across = applied(made, one / made.k[row], 0 * now)                              # to the plane beside it
        for _ in range(5):
            other = np.zeros_like(now)
            other[bodies] = rng.normal(size=(3, 6))
            inside = (other - speeds(made, other)[row] * across)[bodies]                # any way within the plane
            assert abs((masses * way * inside).sum()) < 1e-10                           # stands upright on the way taken
    far, goal = [], applied(made, complementarity.solve(problem(made, velocity)), velocity)
    for _ in range(400):
        sweep_rows(np.arange(len(made.a)), table, now)
        far.append(np.abs(now - goal).max())
    assert far[-1] < 1e-8 and far[20] < far[0]
