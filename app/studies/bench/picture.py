"""The pictures of the benchmarks: times by scene and engine with every step of each run, times of kernels, costs by size."""
from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from app.headless.si_format import number
from app.studies.bench.kernel_times import KernelTimes
from app.studies.bench.rounds import Bench
from app.studies.bench.scale import Scale
from app.studies.charts.chart import FAINT, HEADING, SMALL, Panel, Picture, Range, colors_of, save, spanning
from app.studies.charts.outcome import Outcome

WIDTH, MARGIN, TOP = 1200, 70, 110
BARS, SERIES, GAP = 330, 150, 75            # heights of a bar and of a series of times, and the gap between [pixels]
ACROSS = 3                                  # series side by side


def draw(study: Any, path: Path) -> None:
    """Write the picture of a finished benchmark to `path`, atomically."""
    makers = {Bench: scenes_picture, KernelTimes: kernels_picture, Scale: scale_picture}
    save(makers[type(study)](study).finished(), path)


def scenes_picture(bench: Bench) -> Picture:
    """Bars of milliseconds by scene and engine, below them every scene's times, step by step."""
    rows = [row for row in bench.rows() if row.median is not None]
    series = bench.series()
    names = list(dict.fromkeys(row.engine for row in rows))
    colors, scenes = colors_of(names), list(dict.fromkeys(row.scene for row in rows))
    lines = -(-len(series) // ACROSS)
    picture = _sheet(bench.outcome(), TOP + BARS + GAP + lines * (SERIES + GAP))
    picture.legend((MARGIN, TOP - 38), names, colors)
    panel = Panel(picture, (MARGIN, TOP, WIDTH - 30, TOP + BARS), Range(0, len(scenes) or 1),
                  spanning([row.median for row in rows], logarithmic=True))
    panel.grid(unit="ms a step, median")
    wide = 0.84 / max(1, len(names))
    for row in rows:
        left = scenes.index(row.scene) + 0.08 + wide * names.index(row.engine)
        panel.bar((left, left + 0.92 * wide), row.median, colors[row.engine], number(row.median, 2))
    for k, scene in enumerate(scenes):
        picture.heading((panel.place(k + 0.5, panel.y.low)[0], TOP + BARS + 8), scene, anchor="ma")
    for k, (scene, engines) in enumerate(series.items()):
        _times(picture, k, scene, (engines, colors))
    return picture


def _times(picture: Picture, number_: int, scene: str, what: tuple[dict[str, np.ndarray], dict[str, tuple]]) -> None:
    """Step times of one scene."""
    engines, colors = what
    wide = (WIDTH - 30) / ACROSS
    left, top = MARGIN + wide * (number_ % ACROSS), TOP + BARS + GAP + (number_ // ACROSS) * (SERIES + GAP)
    longest = max(map(len, engines.values()))
    panel = Panel(picture, (left, top, left + wide - MARGIN, top + SERIES), Range(0, max(2, longest)),
                  spanning(np.concatenate(list(engines.values())), logarithmic=True))
    panel.grid(scene, "ms, by step", along=True)
    for name, times in engines.items():
        panel.curve(np.arange(len(times)), times, colors[name], 1.0)


def kernels_picture(study: KernelTimes) -> Picture:
    """A line for each kernel: its time as a bar, and its ratio to the reference."""
    rows = study.outcome().data["rows"]
    picture = _sheet(study.outcome(), TOP + 34 * len(rows) + 40)
    most, start, end = max((row["ns"] for row in rows), default=1.0), 440, WIDTH - 230
    worlds = list(dict.fromkeys(row["world"] for row in rows))
    colors = colors_of(worlds)
    picture.legend((MARGIN, TOP - 38), worlds, colors)
    for k, row in enumerate(rows):
        y = TOP + 34 * k + 10
        picture.text((start - 12, y), row["kernel"], anchor="rm")
        stop = start + max(2.0, row["ns"] / most * (end - start))
        picture.box((start, y - 9, stop, y + 9), colors[row["world"]])
        beside = f", {row['ratio']:.2f} of the reference" if row["ratio"] else ""
        picture.text((stop + 8, y), f"{number(row['ns'])} ns a {row['per'].split(' ')[0]}{beside}", SMALL, "lm", FAINT)
    return picture


def scale_picture(study: Scale) -> Picture:
    """Microseconds and memory for a body, by the number of bodies."""
    rows = [row for row in study.rows() if "rest" in row]
    picture = _sheet(study.outcome(), TOP + 340)
    middle = WIDTH / 2
    halves = ((MARGIN, middle - 30, "us_per_body", "us a body and step, at rest"),
              (middle + MARGIN, WIDTH - 30, "bytes_per_contact", "bytes a contact"))
    counts = [row["bodies"] for row in rows]
    for left, right, key, unit in halves:
        values = [row[key] for row in rows if key in row]
        panel = Panel(picture, (left, TOP, right, TOP + 280), spanning(counts, logarithmic=True), spanning(values))
        panel.grid(unit=unit, along=True)
        panel.curve(np.array(counts), np.array(values), colors_of([key])[key], 2)
        panel.dots(counts, values, colors_of([key])[key])
        picture.text(((left + right) / 2, TOP + 305), "bodies", SMALL, "ma", FAINT)
    return picture


def _sheet(outcome: Outcome, height: int) -> Picture:
    """An empty picture with the study's heading and the machine."""
    picture = Picture(WIDTH, height)
    machine: Sequence[str] = (f"{outcome.machine['cpu']}, {outcome.machine['cores']} cores", f"for {outcome.machine['target']}",
                              f"Impulse {outcome.machine['impulse']}, numba {outcome.machine['numba']}")
    picture.heading((MARGIN, 20), outcome.title, HEADING)
    picture.text((WIDTH - 30, 26), "; ".join(machine), SMALL, "ra", FAINT)
    return picture
