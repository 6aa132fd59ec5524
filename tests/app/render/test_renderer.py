"""The renderer as a whole: the same picture every time, from any GL state, at any size and quality."""
from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from app.draw.camera import Camera
from app.draw.frame_builder import frame_of
from app.draw.view_options import Highlights, ViewOptions
from app.render.arrangement.quality import FILM, PRESETS, film_quality, preset, preset_for
from tests.support import synthetic
from tests.support.gl_pictures import HEIGHT, WIDTH, picture

CAMERA = Camera((10.0, -12.0, 7.0), (0.5, 0.0, 1.5), 0.8)


def busy_frame(**options):
    """A frame with everything in it."""
    given = dict(contacts=True, normals=True, impulses=True)
    marked = Highlights(frozenset((9,)), hovered=12)
    return frame_of(synthetic.pyramid(5, 20), 1.0, CAMERA.pose, ViewOptions(**(given | options)), marked)


@pytest.mark.parametrize("quality", [*PRESETS, FILM])
def test_same_frame_same_picture(shoot, context, quality):
    from app.render.renderer import Renderer
    first, again = shoot(busy_frame(), quality), shoot(busy_frame(), quality)
    assert np.array_equal(first, again)
    fresh = Renderer(quality)
    fresh.draw(busy_frame(), WIDTH, HEIGHT, 1.0, context.target)
    assert np.array_equal(first, context.read())
    fresh.release()


@pytest.mark.parametrize("away", [1.0, 5.0], ids=["near", "as points"])
def test_a_shifted_picture_is_the_same_picture_elsewhere(shoot, away):
    """Every pixel moves by the shift, of boxes that are drawn as points too; shadows excepted, whose maps fit the view."""
    across, up = WIDTH // 3, HEIGHT // 3
    pose = Camera(tuple(away * np.array((10.0, -12.0, 7.0))), (0.5, 0.0, 1.5), 0.8).pose
    frame = frame_of(synthetic.pyramid(5, 20), 1.0, pose, ViewOptions(shadows=False, grid=False))
    shifted = replace(frame, camera=replace(pose, shift=(2 * across / WIDTH, 2 * up / HEIGHT)))
    plain, moved = shoot(frame)[up:, :-across], shoot(shifted)[:-up, across:]
    assert np.ptp(plain, axis=(0, 1)).max() > 100
    assert (np.abs(plain - moved).max(axis=2) > 24).mean() < 0.001, "but for pixels of edges"


def test_state_left_by_others_does_not_matter(shoot):
    from app.render.resources.gl import gl
    clean = shoot(busy_frame())
    for switch in (gl.GL_BLEND, gl.GL_SCISSOR_TEST, gl.GL_STENCIL_TEST, gl.GL_CULL_FACE, gl.GL_POLYGON_OFFSET_FILL):
        gl.glEnable(switch)
    gl.glDisable(gl.GL_DEPTH_TEST)
    gl.glScissor(0, 0, 10, 10)
    gl.glDepthMask(False)
    gl.glColorMask(True, False, True, False)
    gl.glDepthFunc(gl.GL_NEVER)
    gl.glFrontFace(gl.GL_CW)
    gl.glCullFace(gl.GL_FRONT)
    gl.glPolygonMode(gl.GL_FRONT_AND_BACK, gl.GL_LINE)
    gl.glBlendFunc(gl.GL_ONE, gl.GL_ONE)
    gl.glStencilFunc(gl.GL_NEVER, 3, 0xFF)
    gl.glStencilMask(0)
    gl.glClearStencil(7)
    gl.glClearDepth(0.2)
    assert np.array_equal(clean, shoot(busy_frame()))


def test_state_that_is_left(shoot, context):
    from app.render.resources.gl import gl
    shoot(busy_frame())
    assert int(gl.glGetIntegerv(gl.GL_DRAW_FRAMEBUFFER_BINDING)) != 0
    assert list(gl.glGetIntegerv(gl.GL_VIEWPORT)) == [0, 0, WIDTH, HEIGHT]
    for switch in (gl.GL_DEPTH_TEST, gl.GL_BLEND, gl.GL_STENCIL_TEST, gl.GL_CULL_FACE, gl.GL_SCISSOR_TEST,
                   gl.GL_SAMPLE_ALPHA_TO_COVERAGE):
        assert not gl.glIsEnabled(switch)
    assert gl.glGetBooleanv(gl.GL_DEPTH_WRITEMASK)


@pytest.mark.parametrize("quality", ["software", "balanced", "high"])
def test_sizes_come_and_go(context, quality):
    from app.render.renderer import Renderer
    from app.render.resources.framebuffer import PictureBuffer
    from app.render.resources.readback import read_rgb
    renderer = Renderer(quality)
    for size in ((64, 48), (301, 201), (1, 1), (64, 48)):
        target = PictureBuffer(*size, 0)
        renderer.draw(busy_frame(), *size, 1.0, target.id)
        image = read_rgb(*size, target.id)
        assert image.shape == (size[1], size[0], 3)
        assert size == (1, 1) or image.std() > 5
        target.release()
    renderer.draw(busy_frame(), 0, 0)                             # a minimised window
    renderer.release()


def test_quality_can_change_and_release_is_not_the_end(context, shoot):
    from app.render.renderer import Renderer
    renderer = Renderer("software")
    renderer.draw(busy_frame(), WIDTH, HEIGHT, 1.0, context.target)
    rough = context.read()
    renderer.quality = "high"
    assert renderer.quality == PRESETS["high"]
    renderer.draw(busy_frame(), WIDTH, HEIGHT, 1.0, context.target)
    assert np.array_equal(context.read(), shoot(busy_frame(), "high"))
    renderer.quality = None
    assert renderer.quality in PRESETS.values()
    renderer.quality = "software"
    renderer.release()
    renderer.draw(busy_frame(), WIDTH, HEIGHT, 1.0, context.target)
    assert np.array_equal(context.read(), rough)
    renderer.release()


def test_releasing_frees_everything(context):
    """Textures, buffers and programs do not accumulate while qualities and sizes change."""
    from app.render.renderer import Renderer
    from app.render.resources.gl import gl

    def alive() -> int:
        kinds = (gl.glIsTexture, gl.glIsBuffer, gl.glIsFramebuffer, gl.glIsRenderbuffer, gl.glIsProgram, gl.glIsVertexArray)
        return sum(bool(is_one(name)) for is_one in kinds for name in range(1, 600))

    def cycle() -> None:
        renderer = Renderer("balanced")
        renderer.draw(busy_frame(), 80, 60, 1.0, context.target)
        renderer.quality = "high"
        renderer.draw(busy_frame(), 90, 60, 1.0, context.target)
        renderer.release()

    cycle()
    before = alive()
    cycle()
    assert alive() == before


def test_nothing_at_all_is_a_sky(shoot):
    assert shoot(picture(CAMERA)).std() > 0.5


def test_presets_by_name_and_by_machine():
    assert preset_for("llvmpipe (LLVM 15.0.6, 256 bits)").name == "software"
    assert preset_for("NVIDIA GeForce RTX 4070/PCIe/SSE2").name == "high"
    assert film_quality("llvmpipe") is FILM and film_quality("AMD Radeon").name == "high"
    with pytest.raises(ValueError, match="balanced"):
        preset("balancd")


def test_reader_gives_what_was_drawn(shoot, context):
    from app.render.resources.readback import PixelReader
    images = [shoot(busy_frame(theme=theme)) for theme in ("dark", "light")]
    reader = PixelReader(WIDTH, HEIGHT, buffers=2)
    for theme, image in zip(("dark", "light"), images, strict=True):
        shoot(busy_frame(theme=theme))
        reader.ask(context.target, tag=theme)
    assert reader.full and reader.pending == 2
    for theme, image in zip(("dark", "light"), images, strict=True):
        taken, tag = reader.take()
        assert tag == theme and np.array_equal(taken[..., :3], image)
    reader.release()


def test_canvas_hands_out_pictures_in_order(context, renderers):
    from app.render.canvas import Canvas
    canvas = Canvas(renderers("software"), (96, 64))
    frames = [busy_frame(theme=theme) for theme in ("dark", "light")]
    stills = [canvas.still(frame) for frame in frames]
    for number, frame in enumerate(frames):
        canvas.draw(frame, tag=number)
    for number, still in enumerate(stills):
        taken, tag = canvas.take()
        assert tag == number and np.array_equal(taken[..., :3], still)
    canvas.release()


def test_errors_of_gl_are_raised_in_tests(context):
    """A precondition of the other tests here."""
    from OpenGL.error import GLError

    from app.render.resources.gl import gl
    with pytest.raises(GLError):
        gl.glEnable(0xFFFF)


def test_a_broken_shader_names_its_file(context):
    from app.render.resources.program import Program, ShaderError
    with pytest.raises(ShaderError, match="box.frag"):
        Program("box.vert", "box.frag", {"SHADOW_TAPS": "broken("}).use()


def test_every_shader_is_used_by_a_program():
    """No file in the folder is unused, and each is short or has a description."""
    import re
    from importlib.resources import files
    folder = files("app.render").joinpath("shaders")
    names = {entry.name for entry in folder.iterdir()}
    sources = "".join(path.read_text(encoding="utf-8") for path in Path(str(files("app.render"))).rglob("*.py"))
    included = {name for entry in folder.iterdir() for name in re.findall(r'#include "(.+)"', entry.read_text(encoding="utf-8"))}
    assert names == included | {name for name in names if f'"{name}"' in sources}


def test_a_card_that_cannot_draw_is_passed_over(context, monkeypatch):
    """The first display that works is taken; when none does, the message names each with its reason and the remedy."""
    from app.render import offscreen
    good = offscreen._displays

    def broken():
        raise ValueError("no permission")

    monkeypatch.setattr(offscreen, "_displays", lambda egl: [("card 0", broken), *good(egl)])
    second = offscreen.OffscreenContext(8, 8)
    assert second.read().shape == (8, 8, 3)
    second.release()
    monkeypatch.setattr(offscreen, "_displays", lambda egl: [("card 0", broken), ("card 1", lambda: None)])
    with pytest.raises(offscreen.NoOffscreen, match="card 0: no permission; card 1: it does not start.*apt install"):
        offscreen.OffscreenContext(8, 8)
    context.make_current()


def test_a_mosaic_shows_each_frame_in_its_place(context, renderers):
    """Every tile is the picture that its frame alone makes at that size; between them is the colour of the theme."""
    from app.draw.frame import Mosaic, Tile
    from app.render.arrangement.theme import theme_called
    renderer = renderers("software")
    frames = [frame_of(synthetic.pyramid(height, 5), 1.0, CAMERA.pose) for height in (2, 4)]
    mosaic = Mosaic((Tile(frames[0], (0.0, 0.0, 0.5, 0.5)), Tile(frames[1], (0.5, 0.25, 0.5, 0.75))))
    renderer.forget()
    renderer.draw(mosaic, WIDTH, HEIGHT, 1.0, context.target)
    whole = context.read()
    for frame, (left, top), (wide, high) in ((frames[0], (0, 0), (WIDTH // 2, HEIGHT // 2)),
                                             (frames[1], (WIDTH // 2, HEIGHT // 4), (WIDTH // 2, 3 * HEIGHT // 4))):
        alone = renderer.canvas((wide, high))
        assert np.array_equal(whole[top:top + high, left:left + wide], alone.still(frame))
        alone.release()
    between = np.round(np.array(theme_called("dark").between) * 255)
    assert np.abs(whole[-1, 0] - between).max() <= 1 and np.abs(whole[0, -1] - between).max() <= 1
    renderer.draw(mosaic, WIDTH, HEIGHT, 1.0, context.target)
    assert np.array_equal(whole, context.read()), "drawn again from what is kept"


def test_a_context_that_was_left_for_another_one_is_current_again(context, shoot):
    """A second context, made and released meanwhile, as a film without a window makes one."""
    from app.render.offscreen import OffscreenContext
    before = shoot(busy_frame())
    with OffscreenContext(16, 16):
        pass
    assert np.array_equal(before, shoot(busy_frame()))
