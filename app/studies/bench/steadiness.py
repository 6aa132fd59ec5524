"""Steadiness of a machine: the variation of the times of equal work.

Other programs on the same processor, by their use of caches and memory above all, lengthen some steps of any engine.  A
percentile of step times says little without that of equal work on the same machine.
"""
from __future__ import annotations

import time

import numpy as np

MEGABYTES = 6                      # numbers read: more than a core's own cache, as for a pile of 2,000 boxes
READS = 10                         # passes over them in a piece of work, which takes about as long as a step of that pile
PIECES = 240                       # timed pieces, as many as a scene has steps from the sixtieth on
READY = 20                         # pieces before those


def unsteadiness() -> float:
    """99th percentile over median of the times of equal pieces of work: 1 without disturbances."""
    memory = np.ones(MEGABYTES << 18, np.float32)
    times = np.empty(READY + PIECES)
    for k in range(READY + PIECES):
        begin = time.perf_counter()
        for _ in range(READS):
            memory.max()
        times[k] = time.perf_counter() - begin
    return float(np.percentile(times[READY:], 99) / np.median(times[READY:]))
