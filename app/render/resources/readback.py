"""Reading pictures back: at once, or one frame late through pixel buffers so that the graphics card never waits."""
from __future__ import annotations

from collections import deque

import numpy as np

from app.render.resources.gl import START, gl


def read_rgb(width: int, height: int, target: int = 0, corner: tuple[int, int] = (0, 0)) -> np.ndarray:
    """(height, width, 3) uint8, top row first, of framebuffer object `target` (0: the window's back buffer), from its pixel
    `corner` at the left bottom on."""
    rows = np.empty((height, width, 3), np.uint8)
    _read((*corner, width, height), target, gl.GL_RGB, rows)
    return np.ascontiguousarray(rows[::-1])


class PixelReader:
    """A ring of pixel buffers: `ask` starts a copy, `take` returns the oldest one."""

    def __init__(self, width: int, height: int, buffers: int = 3, corner: tuple[int, int] = (0, 0)) -> None:
        """For pictures of width x height pixels from pixel `corner` at the left bottom on, at most `buffers` on their way at a
        time."""
        self.width, self.height, self._corner = width, height, corner
        self._octets = width * height * 4
        self._free = deque(int(name) for name in np.atleast_1d(gl.glGenBuffers(buffers)))
        self._names = tuple(self._free)
        self._asked: deque = deque()
        for name in self._names:
            gl.glBindBuffer(gl.GL_PIXEL_PACK_BUFFER, name)
            gl.glBufferData(gl.GL_PIXEL_PACK_BUFFER, self._octets, None, gl.GL_STREAM_READ)
        gl.glBindBuffer(gl.GL_PIXEL_PACK_BUFFER, 0)

    @property
    def pending(self) -> int:
        """Number of pictures requested and not taken."""
        return len(self._asked)

    @property
    def full(self) -> bool:
        """Whether `take` must come before the next `ask`."""
        return not self._free

    def ask(self, target: int = 0, tag: object = None) -> None:
        """Start copying framebuffer object `target`; `tag` is returned with the picture."""
        name = self._free.popleft()
        gl.glBindBuffer(gl.GL_PIXEL_PACK_BUFFER, name)
        _read((*self._corner, self.width, self.height), target, gl.GL_RGBA, START)
        gl.glBindBuffer(gl.GL_PIXEL_PACK_BUFFER, 0)
        self._asked.append((name, gl.glFenceSync(gl.GL_SYNC_GPU_COMMANDS_COMPLETE, 0), tag))

    def take(self) -> tuple[np.ndarray, object]:
        """(height, width, 4) uint8, top row first, and its tag: the oldest picture requested; waits until it is complete."""
        name, fence, tag = self._asked.popleft()
        gl.glClientWaitSync(fence, gl.GL_SYNC_FLUSH_COMMANDS_BIT, 2_000_000_000)
        gl.glDeleteSync(fence)
        rows = np.empty((self.height, self.width, 4), np.uint8)
        gl.glBindBuffer(gl.GL_PIXEL_PACK_BUFFER, name)
        gl.glGetBufferSubData(gl.GL_PIXEL_PACK_BUFFER, 0, self._octets, rows)
        gl.glBindBuffer(gl.GL_PIXEL_PACK_BUFFER, 0)
        self._free.append(name)
        return rows[::-1], tag

    def drop(self) -> None:
        """Forget the pictures requested and not taken, where they cannot be read any more."""
        self._free.extend(name for name, _, _ in self._asked)
        self._asked.clear()

    def release(self) -> None:
        """Free the buffers."""
        while self._asked:
            gl.glDeleteSync(self._asked.popleft()[1])
        gl.glDeleteBuffers(len(self._names), np.array(self._names, np.uint32))


def _read(place: tuple[int, int, int, int], target: int, layout: int, into) -> None:
    gl.glBindFramebuffer(gl.GL_READ_FRAMEBUFFER, target)
    gl.glReadBuffer(gl.GL_COLOR_ATTACHMENT0 if target else gl.GL_BACK)
    gl.glPixelStorei(gl.GL_PACK_ALIGNMENT, 1)
    gl.glReadPixels(*place, layout, gl.GL_UNSIGNED_BYTE, into)
