"""The length scale of a world, and the settings of its solver as they act on things of that size.

A length of the solver is right for things of a certain size: 5 mm of slop are nothing under a crate and half of a die.  So all of
them are given for things of 1 m and multiplied by the length scale s.  With the same gravity and density, motion that is s times
as large lasts sqrt(s) times as long (Froude's law of similarity), so

    lengths ~ s,    speeds ~ sqrt(s),    impulses ~ s^3 sqrt(s)

Where s is not given, it is the power of ten next to the harmonic mean H of the extents x, y, z of all dynamic bodies along their
own axes, and 1 without such bodies:

    H = 3 n / sum (1 / x + 1 / y + 1 / z),    s = 10^k  with  10^(k - 1/2) < H < 10^(k + 1/2)

The harmonic mean belongs to what is small and thin, for an overlap that a crate does not feel ruins a die, while too small a slop
does no harm.  A body that comes to n of size L, however large, makes it (n + 1) / n L at most; one of size e << L leaves
(n + 1) e of it at least.  It depends on the living bodies, not on where they are, their order or their history, so that a world
that returns to a snapshot has its scale again.

Decades, because a scale should be steady: things of 32 cm to 3.2 m have exactly 1, most bodies can come and go without a change,
and a scene that is enlarged tenfold or a hundredfold is similar to itself to the last bits.  The price is a jump where H passes a
boundary: slop is 0.16 to 1.6 percent of H, and tenfold on one side of what it is on the other.  Both serve things of that size;
a scene that shall not jump says its scale.
"""
from __future__ import annotations

import copy
import functools
import math

import numpy as np

from physics.definitions.settings import SolverSettings
from physics.definitions.tunable import tunables

GUARDS = ("max_speed", "max_warm_start")         # caps of what bursts: small things do not need lower ones


def found_scale(halves: np.ndarray) -> float:
    """The length scale of bodies with these (n, 3) half extents [m]; 1 without bodies."""
    if not len(halves):
        return 1.0
    x, y, z = (0.5 / halves.astype(np.float64)).T
    mean = 3 * len(halves) / math.fsum(x + y + z)                        # a sum that does not depend on the order of bodies
    return float(f"1e{round(math.log10(mean))}")                         # the number that is nearest, which a power may miss


def _factors(scale: float) -> dict[str, float]:
    """By what numbers of a unit are multiplied."""
    root = math.sqrt(scale)
    return {"m": scale, "m/s": root, "N s": scale * scale * scale * root}


def scaled(settings: SolverSettings, scale: float, fall: float = 0.0) -> SolverSettings:
    """The settings with lengths, speeds and impulses for things of `scale` [m] instead of 1 m, which may exceed their limits.

    The contact margin is no less than `fall`, the way that gravity adds in a step [m]: what is at rest as far from a surface
    reaches it in the step, and a corner that slides along a wall is as far from it after a step on a curved path.
    """
    return settings if scale == 1.0 and settings.margin >= fall else _scaled(settings, scale, fall)


@functools.lru_cache(maxsize=64)
def _scaled(settings: SolverSettings, scale: float, fall: float) -> SolverSettings:
    result, factors = copy.copy(settings), _factors(scale)
    for name, about in tunables(SolverSettings).items():
        factor = factors.get(about.unit)
        if factor is not None:
            object.__setattr__(result, name, getattr(settings, name) * (max(1.0, factor) if name in GUARDS else factor))
    object.__setattr__(result, "margin", max(result.margin, fall))
    return result
