"""Annotated pictures: titles of variants and plots, drawn over finished pictures in the thread that encodes them."""
from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from app.capture.annotations import Annotations, Curves, Title
from app.draw.colors import VARIANT_COLORS
from app.headless.si_format import short
from app.studies.charts.chart import font
from physics.measure.metric_table import titled

TEXT, SMALL = 15.0, 12.0               # heights of text in a picture of DESIGN pixels
SMALLEST = 6.0                         # [pixels] height of text
DESIGN = 720.0                         # [pixels] height
PAD, DOT = 8.0, 5.0
STRIP = 0.24                           # share of the picture's height that plots take
SMOOTH = 2                             # plots are drawn larger and reduced, which smooths their curves


class Paint(NamedTuple):
    """Colours of a theme."""

    plate: tuple[int, int, int, int]
    text: tuple[int, int, int]
    dim: tuple[int, int, int]
    grid: tuple[int, int, int]


PAINTS = {"dark": Paint((17, 20, 27, 230), (232, 236, 244), (158, 166, 182), (52, 58, 70)),
          "light": Paint((250, 251, 253, 234), (28, 34, 46), (92, 100, 116), (214, 218, 226))}


def annotated(picture: np.ndarray, annotations: Annotations) -> np.ndarray:
    """A copy of a (height, width, 3 or 4) uint8 picture, top row first, with its annotations."""
    picture = picture.copy()
    height, width = picture.shape[:2]
    unit = min(height / DESIGN, width / DESIGN)
    down = 0.0
    for title in annotations.titles:
        room = int(title.width * width - 2 * PAD * unit)
        plate = _plate(title._replace(left=0.0, top=0.0), room, unit, annotations.theme)
        _lay(picture, plate, round(title.left * width + PAD * unit), round(title.top * height + PAD * unit + down))
        down += (plate.shape[0] + 4 * unit) * annotations.listed
    if annotations.curves is not None:
        strip = _strip(annotations.curves, (width, round(STRIP * height)), unit, annotations.theme)
        _lay(picture, strip, 0, height - strip.shape[0])
    return picture


def _lay(picture: np.ndarray, plate: np.ndarray, left: int, top: int) -> None:
    """Put a (h, w, 4) plate over a picture, by its alpha."""
    part = picture[top:top + plate.shape[0], left:left + plate.shape[1], :3]
    plate = plate[:part.shape[0], :part.shape[1]]
    share = plate[..., 3:].astype(np.uint16)
    part[:] = ((255 - share) * part + share * plate[..., :3] + 127) // 255


@lru_cache(maxsize=64)
def _plate(title: Title, room: int, unit: float, theme: str) -> np.ndarray:
    """(h, w, 4) uint8: a dot in the variant's colour, its name and what differs, at most `room` pixels wide."""
    paint, letters, bold = PAINTS[theme], _font(TEXT * unit, False), _font(TEXT * unit, True)
    pad, dot = PAD * unit, DOT * unit
    name, start = bold.getlength(title.name), 2 * pad + 2 * dot
    text = _shortened(title.text, letters, room - start - name - 2 * pad)
    wide, high = round(start + name + pad + letters.getlength(text) + pad), round(TEXT * unit + 1.6 * pad)
    image = Image.new("RGBA", (max(wide, 1), high))
    drawing = ImageDraw.Draw(image)
    drawing.rounded_rectangle((0, 0, wide - 1, high - 1), 0.8 * pad, paint.plate)
    drawing.ellipse((pad, high / 2 - dot, pad + 2 * dot, high / 2 + dot), title.color)
    drawing.text((start, high / 2), title.name, paint.text, bold, "lm")
    drawing.text((start + name + pad, high / 2), text, paint.dim, letters, "lm")
    return np.asarray(image)


def _strip(curves: Curves, size: tuple[int, int], unit: float, theme: str) -> np.ndarray:
    """(h, w, 4) uint8: a plot of each metric beside the other."""
    paint, (width, height), scale = PAINTS[theme], size, SMOOTH
    image = Image.new("RGBA", (scale * width, scale * height), paint.plate)
    drawing, count = ImageDraw.Draw(image), len(curves.names)
    for number in range(count):
        left, right = scale * width * number / count, scale * width * (number + 1) / count
        _plot(drawing, (left, 0.0, right, scale * height), (curves, number), scale * unit, paint)
    return np.asarray(image.reduce(scale))


def _plot(drawing: ImageDraw.ImageDraw, place: tuple[float, ...], shown: tuple[Curves, int], unit: float, paint: Paint) -> None:
    """One metric of all variants, with its name and the ends of its axes."""
    (curves, number), (left, top, right, bottom) = shown, place
    values, pad, small = curves.readings[:, :, number], PAD * unit, _font(SMALL * unit, False)
    finite = values[np.isfinite(values)]
    low, high = min(float(finite.min(initial=0.0)), 0.0), max(float(finite.max(initial=0.0)), 0.0)
    high = high if high > low else low + 1.0
    drawing.text((left + 2 * pad, top + pad), titled(curves.names[number]).replace("_", " "), paint.text, small)
    x0, x1 = left + 6 * pad, right - 2 * pad
    y0, y1 = bottom - 2.4 * pad, top + pad + 2.2 * SMALL * unit
    end = max(float(curves.times[-1]), 1.0)
    drawing.line((x0, y1, x0, y0, x1, y0), paint.grid, round(unit))
    for value, y in ((high, y1), (low, y0)):
        drawing.text((x0 - 0.5 * pad, y), short(value), paint.dim, small, "rm")
    drawing.text((x1, y0 + 0.3 * pad), f"{short(end)} s", paint.dim, small, "ra")
    for variant in reversed(range(values.shape[1])):
        x, y = x0 + (x1 - x0) * curves.times / end, y0 - (y0 - y1) * (values[:, variant] - low) / (high - low)
        for run in np.split(np.stack((x, y), axis=1), np.flatnonzero(~np.isfinite(y))):
            points = run[np.isfinite(run[:, 1])]
            if len(points) > 1:
                drawing.line([*map(tuple, points.tolist())], VARIANT_COLORS[variant], max(round(1.8 * unit), 1), "curve")


def _shortened(text: str, letters: ImageFont.FreeTypeFont, room: float) -> str:
    """The beginning of a text that fits, with an ellipsis."""
    if letters.getlength(text) <= room:
        return text
    while text and letters.getlength(text + "…") > room:
        text = text[:-1]
    return text.rstrip(" ,") + "…" if text else ""


def _font(size: float, bold: bool) -> ImageFont.FreeTypeFont:
    return font(max(size, SMALLEST), bold)
