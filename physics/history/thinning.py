"""Thinning: which keyframe a history misses least.

A keyframe less makes going back to the steps after it dearer: they are replayed from the keyframe before.  That is missed the
less, the longer ago they are, so the one goes whose going leaves the smallest gap for its age.  What remains are keyframes whose
distance grows with their age, MOST_GAP steps at most.
"""
from __future__ import annotations

from collections.abc import Sequence

from physics.history.keyframe import Keyframe

INTERVAL = 32                                    # steps between new keyframes
MOST_GAP = 256                                   # steps between old ones


def least_missed(keyframes: Sequence[Keyframe], last: int) -> int | None:
    """Place of the keyframe to drop, of those that replay can make; None when all are needed."""
    best, place = float("inf"), None
    for k in range(1, len(keyframes) - 1):
        gap = keyframes[k + 1].step - keyframes[k - 1].step
        if keyframes[k].required or gap > MOST_GAP:
            continue
        cost = gap / (last + 1 - keyframes[k].step)
        if cost < best:
            best, place = cost, k
    return place


def longest_gap(keyframes: Sequence[Keyframe], last: int) -> int:
    """Steps that going back replays at most."""
    steps = [keyframe.step for keyframe in keyframes] + [last]
    return max((after - before for before, after in zip(steps, steps[1:])), default=0)
