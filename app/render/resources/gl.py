"""The import of OpenGL for the renderer: `gl`, and helpers of all its users.

How PyOpenGL finds GL is fixed before this import (`offscreen.choose_egl`, or PYOPENGL_PLATFORM for a window).  PyOpenGL checks
for an error after every call unless that is switched off before its first import.  In a window it is off, or on with
IMPULSE_CHECK_GL=1; offscreen it is always on, because PyOpenGL's EGL cannot be imported without it.
"""
from __future__ import annotations

import ctypes
import os

import OpenGL

OpenGL.ERROR_CHECKING = os.environ.get("IMPULSE_CHECK_GL") == "1"
OpenGL.ERROR_LOGGING = False

from OpenGL import GL as gl  # noqa: E402  the flags above take effect only before this import

START = ctypes.c_void_p(0)             # offset 0 in the bound buffer


def offset(octets: int) -> ctypes.c_void_p:
    """An offset [bytes] into the bound buffer, in GL's form."""
    return ctypes.c_void_p(octets)


def renderer_name() -> str:
    """GL_RENDERER of the current context."""
    text = gl.glGetString(gl.GL_RENDERER)
    return text.decode(errors="replace") if text else ""
