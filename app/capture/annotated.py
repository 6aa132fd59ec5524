"""Annotated pictures: titles of variants, plots and captions, drawn over finished pictures in the thread that encodes them."""
from __future__ import annotations

from functools import lru_cache

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from app.capture.annotations import Annotations, Curves, Title
from app.capture.caption_plates import lay_captions
from app.capture.plates import PAD, PAINTS, Paint, lay, letters, unit_of
from app.draw.colors import VARIANT_COLORS
from app.headless.si_format import short
from physics.measure.metric_table import titled

TEXT, SMALL = 15.0, 12.0               # heights of text in a picture of DESIGN pixels
DOT = 5.0
STRIP = 0.24                           # share of the picture's height that plots take
SMOOTH = 2                             # plots are drawn larger and reduced, which smooths their curves


def annotated(picture: np.ndarray, annotations: Annotations) -> np.ndarray:
    """A copy of a (height, width, 3 or 4) uint8 picture, top row first, with its annotations."""
    picture = picture.copy()
    height, width = picture.shape[:2]
    unit, down, below, end = unit_of(picture), 0.0, 0, height
    for title in annotations.titles:
        room = int(title.width * width - 2 * PAD * unit)
        plate = _plate(title._replace(left=0.0, top=0.0), room, unit, annotations.theme)
        top = round(title.top * height + PAD * unit + down)
        lay(picture, plate, (round(title.left * width + PAD * unit), top))
        down += (plate.shape[0] + 4 * unit) * annotations.listed
        below = top + plate.shape[0] if annotations.listed or title.top == 0.0 else below
    if annotations.curves is not None:
        strip = _strip(annotations.curves, (width, round(STRIP * height)), unit, annotations.theme)
        end = height - strip.shape[0]
        lay(picture, strip, (0, end))
    if annotations.captions:
        lay_captions(picture, annotations.captions, annotations.theme, (below, end))
    return picture


@lru_cache(maxsize=64)
def _plate(title: Title, room: int, unit: float, theme: str) -> np.ndarray:
    """(h, w, 4) uint8: a dot in the variant's colour, its name and what differs, at most `room` pixels wide."""
    paint, plain, bold = PAINTS[theme], letters(TEXT * unit), letters(TEXT * unit, True)
    pad, dot = PAD * unit, DOT * unit
    name, start = bold.getlength(title.name), 2 * pad + 2 * dot
    text = _shortened(title.text, plain, room - start - name - 2 * pad)
    wide, high = round(start + name + pad + plain.getlength(text) + pad), round(TEXT * unit + 1.6 * pad)
    image = Image.new("RGBA", (max(wide, 1), high))
    drawing = ImageDraw.Draw(image)
    drawing.rounded_rectangle((0, 0, wide - 1, high - 1), 0.8 * pad, paint.plate)
    drawing.ellipse((pad, high / 2 - dot, pad + 2 * dot, high / 2 + dot), title.color)
    drawing.text((start, high / 2), title.name, paint.text, bold, "lm")
    drawing.text((start + name + pad, high / 2), text, paint.dim, plain, "lm")
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
    values, pad, small = curves.readings[:, :, number], PAD * unit, letters(SMALL * unit)
    finite = values[np.isfinite(values)]
    low, high = min(float(finite.min(initial=0.0)), 0.0), max(float(finite.max(initial=0.0)), 0.0)
    if curves.ranges:
        low, high = curves.ranges[number]
    high = high if high > low else low + 1.0
    title = curves.titles[number] if curves.titles else titled(curves.names[number])
    drawing.text((left + 2 * pad, top + pad), title.replace("_", " "), paint.text, small)
    x0, x1 = left + 6 * pad, right - 2 * pad
    y0, y1 = bottom - 2.4 * pad, top + pad + 2.2 * SMALL * unit
    end = curves.end or max(float(curves.times[-1]), 1.0)
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


def _shortened(text: str, face: ImageFont.FreeTypeFont, room: float) -> str:
    """The beginning of a text that fits, with an ellipsis."""
    if face.getlength(text) <= room:
        return text
    while text and face.getlength(text + "…") > room:
        text = text[:-1]
    return text.rstrip(" ,") + "…" if text else ""
