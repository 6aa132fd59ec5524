"""The plot of a validation: for each case a line, and on it each figure by the share of its tolerance that it takes."""
from __future__ import annotations

import math
from colorsys import hls_to_rgb
from pathlib import Path

from PIL import Image

from app.headless.si_format import short
from app.studies.charts.chart import FAINT, GRID, HEADING, INK, SMALL, SMOOTH, TEXT, Panel, Picture, Range, save
from app.studies.validate.study import Validation

LINE, LEFT, RIGHT, TOP, BELOW, WIDE = 20, 560, 30, 130, 50, 1240       # [pixels]
LOW, HIGH = 1e-6, 1e2                                                  # shares at the ends of the axis
ACROSS = 6                                                             # names of the legend in a line


def draw(study: Validation, path: Path) -> None:
    """Write the plot to `path`, atomically."""
    save(picture(study), path)


def picture(study: Validation) -> Image.Image:
    """One line for each case, a dot for each figure, colours by method; the thick line is the edge of the tolerance."""
    rows = study.rows()
    cases = [case for case in study.cases_by_id.values() if any(row.case == case.id for row in rows)]
    families = list(dict.fromkeys(row.family for row in rows))
    colors = hues(families)
    lines = -(-len(families) // ACROSS)
    top = TOP + 24 * (lines - 1)
    sheet = Picture(WIDE, top + LINE * max(len(cases), 1) + BELOW)
    sheet.heading((24, 18), "Validation: share of the tolerance that each figure takes", HEADING)
    sheet.text((24, 50), study.summary(), SMALL, color=FAINT)
    for k in range(lines):
        sheet.legend((24, 84 + 24 * k), families[ACROSS * k:ACROSS * (k + 1)], colors)
    panel = Panel(sheet, (LEFT, top, WIDE - RIGHT, top + LINE * max(len(cases), 1)), Range(LOW, HIGH, True), Range(0, 1))
    for power in range(round(math.log10(LOW)), round(math.log10(HIGH)) + 1):
        x, _ = panel.place(10.0 ** power, 0)
        sheet.line([(x, panel.top), (x, panel.bottom)], INK if power == 0 else GRID, 2.0 if power == 0 else 1.0)
        sheet.text((x, panel.bottom + 6), short(10.0 ** power), SMALL, "ma", FAINT)
    for k, case in enumerate(cases):
        middle = top + LINE * (k + 0.5)
        sheet.text((24, middle), case.id, TEXT, "lm")
        sheet.text((84, middle), _cut(sheet, case.title, LEFT - 100), SMALL, "lm", FAINT)
        for row in rows:
            if row.case == case.id:
                share = min(max(row.share, LOW), HIGH)
                x, _ = panel.place(share, 0)
                y = middle + 5 * (families.index(row.family) / max(len(families) - 1, 1) - 0.5)
                sheet.drawing.ellipse([SMOOTH * v for v in (x - 3, y - 3, x + 3, y + 3)], colors[row.family])
    return sheet.finished()


def hues(names: list[str]) -> dict[str, tuple[int, int, int]]:
    """A colour for each of many names, light and dark in turn."""
    made = {}
    for k, name in enumerate(names):
        rgb = hls_to_rgb(k / max(len(names), 1), (0.36, 0.56)[k % 2], 0.7)
        made[name] = tuple(round(255 * part) for part in rgb)
    return made


def _cut(sheet: Picture, words: str, room: float) -> str:
    """Words, shortened to fit."""
    if sheet.wide(words, SMALL) <= room:
        return words
    while words and sheet.wide(words + "...", SMALL) > room:
        words = words[:-1]
    return words.rstrip() + "..."
