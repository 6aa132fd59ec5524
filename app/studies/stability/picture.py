"""The picture of the map of stability: a field of cells for each stabilization, warm colours where errors grow."""
from __future__ import annotations

from pathlib import Path

import numpy as np

from app.studies.charts.chart import FAINT, HEADING, INK, PAPER, SMALL, Picture, save
from app.studies.stability.stability import ROUNDING, Stability

MARGIN, TOP, GAP = 80, 120, 60                   # [pixels]
CELL = (46, 34)
DIES, RESTS, GROWS = np.array((46, 110, 190)), np.array((240, 244, 248)), np.array((205, 60, 50))
STEEP = 6.0                                      # colours are saturated at radii of 1 + 1 / STEEP


def draw(study: Stability, path: Path) -> None:
    """Write the picture of a finished study to `path`, atomically."""
    save(stability_picture(study).finished(), path)


def stability_picture(study: Stability) -> Picture:
    """The fields one below the other, mass ratios upwards, sweeps to the right."""
    plan = study.plan
    wide, high = CELL[0] * len(plan.sweeps), CELL[1] * len(plan.ratios)
    picture = Picture(MARGIN + wide + MARGIN, TOP + len(study.radii) * (high + GAP + 30))
    picture.heading((MARGIN, 20), f"Does an error of a hanging chain grow? {plan.links} links", HEADING)
    settings = plan.settings
    picture.text((MARGIN, 54), f"spectral radius of a step; substeps {settings.substeps}, warm start {settings.warm_start:g}, "
                               f"beta {settings.beta:g}; along: sweeps, up: mass of the last link over the others'", SMALL,
                 color=FAINT)
    for k, (name, table) in enumerate(study.radii.items()):
        _field(picture, (MARGIN, TOP + k * (high + GAP + 30)), table, (name, study))
    return picture


def color_of(radius: float) -> tuple[int, int, int]:
    """White at 1, blue where errors decay, red where they grow."""
    share = float(np.clip(STEEP * abs(radius - 1), 0, 1)) ** 0.5
    full = GROWS if radius > 1 + ROUNDING else DIES
    return tuple(int(value) for value in RESTS + share * (full - RESTS))


def _field(picture: Picture, at: tuple[float, float], table: np.ndarray, what: tuple[str, Stability]) -> None:
    left, top = at
    name, study = what
    grows = int((table > 1 + ROUNDING).sum())
    picture.heading((left, top - 10), name.replace("_", " "), anchor="ld")
    said = f"grows in {grows} of {table.size}" if grows else "never grows"
    picture.text((left + CELL[0] * table.shape[1], top - 10), said, SMALL, "rd", FAINT)
    for row, values in enumerate(table[::-1]):
        y = top + row * CELL[1]
        picture.text((left - 8, y + CELL[1] / 2), f"{study.plan.ratios[-1 - row]:g}", SMALL, "rm", FAINT)
        for column, radius in enumerate(values):
            x, fill = left + column * CELL[0], color_of(float(radius))
            picture.box((x, y, x + CELL[0] - 1, y + CELL[1] - 1), fill)
            picture.text((x + CELL[0] / 2, y + CELL[1] / 2), f"{radius:.3f}", SMALL - 1, "mm", PAPER if sum(fill) < 400 else INK)
    for column, sweeps in enumerate(study.plan.sweeps):
        picture.text((left + (column + 0.5) * CELL[0], top + table.shape[0] * CELL[1] + 6), str(sweeps), SMALL, "ma", FAINT)
