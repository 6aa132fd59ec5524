"""Curves with about as many points as their plot has pixels: more take time and show nothing.

Of the values within each stretch of the plot the lowest and the highest are drawn, so that no peak is lost.  Stretches begin at
multiples of their length, so that a curve that moves on keeps its shape.
"""
from __future__ import annotations

import numpy as np
from imgui_bundle import implot

STRETCH = 3.0             # [px]


def outline(values: np.ndarray, stretches: int, first: int = 0) -> np.ndarray:
    """(k,) rows, rising, of a curve (n,) to draw in so many stretches; `first` is the number of its first row in the record.
    Its ends are always among them; a stretch of nothing but NaN keeps one, which parts the curve."""
    size = -(-len(values) // max(stretches, 1))
    if size <= 2:
        return np.arange(len(values))
    lead = first % size
    table = np.full(-(-(lead + len(values)) // size) * size, np.nan)
    table[lead:lead + len(values)] = values
    table = table.reshape(-1, size)
    unknown, begins = np.isnan(table), np.arange(len(table)) * size - lead
    lowest, highest = np.where(unknown, np.inf, table).argmin(axis=1), np.where(unknown, -np.inf, table).argmax(axis=1)
    rows = np.unique(np.concatenate((begins + lowest, begins + highest, (0, len(values) - 1))))
    return rows[(rows >= 0) & (rows < len(values))]


def stretches() -> int:
    """How many of them the current plot has."""
    return int(implot.get_plot_size().x / STRETCH)
