"""A program that drops files on a window, as a file manager does: `python -m tests.support.drag_files PATH...`, on X11.

It is the source of the XDND protocol, version 5 (https://www.freedesktop.org/wiki/Specifications/XDND): it owns the selection,
tells the window that a list of files comes, where it is and that it is let go, and hands it over when the window asks.
With `--few` first it names three forms of what it has, as few programs do, and does not wait.
"""
from __future__ import annotations

import ctypes
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

from pyglet.libs.x11 import xlib

VERSION = 5
PATIENCE = 20.0                    # [s]
ATOM_TYPE, BYTES, LONGS = 4, 8, 32        # XA_ATOM, and formats of properties
FORMS = ("text/uri-list", "text/plain", "UTF8_STRING", "TEXT")
PLACE = 600, 400                   # [px] of the screen, at which they are let go


class Source:
    """The source of a drag on the default display."""

    def __init__(self, paths: list[str]):
        self.display = xlib.XOpenDisplay(None)
        assert self.display, "no display"
        self.root = xlib.XDefaultRootWindow(self.display)
        self.window = xlib.XCreateSimpleWindow(self.display, self.root, 0, 0, 1, 1, 0, 0, 0)
        self.data = "".join(f"file://{quote(str(Path(path)))}\r\n" for path in paths).encode()
        xlib.XSetSelectionOwner(self.display, self.atom("XdndSelection"), self.window, 0)

    def atom(self, name: str) -> int:
        """The number of a name."""
        return xlib.XInternAtom(self.display, name.encode(), False)

    def offer(self, names: tuple[str, ...]) -> None:
        """The forms in which it has the files, of which there are more than a message can name."""
        forms = (ctypes.c_ulong * len(names))(*map(self.atom, names))
        xlib.XChangeProperty(self.display, self.window, self.atom("XdndTypeList"), ATOM_TYPE, LONGS, 0,
                             ctypes.cast(forms, ctypes.POINTER(ctypes.c_ubyte)), len(names))

    def children(self, window: int) -> Iterator[int]:
        """A window and all in it."""
        yield window
        root, parent, count = xlib.Window(), xlib.Window(), ctypes.c_uint()
        found = ctypes.POINTER(xlib.Window)()
        xlib.XQueryTree(self.display, window, ctypes.byref(root), ctypes.byref(parent), ctypes.byref(found), ctypes.byref(count))
        for number in range(count.value):
            yield from self.children(found[number])

    def target(self) -> int:
        """The first window that takes drops."""
        for window in self.children(self.root):
            kind, form, count, left = xlib.Atom(), ctypes.c_int(), ctypes.c_ulong(), ctypes.c_ulong()
            data = ctypes.POINTER(ctypes.c_ubyte)()
            xlib.XGetWindowProperty(self.display, window, self.atom("XdndAware"), 0, 1, False, ATOM_TYPE, ctypes.byref(kind),
                                    ctypes.byref(form), ctypes.byref(count), ctypes.byref(left), ctypes.byref(data))
            if count.value:
                return window
        raise SystemExit("no window takes drops")

    def tell(self, window: int, message: str, *values: int) -> None:
        """Send a message of the protocol."""
        event = xlib.XEvent()
        event.xclient.type, event.xclient.window, event.xclient.format = xlib.ClientMessage, window, LONGS
        event.xclient.message_type = self.atom(message)
        for number, value in enumerate((self.window, *values)):
            event.xclient.data.l[number] = value
        xlib.XSendEvent(self.display, window, False, 0, ctypes.byref(event))
        xlib.XFlush(self.display)

    def hand_over(self) -> bool:
        """Answer requests for the list; whether the window has asked for it in time."""
        end, event = time.monotonic() + PATIENCE, xlib.XEvent()
        while time.monotonic() < end:
            if not xlib.XPending(self.display):
                time.sleep(0.02)
                continue
            xlib.XNextEvent(self.display, ctypes.byref(event))
            if event.type == xlib.SelectionRequest:
                self._answer(event.xselectionrequest)
                return True
        return False

    def _answer(self, asked: xlib.XSelectionRequestEvent) -> None:
        content = (ctypes.c_ubyte * len(self.data)).from_buffer_copy(self.data)
        xlib.XChangeProperty(self.display, asked.requestor, asked.property, asked.target, BYTES, 0, content, len(self.data))
        answer = xlib.XEvent()
        answer.xselection.type, answer.xselection.requestor = xlib.SelectionNotify, asked.requestor
        answer.xselection.selection, answer.xselection.target = asked.selection, asked.target
        answer.xselection.property, answer.xselection.time = asked.property, asked.time
        xlib.XSendEvent(self.display, asked.requestor, False, 0, ctypes.byref(answer))
        xlib.XSync(self.display, False)


def main(paths: list[str]) -> None:
    """Drop files on the first window that takes them."""
    few, paths = paths[:1] == ["--few"], [path for path in paths if path != "--few"]
    source = Source(paths)
    window, copy = source.target(), source.atom("XdndActionCopy")
    source.offer(FORMS)
    source.tell(window, "XdndEnter", VERSION << 24 | (not few), *map(source.atom, FORMS[:3]))
    source.tell(window, "XdndPosition", 0, PLACE[0] << 16 | PLACE[1], 0, copy)
    source.tell(window, "XdndDrop", 0, 0, 0)
    if few:
        xlib.XSync(source.display, False)
    elif not source.hand_over():
        raise SystemExit("the window did not ask for the files")


if __name__ == "__main__":
    main(sys.argv[1:])
