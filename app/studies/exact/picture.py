"""The picture of the exact solution: the errors of each order of sweeps and of each method's step, on logarithmic axes."""
from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from app.headless.si_format import number, short
from app.studies.charts.chart import FAINT, GRID, HEADING, SMALL, Panel, Picture, Range, colors_of, save
from app.studies.exact.exactness import COLD, SWEEPERS, WARM, Exactness
from app.studies.exact.method_steps import EXACT, Compared

WIDTH, MARGIN, EDGE, TOP = 1360, 76, 34, 180
HIGH, GAP, LINE = 230, 112, 26                   # of a diagram, between two rows of them, a line of bars [pixels]
SHOWN = {"residual": ("largest of the natural map", "N s"), "velocity": ("farthest body", "m/s"),
         "impulse": ("impulses", "\u221aJ"), "energy": ("dual energy above the exact one", "J")}
STARTS = {COLD: "from nothing", WARM: "from the impulses of the step before"}
LONGEST = 120                                    # characters of a failure
GUTTER = 62                                      # between two diagrams side by side [pixels]
LEAST = 1e-13                                    # smallest drawn share of the largest value; smaller ones are rounding errors
THICK = (5.0, 3.2, 1.6, 1.2, 2.5)                # of the curves: coinciding ones stay visible
NAMES, BARS = 330, 760                           # end of the names, and length of the bars [pixels]
OURS, PRESETS = (38, 110, 214), (150, 160, 172)  # bars with the scene's settings, and with a preset's


def draw(study: Exactness, path: Path) -> None:
    """Write the picture of a finished study to `path`, atomically."""
    save(exactness_picture(study).finished(), path)


def exactness_picture(study: Exactness) -> Picture:
    """Diagrams side by side, a row of them for each start, below them the methods' steps."""
    lines = [step for step in study.steps if step.velocity is not None or step.failure]
    bars = TOP + len(STARTS) * (HIGH + GAP) - 30
    picture = Picture(WIDTH, bars + LINE * (len(lines) + 2) + 10)
    picture.heading((MARGIN, 20), f"{study.plan.document.title}: how far from the exact answer?", HEADING)
    picture.text((MARGIN, 52), " ".join(study.notes()[:1]), SMALL, color=FAINT)
    colors = colors_of(SWEEPERS)
    picture.legend((MARGIN, 88), SWEEPERS, colors)
    for row, (start, words) in enumerate(STARTS.items()):
        top = TOP + row * (HIGH + GAP)
        picture.heading((MARGIN, top - 34), f"Sweeps {words}", anchor="ld")
        for column, name in enumerate(SHOWN):
            _diagram(picture, _corners(column, top), name, (study, start))
    _bars(picture, bars, lines)
    return picture


def _corners(column: int, top: float) -> tuple[float, float, float, float]:
    wide = (WIDTH - EDGE - MARGIN + GUTTER) / len(SHOWN)
    left = MARGIN + column * wide
    return left, top, left + wide - GUTTER, top + HIGH


def _diagram(picture: Picture, corners: tuple[float, float, float, float], name: str, what: tuple[Exactness, str]) -> None:
    """One measure by the number of sweeps, a curve for each order."""
    study, start = what
    colors, all_curves = colors_of(SWEEPERS), [np.abs(getattr(curve.near, name)) for curve in study.curves]
    panel = Panel(picture, corners, Range(0, study.plan.sweeps), decades(all_curves))
    title, unit = SHOWN[name]
    panel.grid("", "", along=True)
    picture.text((panel.left, panel.top - 8), title, SMALL, "ld")
    picture.text((panel.right, panel.top - 8), unit, SMALL, "rd", FAINT)
    picture.text(((panel.left + panel.right) / 2, panel.bottom + 24), "sweeps", SMALL, "ma", FAINT)
    for curve in study.curves:
        if curve.start == start:
            values = np.abs(getattr(curve.near, name))
            values = np.where(values >= panel.y.low, values, np.nan)
            panel.curve(np.arange(len(values)), values, colors[curve.sweeper], THICK[SWEEPERS.index(curve.sweeper)])


def decades(curves: Sequence[np.ndarray]) -> Range:
    """Whole powers of ten around the numbers, without those below the rounding errors of the largest."""
    values = np.concatenate(curves)
    values = values[np.isfinite(values) & (values > 0)]
    if not len(values):
        return Range(0.1, 1.0, True)
    high = float(values.max())
    low = float(values[values >= LEAST * high].min())
    return Range(10.0 ** np.floor(np.log10(low)), 10.0 ** np.floor(np.log10(high) + 1), True)


def _bars(picture: Picture, top: float, lines: Sequence[Compared]) -> None:
    """For each method a bar with the distance of its step from the exact one, on a logarithmic axis."""
    picture.heading((MARGIN, top), "One whole step of each method: farthest body from the exact step of the same settings")
    scale = decades([np.array([step.velocity or 0.0 for step in lines])])
    first, last = top + LINE, top + LINE * (len(lines) + 1)
    for tick in scale.ticks():
        x = NAMES + BARS * scale.share(tick)
        picture.line([(x, first), (x, last)], GRID, 1)
        picture.text((x, last + 6), short(tick), SMALL, "ma", FAINT)
    picture.text((NAMES + BARS + 30, last + 6), "m/s", SMALL, "la", FAINT)
    for k, step in enumerate(lines):
        y, own = first + LINE * (k + 0.5), step.settings == lines[0].settings
        picture.text((NAMES - 12, y), step.name if own else f"{step.name}, {step.settings}", anchor="rm")
        long = BARS * scale.share(step.velocity) if step.velocity else 0.0
        picture.box((NAMES, y - 8, NAMES + max(2.0, long), y + 8), OURS if own else PRESETS)
        words = step.failure or ("the exact answer itself" if step.name == EXACT else number(step.velocity))
        words = words if len(words) < LONGEST else words[:LONGEST] + "..."
        picture.text((NAMES + max(2.0, long) + 8, y), words, SMALL, "lm", FAINT)
