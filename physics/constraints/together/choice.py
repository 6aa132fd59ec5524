"""Which components of joints `auto` solves together: where sweeps are slow, elimination is cheap and contacts give way.

Two parts that hold a body i against bodies a and b, with inverse masses w, pull it along one line.  A sweep multiplies what they
lack by

    rate = w_i^2 / ((w_i + w_a) (w_i + w_b))                                       w = 0: immovable

which is 1/2 for two equal bodies that hang below each other, and nearly 1 for a light one between a hook and a heavy load.  The
rate of a chain is at least the largest of its pairs of parts, for the matrix of two rows is a part of that of all.  A hanging
chain of n equal bodies has cos^2(pi / 2n), three of them 3/4.  A step by default has eight sweeps: at 3/4 these leave a tenth,
so a component is slow with three bodies or a rate of 3/4, a load three times as heavy as what holds it.

Elimination takes 0.25 us a part and substep in a chain, and 0.009 us more for each product of entries, where a sweep of a large
net takes 0.1 (`python -m tests.benchmarks.joint_solve`).  With MOST_PRODUCTS a part takes half a us; nets of more than seven by
seven exceed that, and a body with ten joints of a hinge's parts, and are swept.

Contacts stay with the sweeps.  With the stabilizations of RIGID they ask for speed until an overlap is gone, and where joints
that are solved exactly hold the same bodies, neither gives way: a chain of 32 kg whose links fold onto each other strains itself
with 7.8 kN under `classic`, where sweeps reach 2.0, and a chain with a heavy ball with 46 kN, swept 7.5
(`tests/behaviour`, L03; `ball_and_chain`).  There `auto` sweeps; soft contacts give, and passes over poses ask for no speed.

All this follows from settings, from masses and from which bodies joints hold: the same world is solved alike on every machine, by
any number of threads, and after a restored snapshot.  Whether bodies touch something has no part in it, for that changes from
step to step.
Source of rates: Young, "Iterative Solution of Large Linear Systems", 1971, consistently ordered matrices.
"""
from __future__ import annotations

import numpy as np

from physics.definitions.method_names import OURS
from physics.definitions.settings import JOINT_SOLVES, SolverSettings

SWEEP, DIRECT, AUTO = JOINT_SOLVES
SLOW_BODIES, SLOW_RATE = 3, 0.75                  # bodies that move, and the rate of a sweep, from which on sweeps are slow
MOST_PRODUCTS = 30.0                              # of entries a part; 1 or 3 in a chain, see `elimination`
RIGID = ("baumgarte", "split_impulse")            # stabilizations of contacts with which joints are swept
IMMOVABLE = -1                                    # the other body of a part, whichever of those that do not move


def joint_solve_of(solver: SolverSettings) -> str:
    """SWEEP, DIRECT or AUTO: what `auto` comes to where no joints are taken together, and methods that know nothing of it."""
    if solver.method != OURS or (solver.joint_solve == AUTO and solver.stabilization in RIGID):
        return SWEEP
    return solver.joint_solve


def sweeps_are_slow(pairs: np.ndarray, inverse_mass: np.ndarray) -> bool:
    """Whether sweeps are slow on a component; pairs: (n, 2) places of bodies in `inverse_mass`, which is 0 for immovable ones."""
    moving = np.flatnonzero(inverse_mass)
    return len(moving) >= SLOW_BODIES or slowest_rate(pairs, inverse_mass) >= SLOW_RATE


def slowest_rate(pairs: np.ndarray, inverse_mass: np.ndarray) -> float:
    """The largest rate of two parts that hold a body against different ones; 0 where there are none."""
    shares: dict[int, dict[int, float]] = {}
    for pair in pairs.tolist():
        for body, other in (pair, pair[::-1]):
            own, far = float(inverse_mass[body]), float(inverse_mass[other])
            if own > 0:
                shares.setdefault(body, {})[other if far > 0 else IMMOVABLE] = own / (own + far)
    best = (sorted(of.values())[-2:] for of in shares.values() if len(of) > 1)
    return max((first * second for first, second in best), default=0.0)
