"""Assembling: the matrices of components, once joints are placed."""
from __future__ import annotations

from physics.compile.decorators import kernel
from physics.constraints.together.matrix import differentiate, multiply_out, respond
from physics.constraints.together.stiffen import guess_shares, reduce_inertia


@kernel
def assemble_components(begin, end, parts, together, h):
    """J, M^-1 J^T and J M^-1 J^T of the components begin .. end - 1, whose parts are placed.

    h: a substep that begins; 0 within one, where bodies keep the inertia that they have got.

    Reads parts.data parts.kind together.first together.first_body together.lane together.body together.column together.node
        together.shared together.meets
    Writes parts.data together.point together.arm together.inertia together.pull together.jacobian together.response
        together.diagonal together.matrix together.factored together.tension together.impulse together.share
    """
    for c in range(begin, end):
        first, last = together.first[c], together.first[c + 1]
        for k in range(first, last):
            differentiate(k, parts, together)
        if h > 0.0:
            guess_shares(c, parts, together, h)
        for k in range(first, last):
            reduce_inertia(k, together.share, parts, together)
            respond(k, parts, together)
        multiply_out(first, last, together)
        together.factored[c] = 0
