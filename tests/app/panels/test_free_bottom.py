"""Cards over the scene lie on nothing that is there, and the captions of a film on none of them."""
from __future__ import annotations

from types import SimpleNamespace

import pytest

from app.panels.free_bottom import GAP, free_bottom

UI = SimpleNamespace(unit=1.0)


@pytest.mark.parametrize("boxes, expected", [
    ([], 500),
    ([(0, 470, 50, 490)], 500),                                     # beside it
    ([(120, 470, 180, 490)], 470 - GAP),                            # under it
    ([(120, 100, 180, 130)], 500),                                  # far above it
    ([(120, 470, 180, 490), (150, 400, 220, 440)], 400 - GAP),      # the first lifts it onto the second
    ([(120, 470, 180, 490), (150, 380, 220, 400)], 470 - GAP),      # between two
])
def test_the_lowest_free_place(boxes, expected):
    assert free_bottom(UI, (100, 200), 500, 50, boxes) == expected
