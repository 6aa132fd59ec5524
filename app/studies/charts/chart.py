"""Charts as pictures: axes, bars, lines and legends drawn with Pillow, without a window.

A `Panel` maps numbers to a rectangle of the picture; scales are linear or by powers of ten.  Everything is drawn at twice the
size and reduced at the end, which smooths lines and text.
"""
from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from app.headless.si_format import short
from impulse.files.writing import written

SMOOTH = 2
PAPER, INK, FAINT, GRID = (255, 255, 255), (34, 40, 49), (110, 118, 129), (226, 230, 235)
COLORS = ((38, 110, 214), (226, 122, 45), (64, 158, 92), (146, 92, 186), (205, 70, 84), (120, 130, 140), (18, 158, 168),
          (188, 160, 40))
FONTS = Path(__file__).parents[3] / "assets" / "fonts"
TEXT, SMALL, HEADING = 15, 12, 21                     # heights of text [pixels]


class Range(NamedTuple):
    """The range of an axis."""

    low: float
    high: float
    logarithmic: bool = False

    def share(self, value: float) -> float:
        """The position of a number between both ends, 0 to 1 when inside."""
        if self.logarithmic:
            return math.log(max(value, 1e-30) / self.low) / math.log(self.high / self.low)
        return (value - self.low) / (self.high - self.low)

    def ticks(self) -> list[float]:
        """Round numbers along the axis."""
        if self.logarithmic:
            first, last = math.floor(math.log10(self.low)), math.ceil(math.log10(self.high))
            factors = (1,) if last - first > 4 else (1, 2, 5)
            found = [factor * 10.0 ** power for power in range(first, last + 1) for factor in factors]
        else:
            step = 10.0 ** math.floor(math.log10((self.high - self.low) / 2))
            step *= next(factor for factor in (1, 2, 5, 10) if (self.high - self.low) / (factor * step) <= 8)
            found = [step * k for k in range(math.ceil(self.low / step), math.floor(self.high / step) + 1)]
        return [tick for tick in found if self.low * (1 - 1e-9) <= tick <= self.high * (1 + 1e-9)]


def spanning(values: Sequence[float], logarithmic: bool = False) -> Range:
    """A range that contains these numbers: from 0, or from a power of ten below the least."""
    finite = [value for value in values if math.isfinite(value) and (value > 0 or not logarithmic)] or [1.0]
    if logarithmic:
        return Range(min(finite) / 1.6, max(finite) * 1.8, True)
    return Range(0.0, 1.1 * max(finite) or 1.0)


class Picture:
    """A sheet to draw on; lengths are pixels of the finished picture."""

    def __init__(self, width: int, height: int):
        self.width, self.height = width, height
        self.image = Image.new("RGB", (SMOOTH * width, SMOOTH * height), PAPER)
        self.drawing = ImageDraw.Draw(self.image)

    def text(self, at: tuple[float, float], words: str, size: int = TEXT, anchor: str = "la", color=INK) -> None:
        """Words at a point; `anchor` as Pillow has it: horizontal l m r, vertical a m d."""
        self.drawing.text((SMOOTH * at[0], SMOOTH * at[1]), words, color, font(SMOOTH * size, False), anchor)

    def heading(self, at: tuple[float, float], words: str, size: int = TEXT, anchor: str = "la") -> None:
        """Bold words at a point."""
        self.drawing.text((SMOOTH * at[0], SMOOTH * at[1]), words, INK, font(SMOOTH * size, True), anchor)

    def wide(self, words: str, size: int = TEXT) -> float:
        """Width of words."""
        return font(SMOOTH * size, False).getlength(words) / SMOOTH

    def box(self, corners: tuple[float, float, float, float], color) -> None:
        """A filled rectangle from left, top to right, bottom."""
        left, top, right, bottom = (SMOOTH * c for c in corners)
        self.drawing.rectangle((left, top, max(left, right - 1), max(top, bottom - 1)), color)

    def area(self, points: Sequence[tuple[float, float]], color) -> None:
        """A filled polygon."""
        self.drawing.polygon([(SMOOTH * x, SMOOTH * y) for x, y in points], color)

    def line(self, points: Sequence[tuple[float, float]], color, thick: float = 1.5) -> None:
        """A line through points."""
        self.drawing.line([(SMOOTH * x, SMOOTH * y) for x, y in points], color, round(SMOOTH * thick), "curve")

    def legend(self, at: tuple[float, float], names: Sequence[str], colors: dict[str, tuple]) -> None:
        """Names beside their colours, from a point to the right."""
        x, y = at
        for name in names:
            self.box((x, y - 6, x + 12, y + 6), colors[name])
            self.text((x + 18, y), name, anchor="lm")
            x += 18 + self.wide(name) + 24

    def finished(self) -> Image.Image:
        """The picture at its own size."""
        return self.image.reduce(SMOOTH)


class Panel:
    """A diagram in a rectangle (left, top, right, bottom) of a picture."""

    def __init__(self, picture: Picture, corners: tuple[float, float, float, float], x: Range, y: Range):
        self.picture, self.x, self.y = picture, x, y
        self.left, self.top, self.right, self.bottom = corners

    def place(self, x: float, y: float) -> tuple[float, float]:
        """The point of a pair of numbers; points outside are moved to the edge."""
        across, up = (min(1.0, max(0.0, axis.share(value))) for axis, value in ((self.x, x), (self.y, y)))
        return self.left + across * (self.right - self.left), self.bottom - up * (self.bottom - self.top)

    def grid(self, title: str = "", unit: str = "", along: bool = False) -> None:
        """Lines and numbers of the y axis, of the x axis too when `along`; a title above."""
        for tick in self.y.ticks():
            _, y = self.place(self.x.low, tick)
            self.picture.line([(self.left, y), (self.right, y)], GRID, 1)
            self.picture.text((self.left - 8, y), short(tick), SMALL, "rm", FAINT)
        for tick in self.x.ticks() if along else ():
            x, _ = self.place(tick, self.y.low)
            self.picture.line([(x, self.top), (x, self.bottom)], GRID, 1)
            self.picture.text((x, self.bottom + 6), short(tick), SMALL, "ma", FAINT)
        self.picture.line([(self.left, self.bottom), (self.right, self.bottom)], FAINT, 1)
        if title:
            self.picture.heading((self.left, self.top - 10), title, TEXT, "ld")
        if unit:
            self.picture.text((self.right, self.top - 10), unit, SMALL, "rd", FAINT)

    def bar(self, span: tuple[float, float], value: float, color, label: str = "") -> None:
        """A bar over the x numbers of `span`, from the bottom up to `value`."""
        left, top = self.place(span[0], value)
        right, _ = self.place(span[1], value)
        self.picture.box((left, top, right, self.bottom), color)
        if label:
            self.picture.text(((left + right) / 2, top - 3), label, SMALL - 1, "md", FAINT)

    def curve(self, x: np.ndarray, y: np.ndarray, color, thick: float = 1.5) -> None:
        """A line through the finite points."""
        points = [self.place(float(a), float(b)) for a, b in zip(x, y) if math.isfinite(b)]
        if len(points) > 1:
            self.picture.line(points, color, thick)

    def dots(self, x: Sequence[float], y: Sequence[float], color) -> None:
        """Dots at points."""
        for a, b in zip(x, y):
            across, down = self.place(a, b)
            self.picture.drawing.ellipse([SMOOTH * v for v in (across - 3.5, down - 3.5, across + 3.5, down + 3.5)], color)


def save(image: Image.Image, path: Path) -> None:
    """Write an image as PNG to `path`, atomically."""
    with written(path) as file:
        image.save(file, "PNG", optimize=True)


@cache
def font(size: float, bold: bool) -> ImageFont.FreeTypeFont:
    """The project's typeface."""
    return ImageFont.truetype(str(FONTS / f"Roboto-{'Bold' if bold else 'Regular'}.ttf"), size)


def colors_of(names: Sequence[str]) -> dict[str, tuple[int, int, int]]:
    """A colour for each name, in order."""
    return {name: COLORS[k % len(COLORS)] for k, name in enumerate(names)}
