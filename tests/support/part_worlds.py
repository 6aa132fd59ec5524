"""Parts of joints between bodies at any poses, as the kernels take them, without a world: for tests of single kinds and uses."""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.bodies.arrays import FIRST, WORLD, aligned, new_bodies, new_pairs
from physics.bodies.inertia import world_inertia
from physics.bodies.start import new_start
from physics.constraints import part
from physics.constraints.block import new_parts
from physics.constraints.parts import PARTS
from physics.constraints.parts.angle import ANGLE
from physics.constraints.parts.axis_rotation import AXIS_ROTATION
from physics.constraints.place import place_parts
from physics.constraints.prepare import prepare_parts
from physics.constraints.together.layout import nothing_together
from physics.contacts.layout import new_contacts
from physics.definitions.settings import SolverSettings
from physics.dynamics.coloring import COLORS
from physics.dynamics.parameters import Circumstances, Parameters, parameters
from physics.dynamics.substeps import SLOTS, Extent, State
from physics.lab.rows.assembly import assemble_rows
from physics.lab.rows.row import RowParameters, Rows, row_parameters
from physics.simd.value import W

KIND_NAMES = {kind.number: name for name, kind in PARTS.items()}
USE_NAMES = {part.HOLD: "hold", part.LIMIT: "limit", part.MOTOR: "motor", part.SPRING: "spring"}
STEP = 1 / 60                                     # [s]


class Apart(NamedTuple):
    """n parts of one kind, each between two bodies of its own, or of one and the world."""

    kind: int
    numbers: np.ndarray           # (n, PART_SLOTS)
    poses: tuple                  # two of (n, 7)
    worlds: tuple                 # two of (n,) bool: there a or b is the world, whose pose is the origin's


def rotations(rng: np.random.Generator, n: int) -> np.ndarray:
    """(n, 4) unit quaternions with both signs of w: the same rotation, and what lies past half a turn."""
    q = rng.normal(size=(n, 4))
    return q / np.linalg.norm(q, axis=1, keepdims=True)


def random_numbers(rng: np.random.Generator, n: int) -> np.ndarray:
    """(n, PART_SLOTS) parts with anchors and frames of no special place."""
    numbers = np.stack([part.slots_of(part.Part(0))] * n)
    numbers[:, part.ANCHOR_A:part.ANCHOR_A + 6] = rng.normal(size=(n, 6))
    numbers[:, part.FRAME_A:part.FRAME_A + 4] = rotations(rng, n)
    numbers[:, part.FRAME_B:part.FRAME_B + 4] = rotations(rng, n)
    numbers[:, part.RATIO] = rng.uniform(-3, 3, n)
    numbers[:, part.GROUND_A:part.GROUND_A + 6] = 5 * rng.normal(size=(n, 6))
    return numbers


def random_poses(rng: np.random.Generator, n: int) -> np.ndarray:
    """(n, 7) positions some metres apart and any rotation."""
    return np.concatenate((2 * rng.normal(size=(n, 3)), rotations(rng, n)), 1)


def random_parts(kind: int, n: int, seed: int) -> Apart:
    """Parts of one kind at random poses; every fifth has the world as a, every fifth as b."""
    rng = np.random.default_rng(seed)
    poses = random_poses(rng, n), random_poses(rng, n)
    worlds = tuple(np.arange(n) % 5 == k for k in (3, 4))
    for pose, world in zip(poses, worlds):
        pose[world] = (0, 0, 0, 0, 0, 0, 1)
    numbers = random_numbers(rng, n)
    if kind == AXIS_ROTATION:
        numbers[:, part.EXCHANGED] = np.arange(n) % 2
    if kind == ANGLE:
        numbers[:, part.COUNTED] = np.arange(n) % 2
    return Apart(kind, numbers, poses, worlds)


def used(apart: Apart, use: int, measure: np.ndarray, seed: int = 0) -> Apart:
    """The parts with a use and numbers that matter for it, around what they measure (n,); limits lie on all sides of it."""
    rng, n = np.random.default_rng(seed), len(apart.numbers)
    numbers = apart.numbers.copy()
    numbers[:, part.USE] = use
    numbers[:, part.MEASURE] = measure
    if use == part.LIMIT:
        numbers[:, part.LOWER] = measure + rng.uniform(-0.5, 0.1, n)
        numbers[:, part.UPPER] = numbers[:, part.LOWER] + rng.uniform(0, 0.6, n)
    elif apart.kind >= part.ONE_ROW:
        numbers[:, part.TARGET] = rng.normal(size=n) + (0 if use == part.MOTOR else measure)
    if use == part.MOTOR:
        numbers[:, part.RATE] = np.where(np.arange(n) % 2, rng.uniform(1, 50, n), 0)
    if use == part.SPRING:
        numbers[:, part.HERTZ] = np.where(np.arange(n) % 3, rng.uniform(0.5, 10, n), 0)
        numbers[:, part.DAMPING_RATIO], numbers[:, part.BETA] = rng.uniform(0, 2, n), rng.uniform(0, 1, n)
    if use in (part.MOTOR, part.SPRING):
        numbers[:, part.MAX_FORCE] = np.where(np.arange(n) % 4, part.UNLIMITED, rng.uniform(1, 30, n))
    return apart._replace(numbers=numbers)


def state_of(apart: Apart, precision: str = "double", seed: int = 0) -> tuple[State, Extent]:
    """Bodies of random masses and velocities with these parts in one colour."""
    rng, n = np.random.default_rng(seed), len(apart.numbers)
    bodies = new_bodies(2 * n, precision)
    own = FIRST + np.arange(2 * n)
    bodies.pose[own[:n], :7], bodies.pose[own[n:], :7] = apart.poses
    size = rng.uniform(0.3, 1, (2 * n, 3)) ** 2
    mass = rng.uniform(0.5, 4, 2 * n)
    bodies.local[own, :3] = 3 / mass[:, None] / (size.sum(1, keepdims=True) - size)        # of boxes
    bodies.local[own, 3] = 1 / mass
    bodies.local[own, 6] = 1
    bodies.velocity[own, :6] = 2 * rng.normal(size=(2 * n, 6))
    end = len(bodies.uid) // W
    world_inertia(0, end, bodies)
    blocks = -(-n // W)
    store = part.new_part_store(blocks + 1, precision)
    store.reshape(-1, part.PART_SLOTS, W).swapaxes(1, 2)[:, :] = _padded(apart.numbers, (blocks + 1) * W).reshape(
        blocks + 1, W, part.PART_SLOTS)
    parts = new_parts(blocks, COLORS, precision, store)
    lanes = np.arange(blocks * W)
    real = lanes < n
    row_a = np.where(apart.worlds[0], WORLD, own[:n])
    row_b = np.where(apart.worlds[1], WORLD, own[n:])
    parts.a[:] = np.where(real, np.resize(row_a, len(lanes)), lanes % W)
    parts.b[:] = np.where(real, np.resize(row_b, len(lanes)), W + lanes % W)
    parts.part[:] = np.where(real, lanes, (blocks + 1) * W - 1)
    parts.kind[:], parts.color_start[1:], parts.swept_end[:] = apart.kind, blocks, blocks
    state = State(bodies, new_pairs(1, precision), new_contacts(1, COLORS, precision), parts, nothing_together(precision),
                  new_start(bodies), aligned(SLOTS, np.int64))
    return state, Extent(end, 1, 0, blocks)


def settings_of(**solver) -> Parameters:
    """Numbers of a step without gravity."""
    chosen = {"substeps": 1, "iterations": 1, "stabilization": "none", "joint_stabilization": "none"} | solver
    return parameters(SolverSettings(**chosen), (0.0, 0.0, 0.0), STEP, Circumstances(STEP))


def placed_rows(apart: Apart, numbers: Parameters, precision: str = "double") -> tuple[State, Extent, Rows]:
    """The parts prepared and placed by the kernels, and the rows that these made."""
    state, extent = state_of(apart, precision)
    prepare_parts(0, extent.parts, state.parts, numbers.joints)
    place_parts(0, extent.parts, state.bodies, state.parts, STEP)
    return state, extent, assemble_rows(state, extent, row_params(numbers))


def row_params(numbers: Parameters, which: str = "solve") -> RowParameters:
    """The row parameters of one of its sweeps."""
    return row_parameters(numbers, which)


def _padded(numbers: np.ndarray, length: int) -> np.ndarray:
    """(length, PART_SLOTS) with harmless parts behind the real ones."""
    rest = np.stack([part.slots_of(part.Part(0))] * (length - len(numbers)))
    return np.concatenate((numbers, rest))


def lanes(blocks: np.ndarray, slots: int, count: int | None = None) -> np.ndarray:
    """(lanes, slots) of the first `count` blocks, None: of all."""
    return blocks.reshape(-1, slots, W)[:count].swapaxes(1, 2).reshape(-1, slots).astype(np.float64)
