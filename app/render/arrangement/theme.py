"""The two themes: light and colours, in linear light (the shaders apply exposure, tone curve and gamma)."""
from __future__ import annotations

from dataclasses import dataclass

Color = tuple[float, float, float]


@dataclass(frozen=True)
class Theme:
    """Light and colours of a picture."""

    sun: Color                 # sunlight
    above: Color               # light of the sky from above, on surfaces
    below: Color               # light reflected by the ground
    horizon: Color             # sky at the horizon, and the fog
    zenith: Color
    nadir: Color               # sky below the horizon where there is no ground
    glow: Color                # added to the horizon on the sun's side
    ground: Color
    grid: float                # brightness of grid lines, relative to the ground
    accent: Color              # selection, as sRGB
    border: tuple[int, int, int, int]      # borders of planes, sRGB bytes
    casing: tuple[int, int, int, int]      # on both sides of the lines of joints
    between: Color             # gaps between the pictures of variants, as sRGB
    exposure: float = 0.70


THEMES: dict[str, Theme] = {
    "dark": Theme(
        sun=(2.10, 1.95, 1.72), above=(0.35, 0.43, 0.62), below=(0.20, 0.18, 0.17),
        horizon=(0.058, 0.070, 0.098), zenith=(0.006, 0.008, 0.015), nadir=(0.016, 0.019, 0.027), glow=(0.050, 0.046, 0.050),
        ground=(0.043, 0.047, 0.059), grid=2.2, accent=(0.36, 0.62, 1.0),
        border=(150, 164, 190, 150), casing=(8, 10, 14, 150), between=(0.035, 0.043, 0.059)),
    "light": Theme(
        sun=(2.05, 1.90, 1.68), above=(0.40, 0.49, 0.68), below=(0.30, 0.27, 0.25),
        horizon=(0.98, 1.04, 1.12), zenith=(0.20, 0.38, 0.78), nadir=(0.55, 0.58, 0.64), glow=(0.42, 0.33, 0.20),
        ground=(0.43, 0.455, 0.50), grid=0.55, accent=(0.08, 0.38, 0.95),
        border=(70, 80, 100, 115), casing=(250, 251, 255, 165), between=(0.86, 0.885, 0.92)),
}


def theme_called(name: str) -> Theme:
    """The theme called `name`; a ValueError lists the known names."""
    if name not in THEMES:
        raise ValueError(f"theme: {name!r} is not one of {', '.join(THEMES)}")
    return THEMES[name]
