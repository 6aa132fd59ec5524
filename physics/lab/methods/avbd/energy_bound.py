"""The energy bound: passive constraints do not add kinetic energy to a substep.

Velocities v that satisfy J v = 0 by impulses J^T P are the nearest ones to free motion u (Gauss' principle), so

    T(u) = T(v) + T(u - v) >= T(v)

Few sweeps can leave more than T(u).  Bodies joined by constraints form a group; one factor then scales all velocities of the
group down to T(u).  In a group without a fixed body it scales the velocities relative to the group's mean velocity, so that
momentum is conserved.  Springs, motors, bounces, belts and kinematic bodies do work: groups with any of them are not scaled.

Source: scaling after Dinev, Liu, Li, Thomaszewski, Kavan, "FEPR: Fast Energy Projection for Real-Time Simulation of Deformable
Objects", SIGGRAPH 2018, which restores energy both ways and momentum exactly.  Here energy is only removed.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.compile.decorators import formula, kernel
from physics.dynamics.substeps import State
from physics.lab.methods.avbd.poses import is_movable, kinetic, mass_of
from physics.lab.rows.row import Rows
from physics.lab.rows.vectors import put_three, three
from physics.simd.vec3 import add, scale

STILL = (0.0, 0.0, 0.0)


class FreeMotion(NamedTuple):
    """Bodies as they would move without constraints, by body row."""

    pose: np.ndarray              # (n, at least 7) at the beginning of the substep
    velocity: np.ndarray          # (n, at least 6) after forces [m/s], [rad/s]


class Marks(NamedTuple):
    """Marks of m rows."""

    acts: np.ndarray              # (m,) bool: joins its bodies
    works: np.ndarray             # (m,) bool: does work


class Groups(NamedTuple):
    """Groups of n bodies; all but the first two fields by group, whose number is its first body."""

    group: np.ndarray             # (n,) of each body
    free: np.ndarray              # (n,) bool: constraints can move the body
    fixed: np.ndarray             # (n,) bool: has a row to a body that is not free
    joined: np.ndarray            # (n,) bool: has a row
    working: np.ndarray           # (n,) bool: has a row that does work
    mass: np.ndarray              # (n,) [kg]
    velocity: np.ndarray          # (n, 3) of the centre of mass [m/s]; 0 of a fixed group
    has: np.ndarray               # (n,) kinetic energy relative to that velocity [J]
    allowed: np.ndarray           # (n,) what free motion has [J]


def hold_energy(rows: Rows, state64: State, acts: np.ndarray, works: np.ndarray, free_motion: FreeMotion) -> None:
    """Scale the velocities of groups with too much energy; (m,) bool: `acts`, rows that join bodies, `works`, that do work."""
    n = len(state64.bodies.pose)
    switches, (mass, has, allowed) = np.zeros((4, n), bool), np.zeros((3, n))
    found = Groups(np.arange(n), *switches, mass, np.zeros((n, 3)), has, allowed)
    scale_groups(rows, state64.bodies, Marks(acts, works), free_motion, found)


def groups(rows: Rows, acts: np.ndarray, free: np.ndarray) -> np.ndarray:
    """(n,) the first body of each body's group; groups are movable bodies joined by rows marked in `acts`."""
    group = np.arange(len(free))
    join_bodies(rows, acts, free, group)
    return group


def driven(rows: Rows, state64: State) -> np.ndarray:
    """(m,) bool: rows that may do work: springs, motors, belts, and rows of kinematic bodies that move."""
    found = np.empty(len(rows.a), bool)
    mark_driven(rows, state64.bodies, found)
    return found


@formula
def carries(bodies, row):
    """Whether constraints cannot move a body, and it moves."""
    if is_movable(bodies, row):
        return False
    moves = False
    for k in range(6):
        moves = moves or bodies.velocity[row, k] != 0
    return moves


@kernel
def mark_driven(rows, bodies, found):
    """Mark rows that may do work.

    Reads   rows.a rows.b rows.own rows.surface_velocity rows.surface_jacobian bodies.awake bodies.local bodies.velocity
    Writes  found
    """
    for i in range(len(found)):
        spins = rows.surface_jacobian[i, 0] != 0 or rows.surface_jacobian[i, 1] != 0 or rows.surface_jacobian[i, 2] != 0
        found[i] = (rows.own[i] or rows.surface_velocity[i] != 0 or spins or carries(bodies, rows.a[i])
                    or carries(bodies, rows.b[i]))


@formula
def root_of(group, body):
    """The first body of the group so far."""
    while group[body] != body:
        body = group[body]
    return body


@kernel
def join_bodies(rows, acts, free, group):
    """Make `group`, which begins with each body by itself, the first body of the group.

    Reads   rows.a rows.b acts free group
    Writes  group
    """
    for i in range(len(acts)):
        if acts[i] and free[rows.a[i]] and free[rows.b[i]]:
            a, b = root_of(group, rows.a[i]), root_of(group, rows.b[i])
            group[max(a, b)] = min(a, b)
    for body in range(len(group)):
        group[body] = group[group[body]]         # a group's first body comes first


@kernel
def scale_groups(rows, bodies, marks, free_motion, groups):
    """Scale the velocities of groups with too much energy; `groups` begins as 0, with each body by itself.

    Reads   rows.a rows.b bodies.pose bodies.velocity bodies.local bodies.awake marks free_motion groups
    Writes  bodies.velocity groups
    """
    group, free, mean_of = groups.group, groups.free, groups.velocity
    for body in range(len(group)):
        free[body] = is_movable(bodies, body)
    join_bodies(rows, marks.acts, free, group)
    for i in range(len(marks.acts)):
        mark_groups(groups, marks.acts[i], marks.works[i], rows.a[i], rows.b[i])
    for body in range(len(group)):
        if free[body]:
            mass, _ = mass_of(bodies, body)
            groups.mass[group[body]] += mass
            momentum = scale(mass, three(bodies.velocity, body, 0))
            put_three(mean_of, group[body], 0, add(three(mean_of, group[body], 0), momentum))
    for first in range(len(group)):
        whole = groups.mass[first] if groups.mass[first] > 0 else 1.0
        for k in range(3):
            mean_of[first, k] = 0.0 if groups.fixed[first] else mean_of[first, k] / whole
    for body in range(len(group)):
        if free[body]:
            first, mass = group[body], mass_of(bodies, body)
            mean, v, w = three(mean_of, first, 0), three(bodies.velocity, body, 0), three(bodies.velocity, body, 3)
            u = three(free_motion.velocity, body, 0), three(free_motion.velocity, body, 3)
            groups.allowed[first] += (kinetic(mass, free_motion.pose, body, u)
                                      - kinetic(mass, bodies.pose, body, (mean, STILL)))
            groups.has[first] += kinetic(mass, bodies.pose, body, (add(v, scale(-1.0, mean)), w))
    for body in range(len(group)):
        first = group[body]
        has, allowed = groups.has[first], max(groups.allowed[first], 0.0)
        if free[body] and groups.joined[first] and not groups.working[first] and has > allowed:
            factor = np.sqrt(allowed / has)
            mean = three(mean_of, first, 0)
            rest = add(three(bodies.velocity, body, 0), scale(-1.0, mean))
            put_three(bodies.velocity, body, 0, add(mean, scale(factor, rest)))
            put_three(bodies.velocity, body, 3, scale(factor, three(bodies.velocity, body, 3)))


@formula
def mark_groups(groups, acts, works, a, b):
    """Mark the groups of bodies a and b, by a row between them."""
    both = groups.free[a] and groups.free[b]
    for side in range(2):
        body = a if side == 0 else b
        if groups.free[body]:
            first = groups.group[body]
            groups.joined[first] = groups.joined[first] or acts
            groups.working[first] = groups.working[first] or works
            groups.fixed[first] = groups.fixed[first] or (acts and not both)
