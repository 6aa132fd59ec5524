"""Kept panels: of late frames every second one leaves the panels' pixels as they are.

Without a graphics card panels take a quarter of a frame: they are built, their triangles are placed and filled.  So while nobody
uses them, every second late frame draws only what lies beside their opaque backs: the scene, its labels, and cards without such
a back.  What a window holds after it was shown is not known; so late frames are drawn into a picture, which is copied.
"""
from __future__ import annotations

from app.render.resources.framebuffer import PictureBuffer

WINDOW = 0                 # the window's framebuffer object


class KeptPanels:
    """Where frames are drawn, and which of them keep the panels.  Use and release it in the thread of the GL context."""

    def __init__(self):
        self._picture: PictureBuffer | None = None
        self._panels: tuple[int, int] | None = None       # size of the picture, if it holds the panels of the frame before
        self._copied = False                              # whether the last frame was drawn into the picture

    def begin(self, size: tuple[int, int], late: bool, used: bool) -> bool:
        """Whether the frame of `size` [pixels] that begins keeps the panels; `late`: the one before was, `used`: panels are."""
        return late and not used and self._panels == size

    def target(self, size: tuple[int, int], late: bool, keeps: bool) -> int:
        """The framebuffer object for the frame that `begin` was asked about, once the frame before it is shown."""
        self._copied, self._panels = late, size if late and not keeps else None
        if not late:
            return WINDOW
        if self._picture is None or (self._picture.width, self._picture.height) != size:
            self.release()
            self._picture = PictureBuffer(*size, samples=0)
        return self._picture.id

    def show(self) -> None:
        """Copy the last frame into the window, unless it was drawn there."""
        if self._copied and self._picture is not None:
            self._picture.copy_to(WINDOW)

    def release(self) -> None:
        """Free the picture."""
        if self._picture is not None:
            self._picture.release()
            self._picture = None
