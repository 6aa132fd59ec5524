"""The one door to OpenGL: `gl`, and what every user of it needs.

Whoever makes the context has decided before this is imported how PyOpenGL finds GL (`offscreen.choose_egl`, or
PYOPENGL_PLATFORM for a window).
"""
from __future__ import annotations

import ctypes

import app.render.gl_checks  # noqa: F401  must come first, see there
from OpenGL import GL as gl

START = ctypes.c_void_p(0)             # "from the start of the bound buffer"


def offset(octets: int) -> ctypes.c_void_p:
    """An offset [bytes] into the bound buffer, as GL wants it."""
    return ctypes.c_void_p(octets)


def renderer_name() -> str:
    """GL_RENDERER of the current context."""
    text = gl.glGetString(gl.GL_RENDERER)
    return text.decode(errors="replace") if text else ""
