"""A GL context without a window for the image tests, and a way to take pictures."""
from __future__ import annotations

import numpy as np
import pytest

from app.draw.camera import Camera
from app.draw.frame import Frame, Instances
from app.render.offscreen import OffscreenContext, choose_egl

choose_egl()                                                     # before any test module imports GL

WIDTH, HEIGHT = 320, 240
WHITE = (255, 255, 255)


@pytest.fixture(scope="session")
def context():
    """A context whose target is WIDTH x HEIGHT."""
    with OffscreenContext(WIDTH, HEIGHT) as made:
        yield made


@pytest.fixture(scope="session")
def renderers(context):
    """Renderers by quality, made once: compiling shaders takes a while.  Folders have contexts of their own, so each use makes
    this one current."""
    from app.render.renderer import Renderer
    made = {}

    def get(quality):
        context.make_current()
        if quality not in made:
            made[quality] = Renderer(quality)
        return made[quality]

    yield get
    for renderer in made.values():
        renderer.release()


@pytest.fixture
def shoot(context, renderers):
    """A function frame, quality -> (HEIGHT, WIDTH, 3) int array, top row first."""
    from app.render.resources.gl import gl

    def take(frame: Frame, quality="software", scale: float = 1.0) -> np.ndarray:
        renderers(quality).forget()                              # each picture is made, not kept from the last one
        renderers(quality).draw(frame, WIDTH, HEIGHT, scale, context.target)
        assert gl.glGetError() == gl.GL_NO_ERROR
        return context.read().astype(int)

    return take


def instances(positions, sizes, rotations=None, colors=None, marks=0) -> Instances:
    """Bodies from plain lists; white and unturned unless told."""
    k = len(positions)
    rgba = np.full((k, 4), 255, np.uint8)
    rgba[:, :3] = WHITE if colors is None else colors
    turns = np.tile((0.0, 0.0, 0.0, 1.0), (k, 1)) if rotations is None else rotations
    floats = (np.array(values, np.float32).reshape(k, width) for values, width in ((positions, 3), (turns, 4), (sizes, 3)))
    return Instances(*floats, rgba, np.broadcast_to(np.uint8(marks), k).copy())


def picture(camera: Camera, spheres=None, boxes=None, planes=(), **more) -> Frame:
    """A frame of these bodies and planes."""
    rows = np.array(planes, np.float32).reshape(-1, 4)
    return Frame(camera.pose, spheres or Instances.none(), boxes or Instances.none(), rows, **more)


GROUND = ((0.0, 0.0, 1.0, 0.0),)
