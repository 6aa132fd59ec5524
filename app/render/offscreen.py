"""Offscreen rendering: an EGL context, for `impulse render` and for image tests.

EGL needs no display and exists on Linux (package libegl1).  PyOpenGL chooses once per process how it finds GL, so the context
must be made before any import of `OpenGL.GL` for a window.
"""
from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import partial

import numpy as np

SURFACELESS, DEVICE = 0x31DD, 0x313F     # EGL_PLATFORM_SURFACELESS_MESA, EGL_PLATFORM_DEVICE_EXT
MOST_CARDS = 16
CHOICE = "PYOPENGL_PLATFORM"
REMEDY = "install it (Debian: apt install libegl1 libgl1)"


class NoOffscreen(RuntimeError):
    """This machine or process cannot draw without a window; the text gives the reason and a remedy."""


class OffscreenContext:
    """A GL 3.3 core context with a framebuffer object of its own, `target`; current until it is released, which makes the
    previous context current again."""

    def __init__(self, width: int, height: int) -> None:
        """Make context and a width x height target; raises NoOffscreen."""
        if not sys.platform.startswith("linux"):
            raise NoOffscreen("drawing without a window needs EGL, which only Linux has; open the window and record there")
        choose_egl()
        self._before = _current()
        self._open()
        from app.render.resources.framebuffer import PictureBuffer
        self.width, self.height = width, height
        self._picture = PictureBuffer(width, height, 0)

    @property
    def target(self) -> int:
        """The framebuffer object to draw into."""
        return self._picture.id

    def read(self) -> np.ndarray:
        """(height, width, 3) uint8, top row first."""
        from app.render.resources.readback import read_rgb
        return read_rgb(self.width, self.height, self.target)

    def make_current(self) -> None:
        """Make it the thread's current context."""
        from OpenGL import EGL as egl
        egl.eglMakeCurrent(self._display, egl.EGL_NO_SURFACE, egl.EGL_NO_SURFACE, self._context)

    def release(self) -> None:
        """Free everything."""
        from OpenGL import EGL as egl
        self._picture.release()
        display, context = self._before or (self._display, egl.EGL_NO_CONTEXT)
        egl.eglMakeCurrent(display, egl.EGL_NO_SURFACE, egl.EGL_NO_SURFACE, context)
        egl.eglDestroyContext(self._display, self._context)

    def __enter__(self) -> OffscreenContext:
        return self

    def __exit__(self, *error) -> None:
        self.release()

    def _open(self) -> None:
        """Open the first display that works: graphics cards first, then Mesa without one."""
        try:
            from OpenGL import EGL as egl
        except (ImportError, AttributeError) as error:
            raise NoOffscreen(f"the library libEGL is missing ({error}); {REMEDY}") from error
        refused = []
        for name, open_display in _displays(egl):
            try:
                self._display = open_display()
                self._context = _context(egl, self._display)
                self.make_current()
                return
            except (egl.EGLError, NoOffscreen, AttributeError, TypeError, ValueError) as error:
                refused.append(f"{name}: {str(error).splitlines()[0] if str(error) else type(error).__name__}")
        raise NoOffscreen(f"EGL cannot draw OpenGL 3.3 on this machine ({'; '.join(refused)}); {REMEDY}")


def choose_egl() -> None:
    """Make PyOpenGL find GL through EGL in this process, not in its children; raises NoOffscreen when it uses another way
    already."""
    before = os.environ.get(CHOICE)
    os.environ[CHOICE] = "egl"
    try:
        from OpenGL import platform  # reads the choice on its first import
    finally:
        os.environ.pop(CHOICE)
        if before is not None:
            os.environ[CHOICE] = before
    if type(platform.PLATFORM).__name__ != "EGLPlatform":
        raise NoOffscreen("this process already draws into a window; start a separate `impulse render` instead")


def _displays(egl) -> list[tuple[str, Callable[[], object]]]:
    """Possible displays, best first: a name, and a function that opens the display or raises."""
    from OpenGL.EGL.EXT.platform_base import eglGetPlatformDisplayEXT
    cards = [(f"card {number}", partial(eglGetPlatformDisplayEXT, DEVICE, card, None))
             for number, card in enumerate(_cards(egl))]
    return [*cards, ("surfaceless", partial(eglGetPlatformDisplayEXT, SURFACELESS, None, None)),
            ("default display", partial(egl.eglGetDisplay, egl.EGL_DEFAULT_DISPLAY))]


def _cards(egl) -> list:
    from OpenGL.EGL.EXT.device_enumeration import eglQueryDevicesEXT
    found, cards = egl.EGLint(0), (egl.EGLDeviceEXT * MOST_CARDS)()
    try:
        eglQueryDevicesEXT(MOST_CARDS, cards, found)
    except (egl.EGLError, AttributeError, TypeError):
        return []                                                # this EGL cannot list its cards; the others below still work
    return [cards[number] for number in range(found.value)]


def _current():
    """The current display and context, or None."""
    try:
        from OpenGL import EGL as egl
        context = egl.eglGetCurrentContext()
    except (ImportError, AttributeError):
        return None                                              # opening reports what is missing
    return (egl.eglGetCurrentDisplay(), context) if context else None


def _context(egl, display):
    """A GL 3.3 core context that needs no surface."""
    if not display or not egl.eglInitialize(display, egl.EGLint(), egl.EGLint()):
        raise NoOffscreen("it does not start")
    egl.eglBindAPI(egl.EGL_OPENGL_API)
    wanted = [egl.EGL_SURFACE_TYPE, egl.EGL_PBUFFER_BIT, egl.EGL_RENDERABLE_TYPE, egl.EGL_OPENGL_BIT, egl.EGL_NONE]
    configs, found = (egl.EGLConfig * 1)(), egl.EGLint(0)
    egl.eglChooseConfig(display, (egl.EGLint * len(wanted))(*wanted), configs, 1, found)
    if not found.value:
        raise NoOffscreen("it has no OpenGL configuration")
    version = [egl.EGL_CONTEXT_MAJOR_VERSION, 3, egl.EGL_CONTEXT_MINOR_VERSION, 3,
               egl.EGL_CONTEXT_OPENGL_PROFILE_MASK, egl.EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
               egl.EGL_CONTEXT_OPENGL_FORWARD_COMPATIBLE, egl.EGL_TRUE, egl.EGL_NONE]
    context = egl.eglCreateContext(display, configs[0], egl.EGL_NO_CONTEXT, (egl.EGLint * len(version))(*version))
    if not context:
        raise NoOffscreen("it makes no OpenGL 3.3 core context")
    return context
