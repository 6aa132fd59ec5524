"""The one door to OpenGL: `gl`, and what every user of it needs.

Whoever makes the context has decided before this is imported how PyOpenGL finds GL (`offscreen.choose_egl`, or
PYOPENGL_PLATFORM for a window).  PyOpenGL asks the driver for an error after every call unless told otherwise before
its first part is imported.  In a window that is off, or on with IMPULSE_CHECK_GL=1; without a window it is always on,
because PyOpenGL's EGL cannot be imported with it off.
"""
from __future__ import annotations

import ctypes
import os

import OpenGL

OpenGL.ERROR_CHECKING = os.environ.get("IMPULSE_CHECK_GL") == "1"
OpenGL.ERROR_LOGGING = False

from OpenGL import GL as gl  # noqa: E402  the flags above count only before this import

START = ctypes.c_void_p(0)             # "from the start of the bound buffer"


def offset(octets: int) -> ctypes.c_void_p:
    """An offset [bytes] into the bound buffer, as GL wants it."""
    return ctypes.c_void_p(octets)


def renderer_name() -> str:
    """GL_RENDERER of the current context."""
    text = gl.glGetString(gl.GL_RENDERER)
    return text.decode(errors="replace") if text else ""
