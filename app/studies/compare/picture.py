"""The diagrams of a comparison: the distance between variants, then every reading that is not constant."""
from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from PIL import Image

from app.studies.charts.chart import FAINT, HEADING, PAPER, SMALL, Panel, Picture, Range, colors_of, save, spanning
from app.studies.compare.comparison import Comparison
from physics.measure.metric_table import titled

WIDE, HIGH, LEFT, TOP, BELOW = 620, 250, 92, 40, 28          # of one diagram [pixels]
ACROSS = 2                                                   # diagrams side by side
HEAD = 96
DECADES = 1e3                                                # distances with a larger ratio have a logarithmic axis
CLOSE = 1e-12                                                # relative change by rounding alone


class Curve(NamedTuple):
    """A line of a diagram; `thick` is its width."""

    variant: str
    x: np.ndarray
    y: np.ndarray
    thick: float = 1.5


def diagrams(comparison: Comparison) -> dict[str, Image.Image]:
    """Title -> diagram."""
    variants = list(comparison.variants)
    colors = colors_of([variant.name for variant in variants])
    apart = list(zip(variants, comparison.distances()))[1:]
    made = {"distance from variant a, largest of a body [m]": [Curve(variant.name, d.times, d.largest) for variant, d in apart],
            "distance from variant a, root mean square [m]": [Curve(variant.name, d.times, d.rms) for variant, d in apart]}
    runs = comparison.runs
    for name in comparison.readings:
        if not _is_flat([run.reading(name) for run in runs]):
            made[titled(name)] = [Curve(run.variant.name, run.times, run.reading(name), 3.0 if k == 0 else 1.5)
                                  for k, run in enumerate(runs)]
    return {title: _diagram(title, curves, colors) for title, curves in made.items()}


def draw(comparison: Comparison, path: Path) -> None:
    """Write all diagrams as one picture to `path`, atomically."""
    save(sheet(comparison), path)


def sheet(comparison: Comparison) -> Image.Image:
    """All diagrams on one sheet, under the scene's title and the variants."""
    pictures = list(diagrams(comparison).values())
    names = [f"{variant.name}: {', '.join(variant.settings) or 'the scene as it is'}" for variant in comparison.variants]
    colors = dict(zip(names, colors_of(names).values()))
    head = Picture(ACROSS * WIDE, HEAD)
    head.heading((24, 18), comparison.document.title, HEADING)
    head.legend((24, 66), names, colors)
    whole = Image.new("RGB", (ACROSS * WIDE, HEAD + -(-len(pictures) // ACROSS) * (HIGH + 12)), PAPER)
    whole.paste(head.finished(), (0, 0))
    for k, picture in enumerate(pictures):
        whole.paste(picture, ((k % ACROSS) * WIDE, HEAD + (k // ACROSS) * (HIGH + 12)))
    return whole


def _diagram(title: str, curves: Sequence[Curve], colors: dict[str, tuple[int, int, int]]) -> Image.Image:
    """Curves over time, coloured by variant."""
    picture = Picture(WIDE, HIGH)
    end = max((float(curve.x[-1]) for curve in curves if len(curve.x)), default=1.0) or 1.0
    y = upright([curve.y for curve in curves])
    panel = Panel(picture, (LEFT, TOP, WIDE - 24, HIGH - BELOW), Range(0.0, end), y)
    panel.grid(title, along=True)
    for curve in curves:
        shown = np.where(curve.y > 0, curve.y, np.nan) if y.logarithmic else curve.y
        panel.curve(curve.x, shown, colors[curve.variant], curve.thick)
    picture.text((WIDE - 24, HIGH - BELOW + 14), "s", SMALL, "la", FAINT)
    return picture.finished()


def upright(values: Sequence[np.ndarray]) -> Range:
    """A range for numbers of any sign and size: logarithmic for positive ones that span decades, else linear with a margin."""
    finite = np.concatenate([v[np.isfinite(v)] for v in values]) if values else np.empty(0)
    if not finite.size:
        return Range(0.0, 1.0)
    low, high = float(finite.min()), float(finite.max())
    positive = finite[finite > 0]
    if low >= 0 and positive.size > 1 and high > DECADES * float(np.percentile(positive, 5)):
        return spanning(positive.tolist(), logarithmic=True)
    room = 0.06 * (high - low) or 0.1 * abs(high) or 1.0
    return Range(0.0 if 0 <= low <= 0.5 * high else low - room, high + room)


def _is_flat(values: Sequence[np.ndarray]) -> bool:
    """Whether these are constant, except for rounding."""
    finite = np.concatenate([v[np.isfinite(v)] for v in values])
    if len(finite) < sum(map(len, values)):
        return False
    return math.isclose(float(finite.min()), float(finite.max()), rel_tol=CLOSE)
