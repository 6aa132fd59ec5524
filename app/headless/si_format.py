"""Numbers with a unit, short enough for a label or a cell of a table."""
from __future__ import annotations

import math

MIXED = "mm|mrad"                      # of errors of which some are lengths and some angles
PREFIXES = ((1e9, "G"), (1e6, "M"), (1e3, "k"), (1.0, ""), (1e-3, "m"), (1e-6, "u"))


def quantity(value: float, unit: str) -> str:
    """Three digits with a unit's prefix; below a millionth 0.  Without a unit, a number of metres or radians, whichever is
    more, in thousandths."""
    if not math.isfinite(value):
        return f"{value} {unit or MIXED}"
    if not unit:
        return f"{value * 1e3:.2f} {MIXED}"
    if abs(value) < 1e-6:
        return f"0 {unit}"
    scale, prefix = next(((scale, prefix) for scale, prefix in PREFIXES if abs(value) >= scale), PREFIXES[-1])
    digits = value / scale
    return f"{digits:.{2 if abs(digits) < 10 else 1 if abs(digits) < 100 else 0}f} {prefix}{unit}"
