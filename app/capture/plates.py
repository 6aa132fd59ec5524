"""Plates: texts with a ground of their own, drawn over finished pictures in the colours of a theme."""
from __future__ import annotations

from typing import NamedTuple

import numpy as np
from PIL import ImageFont

from app.studies.charts.chart import font

SMALLEST = 6.0                         # [pixels] height of text
DESIGN = 720.0                         # [pixels] height of a picture to which sizes refer
PAD = 8.0                              # around a text, in a picture of DESIGN pixels


class Paint(NamedTuple):
    """Colours of a theme."""

    plate: tuple[int, int, int, int]
    text: tuple[int, int, int]
    dim: tuple[int, int, int]
    grid: tuple[int, int, int]


PAINTS = {"dark": Paint((17, 20, 27, 230), (232, 236, 244), (158, 166, 182), (52, 58, 70)),
          "light": Paint((250, 251, 253, 234), (28, 34, 46), (92, 100, 116), (214, 218, 226))}


def unit_of(picture: np.ndarray) -> float:
    """The size of a design pixel in a picture [pixels]."""
    return min(picture.shape[:2]) / DESIGN


def letters(size: float, bold: bool = False) -> ImageFont.FreeTypeFont:
    """The font for text of this height [pixels], or of the smallest that can be read."""
    return font(max(size, SMALLEST), bold)


def lay(picture: np.ndarray, plate: np.ndarray, corner: tuple[int, int], strength: float = 1.0) -> None:
    """Put a (h, w, 4) plate with its left top corner over a picture, by its alpha times `strength`."""
    left, top = corner
    part = picture[top:top + plate.shape[0], left:left + plate.shape[1], :3]
    plate = plate[:part.shape[0], :part.shape[1]]
    share = (plate[..., 3:] * strength).astype(np.uint16)
    part[:] = ((255 - share) * part + share * plate[..., :3] + 127) // 255
