"""Captions over pictures: at their places, whole, inside the picture, beside titles and plots, and as strong as they say."""
from __future__ import annotations

import numpy as np
import pytest

from app.capture.annotated import annotated
from app.capture.annotations import Annotations, Curves, Title
from app.capture.caption_plates import balanced, broken
from app.capture.plates import letters
from app.draw.film.captions import ShownCaption
from app.draw.colors import VARIANT_COLORS
from scenes.schema.film import LONGEST_TEXT, PLACES

GREY = 120


def drawn(*captions, size=(1280, 720), **parts):
    """A grey picture with these captions, and where it is not grey: top, bottom, left, right [shares]."""
    before = np.full((size[1], size[0], 3), GREY, np.uint8)
    picture = annotated(before, Annotations(parts.get("titles", ()), False, parts.get("curves"), "dark", captions))
    rows, columns = np.nonzero((picture != GREY).any(axis=2))
    return picture, (rows.min() / size[1], (rows.max() + 1) / size[1], columns.min() / size[0], (columns.max() + 1) / size[0])


@pytest.mark.parametrize("size", [(1280, 720), (1080, 1920), (320, 180)])
@pytest.mark.parametrize("place", PLACES)
def test_each_place_is_where_it_says(place, size):
    _, (top, bottom, left, right) = drawn(ShownCaption("A few words", place, 1.0), size=size)
    assert 0 < top and bottom < 1 and 0 < left and right < 1
    if place.startswith("top"):
        assert bottom < 0.25
    elif place.startswith("bottom"):
        assert top > 0.75
    else:
        assert (top + bottom) / 2 == pytest.approx(0.5, abs=0.02)
    if place.endswith("left"):
        assert right < 0.6 and left < 0.1
    elif place.endswith("right"):
        assert left > 0.4 and right > 0.9
    else:
        assert (left + right) / 2 == pytest.approx(0.5, abs=0.02)


def test_the_longest_text_stays_inside():
    _, (top, bottom, left, right) = drawn(ShownCaption("word " * (LONGEST_TEXT // 5), "bottom", 1.0))
    assert top > 0.3 and bottom < 1 and left > 0.1 and right < 0.9


def test_two_at_one_place_stand_one_over_the_other():
    one, other = (ShownCaption(text, "bottom", 1.0) for text in ("First", "Second and longer"))
    rows = np.flatnonzero((drawn(one, other)[0] != GREY).any(axis=(1, 2)))
    assert len(np.flatnonzero(np.diff(rows) > 1)) == 1, "two plates with a gap"


def test_a_weak_one_is_hardly_seen():
    strong, weak = (drawn(ShownCaption("Text", "top", share))[0].astype(int) for share in (1.0, 0.25))
    assert np.abs(weak - GREY).max() < 0.3 * np.abs(strong - GREY).max() + 2
    assert np.abs(weak - GREY).max() > 10


def test_it_keeps_out_of_titles_and_plots():
    title = Title(0.0, 0.0, 1.0, "a", "reference", VARIANT_COLORS[0])
    curves = Curves(("contacts",), np.array([0.0, 1.0]), np.zeros((2, 1, 1)))
    beside, _ = drawn(titles=(title,), curves=curves)
    captions = ShownCaption("Top", "top_left", 1.0), ShownCaption("Bottom", "bottom", 1.0)
    with_captions, _ = drawn(*captions, titles=(title,), curves=curves)
    changed = (beside != with_captions).any(axis=(1, 2))
    lain_over = (beside != GREY).any(axis=(1, 2)) & changed
    assert changed.any() and not lain_over.any()


def test_lines_are_broken_between_words_and_of_similar_length():
    face, text = letters(20), "A ball falls and bounces back less high each time it meets the ground"
    widest = 0.8 * face.getlength(text)
    lines = balanced(text, face, widest)
    assert " ".join(lines) == text and len(lines) == len(broken(text, face, widest)) == 2
    lengths = [face.getlength(line) for line in lines]
    assert max(lengths) < 0.6 * face.getlength(text) <= widest


def test_given_lines_stay_and_a_word_without_end_is_cut():
    face = letters(20)
    assert broken("one\ntwo", face, 500) == ["one", "two"]
    lines = broken("x" * 100, face, 200)
    assert "".join(lines) == "x" * 100 and all(face.getlength(line) <= 200 for line in lines)
