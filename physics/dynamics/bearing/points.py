"""Points that bear joints solved together: their rows, read from the contact blocks in double precision.

    J = s (u, r x u)                  u: normal and tangents, r: arm, s: 1 where the body is b of its contact, -1 where it is a
    w = J V + bias + compliance impulse + proximal (impulse - impulse before)

The bias is that of a sweep, with the motion of the other body.  A sweep's contact gives way as a spring of its own mass does.  A
point that bears may carry the whole component, so its compliance is the share m / M of that.

All rows are proximal, with the share m / M of a row's K.  How points share a load is often undetermined, and stays as it was.
Friction is bounded by the load with which a solution begins, and rests because that load does.
"""
from __future__ import annotations

from physics.collision.shape_kinds import CAPSULE, CONE, CYLINDER, SPHERE
from physics.compile.decorators import formula, kernel, routine
from physics.constraints.together.bearing import w_of
from physics.constraints.together.layout import GRIPS, LOADED, POINTS, SIDE, WAITS
from physics.constraints.together.matrix import put3, slot, slot3
from physics.contacts import layout as contact
from physics.contacts.normal import Bounce, Idle, Law, normal_bias, waits
from physics.simd.functions import absolute, sqrt
from physics.simd.value import W
from physics.simd.vec3 import cross

ALMOST = 1.0 - 1e-6                              # of friction's bound: a point below it grips
TINY = 1e-30                                     # keeps 1 / 0 out
UPRIGHT = 0.5                                    # of a normal's x, see `vec3.tangent_scale`


@formula
def mass_slots(side):
    """Where a contact block has the inverse mass and inertia of one side."""
    return (contact.INVERSE_MASS_B, contact.INERTIA_B) if side == 1 else (contact.INVERSE_MASS_A, contact.INERTIA_A)


@formula
def lane_of(point):
    """Where the lane of a point begins in Contacts.data."""
    return point // (contact.SLOTS * W) * contact.SLOTS * W + point % W


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
def law_at(data, base, params):
    """The Law of the contact whose lane begins at `base`, as `contacts.normal.law_of`."""
    hardened = data[base - base % (contact.SLOTS * W) + contact.FLAGS * W + contact.HARDENED] > 0.0
    kept = slot(data, base, contact.KEPT_SOFTNESS) if hardened else 1.0
    mass_scale = 1.0 + kept * (params.mass_scale - 1.0)
    return Law(params, mass_scale, 1.0 / mass_scale)


@formula
def is_corner(together, body, p, kind):
    """Whether a point is one of a face or line that lies level on the round side of a shape of this kind, and not the deepest.

    It carries nothing until the body has rocked onto it, see `level_faces`.  Solved with the rest while it is apart it catches
    links that slide round a drum, and joints part.
    """
    round_side = kind == SPHERE or kind == CAPSULE or kind == CYLINDER or kind == CONE
    return round_side and together.borne_key[body, p] % POINTS > 0


@formula
def first_hold(together, body, p, separation, params):
    """How a point begins: by its impulses, or without any part where a sweep would leave its row out."""
    load, w, bound = together.load[body, p], w_of(body, p, 0, together), ALMOST * together.friction_bound[body, p]
    left_out = params.relaxing == 1 and waits(Idle(load[0], separation, w, True), Bounce(0.0, 0.0), params.threshold)
    free = load[0] == 0.0 and load[1] == 0.0 and load[2] == 0.0
    if free and (left_out or separation > contact.NO_POINT / 2):
        return WAITS
    loaded = LOADED if w < 0.0 or load[0] > 0.0 and separation <= 0.0 else 0
    return loaded | (GRIPS if load[1] * load[1] + load[2] * load[2] < bound * bound else 0)


@formula
def read_point(body, p, bodies, contacts, joints):
    """Read the rows of a point; joints = (together, ContactRowParameters)."""
    data, (together, params) = contacts.data, joints
    point, side, row = together.borne_at[body, p] // 2, together.borne_at[body, p] % 2, together.borne_key[body, p] // POINTS
    base, sign, own = lane_of(point), 2.0 * side - 1.0, together.row[body]
    axes, place = axes_at(data, base), (slot(data, point, contact.PLACE_1), slot(data, point, contact.PLACE_2))
    arm = moved_arm(data, base, contact.ARM_B if side == 1 else contact.ARM_A, axes, place)
    other = moved_arm(data, base, contact.ARM_A if side == 1 else contact.ARM_B, axes, place)
    wrench, load, lack, give, motion = (together.wrench[body, p], together.load[body, p], together.lack[body, p],
                                        together.give[body, p], bodies.velocity[row])
    for r in range(3):
        put_row(wrench, r, sign, axes[r], arm)
        lack[r] = -sign * along(motion, axes[r], other)
    n = axes[0]
    separation = slot(data, point, contact.START) + sign * (along(bodies.delta[own], n, arm) - along(bodies.delta[row], n, other))
    if separation > 0.0 and is_corner(together, body, p, bodies.kind[row]):
        separation = contact.NO_POINT
    bias, _, stiffness = normal_bias(separation, 0.0, law_at(data, base, params))
    k, mass = slot(data, point, contact.NORMAL_K), max(slot(data, point, contact.TANGENT_MASS), TINY)
    lack[0] += bias - together.felt[body] * k * load[0]
    give[0], give[1], give[2] = together.felt[body] * k * stiffness, together.felt[body] / mass, together.felt[body] / mass
    for r in range(1, 3):
        lack[r] -= give[r] * load[r]
    together.grip[body, p] = slot(data, base, contact.FRICTION)
    together.friction_bound[body, p] = together.grip[body, p] * max(load[0], 0.0)
    together.hold[body, p] = first_hold(together, body, p, separation, params)


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
            data[point + contact.IMPULSE * W] = max(together.load[body, p, 0], 0.0)
            for r in range(1, 3):
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
