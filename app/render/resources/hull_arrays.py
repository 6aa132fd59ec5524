"""Hull arrays: corners of triangles of many bodies with one row for each body, in a buffer that shaders read as a texture."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from app.render.resources.gl import gl, offset
from app.render.resources.program import TEXTURE_UNITS

CORNER = np.dtype([("corner", "f4", 3), ("face", "f4", 3), ("inset", "f4", (1,)), ("body", "f4", (1,))])
UNIT = TEXTURE_UNITS["body_rows"]


class HullArray:
    """Bodies that are drawn together; it makes its buffers when there are some."""

    def __init__(self) -> None:
        """Without any."""
        self.count = 0                                            # corners
        self._content: Any = None
        self._rows = np.zeros(0, np.float32)
        self._id = self._texture = 0
        self._buffers: list[int] = []

    def show(self, content: Any, corners: Callable[[], np.ndarray], rows: np.ndarray) -> None:
        """Draw corners, made anew when `content` is another one than at the last call, with these rows (k, t, 4) float32."""
        if not len(rows):
            self.count, self._content = 0, None
            return
        if not self._id:
            self._make()
        if content != self._content:
            made = corners()
            self._upload(gl.GL_ARRAY_BUFFER, self._buffers[0], made)
            self.count, self._content = len(made), content
        if not np.array_equal(rows, self._rows):
            self._rows = rows
            self._upload(gl.GL_TEXTURE_BUFFER, self._buffers[1], rows)

    def _make(self) -> None:
        self._id, self._texture = int(gl.glGenVertexArrays(1)), int(gl.glGenTextures(1))
        self._buffers = [int(name) for name in gl.glGenBuffers(2)]
        gl.glBindVertexArray(self._id)
        gl.glBindBuffer(gl.GL_ARRAY_BUFFER, self._buffers[0])
        for location, name in enumerate(CORNER.names):
            field, start = CORNER.fields[name][:2]
            gl.glVertexAttribPointer(location, field.shape[0], gl.GL_FLOAT, False, CORNER.itemsize, offset(start))
            gl.glEnableVertexAttribArray(location)
        gl.glBindVertexArray(0)
        gl.glBindBuffer(gl.GL_TEXTURE_BUFFER, self._buffers[1])
        gl.glBufferData(gl.GL_TEXTURE_BUFFER, 64, None, gl.GL_STREAM_DRAW)
        gl.glActiveTexture(gl.GL_TEXTURE0 + UNIT)
        gl.glBindTexture(gl.GL_TEXTURE_BUFFER, self._texture)
        gl.glTexBuffer(gl.GL_TEXTURE_BUFFER, gl.GL_RGBA32F, self._buffers[1])
        gl.glActiveTexture(gl.GL_TEXTURE0)

    @staticmethod
    def _upload(kind: int, buffer: int, data: np.ndarray) -> None:
        data = np.ascontiguousarray(data)
        gl.glBindBuffer(kind, buffer)
        gl.glBufferData(kind, data.nbytes, data, gl.GL_STREAM_DRAW)

    def draw(self) -> None:
        """Draw all corners."""
        if self.count:
            gl.glActiveTexture(gl.GL_TEXTURE0 + UNIT)
            gl.glBindTexture(gl.GL_TEXTURE_BUFFER, self._texture)
            gl.glBindVertexArray(self._id)
            gl.glDrawArrays(gl.GL_TRIANGLES, 0, self.count)
            gl.glActiveTexture(gl.GL_TEXTURE0)

    def release(self) -> None:
        """Free the buffers."""
        if self._id:
            gl.glDeleteVertexArrays(1, np.array([self._id], np.uint32))
            gl.glDeleteTextures(1, np.array([self._texture], np.uint32))
            gl.glDeleteBuffers(2, np.array(self._buffers, np.uint32))
            self._id, self.count, self._content = 0, 0, None
