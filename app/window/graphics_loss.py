"""Graphics loss: the driver was reset, was updated or ran out of memory, and has taken the window's OpenGL context away.

Nothing can be drawn from then on.  What OpenGL says of it is looked at now and then, since PyOpenGL does not check each call in
a window; errors that PyOpenGL or pyglet raise in a frame end it at once.  The window then saves what it keeps, and the program
ends with one message.
"""
from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pyglet
from OpenGL.error import Error

from app.headless.errors import InputError
from app.render.resources.gl import gl

CONTEXT_LOST = 0x0507              # GL_CONTEXT_LOST of OpenGL 4.5 and KHR_robustness, also from drivers of 3.3
MEANS = {CONTEXT_LOST: "the graphics driver was reset", gl.GL_OUT_OF_MEMORY: "its memory is full"}
ERRORS = (Error, pyglet.gl.lib.GLException, pyglet.gl.ContextException)
EVERY = 30                         # frames between two looks: asking for an error may wait for the driver
MOST = 8                           # errors that are read at a look; each is kept until it is read


class GraphicsLost(InputError):
    """The window cannot be drawn any more; the text says why and what to do."""

    def __init__(self, why: str):
        super().__init__(f"The window has lost its graphics ({why}). Your settings and files are saved; start Impulse again, and "
                         f"if it happens again, lower View > Quality or update the graphics driver")


def look(frame: int) -> None:
    """Ask OpenGL now and then, by the number of the frame, whether the context is lost.  Raises GraphicsLost."""
    if frame % EVERY:
        return
    for _ in range(MOST):
        error = int(gl.glGetError())
        if error in MEANS:
            raise GraphicsLost(MEANS[error])
        if error == gl.GL_NO_ERROR:
            return


@contextmanager
def told() -> Iterator[None]:
    """Errors of OpenGL in the block become GraphicsLost."""
    try:
        yield
    except ERRORS as error:
        raise GraphicsLost(_words(error)) from error


def _words(error: Exception) -> str:
    """The first line of an error, without the arguments that PyOpenGL tells."""
    code = getattr(error, "err", None)
    if isinstance(code, int):
        return MEANS.get(code, f"OpenGL error {code}")
    return (str(error).splitlines() or [type(error).__name__])[0][:120]
