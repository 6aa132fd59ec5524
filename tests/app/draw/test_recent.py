"""The small cache of drawing results: as many results as it has room for, whatever the room."""
from __future__ import annotations

import gc
import weakref

import pytest

from app.draw.recent import Recent


class Rows:
    """What a result is made of."""


@pytest.mark.parametrize("room", [1, 2, 4])
def test_older_results_go(room):
    recent, made = Recent(room), []
    kept = [Rows() for _ in range(room + 3)]
    for owner in kept:
        recent.of((owner,), (), lambda: made.append(1) or len(made))
    assert recent.of((kept[-1],), (), lambda: 0) == len(made), "known"
    assert recent.of((kept[2],), (), lambda: 0) == 0, "forgotten"
    gone = [weakref.ref(owner) for owner in kept[:2]]
    del kept, owner
    gc.collect()
    assert [ref() for ref in gone] == [None, None], "nothing keeps what is forgotten"
