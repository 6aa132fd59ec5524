"""The rectangle that selects: centres in it, before the eye, and no ground."""
from __future__ import annotations

from app.draw.camera import Camera
from app.input.box_select import BoxSelect
from app.input.viewports import Viewport
from tests.support.synthetic import BOX, DYNAMIC, GROUND, SPHERE, STATIC, view_of_bodies

SIZE = (1000, 800)
VIEWPORT = Viewport(0, 0, 0, *SIZE)
CAMERA = Camera((0, -10, 1), (0, 0, 1))
VIEW = view_of_bodies([GROUND, (SPHERE, DYNAMIC, (0, 0, 1), (1, 1, 1)), (BOX, DYNAMIC, (2, 0, 1), (0.5, 0.5, 0.5)),
                       (SPHERE, DYNAMIC, (0, -20, 1), (1, 1, 1)), (BOX, STATIC, (0, 0, -1), (9, 9, 1))])


def drawn(first, last) -> tuple[int, ...]:
    box = BoxSelect()
    box.begin()
    box.press(first)
    box.drag(last)
    return box.uids(VIEW, CAMERA, VIEWPORT)


def test_centres_in_it():
    """The ball is in the middle of the picture, the box at its right; one behind the eye and the floor are not chosen."""
    assert drawn((0, 0), SIZE) == (2, 3)
    assert drawn((510, 410), (490, 390)) == (2,)                     # from any corner
    assert drawn((505, 0), SIZE) == (3,)
    assert drawn((505, 395), (520, 420)) == ()                       # over the ball, beside its centre


def test_none_is_drawn_before_a_press_and_after_the_end():
    box = BoxSelect()
    assert box.rectangle is None and not box.active
    box.begin()
    assert box.rectangle is None and box.active and box.uids(VIEW, CAMERA, VIEWPORT) == ()
    box.press((1, 2))
    assert box.rectangle == (1, 2, 1, 2)
    box.end()
    assert box.rectangle is None and not box.active
