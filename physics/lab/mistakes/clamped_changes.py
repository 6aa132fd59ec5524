"""Each change of an impulse is clamped, not the sum: no sweep can take back what an earlier one gave too much.

    wrong   change = max(change, 0)       right   sum = max(sum + change, 0)
"""
from __future__ import annotations

from physics.lab.mistakes.mistake import Clamping, Mistake


def _clamp(one: Clamping) -> float:
    if one.lower < 0:                                # friction and joints are as they should be
        return min(max(one.wanted, one.lower), one.upper)
    return one.old + max(one.wanted - one.old, 0.0)


MISTAKE = Mistake("each change is clamped, not the sum", "change >= 0", "sum >= 0", clamp=_clamp)
