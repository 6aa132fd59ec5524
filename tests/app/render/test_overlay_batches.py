"""Overlays of a kind are one batch: drawn at once, and once more where bodies hide those that shine through."""
from __future__ import annotations

from dataclasses import replace

import numpy as np

from app.draw.camera import Camera
from app.draw.frame import Segments
from tests.support.gl_pictures import HEIGHT, WIDTH, instances, picture

CAMERA = Camera((0.0, -10.0, 0.0), (0.0, 0.0, 0.0))
BLOCK = instances([(0, 0, 0)], [(4.0, 0.5, 4.0)], colors=[(60, 60, 60)])


def line(y, color, **more):
    """A line from left to right through the middle of the picture, at depth y."""
    return Segments(np.array([[(-1, y, 0), (1, y, 0)]], np.float32), np.array([(*color, 255)], np.uint8), 8.0, **more)


def test_runs_are_neighbours_that_shine_alike():
    from app.render.passes.overlay import Batch, runs
    batches = [Batch(np.zeros(count), shine) for count, shine in ((3, 0.2), (2, 0.2), (4, 0.0), (1, 0.2), (5, 0.6), (2, 0.0))]
    assert runs(batches) == [(0, 5, 0.2), (9, 1, 0.2), (10, 5, 0.6)]
    assert runs(batches[2:3]) == []


def test_lines_of_all_widths_take_one_draw_and_one_more_for_what_shines(context, renderers, monkeypatch):
    from app.render.resources.vertex_arrays import QuadArray
    drawn, draw = [], QuadArray._draw
    monkeypatch.setattr(QuadArray, "_draw", lambda self, first, count: drawn.append((first, count)) or draw(self, first, count))
    lines = tuple(replace(line(-1.0 - 0.1 * number, (255, 0, 0), on_top=number > 1), width=1.0 + number) for number in range(5))
    renderers("software").draw(picture(CAMERA, boxes=BLOCK, segments=lines), WIDTH, HEIGHT, 1.0, context.target)
    assert drawn == [(8, 12), (0, 20)], "three of five lines through bodies, then all"


def test_each_line_keeps_its_width_and_its_strength_behind_bodies(shoot):
    bare = shoot(picture(CAMERA, boxes=BLOCK))[:, WIDTH // 2]
    rows = {}
    for name, lines in (("thin", line(-1.0, (255, 0, 0))), ("hidden", line(2.0, (255, 0, 0))),
                        ("faint", line(2.0, (255, 0, 0), on_top=True, shine=0.5))):
        lines = replace(lines, width=3.0) if name == "thin" else lines
        rows[name] = np.abs(shoot(picture(CAMERA, boxes=BLOCK, segments=(lines,)))[:, WIDTH // 2] - bare)
    assert (rows["hidden"] == 0).all()
    assert 2 <= (rows["thin"].max(axis=1) > 60).sum() <= 4
    assert 6 <= (rows["faint"].max(axis=1) > 40).sum() <= 10
    assert 0.35 * 255 < rows["faint"].max() < rows["thin"].max()
