"""Drawing without a window: an EGL context, for `impulse render` and for image tests.

EGL needs no display; it is there on Linux (package libegl1).  PyOpenGL decides once per process how it finds GL, so the
context must be made before anything imports `OpenGL.GL` for a window.
"""
from __future__ import annotations

import ctypes
import os
import sys

import numpy as np

SURFACELESS = 0x31DD                     # EGL_PLATFORM_SURFACELESS_MESA
REMEDY = "install it (Debian: apt install libegl1 libgl1)"


class NoOffscreen(RuntimeError):
    """This machine or process cannot draw without a window; the text says why and what helps."""


class OffscreenContext:
    """A GL 3.3 core context with a framebuffer object of its own, `target`; current from the start."""

    def __init__(self, width: int, height: int) -> None:
        """Make context and a width x height target; raises NoOffscreen."""
        if not sys.platform.startswith("linux"):
            raise NoOffscreen("drawing without a window needs EGL, which only Linux has; open the window and record there")
        if "OpenGL.platform" in sys.modules and os.environ.get("PYOPENGL_PLATFORM") != "egl":
            raise NoOffscreen("this process already draws into a window; start a separate `impulse render` instead")
        os.environ["PYOPENGL_PLATFORM"] = "egl"
        self._open()
        from app.render.framebuffer import PictureBuffer
        self.width, self.height = width, height
        self._picture = PictureBuffer(width, height, 0)

    @property
    def target(self) -> int:
        """The framebuffer object to draw into."""
        return self._picture.id

    def read(self) -> np.ndarray:
        """(height, width, 3) uint8, top row first."""
        from app.render.readback import read_rgb
        return read_rgb(self.width, self.height, self.target)

    def make_current(self) -> None:
        """Make it the thread's context."""
        from OpenGL import EGL as egl
        egl.eglMakeCurrent(self._display, egl.EGL_NO_SURFACE, egl.EGL_NO_SURFACE, self._context)

    def release(self) -> None:
        """Free everything."""
        from OpenGL import EGL as egl
        self._picture.release()
        egl.eglMakeCurrent(self._display, egl.EGL_NO_SURFACE, egl.EGL_NO_SURFACE, egl.EGL_NO_CONTEXT)
        egl.eglDestroyContext(self._display, self._context)

    def __enter__(self) -> OffscreenContext:
        return self

    def __exit__(self, *error) -> None:
        self.release()

    def _open(self) -> None:
        try:
            from OpenGL import EGL as egl
        except (ImportError, AttributeError) as error:
            raise NoOffscreen(f"the library libEGL is missing ({error}); {REMEDY}") from error
        self._display = _display(egl)
        egl.eglBindAPI(egl.EGL_OPENGL_API)
        wanted = [egl.EGL_SURFACE_TYPE, egl.EGL_PBUFFER_BIT, egl.EGL_RENDERABLE_TYPE, egl.EGL_OPENGL_BIT, egl.EGL_NONE]
        configs, found = (egl.EGLConfig * 1)(), ctypes.c_long(0)
        egl.eglChooseConfig(self._display, (egl.EGLint * len(wanted))(*wanted), configs, 1, found)
        if not found.value:
            raise NoOffscreen("EGL offers no OpenGL configuration on this machine")
        version = [egl.EGL_CONTEXT_MAJOR_VERSION, 3, egl.EGL_CONTEXT_MINOR_VERSION, 3,
                   egl.EGL_CONTEXT_OPENGL_PROFILE_MASK, egl.EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                   egl.EGL_CONTEXT_OPENGL_FORWARD_COMPATIBLE, egl.EGL_TRUE, egl.EGL_NONE]
        self._context = egl.eglCreateContext(self._display, configs[0], egl.EGL_NO_CONTEXT, (egl.EGLint * len(version))(*version))
        if not self._context:
            raise NoOffscreen("EGL cannot make an OpenGL 3.3 core context on this machine")
        self.make_current()


def _display(egl):
    from OpenGL.EGL.EXT.platform_base import eglGetPlatformDisplayEXT
    surfaceless, default = (eglGetPlatformDisplayEXT, SURFACELESS, None, None), (egl.eglGetDisplay, egl.EGL_DEFAULT_DISPLAY)
    for open_display, *arguments in (surfaceless, default):
        try:
            display = open_display(*arguments)
            if display and egl.eglInitialize(display, ctypes.c_long(), ctypes.c_long()):
                return display
        except (egl.EGLError, AttributeError, TypeError):
            continue                                             # no such platform here: the next one
    raise NoOffscreen(f"EGL finds no display; {REMEDY}")
