"""Runners of the cases about the rows themselves: Jacobians, and sweeps against the exact answer."""
from __future__ import annotations

from dataclasses import fields

import numpy as np

from app.studies.validate.direct_world import chain
from app.studies.validate.registry import Measured, runner
from app.studies.validate.run import Run
from app.studies.validate.runners.joint_measures import turn
from physics import Plane, SolverSettings, Sphere, World
from physics.bodies.arrays import FIRST
from physics.bodies.rotation import moved
from physics.dynamics.sequential_impulse import METHOD as SEQUENTIAL_IMPULSE
from physics.joints import JOINTS
from physics.lab.exact.complementarity import problem
from physics.lab.exact.complementarity import solve as exact_contacts
from physics.lab.exact.dense import impulses
from physics.lab.methods.projected_gauss_seidel import order_of
from physics.lab.rows.assembly import assemble_rows, with_parts_placed
from physics.lab.rows.row import NORMAL, Rows, matrix_between, row_parameters, speeds, taken
from physics.lab.sweeps.gauss_seidel import sweep_rows
from physics.lab.sweeps.table import table_of
from physics.pipeline.advance import kernel_state, step_parameters

UNSOLVED = SolverSettings(substeps=1, iterations=0, relax_iterations=0, position_iterations=0, joint_stabilization="none",
                          warm_start=0)
PREPARED, ROWS_PLACED = (5, 0, 0), (7, 0, 0)     # where a step stops: blocks are filled; rows stand, nothing is solved


def rows_of(world: World, which: str = "solve") -> Rows:
    """The rows of a world's last step, as they are solved."""
    return assemble_rows(*kernel_state(world), row_parameters(step_parameters(world), which))


def _random_joint(kind: type, rng: np.random.Generator) -> dict:
    """Random places and axes for the fields that have them."""
    names = {field.name for field in fields(kind)}
    found = {name: tuple(rng.normal(size=3)) for name in names if name.startswith(("anchor", "axis", "ground", "target"))}
    return found


def _drifted(name: str, trials: int, rng: np.random.Generator) -> tuple[World, np.ndarray]:
    """Pairs of bodies, each with the joint of this name, moved out of place since; and their poses (2 trials, 7)."""
    world = World(gravity=(0, 0, 0), precision="double", sleep=False,
                  solver=SolverSettings(substeps=1, joint_stabilization="baumgarte"))
    kind = JOINTS[name]
    for _ in range(trials):
        a, b = (world.add_body(shape=Sphere(radius=0.1), position=rng.normal(size=3), rotation=turn(rng.normal(size=3), angle),
                               group=1) for angle in rng.uniform(-3, 3, 2))
        world.add_joint(kind(**({"a": a} if name == "mouse" else {"a": a, "b": b}), **_random_joint(kind, rng)))
    poses = np.concatenate((world.positions, world.rotations), 1)
    return world, moved(poses, rng.normal(size=(2 * trials, 6)) * ((0.5,) * 3 + (0.4,) * 3))


def _put(world: World, poses: np.ndarray) -> None:
    """Put the bodies at these poses (n, 7), at rest."""
    for body, pose in zip(world.bodies, poses):
        body.position, body.rotation, body.velocity, body.angular_velocity = pose[:3], pose[3:], (0, 0, 0), (0, 0, 0)


def _step_freely(world: World, motion: np.ndarray, step: float) -> None:
    """A short step in which the bodies have this motion (n, 6), and nothing is solved."""
    for body, velocity in zip(world.bodies, motion):
        body.velocity, body.angular_velocity = velocity[:3], velocity[3:]
    world.solver, world.dt = UNSOLVED, step
    world.step()


def _plain_rows(world: World) -> Rows:
    """All rows as they are placed, held turns without what the moves of their joint answer, and their whole errors."""
    world.step(stop=PREPARED)
    numbers = step_parameters(world, step_parameters(world).stop._replace(stage=ROWS_PLACED[0], substep=0, iteration=0))
    state, extent = kernel_state(world)
    SEQUENTIAL_IMPULSE.advance(state, extent, numbers._replace(joints=numbers.joints._replace(held_feel=0)))
    made = rows_of(world)
    return made._replace(error=with_parts_placed(made, state, numbers.motion.h).error)


def _rates(name: str, run: Run) -> dict[str, float]:
    """Of all rows of these joints the largest |J V| and the largest |J V - dC/dt|, V a random motion of length 1 of each pair.

    The bodies really move: joints that count turns go by what happened, not by where bodies are.  Before, they move so once, as
    hinges then choose which body measures.
    """
    rng, trials, step = np.random.default_rng(run["seed"]), run["trials"], run["step"]
    world, poses = _drifted(name, trials, rng)
    motion = rng.normal(size=(trials, 12))
    motion = (motion / np.linalg.norm(motion, axis=1, keepdims=True)).reshape(-1, 6)
    solver, dt = world.solver, world.dt
    _put(world, poses)
    _step_freely(world, motion, step)
    _put(world, poses)
    world.solver, world.dt = solver, dt
    start, made = world.snapshot(), {}
    for way in (0, 1, -1):
        world.restore(start)
        if way:
            _step_freely(world, way * motion, step)
        made[way] = _plain_rows(world)
    velocity = np.zeros_like(kernel_state(world)[0].bodies.velocity[:, :6], float)
    velocity[FIRST:FIRST + 2 * trials] = motion
    rates = speeds(made[0], velocity)
    off = rates - (made[1].error - made[-1].error) / (2 * step)
    return {"largest rate": float(np.abs(rates).max()), "largest error of a rate": float(np.abs(off).max())}


@runner("E01")
def jacobians(run: Run) -> Measured:
    """Every joint: what its rows say of the rate of their errors, and how these really change."""
    return [_rates(point["joint"], run) for point in run.points]


@runner("E04")
def sweeps_and_direct(run: Run) -> Measured:
    """A chain of boxes with random velocities: impulses of a cold step by sweeps, by the direct solution and by numpy."""
    world = chain(run["links"], run["seed"], iterations=1, joint_solve="sweep")
    begin, errors = world.snapshot(), {}

    def swept(count: int) -> Rows:
        world.restore(begin)
        world.step(stop=(8, 0, 0))
        stop = step_parameters(world).stop._replace(stage=8, substep=0, iteration=count)
        numbers = step_parameters(world, stop)._replace(iterations=count)
        world.restore(begin)
        world.step(stop=(5, 0, 0))
        SEQUENTIAL_IMPULSE.advance(*kernel_state(world), numbers)
        return rows_of(world)

    made = swept(0)
    velocity = kernel_state(world)[0].bodies.velocity[:, :6].astype(float)
    answer = impulses(made, velocity)
    by_numpy = np.linalg.solve(matrix_between(made), -(speeds(made, velocity) + made.bias))
    for count in run["counts"]:
        errors[count] = float(np.linalg.norm(swept(count).impulse - answer) / np.linalg.norm(answer))
    found = {f"error after {count}": error for count, error in errors.items()}
    falls = np.diff(list(errors.values()))
    return [found | {"largest rise": float(max(falls.max(), 0)),
                     "direct against numpy": float(np.linalg.norm(answer - by_numpy) / np.linalg.norm(by_numpy))}]


def tower(count: int, g: float) -> tuple[Rows, np.ndarray]:
    """Normal rows of balls on each other, lowest first, and velocities (n, 6) after gravity, no impulses."""
    world = World(gravity=(0, 0, -g), precision="double", sleep=False,
                  solver=SolverSettings(substeps=1, stabilization="none", warm_start=0, slop=0))
    world.add_body(shape=Plane(), type="static", friction=0)
    for k in range(count):
        world.add_body(shape=Sphere(radius=0.5), position=(0, 0, 0.5 + k), mass=1, friction=0)
    world.step(stop=ROWS_PLACED)
    made = rows_of(world)
    made = taken(made, made.kind == NORMAL)
    velocity = kernel_state(world)[0].bodies.velocity[:, :6].astype(float)
    return taken(made, order_of(made, "natural"))._replace(group=np.arange(count)), velocity


@runner("E05")
def law_of_sweeps(run: Run) -> Measured:
    """A stack solved from nothing, from below: the error of its impulses after each sweep, and the last ratio of two."""
    found = []
    for point in run.points:
        made, velocity = tower(point["n"], run["g"])
        exact, table, errors = exact_contacts(problem(made, velocity)), table_of(made, False), {}
        for sweep in range(1, run["sweeps_done"] + 1):
            sweep_rows(order_of(made, "natural"), table, velocity)
            errors[sweep] = float(np.linalg.norm(table.impulse - exact) / np.linalg.norm(exact))
        at = run["ratio_at"]
        found.append({f"error after {sweep}": error for sweep, error in errors.items()}
                     | {"last ratio": errors[at] / errors[at - 1]})
    return found
