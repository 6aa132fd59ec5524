"""Captions over the scene lie neither on each other nor under the legend."""
from __future__ import annotations

from itertools import combinations

import pytest

from app.panels.film.captions import BORDER, free_corner
from app.panels.widgets.layout import Rect
from app.published.film_plan import Caption
from app.ui.ui_state import Recording
from scenes.schema.film import PLACES

ROOM = Rect(280, 90, 580, 500)
LEGEND = (540.0, 470.0, 850.0, 590.0)


def overlap(one, other) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def placed(places, taken, size=(300.0, 80.0), unit=1.0):
    boxes = list(taken)
    for place in places:
        left, top = free_corner(place, size, boxes, ROOM, unit)
        boxes.append((left, top, left + size[0], top + size[1]))
    return boxes


@pytest.mark.parametrize("taken", [[], [LEGEND]], ids=["alone", "beside the legend"])
@pytest.mark.parametrize("places", [["bottom", "bottom_left", "bottom_right"], ["top_left", "top", "top_right"],
                                    ["bottom"] * 3, ["bottom_right", "bottom", "bottom_left"]], ids=" ".join)
def test_none_lies_on_another(places, taken):
    boxes = placed(places, taken)
    assert not [pair for pair in combinations(boxes, 2) if overlap(*pair)]
    assert all(ROOM.y <= top and bottom <= ROOM.bottom for _, top, _, bottom in boxes[len(taken):])


@pytest.mark.parametrize("place", PLACES)
def test_alone_it_is_where_its_place_says(place):
    left, top = free_corner(place, (100.0, 40.0), [(0.0, 0.0, 50.0, 50.0)], ROOM, 1.0)
    down, _, across = place.partition("_")
    assert left == {"left": ROOM.x + BORDER, "right": ROOM.right - BORDER - 100}.get(across, ROOM.x + 240)
    assert top == {"top": ROOM.y + BORDER, "bottom": ROOM.bottom - BORDER - 40}.get(down, ROOM.y + 230)


def test_without_room_it_stays():
    assert free_corner("bottom", (300.0, 200.0), [(280.0, 100.0, 860.0, 590.0)], ROOM, 1.0)[1] == ROOM.bottom - BORDER - 200


@pytest.mark.parametrize("scale", [1.0, 1.5])
def test_cards_and_messages_lie_on_no_caption(bench, scale):
    """While a film is made, the text that will be in it can be read."""
    bench.state.size = (1280, 720)
    bench.state.change(scale=scale, joints=True)
    bench.state.film.editor.change(captions=(Caption(0, 600, "A caption over the middle of the scene", "bottom"),))
    bench.state.recording = Recording("Recording", "/tmp/a.mp4", -1.0, 3.0)
    bench.state.say("View kept as view_1")
    bench.state.say("Saved", path="/tmp/a/file/with/a/name.mp4")
    shown = bench.frame(4)
    boxes = {name: box for name, box in shown.items() if name.startswith(("caption:", "window:toast", "window:recording"))}
    assert len(boxes) == 4
    assert not [pair for pair in combinations(boxes, 2) if overlap(*(boxes[name] for name in pair))]
