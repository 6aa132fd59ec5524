"""The picture of a sweep: a line or dots for one varied setting, a heat map for two, one map for each value of a third.

Each metric has its own row and scale of colours.  Values are equally spaced as in the grid, so those in equal ratios make a
logarithmic axis.
"""
from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from app.headless.errors import InputError
from app.headless.si_format import number, short
from app.studies.cells.grid import Varied, is_geometric
from app.studies.charts.chart import COLORS, FAINT, GRID, HEADING, INK, PAPER, SMALL, Panel, Picture, Range, save, spanning
from app.studies.sweep.sweep import Sweep
from scenes.running.measurement import named

MOST_VARIED = 3
MARGIN, TOP, GAP, BAR = 90, 106, 84, 14              # [pixels]; BAR is the width of a scale of colours
WIDE, HIGH, SMALLEST = 900, 480, 4                  # of one map, and of its cells
CELL = (76, 40)                                     # largest size of a cell
ROOM = (44, 16)                                     # least size of a cell with its number
LINE = (760, 300)
DECADES = 100.0                                     # numbers with a larger ratio have logarithmic colours
MAP = ((68, 1, 84), (71, 44, 122), (59, 81, 139), (44, 113, 142), (33, 144, 141), (39, 173, 129), (92, 200, 99),
       (170, 220, 50), (253, 231, 37))              # viridis, by S. van der Walt and N. Smith (CC0), from low to high


class Scale(NamedTuple):
    """Numbers as colours."""

    low: float
    high: float
    logarithmic: bool

    def color(self, value: float) -> tuple[int, int, int]:
        """The colour of a number; grey for none."""
        if not math.isfinite(value):
            return GRID
        share = min(1.0, max(0.0, Range(*self).share(value))) * (len(MAP) - 1)
        k = min(int(share), len(MAP) - 2)
        return tuple(round(a + (b - a) * (share - k)) for a, b in zip(MAP[k], MAP[k + 1]))


def scale_of(values: np.ndarray) -> Scale:
    """The scale, linear or logarithmic, for these numbers."""
    finite = values[np.isfinite(values)]
    low, high = (float(finite.min()), float(finite.max())) if finite.size else (0.0, 1.0)
    if low == high:
        low, high = low - (abs(low) or 1.0) / 2, high + (abs(high) or 1.0) / 2
    return Scale(low, high, low > 0 and high / low >= DECADES)


def check(varied: Sequence[Varied]) -> None:
    """Raise InputError for too many settings for a picture."""
    if len(varied) > MOST_VARIED:
        raise InputError(f"a picture shows up to {MOST_VARIED} varied settings, and here are {len(varied)}; write a .csv")


def draw(sweep: Sweep, path: Path) -> None:
    """Write the picture of a sweep to `path`, atomically."""
    save(picture(sweep).finished(), path)


def picture(sweep: Sweep) -> Picture:
    """The picture of a sweep."""
    check(sweep.plan.varied)
    tables = values_of(sweep)
    return _lines(sweep, tables) if len(sweep.plan.varied) == 1 else _maps(sweep, tables)


def values_of(sweep: Sweep) -> list[np.ndarray]:
    """For each metric its numbers in the shape of the grid; nan for none."""
    shape = [len(one.values) for one in sweep.plan.varied]
    rows = sweep.rows()
    return [np.array([row.result.values[m] if row.result and row.result.values else math.nan for row in rows]).reshape(shape)
            for m in range(len(sweep.plan.metrics))]


def _sheet(sweep: Sweep, wide: float, high: float) -> Picture:
    """An empty picture with the scene and the common settings of all cells."""
    plan = sweep.plan
    fixed = "; ".join([*plan.fixed, *([f"{plan.seconds:g} s"] if plan.seconds is not None else [])])
    sheet = Picture(round(max(wide, 560)), round(high))
    sheet.heading((MARGIN, 18), sweep.document.title, HEADING)
    sheet.text((MARGIN, 46), fixed, SMALL, color=FAINT)
    return sheet


def _lines(sweep: Sweep, tables: list[np.ndarray]) -> Picture:
    """A diagram for each metric over the only varied setting."""
    varied = sweep.plan.varied[0]
    sheet = _sheet(sweep, MARGIN + LINE[0] + 40, TOP + len(tables) * (LINE[1] + GAP))
    numeric = all(isinstance(value, (int, float)) and not isinstance(value, bool) for value in varied.values)
    for m, (metric, table) in enumerate(zip(sweep.plan.metrics, tables)):
        top, color = TOP + m * (LINE[1] + GAP), COLORS[m % len(COLORS)]
        corners = (MARGIN, top, MARGIN + LINE[0], top + LINE[1])
        y = _upright(table)
        if numeric:
            panel = Panel(sheet, corners, _along(varied), y)
            panel.grid(named(metric), along=True)
            order = np.argsort(varied.values)
            panel.curve(np.array(varied.values, float)[order], table[order], color, 2)
            there = [k for k in range(len(table)) if math.isfinite(table[k])]
            panel.dots([varied.values[k] for k in there], [float(table[k]) for k in there], color)
        else:
            panel = Panel(sheet, corners, Range(0, len(table)), y)
            panel.grid(named(metric))
            for k, value in enumerate(table):
                if math.isfinite(value):
                    panel.dots([k + 0.5], [float(value)], color)
                    x, height = panel.place(k + 0.5, float(value))
                    sheet.text((x, height - 8), number(float(value)), SMALL, "md", FAINT)
                sheet.text((panel.place(k + 0.5, y.low)[0], corners[3] + 6), varied.texts[k], SMALL, "ma", FAINT)
        sheet.text(((corners[0] + corners[2]) / 2, corners[3] + 26), varied.path, SMALL, "ma", INK)
    return sheet


def _along(varied: Varied) -> Range:
    low, high = float(min(varied.values)), float(max(varied.values))
    if is_geometric(varied.values):
        return Range(low / 1.1, high * 1.1, True)
    room = 0.04 * ((high - low) or 1.0)
    return Range(low - room, high + room)


def _upright(values: np.ndarray) -> Range:
    """A range for numbers that may have both signs, be close together, or span decades."""
    finite = values[np.isfinite(values)]
    if not finite.size:
        return Range(0.0, 1.0)
    low, high = float(finite.min()), float(finite.max())
    if low > 0 and high / low >= DECADES:
        return spanning(finite.tolist(), logarithmic=True)
    room = 0.08 * ((high - low) or abs(high) or 1.0)
    return Range(0.0 if 0 <= low <= 0.8 * high else low - room, high + room)


def _maps(sweep: Sweep, tables: list[np.ndarray]) -> Picture:
    """Heat maps: the first setting vertical, the second horizontal, one map for each value of the third."""
    up, along, *rest = sweep.plan.varied
    maps = len(rest[0].values) if rest else 1
    across = min(maps, 3)
    beside = max(MARGIN, 24 + max(Picture(1, 1).wide(tick(up, k), SMALL) for k in range(len(up.values))))
    cell = (min(CELL[0], max(SMALLEST, WIDE / across / len(along.values))), min(CELL[1], max(SMALLEST, HIGH / len(up.values))))
    wide, high = cell[0] * len(along.values), cell[1] * len(up.values)
    lines = -(-maps // across)
    sheet = _sheet(sweep, across * (wide + beside) + 130, TOP + len(tables) * (lines * (high + GAP) + 10))
    for m, (metric, table) in enumerate(zip(sweep.plan.metrics, tables)):
        scale, begin = scale_of(table), TOP + m * (lines * (high + GAP) + 10)
        for k in range(maps):
            left, top = beside + (k % across) * (wide + beside), begin + (k // across) * (high + GAP)
            title = named(metric) + (f", {rest[0].path.rpartition('.')[2]} {rest[0].texts[k]}" if rest else "")
            _map(sheet, (left, top, *cell), table[:, :, k] if rest else table, (scale.color, title))
            _names(sheet, (left, top, *cell), (up, along))
        _legend(sheet, (across * (wide + beside) + 30, begin, high), scale)
    return sheet


def _map(sheet: Picture, at: tuple[float, float, float, float], table: np.ndarray,
         look: tuple[Callable[[float], tuple[int, int, int]], str]) -> None:
    """One heat map at (left, top) with cells of (width, height); `look` is the colours and the title."""
    left, top, wide, high = at
    color, title = look
    sheet.heading((left, top - 8), title, anchor="ld")
    for row, values in enumerate(table[::-1]):
        for column, value in enumerate(values):
            x, y, fill = left + column * wide, top + row * high, color(float(value))
            sheet.box((x, y, x + wide + 0.5, y + high + 0.5), fill)
            if wide >= ROOM[0] and high >= ROOM[1]:
                dark = sum(fill) < 330
                sheet.text((x + wide / 2, y + high / 2), number(float(value)), SMALL, "mm", PAPER if dark else INK)


def _names(sheet: Picture, at: tuple[float, float, float, float], varied: tuple[Varied, Varied]) -> None:
    """The values along both axes of a map, as many as fit, and the settings' names."""
    left, top, wide, high = at
    up, along = varied
    bottom, right = top + high * len(up.values), left + wide * len(along.values)
    every = max(1, math.ceil(20 / high))
    for k in range(0, len(up.values), every):
        sheet.text((left - 6, bottom - (k + 0.5) * high), tick(up, k), SMALL, "rm", FAINT)
    every = max(1, math.ceil((max(sheet.wide(tick(along, k), SMALL) for k in range(len(along.values))) + 8) / wide))
    for k in range(0, len(along.values), every):
        sheet.text((left + (k + 0.5) * wide, bottom + 6), tick(along, k), SMALL, "ma", FAINT)
    sheet.text(((left + right) / 2, bottom + 24), f"along {along.path}, up {up.path}", SMALL, "ma")


def tick(varied: Varied, k: int) -> str:
    """The label of a setting's value at an axis."""
    value = varied.values[k]
    return short(value) if isinstance(value, float) else varied.texts[k]


def _legend(sheet: Picture, at: tuple[float, float, float], scale: Scale) -> None:
    """The scale of colours at (left, top) over a height, with its numbers."""
    left, top, high = at
    high = max(60.0, high)
    steps = 64
    for k in range(steps):
        share = (k + 0.5) / steps
        low, top_value = (math.log(scale.low), math.log(scale.high)) if scale.logarithmic else (scale.low, scale.high)
        value = low + share * (top_value - low)
        y = top + high * (1 - (k + 1) / steps)
        sheet.box((left, y, left + BAR, y + high / steps + 0.5), scale.color(math.exp(value) if scale.logarithmic else value))
    for share, value in ((0, scale.low), (1, scale.high)):
        sheet.text((left + BAR + 6, top + high * (1 - share)), short(value), SMALL, "lm", FAINT)
    if scale.logarithmic:
        sheet.text((left + BAR + 6, top + high / 2), "by decades", SMALL - 2, "lm", FAINT)
