"""What panels leave of a picture, and the parts of their backs: together they are the whole window, once."""
from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from app.render.arrangement.uncovered import Backs, uncovered

WIDTH, HEIGHT = 40, 30


def painted(boxes) -> np.ndarray:
    """(HEIGHT, WIDTH) how often each pixel is in one of the boxes."""
    times = np.zeros((HEIGHT, WIDTH), int)
    for left, bottom, right, top in boxes:
        times[max(bottom, 0):max(top, 0), max(left, 0):max(right, 0)] += 1
    return times


BOXES = st.builds(lambda left, bottom, width, height: (left, bottom, left + width, bottom + height),
                  st.integers(-5, 44), st.integers(-5, 34), st.integers(1, 50), st.integers(1, 40))


@given(st.lists(BOXES, max_size=6))
def test_every_pixel_is_covered_or_in_one_rectangle(covers):
    whole = painted([(0, 0, WIDTH, HEIGHT)])
    left = painted(uncovered((0, 0, WIDTH, HEIGHT), tuple(covers)))
    assert (left == np.where(painted(covers) > 0, 0, whole)).all()


@given(BOXES, st.integers(0, 9))
def test_middles_and_corners_are_the_box(box, radius):
    backs = Backs((box,), radius, (0.0, 0.0, 0.0))
    parts = [*backs.middles, *(corner for corner, _ in backs.corners)]
    assert (painted(parts) == painted([box])).all()


def test_few_rectangles_for_what_few_panels_leave():
    assert uncovered((0, 0, WIDTH, HEIGHT), ()) == ((0, 0, WIDTH, HEIGHT),)
    assert uncovered((0, 0, WIDTH, HEIGHT), ((30, 0, 40, 30),)) == ((0, 0, 30, 30),), "beside a panel"
    assert len(uncovered((0, 0, WIDTH, HEIGHT), ((10, 10, 20, 20),))) == 4, "around one"
    assert uncovered((0, 0, WIDTH, HEIGHT), ((0, 0, WIDTH, HEIGHT),)) == ()
