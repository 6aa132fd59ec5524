"""Spacing: how finely numbers tell positions apart far from the origin, and what is said where that is coarse.

At a distance of x neighbouring numbers are up to 2^-23 x apart in single precision, 2^-52 x in double: 0.06 mm at 1 km, 1 mm at
10 km.  A body moves at its speed there, see `simd.rounding`, but contacts and joints see its position in jumps of that size.
"""
from __future__ import annotations

import numpy as np

COARSE = 5e-4                                    # spacing from which a note says so [m]: a tenth of the usual slop


def spacing_note(positions: np.ndarray) -> str:
    """How many of the (n, 3) positions [m] lie where their precision is coarse, how coarse it is, and a way out; "" if none."""
    distances = np.abs(positions).max(1, initial=0)
    coarse = np.spacing(distances) > COARSE
    if not coarse.any():
        return ""
    number, spacing = np.count_nonzero(coarse), 1e3 * float(np.spacing(distances.max()))
    bodies = "1 body is" if number == 1 else f"{number} bodies are"
    way_out = "; double precision tells 2 nm apart at 10 km" if positions.dtype == np.float32 else ""
    return f"{bodies} so far from the origin that positions are {spacing:.3g} mm apart{way_out}"
