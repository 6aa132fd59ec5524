"""Free rotation of a substep: the pose and the spin of a body without torque, its angular momentum in the world exactly kept.

With L the angular momentum in the body's frame, J_k = 1 / I_k the inverse moments of inertia and m the middle one,

    H = sum J_k L_k^2 / 2  =  m |L|^2 / 2  +  (J_1 - m) L_1^2 / 2  +  (J_2 - m) L_2^2 / 2      1: largest J, 2: least J

Each term alone turns a body by a constant rotation: the first about L in the world by m |L| h, and it commutes with the others;
the others about the body's own axis k by (J_k - m) L_k h.  A substep is half of the second, the third, half of the second, and
the first: exact for a symmetric top, where one of the two differences is 0, of second order otherwise.  Then a small turn along
L x dH/dL gives the energy that the body had before.  As a composition of rotations the substep keeps L in the world to rounding
for any h, so the spin is bounded.

A body that turns by less than BRIEF takes the Magnus series of its rotation to the fourth power of h instead, and the spin which
then has its momentum in the world: momentum is kept as well, and energy changes by less than ENERGY_ERROR times the sixth power
of the turn.  BRIEF is where that is its rounding: 1/8 in single precision, 2^-7.8 in double.  One that turns by less than STILL
keeps its spin, which in truth changes by no more than the angle turned: with 240 substeps a second a whole turn takes two hours.

Sources: Touma, Wisdom, "Lie-Poisson integrators for rigid body dynamics in the solar system", 1994, for the split into a
symmetric top and a rest; Dullweber, Leimkuhler, McLachlan, "Symplectic splitting methods for rigid body molecular dynamics",
1997, for rotations about the axes; Hairer, Lubich, Wanner, "Geometric Numerical Integration", 2006, IV.4, for projection onto
invariants, and IV.7 for the Magnus series.
"""
from __future__ import annotations

from physics.compile.decorators import formula
from physics.simd.functions import absolute, any_lane, fma, full_like, maximum, minimum, select
from physics.simd.mat33 import rotation_matrix, transform, transform_transposed
from physics.simd.quat import from_any_rotation_vector, from_rotation_vector, multiply, renormalize, sine_cosine
from physics.simd.rounding import rounding
from physics.simd.vec3 import add, add_scaled, cross, dot, length, scale, select3, zero3

STILL = 2.0 ** -18                               # [rad] of a substep
ENERGY_ERROR = 2.0 ** -7                         # of a rod, which has the largest, see tests/physics/bodies/test_free_rotation.py
THIRD_ORDER = 2.0 ** -6                         # square of the greatest one over the turn's cube
THIRD, QUARTER = 1.0 / 3.0, 0.25


@formula
def cube(square):
    """The cube of the square of a turn, but not of less than STILL: processors take long over the smallest numbers."""
    known = maximum(square, full_like(square, STILL * STILL))
    return known * known * known


@formula
def is_brief(square):
    """Mask of the turns of less than BRIEF, from their squares [rad2]."""
    return ENERGY_ERROR * cube(square) < rounding(square)


@formula
def is_slight(square):
    """Mask of the turns of which the terms of third order are less than their rounding, from their squares [rad2]."""
    error = rounding(square)
    return THIRD_ORDER * cube(square) < error * error


@formula
def along(a, b):
    """The products of the components of a and b."""
    return a[0] * b[0], a[1] * b[1], a[2] * b[2]


@formula
def brief_turn(momentum, inverse, h, slight):
    """The rotation vector of h in the axes of the body at its beginning, from L there and the inverse inertia J.

    With the derivatives w1, w2, w3 of w_k = J_k L_k at the beginning, by dL/dt = L x w:

        h w + h^2/2 w1 + h^3/6 (w2 + w x w1 / 2) + h^4/24 (w3 + w x w2)

    without the last two terms where the mask `slight` is set.
    """
    w, half = along(inverse, momentum), full_like(h, 0.5)
    rate = cross(momentum, w)
    w1 = along(inverse, rate)
    if any_lane(~slight):
        nothing = zero3(h)
        later = higher_terms(select3(slight, nothing, momentum), inverse, (select3(slight, nothing, w), rate, w1), h)
        return scale(h, add_scaled(w, half * h, add(w1, later)))
    return scale(h, add_scaled(w, half * h, w1))


@formula
def higher_terms(momentum, inverse, begun, h):
    """The terms of `brief_turn` from h^3 on, over h^2/2; begun = (w, dL/dt, w1).  Nothing where L and w are nothing."""
    w, rate, w1 = begun
    rate2 = add(cross(rate, w), cross(momentum, w1))
    w2 = along(inverse, rate2)
    w3 = along(inverse, add(add_scaled(cross(rate2, w), full_like(h, 2.0), cross(rate, w1)), cross(momentum, w2)))
    sum4 = add(w3, cross(w, w2))
    return scale(h * THIRD, add_scaled(add_scaled(w2, full_like(h, 0.5), cross(w, w1)), h * QUARTER, sum4))


@formula
def middle(a):
    """The middle one of three numbers."""
    return maximum(minimum(a[0], a[1]), minimum(maximum(a[0], a[1]), a[2]))


@formula
def sorted_axes(inverse):
    """Masks of the order of the axes: x has the largest number; y has it; of the two after that axis the first has the least."""
    x = (inverse[0] >= inverse[1]) & (inverse[0] >= inverse[2])
    y = (inverse[1] >= inverse[2]) & ~x
    _, second, third = cycled(x, y, inverse)
    return x, y, second <= third


@formula
def cycled(x, y, v):
    """(v_k, v_k+1, v_k+2) for the axis k that the masks x and y name."""
    return select3(x, v, select3(y, (v[1], v[2], v[0]), (v[2], v[0], v[1])))


@formula
def to_sorted(order, v):
    """v along the axis of the largest number, of the least, of the middle one, as a right-handed system."""
    x, y, straight = order
    a, b, c = cycled(x, y, v)
    return select(straight, a, -a), select(straight, b, c), select(straight, c, b)


@formula
def from_sorted(order, v):
    """The opposite of `to_sorted`."""
    x, y, straight = order
    a, b, c = select(straight, v[0], -v[0]), select(straight, v[1], v[2]), select(straight, v[2], v[1])
    return select3(x, (a, b, c), select3(y, (c, a, b), (b, c, a)))


@formula
def turn_by_differences(momentum, first, second):
    """A body turned by half of the rotation about x, that about y, half of that about x: its quaternion, and L in it after that.

    `first` and `second` are h (J_k - m) of x and y.  L turns back by what the body turns.
    """
    (lx, ly, lz), half = momentum, 0.5 * first
    s1, c1 = sine_cosine(0.5 * (half * lx))
    ly, lz = turned_back(s1, c1, ly, lz)
    s2, c2 = sine_cosine(0.5 * (second * ly))
    lz, lx = turned_back(s2, c2, lz, lx)
    s3, c3 = sine_cosine(0.5 * (half * lx))
    ly, lz = turned_back(s3, c3, ly, lz)
    w, x, y, z = c1 * c2, s1 * c2, c1 * s2, s1 * s2
    return (fma(w, s3, x * c3), fma(y, c3, z * s3), fma(z, c3, -(y * s3)), fma(w, c3, -(x * s3))), (lx, ly, lz)


@formula
def turned_back(sine, cosine, a, b):
    """(a, b) turned by minus twice the angle of this sine and cosine."""
    c, s = fma(cosine, cosine, -(sine * sine)), 2.0 * (sine * cosine)
    return fma(c, a, s * b), fma(c, b, -(s * a))


@formula
def turn_to_energy(before, after, first, second):
    """The rotation vector by which a body with L = `after` has the energy that it had with `before`, to first order.

    dH = -turn . T with T = L x dH/dL.  The square of L's largest component is replaced by |L|^2 less those of the others, for
    their differences are exact where L lies along an axis, and T vanishes.
    """
    zero = 0.0 * first
    x, y, z = absolute(after[0]), absolute(after[1]), absolute(after[2])
    most = select((x >= y) & (x >= z), first, select(y >= z, second, zero))
    gained = 0.5 * fma(first - most, difference(before[0], after[0]), fma(second - most, difference(before[1], after[1]),
                                                                          -(most * difference(before[2], after[2]))))
    torque = cross(after, (first * after[0], second * after[1], zero))
    square = dot(torque, torque)
    share = select(square > 0.0, gained / select(square > 0.0, square, 1.0), zero)
    return slowed_turn(scale(share, torque))


@formula
def difference(a, b):
    """b^2 - a^2."""
    return (b - a) * (b + a)


@formula
def slowed_turn(turn):
    """A rotation vector, no longer than 1 [rad]."""
    return scale(1.0 / maximum(length(turn), 0.0 * turn[0] + 1.0), turn)


@formula
def turned_by(turn, v):
    """v in a body that turns by a small rotation vector, to second order."""
    change = cross(v, turn)
    return add(v, add_scaled(change, 0.0 * v[0] + 0.5, cross(change, turn)))


@formula
def ratios(inverse):
    """Inverse moments of inertia over the largest of them."""
    return scale(1.0 / maximum(inverse[0], maximum(inverse[1], inverse[2])), inverse)


@formula
def local_momentum(q, w, inverse):
    """The angular momentum in the body's axes, from the spin in the world; `inverse` inertia up to a scale.

    By division, as `spin_of` is a product: with factors whose product is not exactly 1 the momentum would drift.
    """
    x, y, z = transform_transposed(rotation_matrix(q), w)
    return x / inverse[0], y / inverse[1], z / inverse[2]


@formula
def spin_of(q, momentum, inverse):
    """The spin in the world, from the angular momentum there; `inverse` inertia up to the scale of `local_momentum`."""
    m = rotation_matrix(q)
    return transform(m, along(inverse, transform_transposed(m, momentum)))


@formula
def spin_after_turn(q, w, turned, inverse):
    """The spin in the world of a body that is turned from q to `turned` and keeps its angular momentum."""
    ratio = ratios(inverse)
    return spin_of(turned, transform(rotation_matrix(q), local_momentum(q, w, ratio)), ratio)


@formula
def rotate_freely(q, w, inverse, h, push):
    """(q', w') of a body after h, at which it is also turned by the rotation vector `push`; only ratios of `inverse` matter.

    w is the spin in the world, `inverse` the inverse inertia about the body's axes, all > 0.
    """
    ratio = ratios(inverse)
    least, mean, order = minimum(ratio[0], minimum(ratio[1], ratio[2])), middle(ratio), sorted_axes(ratio)
    local = local_momentum(q, w, ratio)
    momentum = transform(rotation_matrix(q), local)
    first, second, start = h * (1.0 - mean), h * (least - mean), to_sorted(order, local)
    (x, y, z, c), end = turn_by_differences(start, first, second)
    turn = turn_to_energy(start, end, first, second)
    turn = add(turn, turn_to_energy(start, turned_by(turn, end), first, second))
    x, y, z, c = multiply((x, y, z, c), from_rotation_vector(turn))
    x, y, z = from_sorted(order, (x, y, z))
    about = from_any_rotation_vector(add(scale(h * mean, momentum), push))
    turned = renormalize(multiply(about, multiply(q, (x, y, z, c))))
    return turned, spin_of(turned, momentum, ratio)
