"""Opening a window: what has to be set before pyglet and PyOpenGL are imported, and why there may be none."""
from __future__ import annotations

import os
import sys

from app.watch.remote_session import RemoteSession
from app.window.open_options import OpenOptions


def prepare_platform() -> None:
    """Make the settings that pyglet and PyOpenGL read on import; call it before."""
    if sys.platform.startswith("linux"):
        os.environ.setdefault("PYOPENGL_PLATFORM", "glx")
    import pyglet
    pyglet.options.shadow_window = False
    pyglet.options.debug_gl = False


def missing_display() -> str | None:
    """Why no window can be opened, or None."""
    if sys.platform.startswith("linux") and not os.environ.get("DISPLAY"):
        return "there is no display (DISPLAY is not set)"
    return None


def show(wanted: OpenOptions, watched: RemoteSession | None = None) -> str | None:
    """Show the window until it is closed, on a script's session or one of its own; returns why there is none, or None."""
    import pyglet
    try:
        pyglet.display.get_display()
    except Exception as error:          # each platform raises its own exception
        return f"the display cannot be opened ({error})"
    from app.window.loop import Window
    try:
        window = Window(wanted, watched)
    except (pyglet.window.WindowException, pyglet.gl.ContextException) as error:
        return f"no window with OpenGL 3.3 can be opened ({str(error) or type(error).__name__})"
    window.run()
    return None
