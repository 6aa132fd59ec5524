"""Assembling: the matrices of components, once joints are placed."""
from __future__ import annotations

from physics.compile.decorators import kernel
from physics.constraints.together.bearing import forget_mobility
from physics.constraints.together.matrix import differentiate, multiply_out, respond
from physics.constraints.together.stiffen import guess_shares, reduce_inertia


@kernel
def assemble_components(begin, end, parts, together, when):
    """J, M^-1 J^T and J M^-1 J^T of the components begin .. end - 1, whose parts are placed.

    when = (h, substeps); h: a substep that begins; 0 within one, where bodies keep the inertia that they have got.

    Reads parts.data parts.kind together.first together.first_body together.lane together.body together.column together.node
        together.shared together.meets together.borne together.felt
        together.mobility
    Writes parts.data together.point together.arm together.inertia together.pull together.jacobian together.response
        together.diagonal together.matrix together.factored together.tension together.impulse together.share
        together.bears together.held
    """
    for c in range(begin, end):
        first, last = together.first[c], together.first[c + 1]
        forget_mobility(c, together)
        for k in range(first, last):
            differentiate(k, parts, together)
        if when[0] > 0.0:
            guess_shares(c, parts, together, when)
        for k in range(first, last):
            reduce_inertia(k, together.share, parts, together)
            respond(k, parts, together)
        multiply_out(first, last, together, together.diagonal)
        together.factored[c] = 0
