"""The clipboard, whole and failing."""
from __future__ import annotations

from app.window import clipboard


class Owner:
    """A clipboard that keeps its text, or raises."""

    def __init__(self, text, fails=False):
        self.text, self.fails = text, fails

    def get_clipboard_text(self):
        if self.fails:
            raise OSError("the display is gone")
        return self.text

    def set_clipboard_text(self, text):
        if self.fails:
            raise OSError("the display is gone")
        self.text = text


def test_a_text_goes_there_and_back():
    owner = Owner(None)
    assert clipboard.read(owner) == ""
    clipboard.write(owner, "one")
    assert owner.text == "one" and clipboard.read(owner) == "one"


def test_one_that_fails_is_empty():
    owner = Owner("one", fails=True)
    clipboard.write(owner, "two")
    assert owner.text == "one" and clipboard.read(owner) == ""
