"""Framebuffers: render targets for pictures and depth maps."""
from __future__ import annotations

import numpy as np

from app.render.resources.gl import gl


class PictureBuffer:
    """Colour, depth and stencil of width x height pixels, with `samples` per pixel (0: one, and the colours are a texture)."""

    def __init__(self, width: int, height: int, samples: int, depth_of: PictureBuffer | None = None) -> None:
        """Allocate it; depth and stencil are those of `depth_of` when given, which must outlive it.  Raises RuntimeError when
        the driver cannot."""
        self.width, self.height, self.samples = width, height, samples
        self.id = int(gl.glGenFramebuffers(1))
        self._buffers = [int(name) for name in gl.glGenRenderbuffers(2)]
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, self.id)
        self._texture = 0 if samples else self._attach_texture()
        if samples:
            self._attach(self._buffers[0], gl.GL_RGBA8, gl.GL_COLOR_ATTACHMENT0)
        if depth_of is None:
            self._attach(self._buffers[1], gl.GL_DEPTH24_STENCIL8, gl.GL_DEPTH_STENCIL_ATTACHMENT)
        else:
            shared = depth_of._buffers[1]
            gl.glFramebufferRenderbuffer(gl.GL_FRAMEBUFFER, gl.GL_DEPTH_STENCIL_ATTACHMENT, gl.GL_RENDERBUFFER, shared)
        _check(f"a picture of {width} x {height} pixels with {samples} samples")

    def _attach(self, name: int, layout: int, attachment: int) -> None:
        gl.glBindRenderbuffer(gl.GL_RENDERBUFFER, name)
        gl.glRenderbufferStorageMultisample(gl.GL_RENDERBUFFER, self.samples, layout, self.width, self.height)
        gl.glFramebufferRenderbuffer(gl.GL_FRAMEBUFFER, attachment, gl.GL_RENDERBUFFER, name)

    def _attach_texture(self) -> int:
        texture = int(gl.glGenTextures(1))
        gl.glBindTexture(gl.GL_TEXTURE_2D, texture)
        given = gl.GL_BGRA, gl.GL_UNSIGNED_BYTE, None             # the order of a window's colours, so that a copy keeps it
        gl.glTexImage2D(gl.GL_TEXTURE_2D, 0, gl.GL_RGBA8, self.width, self.height, 0, *given)
        _set_parameters(gl.GL_LINEAR, ())
        gl.glFramebufferTexture2D(gl.GL_FRAMEBUFFER, gl.GL_COLOR_ATTACHMENT0, gl.GL_TEXTURE_2D, texture, 0)
        return texture

    def bind(self, unit: int) -> None:
        """Bind the colours to texture unit `unit`."""
        _bind(unit, self._texture)

    def copy_to(self, target: int, at: tuple[int, int] = (0, 0), size: tuple[int, int] | None = None) -> None:
        """Copy (and resolve) the colours into framebuffer object `target`, with the bottom left corner at a pixel of it;
        stretched to `size` = (width, height), which a picture with samples cannot be."""
        width, height = size or (self.width, self.height)
        gl.glBindFramebuffer(gl.GL_READ_FRAMEBUFFER, self.id)
        gl.glBindFramebuffer(gl.GL_DRAW_FRAMEBUFFER, target)
        between = gl.GL_NEAREST if (width, height) == (self.width, self.height) else gl.GL_LINEAR
        gl.glBlitFramebuffer(0, 0, self.width, self.height, *at, at[0] + width, at[1] + height, gl.GL_COLOR_BUFFER_BIT, between)

    def release(self) -> None:
        """Free it."""
        gl.glDeleteFramebuffers(1, np.array([self.id], np.uint32))
        gl.glDeleteRenderbuffers(2, np.array(self._buffers, np.uint32))
        if self._texture:
            gl.glDeleteTextures(1, np.array([self._texture], np.uint32))


class DepthMap:
    """A square texture of depths; with `compare` it is a shadow map whose look-ups give 0..1, filtered."""

    def __init__(self, size: int, compare: bool) -> None:
        """`size` texels a side."""
        self.size = size
        self.texture = int(gl.glGenTextures(1))
        gl.glBindTexture(gl.GL_TEXTURE_2D, self.texture)
        layout, given = gl.GL_DEPTH_COMPONENT24, (gl.GL_DEPTH_COMPONENT, gl.GL_UNSIGNED_INT, None)
        gl.glTexImage2D(gl.GL_TEXTURE_2D, 0, layout, size, size, 0, *given)
        comparing = ((gl.GL_TEXTURE_COMPARE_MODE, gl.GL_COMPARE_REF_TO_TEXTURE), (gl.GL_TEXTURE_COMPARE_FUNC, gl.GL_LEQUAL))
        _set_parameters(gl.GL_LINEAR if compare else gl.GL_NEAREST, comparing if compare else ())
        self.id = int(gl.glGenFramebuffers(1))
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, self.id)
        gl.glFramebufferTexture2D(gl.GL_FRAMEBUFFER, gl.GL_DEPTH_ATTACHMENT, gl.GL_TEXTURE_2D, self.texture, 0)
        gl.glDrawBuffer(gl.GL_NONE)
        gl.glReadBuffer(gl.GL_NONE)
        _check(f"a depth map of {size} texels")

    def clear(self) -> None:
        """Clear it and bind it as the render target."""
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, self.id)
        gl.glViewport(0, 0, self.size, self.size)
        gl.glClear(gl.GL_DEPTH_BUFFER_BIT)

    def bind(self, unit: int) -> None:
        """Bind it to texture unit `unit`."""
        _bind(unit, self.texture)

    def release(self) -> None:
        """Free it."""
        gl.glDeleteFramebuffers(1, np.array([self.id], np.uint32))
        gl.glDeleteTextures(1, np.array([self.texture], np.uint32))


def _set_parameters(filter_: int, more) -> None:
    settings = ((gl.GL_TEXTURE_MIN_FILTER, filter_), (gl.GL_TEXTURE_MAG_FILTER, filter_),
                (gl.GL_TEXTURE_WRAP_S, gl.GL_CLAMP_TO_EDGE), (gl.GL_TEXTURE_WRAP_T, gl.GL_CLAMP_TO_EDGE), *more)
    for key, value in settings:
        gl.glTexParameteri(gl.GL_TEXTURE_2D, key, value)


def _bind(unit: int, texture: int) -> None:
    gl.glActiveTexture(gl.GL_TEXTURE0 + unit)
    gl.glBindTexture(gl.GL_TEXTURE_2D, texture)
    gl.glActiveTexture(gl.GL_TEXTURE0)


def _check(what: str) -> None:
    status = int(gl.glCheckFramebufferStatus(gl.GL_FRAMEBUFFER))
    if status != gl.GL_FRAMEBUFFER_COMPLETE:
        raise RuntimeError(f"the graphics driver cannot make {what} (framebuffer status {status:#x})")
