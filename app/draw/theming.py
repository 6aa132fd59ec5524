"""Theming: the colours of overlays in a theme.  Overlays draw in those of the dark one; the light one has darker ones."""
from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np

from app.draw.colors import OVERLAYS_ON_LIGHT, TRAIL
from app.draw.overlay import Primitives

DARK, LIGHT = (np.array(list(part), np.uint8).view(np.uint32).ravel() for part in (OVERLAYS_ON_LIGHT, OVERLAYS_ON_LIGHT.values()))
ORDER = np.argsort(DARK)
KNOWN, TINTS = DARK[ORDER], LIGHT[ORDER]
HUE = np.array((255, 255, 255, 0), np.uint8).view(np.uint32)[0]            # what of a packed colour is not its opacity
FADING, FADING_ON_LIGHT = np.array((TRAIL, OVERLAYS_ON_LIGHT[TRAIL]), np.uint8).view(np.uint32).ravel() & HUE


def in_theme(drawn: Primitives, theme: str) -> Primitives:
    """An overlay in the colours of a theme; colours that are no overlay's own, as those of a scale, stay."""
    if theme != "light":
        return drawn
    colored = {kind: tuple(map(_on_light, getattr(drawn, kind))) for kind in ("segments", "markers", "fills")}
    return drawn._replace(**colored)


def _on_light(part: Any) -> Any:
    """Segments, markers or fills in the light theme."""
    if not len(part.colors):
        return part
    packed = np.ascontiguousarray(part.colors).view(np.uint32).ravel()
    colors = packed[:1] if (packed == packed[0]).all() else packed
    place = np.minimum(np.searchsorted(KNOWN, colors), len(KNOWN) - 1)
    tints = np.where(KNOWN[place] == colors, TINTS[place], colors)
    tints = np.where(tints & HUE == FADING, FADING_ON_LIGHT | tints & ~HUE, tints)         # trails become fainter along a line
    return dataclasses.replace(part, colors=np.repeat(tints, len(packed) // len(tints)).view(np.uint8).reshape(-1, 4))
