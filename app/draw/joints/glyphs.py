"""Glyphs: the drawing function of a joint, by the word `glyph` of its definition.

A drawing function of this folder is marked `@glyph` and has the word as its name; a scan of the folder finds it.  A joint whose
word has no function is a dot at each anchor and a line between them.
"""
from __future__ import annotations

import functools
import importlib
import pkgutil
from collections.abc import Callable

import app.draw.joints
from app.draw.joints.glyph_batch import DOT, FINE, MAIN, GlyphBatch
from app.draw.joints.polylines import line
from app.draw.joints.poses import Poses
from app.published.view import JointTable

Glyph = Callable[[GlyphBatch, Poses, JointTable], None]
MARKED: dict[str, Glyph] = {}                    # the functions marked in modules imported so far


def glyph(draw: Glyph) -> Glyph:
    """Mark a function that draws k joints from a batch, their poses and the table of all joints."""
    MARKED[draw.__name__] = draw
    return draw


@functools.cache
def glyphs() -> dict[str, Glyph]:
    """Word -> drawing function."""
    for found in pkgutil.iter_modules(app.draw.joints.__path__):
        importlib.import_module(f"{app.draw.joints.__name__}.{found.name}")
    return MARKED


def glyph_of(word: str) -> Glyph:
    """The drawing function of joints whose definition has this word."""
    return glyphs().get(word, plain)


def plain(batch: GlyphBatch, poses: Poses, table: JointTable) -> None:
    """A dot at each anchor and a line between them."""
    batch.dots(poses.rows, poses.a, MAIN, DOT)
    batch.dots(poses.rows, poses.b, MAIN, DOT)
    batch.lines(poses.rows, line(poses.a, poses.b), MAIN, FINE)
