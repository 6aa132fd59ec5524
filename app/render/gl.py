"""The one door to OpenGL: sets what must be set before PyOpenGL is imported, then hands out `gl`.

PyOpenGL asks the driver for an error after every call when checking is on; that is for tests (environment
IMPULSE_CHECK_GL=1), off otherwise.  Whoever makes the context has set PYOPENGL_PLATFORM before this is imported.
"""
from __future__ import annotations

import ctypes
import os

import OpenGL

if "IMPULSE_CHECK_GL" in os.environ:
    OpenGL.ERROR_CHECKING = os.environ["IMPULSE_CHECK_GL"] == "1"
else:
    OpenGL.ERROR_CHECKING = False
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
