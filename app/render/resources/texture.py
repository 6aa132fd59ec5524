"""Textures: pictures that panels show."""
from __future__ import annotations

import numpy as np

from app.render.resources.gl import gl


def upload(picture: np.ndarray) -> int:
    """A new texture of (height, width, 4) uint8, top row first; returns its GL name."""
    name = int(gl.glGenTextures(1))
    gl.glBindTexture(gl.GL_TEXTURE_2D, name)
    for part, value in ((gl.GL_TEXTURE_MIN_FILTER, gl.GL_LINEAR), (gl.GL_TEXTURE_MAG_FILTER, gl.GL_LINEAR),
                        (gl.GL_TEXTURE_WRAP_S, gl.GL_CLAMP_TO_EDGE), (gl.GL_TEXTURE_WRAP_T, gl.GL_CLAMP_TO_EDGE)):
        gl.glTexParameteri(gl.GL_TEXTURE_2D, part, value)
    height, width = picture.shape[:2]
    gl.glTexImage2D(gl.GL_TEXTURE_2D, 0, gl.GL_RGBA8, width, height, 0, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE,
                    np.ascontiguousarray(picture))
    gl.glBindTexture(gl.GL_TEXTURE_2D, 0)
    return name


def delete(name: int) -> None:
    """Free a texture."""
    gl.glDeleteTextures(1, np.array([name], np.uint32))
