"""Motion of the two bodies of each contact or joint of a block: read, changed by impulses, written back; and of their points."""
from __future__ import annotations

from physics.compile.decorators import formula
from physics.simd.functions import full_like
from physics.simd.mat33 import symmetric_transform
from physics.simd.memory import gather_rows, scatter_rows
from physics.simd.vec3 import add, add_scaled, cross, select3, sub


@formula
def load_motion(rows, contacts, at):
    """(v_a, w_a, v_b, w_b) of a block."""
    a, b = gather_rows(rows, contacts.a, at), gather_rows(rows, contacts.b, at)
    return (a[0], a[1], a[2]), (a[3], a[4], a[5]), (b[0], b[1], b[2]), (b[3], b[4], b[5])


@formula
def store_motion(rows, contacts, at, motion):
    """Write back what `load_motion` read."""
    va, wa, vb, wb = motion
    zero = full_like(va[0], 0.0)                     # the last two numbers of a row stay zero
    scatter_rows(rows, contacts.a, at, (va[0], va[1], va[2], wa[0], wa[1], wa[2], zero, zero))
    scatter_rows(rows, contacts.b, at, (vb[0], vb[1], vb[2], wb[0], wb[1], wb[2], zero, zero))


@formula
def select_motion(condition, a, b):
    """The motion a where the condition holds, else b, to the last bit."""
    return (select3(condition, a[0], b[0]), select3(condition, a[1], b[1]), select3(condition, a[2], b[2]),
            select3(condition, a[3], b[3]))


@formula
def apply_impulse(motion, masses, impulse, arms):
    """The motion after `impulse` on b and its opposite on a, at their arms; masses = (1/m_a, I_a^-1, 1/m_b, I_b^-1)."""
    va, wa, vb, wb = motion
    return (add_scaled(va, -masses[0], impulse), sub(wa, symmetric_transform(masses[1], cross(arms[0], impulse))),
            add_scaled(vb, masses[2], impulse), add(wb, symmetric_transform(masses[3], cross(arms[1], impulse))))


@formula
def relative(motion, arms):
    """Velocity of b's point relative to a's: v_b + w_b x r_b - v_a - w_a x r_a."""
    va, wa, vb, wb = motion
    return sub(add(vb, cross(wb, arms[1])), add(va, cross(wa, arms[0])))
