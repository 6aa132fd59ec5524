"""The clipboard: each text that the session copied goes there once."""
from __future__ import annotations

from app.published.group_card import Copied
from app.ui.clipboard import Clipboard


def test_without_a_window_it_keeps_its_own_text():
    clipboard = Clipboard()
    assert clipboard.read() == ""
    clipboard.take(Copied(1, "bodies: []"))
    assert clipboard.read() == "bodies: []"


def test_a_text_goes_to_the_system_once():
    clipboard, written = Clipboard(), []
    clipboard.connect(lambda: "from elsewhere", written.append)
    for copied in (Copied(), Copied(1, "one"), Copied(1, "one"), Copied(2, "one"), Copied(3, "three")):
        clipboard.take(copied)
    assert written == ["one", "one", "three"] and clipboard.read() == "from elsewhere"


def test_a_system_without_text():
    clipboard = Clipboard()
    clipboard.connect(lambda: None, lambda text: None)
    assert clipboard.read() == ""
