"""The renderer: one frame in, one picture out."""
from __future__ import annotations

from app.frame import Frame
from app.render.quality import Quality


class Renderer:
    """Draws frames into the current GL context.  Make it, use it and release it in the thread of that context."""

    def __init__(self, quality: Quality | str | None = None) -> None:
        """`quality` is a preset's name or a Quality; None chooses by GL_RENDERER."""

    @property
    def quality(self) -> Quality:
        """The quality in use; set it to a Quality, a preset's name, or None for the machine's own."""

    @quality.setter
    def quality(self, quality: Quality | str | None) -> None:
        ...

    def draw(self, frame: Frame, width: int, height: int, scale: float = 1.0, target: int = 0) -> None:
        """Draw into framebuffer object `target` (0: the window), width x height framebuffer pixels; `scale` is framebuffer pixels
        per window unit, by which line widths and dots grow.  Leaves `target` bound, viewport full, depth test and blending off."""

    def resize(self, width: int, height: int) -> None:
        """Make the buffers for this size ahead of the next draw (draw does it by itself when the size changed)."""

    def release(self) -> None:
        """Free every GL object."""
