"""Contacts that bear joints solved together: which points, and their rows.

A load that joints pass on to a light body presses it against what it touches.  A sweep over the contact moves the body alone,
whose mass m is a small part of the mass M that presses, and leaves the share 1 - m / M of the error: 1,000 sweeps of a link of
20 g that bears a weight of 10 kg.  So the points at which a light body of a component touches something immovable are solved
together with the joints, see `constraints.together.bearing`.  Here their rows are read from the contact blocks, in double
precision:

    J = s (u, r x u)                  u: normal and tangents, r: arm, s: 1 where the body is b of its contact, -1 where it is a
    w = J V + bias + give impulse     bias: as in a sweep, with the motion of the other body

A sweep's contact gives way as a spring of its own mass does.  A point that bears may carry the whole component, so it is as stiff
as if it did: its give is the share m / M of that.  Friction is proximal, w = J (V - V_other) + give (impulse - impulse before):
what the points of a face share of it stays as it was.  Sweeps solve contacts that bounce, whose surfaces move or that resist
rolling, and those of the points beyond MOST_BORNE at a body.
"""
from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from physics.bodies.arrays import MARK
from physics.collision.shape_kinds import CAPSULE, CONE, CYLINDER, SPHERE
from physics.compile.decorators import formula, kernel, routine
from physics.constraints.together.bearing import row_product6
from physics.constraints.together.graph import Component
from physics.constraints.together.layout import GRIPS, KEPT, LOOSE, MOST_BORNE, POINTS, SIDE, SLIDES
from physics.constraints.together.matrix import put3, slot, slot3
from physics.contacts import layout as contact
from physics.simd.functions import absolute, sqrt
from physics.simd.value import W
from physics.simd.vec3 import cross

LIGHT = 1 / 128                                  # of its component: bodies below it are light; heavier ones sweeps bear
RIGID_GIVE = 1e-6                                # of a row's K: a rigid row
ALMOST = 1.0 - 1e-6                              # of friction's bound: a point below it grips
TINY = 1e-30                                     # keeps 1 / 0 out
RESISTANCES = 2                                  # in Bodies.resistance: arms of rolling and spinning resistance
UPRIGHT = 0.5                                    # of a normal's x, see `vec3.tangent_scale`


def felt_shares(components: Sequence[Component], inverse_mass: np.ndarray) -> np.ndarray:
    """(bodies,) share of its component's mass that each body of the components has, 0 where it is not light; inverse_mass:
    (rows,), 0 of bodies that are not dynamic."""
    shares = [np.zeros(0)]
    for one in components:
        inverse = inverse_mass[one.rows].astype(np.float64)
        mass = np.divide(1.0, inverse, out=np.zeros(len(inverse)), where=inverse > 0)
        share = mass / mass.sum()
        shares.append(np.where(share < LIGHT, share, 0))
    return np.concatenate(shares)


@formula
def place_of_row(rows, row):
    """The place of a body row among rising ones, -1 where it is none of them."""
    low, high = 0, len(rows)
    while low < high:
        middle = (low + high) // 2
        if rows[middle] < row:
            low = middle + 1
        else:
            high = middle
    return low if low < len(rows) and rows[low] == row else -1


@formula
def mass_slots(side):
    """Where a contact block has the inverse mass and inertia of one side."""
    return (contact.INVERSE_MASS_B, contact.INERTIA_B) if side == 1 else (contact.INVERSE_MASS_A, contact.INERTIA_A)


@formula
def lane_of(point):
    """Where the lane of a point begins in Contacts.data."""
    return point // (contact.SLOTS * W) * contact.SLOTS * W + point % W


@formula
def insert(together, body, key, code):
    """Insert a point among those of a body, by its key; the last one is dropped where there is no room."""
    keys, codes, count = together.borne_key[body], together.borne_at[body], together.borne[body]
    at, last = count, min(count, MOST_BORNE - 1)
    while at > 0 and keys[at - 1] > key:
        at -= 1
    if at < MOST_BORNE:
        for k in range(last - at):
            keys[last - k], codes[last - k] = keys[last - k - 1], codes[last - k - 1]
        keys[at], codes[at] = key, code
        together.borne[body] = last + 1


@formula
def is_plain(bodies, contacts, lane, base):
    """Whether a contact has no rule that sweeps alone know: it does not bounce, and neither surface moves or resists."""
    plain = contacts.data[base + contact.RESTITUTION * W] <= 0.0
    for row in (contacts.a[lane], contacts.b[lane]):
        plain = plain and bodies.shape[row, MARK] == 0.0
        for n in range(RESISTANCES):
            plain = plain and bodies.resistance[row, n] == 0.0
    return plain


@kernel
def list_borne(blocks, bodies, contacts, together):
    """List the points of the first `blocks` contact blocks at which light bodies touch something immovable.

    Their order is that of the other bodies' rows, whatever the blocks.
    Reads bodies.shape bodies.resistance contacts.a contacts.b contacts.data together.light together.light_body
    Writes together.borne together.borne_key together.borne_at
    """
    data = contacts.data
    together.borne[:] = 0
    for lane in range(blocks * W):
        whole = lane // W * contact.SLOTS * W
        base = whole + lane % W
        for side in range(2):
            row, other = (contacts.b[lane], contacts.a[lane]) if side == 1 else (contacts.a[lane], contacts.b[lane])
            mass, _ = mass_slots(1 - side)
            if data[base + mass * W] == 0.0:
                place = place_of_row(together.light, row)
                if place >= 0 and is_plain(bodies, contacts, lane, base):
                    for j in range(int(data[whole + contact.FLAGS * W + contact.COUNT])):
                        point = base + (contact.FIRST_POINT + j * contact.POINT) * W
                        if data[point + contact.SEPARATION * W] < contact.NO_POINT / 2:
                            insert(together, together.light_body[place], POINTS * other + j, 2 * point + side)


@formula
def put_row(wrench, r, sign, u, arm):
    """Write J of row r: along u at an arm."""
    put3(wrench, SIDE * r, sign, u)
    put3(wrench, SIDE * r + 3, sign, cross(arm, u))


@formula
def along(motion, u, arm):
    """How far or fast a point of a body at an arm goes along u; motion: a row of velocities or displacements."""
    turn = cross(arm, u)
    return (motion[0] * u[0] + motion[1] * u[1] + motion[2] * u[2]
            + motion[3] * turn[0] + motion[4] * turn[1] + motion[5] * turn[2])


@formula
def moved_arm(data, base, slot_of_arm, axes, place):
    """The arm of a place of the contact frame."""
    (_, t1, t2), (x, y), (a, b, c) = axes, place, slot3(data, base, slot_of_arm)
    return a + (x * t1[0] + y * t2[0]), b + (x * t1[1] + y * t2[1]), c + (x * t1[2] + y * t2[2])


@formula
def axes_at(data, base):
    """(n, t1, t2) of a lane of a contact block, of length 1 in double precision."""
    x, y, z = slot3(data, base, contact.NORMAL_AXIS)
    size = 1.0 / sqrt(1.0 * x * x + 1.0 * y * y + 1.0 * z * z)
    x, y, z = size * x, size * y, size * z
    if absolute(x) > UPRIGHT:
        across = 1.0 / sqrt(x * x + y * y)
        t1 = (y * across, -x * across, 0.0)
    else:
        across = 1.0 / sqrt(y * y + z * z)
        t1 = (0.0, z * across, -y * across)
    return (x, y, z), t1, cross((x, y, z), t1)


@formula
def read_bias(together, body, p, point, params):
    """Write the bias and the give of a point's normal row, as `contacts.normal.normal_bias`; point = (separation, K)."""
    separation, k = point
    give, bias = RIGID_GIVE, separation * params.inverse_h
    if separation <= 0.0:
        bias = max(params.bias_rate * min(separation + params.slop, 0.0), -params.push_speed)
        give = max(params.impulse_scale / params.mass_scale, RIGID_GIVE)
    together.lack[body, p, 0] += bias
    together.give[body, p, 0] = together.felt[body] * k * give


@formula
def is_corner(together, body, p, kind):
    """Whether a point is one of a face or line that lies level on the round side of a shape of this kind, and not the deepest.

    It carries nothing until the body has rocked onto it, see `level_faces`.  Solved with the rest while it is apart it catches
    links that slide round a drum, and joints part.
    """
    round_side = kind == SPHERE or kind == CAPSULE or kind == CYLINDER or kind == CONE
    return round_side and together.borne_key[body, p] % POINTS > 0


@formula
def hold_of(together, body, p, at, params):
    """How a point begins: LOOSE, GRIPS, SLIDES, or KEPT, where a row without impulse that is apart has no part: in relaxing, and
    where it is a corner.  at = (separation, kind of the other shape)."""
    separation, kind = at
    load, w = together.load[body, p], row_product6(together.wrench[body, p], 0, together.speed[body]) + together.lack[body, p, 0]
    corner = is_corner(together, body, p, kind)
    if load[0] <= 0.0:
        return KEPT if separation > 0.0 and (params.relaxing == 1 or corner) else GRIPS if w < 0.0 else LOOSE
    if separation > 0.0 and corner:
        return LOOSE
    bound = ALMOST * together.grip[body, p] * load[0]
    return GRIPS if load[1] * load[1] + load[2] * load[2] < bound * bound else SLIDES


@formula
def read_point(body, p, bodies, contacts, joints):
    """Read the rows of a point; joints = (together, ContactRowParameters)."""
    data, (together, params) = contacts.data, joints
    point, side, row = together.borne_at[body, p] // 2, together.borne_at[body, p] % 2, together.borne_key[body, p] // POINTS
    base, sign, own = lane_of(point), 2.0 * side - 1.0, together.row[body]
    axes, place = axes_at(data, base), (slot(data, point, contact.PLACE_1), slot(data, point, contact.PLACE_2))
    arm = moved_arm(data, base, contact.ARM_B if side == 1 else contact.ARM_A, axes, place)
    other = moved_arm(data, base, contact.ARM_A if side == 1 else contact.ARM_B, axes, place)
    n, t1, t2 = axes
    wrench, load, lack, motion = together.wrench[body, p], together.load[body, p], together.lack[body, p], bodies.velocity[row]
    put_row(wrench, 0, sign, n, arm)
    put_row(wrench, 1, sign, t1, arm)
    put_row(wrench, 2, sign, t2, arm)
    lack[0] = -sign * along(motion, n, other)
    lack[1], lack[2] = -sign * along(motion, t1, other), -sign * along(motion, t2, other)
    separation = slot(data, point, contact.START) + sign * (along(bodies.delta[own], n, arm) - along(bodies.delta[row], n, other))
    read_bias(together, body, p, (separation, 1.0 * slot(data, point, contact.NORMAL_K)), params)
    together.grip[body, p] = slot(data, base, contact.FRICTION)
    for r in range(1, 3):
        mass = slot(data, point, contact.TANGENT_MASS)
        together.give[body, p, r] = together.felt[body] / max(mass, TINY)
        lack[r] -= together.give[body, p, r] * load[r]
        together.trial[body, p, r - 1] = together.rubbed[body, p, r - 1] = load[r]
    together.hold[body, p] = hold_of(together, body, p, (separation, bodies.kind[row]), params)


@formula
def read_loads(c, contacts, together):
    """Read the impulses with which the points of a component begin a substep; nothing has applied them yet."""
    for body in range(together.first_body[c], together.first_body[c + 1]):
        for p in range(together.borne[body]):
            for r in range(3):
                together.load[body, p, r] = slot(contacts.data, together.borne_at[body, p] // 2, contact.IMPULSE + r)


@routine
def read_points(c, bodies, contacts, joints):
    """Read the points that bear bodies of a component, whose speeds are read; joints: see `read_point`."""
    together = joints[0]
    for body in range(together.first_body[c], together.first_body[c + 1]):
        for p in range(together.borne[body]):
            read_point(body, p, bodies, contacts, joints)


@formula
def write_loads(c, data, together):
    """Write the impulses of points to the contact blocks."""
    for body in range(together.first_body[c], together.first_body[c + 1]):
        for p in range(together.borne[body]):
            point = together.borne_at[body, p] // 2
            for r in range(3):
                data[point + (contact.IMPULSE + r) * W] = together.load[body, p, r]


@kernel
def take_from_sweeps(begin, end, contacts, together):
    """Let sweeps move no body by the contacts that bear bodies of the components begin .. end - 1.

    Friction is then at their points, also where sweeps have it at the centre of manifolds.
    Reads contacts.data together.first_body together.borne together.borne_at
    Writes contacts.data contacts.centre together.met
    """
    for c in range(begin, end):
        together.met[c] = 0
        for body in range(together.first_body[c], together.first_body[c + 1]):
            for p in range(together.borne[body]):
                base = lane_of(together.borne_at[body, p] // 2)
                mass, inertia = mass_slots(together.borne_at[body, p] % 2)
                contacts.data[base + mass * W] = 0.0
                for n in range(SIDE):
                    contacts.data[base + (inertia + n) * W] = 0.0
                if contacts.data[base - base % (contact.SLOTS * W) + contact.FLAGS * W + contact.CENTRED] > 0.0:
                    centre = base // (contact.SLOTS * W) * contact.CENTRE_SLOTS * W + base % W
                    for n in (contact.CENTRE_MASS, contact.TWIST_MASS, contact.CENTRE_1, contact.CENTRE_2, contact.TWIST):
                        contacts.centre[centre + n * W] = 0.0


@kernel
def slow_spins(begin, end, bodies, together):
    """Keep the angular momentum of bodies that contacts bear and that are given more inertia: the implicit step of rotation.

    Reads together.first_body together.borne together.row together.share
    Writes bodies.velocity
    """
    for body in range(together.first_body[begin], together.first_body[end]):
        if together.borne[body] > 0 and together.share[body] < 1.0:
            for n in range(3, SIDE):
                bodies.velocity[together.row[body], n] *= together.share[body]


@kernel
def return_to_sweeps(components, bodies, contacts, together):
    """Give the contacts that bear bodies of the first `components` components their masses again, and their impulses.

    Reads bodies.inverse_inertia together.first_body together.borne together.borne_at together.row together.load together.met
    Writes contacts.data
    """
    for c in range(components):
        if together.met[c] == 1:
            write_loads(c, contacts.data, together)
        for body in range(together.first_body[c], together.first_body[c + 1]):
            inverse = bodies.inverse_inertia[together.row[body]]
            for p in range(together.borne[body]):
                base = lane_of(together.borne_at[body, p] // 2)
                mass, inertia = mass_slots(together.borne_at[body, p] % 2)
                contacts.data[base + mass * W] = inverse[SIDE]
                for n in range(SIDE):
                    contacts.data[base + (inertia + n) * W] = inverse[n]
