"""The scene buffer: the uniform buffer that all programs read."""
from __future__ import annotations

import numpy as np

from app.render.resources.gl import gl
from app.render.resources.program import SCENE_BINDING


class SceneBuffer:
    """The scene block on the graphics card."""

    def __init__(self) -> None:
        """An empty buffer at the binding point of all programs."""
        self.buffer = int(gl.glGenBuffers(1))

    def upload(self, block: np.ndarray) -> None:
        """Replace its content."""
        octets = np.frombuffer(block.tobytes(), np.uint8)
        gl.glBindBuffer(gl.GL_UNIFORM_BUFFER, self.buffer)
        gl.glBufferData(gl.GL_UNIFORM_BUFFER, octets.nbytes, octets, gl.GL_STREAM_DRAW)
        gl.glBindBufferBase(gl.GL_UNIFORM_BUFFER, SCENE_BINDING, self.buffer)

    def release(self) -> None:
        """Free it."""
        gl.glDeleteBuffers(1, np.array([self.buffer], np.uint32))
