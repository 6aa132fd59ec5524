"""Sequential impulses: projected Gauss-Seidel on velocities, sixteen constraints at a time, colour by colour.

Source: Catto, "Iterative Dynamics with Temporal Coherence", GDC 2005; the substeps those of "Small Steps in Physics
Simulation" (Macklin et al. 2019) and Box2D 3.  The verbs stand in `substeps`.
"""
from __future__ import annotations

from physics.dynamics.method import Method
from physics.dynamics.substeps import advance

KINDS = {"contact", "joint"}


def supports(kinds: set[str]) -> str | None:
    """None when all kinds of constraints can be solved, else which cannot."""
    missing = sorted(kinds - KINDS)
    return f"sequential_impulse cannot solve {', '.join(missing)}" if missing else None


METHOD = Method("sequential_impulse", supports, advance)
