"""The order of a sweep: at which turn each row is solved, and the velocities that it met then.

A sweep goes colour by colour, joints before contacts, block by block; in a block of contacts the normal rows two at a time, then
friction point by point, or twist and then both tangents at the centre; rolling and spinning after the other rows of the colour's
contacts.  Rows of one turn share no body, or are solved together.
J is fixed within a substep, so the velocities at a row's turn are those before the sweep plus what the rows before it changed.
"""
from __future__ import annotations

import numpy as np

from physics.contacts.layout import COUNT, FLAGS, SLOTS
from physics.dynamics.parameters import Parameters
from physics.dynamics.substeps import State
from physics.introspection.places import OF_CENTRE, OF_RESISTANCE, Places
from physics.introspection.replay import At
from physics.lab.rows.row import NORMAL, OF_PARTS, PATCHES, ROLLING, TWIST, Rows, add_impulses
from physics.simd.value import W

FRICTION_TURN, INNER = 2, 8                      # first turn of friction in a block; room for turns in a block
LEVELS = 3                                       # in a colour: joints, contacts, their resistance


def turns_in_sweep(rows: Rows, places: Places, state: State, at: At, p: Parameters) -> np.ndarray:
    """(m,) turn of each row in a sweep, from 0; rows of one turn do not see each other's changes."""
    sweep, contact = at.sweep, rows.kind < OF_PARTS
    backward, reverse = (sweep.backward, sweep.reverse) if sweep else (0, 0)
    flags = state.contacts.data.reshape(-1, SLOTS, W)[:, FLAGS, COUNT].astype(np.int64)
    number = places.lane // W
    count = flags[np.where(contact, number, 0)]
    point = np.where(rows.kind == NORMAL, rows.component, rows.patch % PATCHES)
    pair, pairs = point // 2, (count + 1) // 2
    normal = pairs - 1 - pair if backward else pair
    friction = FRICTION_TURN + (count - 1 - point if backward else point)
    friction = np.where(places.table == OF_CENTRE, FRICTION_TURN + (rows.kind != TWIST), friction)
    friction = np.where(places.table == OF_RESISTANCE, rows.kind - ROLLING, friction)
    inner = np.where(contact, np.where(rows.kind == NORMAL, normal, friction), 0 if p.joints.solve.block else rows.component)
    color = places.color.max(initial=0) - places.color if reverse else places.color
    blocks = int(number.max(initial=0)) + 1
    level = LEVELS * color + contact + (places.table == OF_RESISTANCE)
    return np.unique((level * blocks + number) * INNER + inner, return_inverse=True)[1].reshape(-1)


def velocity_at_turn(rows: Rows, turns: np.ndarray, row: int, start: tuple[np.ndarray, np.ndarray]) -> np.ndarray:
    """(n, 6) velocities when a row had its turn; start = (those before the sweep, (m,) changes of impulses in the sweep)."""
    velocity, change = start[0].copy(), start[1]
    before = np.where(turns < turns[row], change, 0.0)
    add_impulses(rows, before, velocity)
    return velocity


def velocity_beside(rows: Rows, row: int, start: tuple[np.ndarray, np.ndarray]) -> np.ndarray:
    """(n, 6) velocities that a row of joints solved together met: with all changes but those of its own part.

    All rows are solved at once, so each has what it would want beside the answers of all others."""
    velocity, change = start[0].copy(), start[1]
    add_impulses(rows, np.where(of_the_same_part(rows, row), 0.0, change), velocity)
    return velocity


def of_the_same_part(rows: Rows, row: int) -> np.ndarray:
    """(m,) bool: the rows of the part that a row belongs to, whatever `block_solve` says."""
    return (rows.kind >= OF_PARTS) & (rows.part == rows.part[row])
