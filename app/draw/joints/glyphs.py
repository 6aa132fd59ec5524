"""Glyphs: the drawing function of a joint, by the word `glyph` of its definition.

A drawing function of this folder is marked `@glyph` and has the word as its name; a scan of the folder finds it.  A joint whose
word has no function is a dot at each anchor and a line between them.  What a glyph shows or hides by the poses of its joints is
their look, which a function marked `@look(word)` tells; a new look makes a new sketch.
"""
from __future__ import annotations

import functools
import importlib
import pkgutil
from collections.abc import Callable

import numpy as np

import app.draw.joints
from app.draw.joints.glyph_batch import DOT, FINE, MAIN
from app.draw.joints.mounts import anchors
from app.draw.joints.poses import Poses
from app.draw.joints.sketch import Seen, Sketch
from app.published.view import JointTable

Glyph = Callable[[Sketch, Seen, JointTable], None]
Look = Callable[[Poses, JointTable], np.ndarray]
MARKED: dict[str, Glyph] = {}                    # the functions marked in modules imported so far
LOOKS: dict[str, Look] = {}


def glyph(draw: Glyph) -> Glyph:
    """Mark a function that draws k joints on a sketch, from what of them is seen and the table of all joints."""
    MARKED[draw.__name__] = draw
    return draw


def look(word: str) -> Callable[[Look], Look]:
    """Mark a function that tells the looks (k,), 0 to 15, of k joints with this glyph from their poses with axes."""
    return lambda tell: LOOKS.setdefault(word, tell)


@functools.cache
def glyphs() -> dict[str, Glyph]:
    """Word -> drawing function."""
    for found in pkgutil.iter_modules(app.draw.joints.__path__):
        importlib.import_module(f"{app.draw.joints.__name__}.{found.name}")
    return MARKED


def glyph_of(word: str) -> Glyph:
    """The drawing function of joints whose definition has this word."""
    return glyphs().get(word, plain)


def plain(sketch: Sketch, joints: Seen, table: JointTable) -> None:
    """A dot at each anchor and a line between them."""
    ends = sketch.places(anchors, joints.rows, count=2)
    sketch.dots(ends, MAIN, DOT)
    sketch.lines(ends[:, 0], ends[:, 1], MAIN, FINE)
