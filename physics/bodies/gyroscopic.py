"""The gyroscopic term: how a free spin changes because the inertia turns with the body.

Euler's equation without torque, in the body's frame:  I dw/dt + w x (I w) = 0.

explicit  w' = w - h I^-1 (w x I w); gains energy.
implicit  one Newton step of  f(w') = I (w' - w) + h w' x (I w') = 0  from w' = w, with the Jacobian
          I + h ([w]x I - [I w]x); never gains energy.  Source: Catto, "Numerical Methods", GDC 2015.
"""
from __future__ import annotations

from physics.compile.decorators import formula
from physics.simd.functions import minimum
from physics.simd.mat33 import rotation_matrix, solve33, transform, transform_transposed
from physics.simd.vec3 import cross, scale, sub


@formula
def explicit_gyroscopic(w, inertia, h):
    """Body-frame w after h by the explicit rule; inertia about the body's axes."""
    momentum = (inertia[0] * w[0], inertia[1] * w[1], inertia[2] * w[2])
    torque = cross(w, momentum)
    return sub(w, scale(h, (torque[0] / inertia[0], torque[1] / inertia[1], torque[2] / inertia[2])))


@formula
def implicit_gyroscopic(w, inertia, h):
    """Body-frame w after h by one Newton step."""
    momentum = (inertia[0] * w[0], inertia[1] * w[1], inertia[2] * w[2])
    residual = scale(h, cross(w, momentum))
    jacobian = ((inertia[0], h * (momentum[2] - w[2] * inertia[1]), h * (w[1] * inertia[2] - momentum[1])),
                (h * (w[2] * inertia[0] - momentum[2]), inertia[1], h * (momentum[0] - w[0] * inertia[2])),
                (h * (momentum[1] - w[1] * inertia[0]), h * (w[0] * inertia[1] - momentum[0]), inertia[2]))
    return sub(w, solve33(jacobian, residual))


@formula
def relative_inertia(inverse):
    """Moments of inertia over the greatest of them, from their inverses: ratios suffice, cubes of moments might overflow."""
    least = minimum(inverse[0], minimum(inverse[1], inverse[2]))
    return least / inverse[0], least / inverse[1], least / inverse[2]


@formula
def turn_spin(q, w, inverse, h, implicit):
    """World w after h by one of the rules, from the quaternion q and the inverse inertia about the body's axes, all > 0."""
    inertia, m = relative_inertia(inverse), rotation_matrix(q)
    local = transform_transposed(m, w)
    if implicit:
        local = implicit_gyroscopic(local, inertia, h)
    else:
        local = explicit_gyroscopic(local, inertia, h)
    return transform(m, local)
