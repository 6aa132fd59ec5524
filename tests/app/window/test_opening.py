"""Opening a window: why there is none."""
from __future__ import annotations

import sys
from types import SimpleNamespace

import pytest

from app.window import opening


class NoSuchConfigException(Exception):
    """Stands in for pyglet's, whose import needs a display."""


PYGLET = SimpleNamespace(display=SimpleNamespace(get_display=lambda: None), gl=SimpleNamespace(ContextException=KeyError),
                         window=SimpleNamespace(WindowException=NoSuchConfigException))


@pytest.mark.parametrize(("words", "reason"), (((), "NoSuchConfigException"), (("no depth buffer",), "no depth buffer")))
def test_the_reason_is_told_when_the_driver_has_no_words_for_it(words, reason, monkeypatch):
    def refuse(_wanted, _watched):
        raise NoSuchConfigException(*words)

    monkeypatch.setitem(sys.modules, "pyglet", PYGLET)
    monkeypatch.setitem(sys.modules, "app.window.loop", SimpleNamespace(Window=refuse))
    assert opening.show(None) == f"no window with OpenGL 3.3 can be opened ({reason})"
