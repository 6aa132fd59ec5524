"""Softness: a constraint row as an implicitly integrated spring and damper.

A spring of angular frequency w = 2 pi hertz and damping ratio z, integrated implicitly over h, makes the row

    impulse = -effective_mass * mass_scale * (J v + bias_rate * C) - impulse_scale * accumulated

    a1 = 2 z + h w        bias_rate     = w / a1
    a2 = h w a1           mass_scale    = a2 / (1 + a2)
                          impulse_scale = 1 / (1 + a2)

mass_scale + impulse_scale = 1 always.  Stiff limit h w -> inf: bias_rate -> 1/h, mass_scale -> 1, impulse_scale -> 0, the
rigid row.  The frequency follows the substep unless a scene says otherwise, so that more substeps carry more: the overlap at
rest and what a joint gives under a load fall with h squared.  Contacts get softer at once, but stiffer slowly: a frequency that
followed each change of the substep would pump the overlap of a stack up and down, and its bodies aside.

Source: Catto, "Soft Constraints", GDC 2011; the form with scales is that of Box2D 3 (solver2d).
"""
from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

from physics.compile.decorators import formula
from physics.simd.functions import select

MOST = 0.25                                      # stiffest spring that a substep resolves, in periods per substep
STIFFENING_TIME = 4.0                            # time in which contacts may become e times as stiff [s]: a longer one shakes
                                                 # stacks less where substeps change, and keeps their overlap for longer
KEPT = 64                                        # numbers that are remembered, for every step asks for the same


class Following(NamedTuple):
    """Frequency of soft rows that follows the substep."""

    share: float                   # periods per substep
    few: int                       # with fewer substeps in a step as stiff as with this many, as far as `most` allows
    most: float = MOST


CONTACT = Following(11 / 60, 4)                  # with one sweep a substep, stacks ring above about 0.2
JOINT = Following(MOST, 1)                       # joints have few rows at a body
TOGETHER = Following(64.0, 1, 64.0)                # joints that are solved together need no sweep to resolve them


class Softness(NamedTuple):
    """Coefficients of a soft row, or lanes of them."""

    bias_rate: float               # bias velocity for each unit of error [1/s]
    mass_scale: float              # factor on the effective mass
    impulse_scale: float           # share of the accumulated impulse that is subtracted


RIGID = Softness(0.0, 1.0, 0.0)


def followed_h(following: Following, h: float, substeps: int) -> float:
    """The substep [s] that rows follow at substep h [s]: with fewer than `few` a shorter one, as far as `most` allows."""
    return h * max(min(1.0, substeps / following.few), following.share / following.most)


@lru_cache(KEPT)
def held_h(before: float, h: float, substeps: int) -> float:
    """`followed_h` of contacts [s] in the step after one with `before`: it grows at once and shrinks in STIFFENING_TIME."""
    return max(followed_h(CONTACT, h, substeps), before / (1.0 + substeps * h / STIFFENING_TIME))


@lru_cache(KEPT)
def resolved_hertz(hertz: float, following: Following, h: float, substeps: int, held: float = 0.0) -> float:
    """Frequency of soft rows at substep h [s], at most its `most` [Hz]: `hertz`, or where that is 0 as `following` says.

    It depends on the number of substeps and not on a number of hertz, so that it is the same for things of every size.  `held`
    is a longer substep that rows follow [s].
    """
    followed = max(followed_h(following, h, substeps), held)
    return min(hertz if hertz > 0 else following.share / followed, following.most / max(h, held))


def softness(hertz: float, damping_ratio: float, h: float) -> Softness:
    """Coefficients for `hertz` [Hz] and `damping_ratio` at substep h [s]; hertz 0 is a rigid row without bias."""
    if hertz <= 0 or h <= 0:
        return RIGID
    omega = 2 * math.pi * hertz
    a1 = 2 * damping_ratio + h * omega
    a2 = h * omega * a1
    return Softness(omega / a1, a2 / (1 + a2), 1 / (1 + a2))


@formula
def row_softness(hertz, damping_ratio, beta, h):
    """`softness` for lanes of joint rows; where hertz is 0 the row is rigid with Baumgarte bias_rate beta / h."""
    omega = hertz * (2.0 * math.pi)
    a1 = 2.0 * damping_ratio + h * omega
    a2 = h * omega * a1
    spring = hertz > 0.0
    inverse = 1.0 / (1.0 + a2)
    return Softness(select(spring, omega / select(spring, a1, 1.0), beta * (1.0 / h)),
                    select(spring, a2 * inverse, 1.0),
                    select(spring, inverse, 0.0))
