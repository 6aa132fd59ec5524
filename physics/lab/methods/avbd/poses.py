"""Bodies of a descent: differences of poses, masses, and velocities at the end of a substep."""
from __future__ import annotations

from physics.compile.decorators import formula, kernel
from physics.lab.rows.displacements import turn_between, turn_made
from physics.lab.rows.vectors import four, put_three, three
from physics.simd.vec3 import scale, sub

UNMOVED = 1e12                                   # inertia about a locked axis, over the mass [m2]


@formula
def between(start, end, row):
    """(translation [m], rotation vector [rad]) from the pose in row `row` of `start` to that of `end`."""
    return sub(three(end, row, 0), three(start, row, 0)), turn_between(four(start, row, 3), four(end, row, 3))


@formula
def made(start, bodies, row, h):
    """The (translation, rotation vector) that a body made in a substep of h since its pose in `start`; its velocity is that of
    free motion, or the mean one."""
    free = scale(h, three(bodies.velocity, row, 3))
    return sub(three(bodies.pose, row, 0), three(start, row, 0)), turn_made(four(start, row, 3), four(bodies.pose, row, 3), free)


@formula
def is_movable(bodies, row):
    """Whether constraints can move a body."""
    local = bodies.local
    return bodies.awake[row] > 0 and (local[row, 0] > 0 or local[row, 1] > 0 or local[row, 2] > 0 or local[row, 3] > 0)


@formula
def mass_of(bodies, row):
    """(mass, (inertia about the body's axes)) [kg], [kg m2]; 1 in place of an infinite mass, UNMOVED about locked axes."""
    x, y, z, inverse_mass = four(bodies.local, row, 0)
    mass = 1.0 / inverse_mass if inverse_mass > 0 else 1.0
    locked = UNMOVED * mass
    return mass, (1.0 / x if x > 0 else locked, 1.0 / y if y > 0 else locked, 1.0 / z if z > 0 else locked)


@kernel
def set_velocities(bodies, start, h):
    """Velocities of the movable bodies, which are those of free motion, from their displacements since the poses `start` (n, 8).

    Reads   bodies.pose bodies.velocity bodies.awake bodies.local start h
    Writes  bodies.velocity
    """
    for row in range(len(start)):
        if is_movable(bodies, row):
            move, turn = made(start, bodies, row, h)
            put_three(bodies.velocity, row, 0, scale(1.0 / h, move))
            put_three(bodies.velocity, row, 3, scale(1.0 / h, turn))
