"""Numbers as text, with or without units, for labels, cards, tables, charts and pages."""
from __future__ import annotations

import math

MILLI = 1e3                            # thousandths in one: m in mm
PREFIXES = ((1e9, "G"), (1e6, "M"), (1e3, "k"), (1.0, ""), (1e-3, "m"), (1e-6, "µ"))
WHOLE = 1e7                            # larger numbers are written as a power of ten


def number(value: float | None, digits: int = 3) -> str:
    """A number with `digits` significant digits, never as a power of ten above 1e-3; "" for none, "-" if it is not finite."""
    if value is None:
        return ""
    if not math.isfinite(value):
        return "-"
    if value and abs(value) < 1e-3:
        return f"{value:.2g}"
    whole = math.floor(math.log10(abs(value))) + 1 if value else 1
    return f"{value:,.{max(0, digits - whole)}f}" if value else "0"


def counted(count: int, thing: str) -> str:
    """How many of a thing: "1 step", "1,203 steps"."""
    return f"{count:,} {thing}{'s' * (count != 1)}"


def short(value: float) -> str:
    """The same without trailing zeros, for the ticks of an axis."""
    text = number(value)
    return text.rstrip("0").rstrip(".") if "." in text and "e" not in text else text


def thousandths(value: float | None) -> str:
    """A length [m] in mm, or an angle [rad] in mrad, as `number` writes it; "" for none."""
    return number(None if value is None else MILLI * value)


def number_text(value: float, unit: str = "", digits: int = 3) -> str:
    """A number with `digits` significant digits, and its unit without a prefix."""
    if not math.isfinite(value):
        return f"{value}"
    whole = abs(value) < WHOLE and (abs(value) >= 1000 or value == int(value) and abs(value) >= 10)
    text = f"{value:.0f}" if whole else f"{value:.{digits}g}"
    return f"{text}°" if unit == "°" else f"{text} {unit}" if unit else text


def measure_text(value: float, unit: str, degree: str = "°") -> str:
    """A joint's measure: an angle [rad] in degrees, a length in metres, any other as a number."""
    shown, digits, ending = (math.degrees(value), 1, degree) if unit == "rad" else (value, 3, f" {unit}" if unit else "")
    return f"{round(shown, digits) + 0.0:.{digits}f}{ending}"              # + 0.0 avoids -0.0


def prefix_of(value: float, least: float = PREFIXES[-1][0]) -> tuple[float, str]:
    """The value of a prefix, and the prefix, with which a number has one to three digits before the point; not below `least`."""
    allowed = [pair for pair in PREFIXES if pair[0] >= least]
    return next((pair for pair in allowed if abs(value) >= pair[0]), allowed[-1])


def places_of(value: float) -> int:
    """Digits after the point with which a number from 1 to 1000 has three."""
    return 2 if abs(value) < 10 else 1 if abs(value) < 100 else 0


def quantity(value: float, unit: str) -> str:
    """Three digits with a prefixed unit; below a millionth 0."""
    if not math.isfinite(value):
        return f"{value} {unit}"
    if abs(value) < PREFIXES[-1][0]:
        return f"0 {unit}"
    value = float(f"{value:.2e}")                           # three digits: 999.7 m is 1.00 k
    scale, prefix = prefix_of(value)
    digits = value / scale
    return f"{digits:.{places_of(digits)}f} {prefix}{unit}"
