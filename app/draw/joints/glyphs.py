"""Glyphs: what a joint looks like, by the word that its definition has as `glyph`.

A function of this folder that draws one is marked `@glyph` and named by the word; a scan of the folder finds it.  A joint whose
word nobody draws is a dot at each anchor and a line between them.
"""
from __future__ import annotations

import functools
import importlib
import pkgutil
from collections.abc import Callable

import app.draw.joints
from app.draw.joints.polylines import line
from app.draw.joints.poses import Poses
from app.draw.joints.glyph_batch import DOT, FINE, MAIN, GlyphBatch
from app.published.view import JointTable

Glyph = Callable[[GlyphBatch, Poses, JointTable], None]
MARKED: dict[str, Glyph] = {}                    # what modules marked that were imported already


def glyph(draw: Glyph) -> Glyph:
    """Mark a function that draws k joints as they are posed, of the table of all joints."""
    MARKED[draw.__name__] = draw
    return draw


@functools.cache
def glyphs() -> dict[str, Glyph]:
    """Word -> what draws it."""
    for found in pkgutil.iter_modules(app.draw.joints.__path__):
        importlib.import_module(f"{app.draw.joints.__name__}.{found.name}")
    return MARKED


def glyph_of(word: str) -> Glyph:
    """What draws a joint whose definition has this word."""
    return glyphs().get(word, plain)


def plain(batch: GlyphBatch, poses: Poses, table: JointTable) -> None:
    """A dot at each anchor and a line between them."""
    batch.dots(poses.rows, poses.a, MAIN, DOT)
    batch.dots(poses.rows, poses.b, MAIN, DOT)
    batch.lines(poses.rows, line(poses.a, poses.b), MAIN, FINE)
