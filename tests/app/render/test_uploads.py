"""Only changes are uploaded to the graphics card and drawn, and the picture is correct."""
from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from app.draw.camera import Camera
from app.draw.frame import GRID, SELECTED
from app.draw.frame_builder import frame_of
from app.draw.view_options import Highlights, ViewOptions
from app.render.arrangement.body_rows import bodies_of, rows_of
from app.render.arrangement.frustum import Frustum
from tests.support import synthetic
from tests.support.gl_pictures import HEIGHT, WIDTH, instances, picture

CAMERA = Camera((10.0, -12.0, 7.0), (0.5, 0.0, 1.5), 0.8)


@pytest.fixture
def sent(context, monkeypatch):
    """Lists of uploads, (buffer, first byte, bytes), and of the instances of each draw."""
    from app.render.resources.gl import gl
    sizes, draws = [], []
    part, whole, draw = gl.glBufferSubData, gl.glBufferData, gl.glDrawElementsInstanced

    def send_part(kind, start, size, data):
        sizes.append((int(gl.glGetIntegerv(gl.GL_ARRAY_BUFFER_BINDING)), start, size))
        part(kind, start, size, data)

    def send_whole(kind, size, data, use):
        if isinstance(data, np.ndarray):
            sizes.append((0, 0, size))
        whole(kind, size, data, use)

    def count(mode, indices, kind, start, times):
        draws.append(times)
        draw(mode, indices, kind, start, times)

    def count_points(mode, first, points, draw=gl.glDrawArrays):
        draws.append(points)
        draw(mode, first, points)

    for name, stand_in in (("glBufferSubData", send_part), ("glBufferData", send_whole), ("glDrawElementsInstanced", count),
                           ("glDrawArrays", count_points)):
        monkeypatch.setattr(gl, name, stand_in)
    return sizes, draws


def pile(count: int = 60, seed: int = 1):
    """A frame with spheres and boxes, floor, joints' kind of overlays and a ground."""
    view = synthetic.pyramid(5, count, seed)
    return frame_of(view, 1.0, CAMERA.pose, ViewOptions(contacts=True, impulses=True), Highlights(frozenset((9,))))


def test_the_same_frame_again_costs_nothing(context, renderers, sent):
    renderer, (sizes, draws) = renderers("software"), sent
    renderer.draw(pile(), WIDTH, HEIGHT, 1.0, context.target)
    first = context.read()
    sizes.clear(), draws.clear()
    renderer.draw(pile(), WIDTH, HEIGHT, 1.0, context.target)       # made anew, equal in content
    assert not sizes and not draws and np.array_equal(context.read(), first)


def test_a_camera_that_moves_sends_no_casters_of_shadows(context, renderers, sent):
    renderer, (sizes, _) = renderers("software"), sent
    frame = pile()
    renderer.draw(frame, WIDTH, HEIGHT, 1.0, context.target)
    casters = {renderer._parts.boxes.solid.buffer, renderer._parts.spheres.solid.buffer}
    sizes.clear()
    renderer.draw(replace(frame, camera=replace(CAMERA.pose, eye=(9.0, -12.0, 7.0))), WIDTH, HEIGHT, 1.0, context.target)
    assert sizes and not casters & {buffer for buffer, _, _ in sizes}


def test_maps_of_light_wait_for_a_body_or_a_view_that_moves(context, renderers, sent):
    renderer, (_, draws) = renderers("software"), sent
    frame = pile()
    renderer.draw(frame, WIDTH, HEIGHT, 1.0, context.target)
    with_maps = len(draws)
    draws.clear()
    renderer.draw(replace(frame, markers=()), WIDTH, HEIGHT, 1.0, context.target)
    without = len(draws)
    draws.clear()
    boxes = replace(frame.boxes, positions=frame.boxes.positions + np.float32(0.001))
    renderer.draw(replace(frame, boxes=boxes, markers=()), WIDTH, HEIGHT, 1.0, context.target)
    assert with_maps - 1 > without < len(draws), "the markers' draw left out, and both kinds' shadows besides"


def test_only_the_span_that_changed_is_sent(context, sent):
    from app.render.resources.vertex_arrays import MARKER, InstanceTable
    sizes, _ = sent
    table, rows = InstanceTable(MARKER), np.zeros(1000, MARKER)
    table.upload(rows)
    size = MARKER.itemsize
    assert sizes.pop()[1:] == (0, 1000 * size) and not sizes
    table.upload(rows.copy())
    assert not sizes
    moved = rows.copy()
    moved["position"][[400, 409]] = 1.0
    table.upload(moved)
    assert sizes.pop()[1:] == (400 * size, 10 * size) and not sizes
    table.upload(np.ones(1000, MARKER))
    assert sizes.pop()[1:] == (0, 1000 * size), "most of it: as a whole"
    table.upload(moved[:10])
    assert sizes.pop()[1:] == (0, 10 * size) and table.count == 10
    table.upload(moved[:0])
    assert not sizes and table.count == 0
    table.release()


@pytest.mark.parametrize("quality", ["software", "balanced"])
def test_pictures_of_a_renderer_that_keeps_things_are_those_of_a_new_one(context, renderers, quality):
    """For any change between two frames: bodies, their marks, camera, theme, shadows, overlays, size, quality."""
    from app.render.renderer import Renderer
    from app.render.resources.readback import read_rgb
    frame, random = pile(), np.random.default_rng(4)
    near, pose = replace(CAMERA.pose, eye=(4.0, -5.0, 3.0)), CAMERA.pose

    def moved(bodies, rows):
        positions = bodies.positions.copy()
        positions[rows] += random.uniform(-0.5, 0.5, (len(rows), 3)).astype(np.float32)
        return replace(bodies, positions=positions)

    steps = [
        {}, {"boxes": moved(frame.boxes, [3])}, {"camera": near}, {"spheres": moved(frame.spheres, [0, 5])}, {"shadows": False},
        {"boxes": replace(frame.boxes, marks=frame.boxes.marks | np.uint8(SELECTED))}, {"theme": "light", "shadows": True},
        {"camera": pose, "markers": ()}, {"boxes": replace(frame.boxes, colors=frame.boxes.colors[::-1].copy())},
        {"boxes": instances([(0, 0, -1.0)], [(9.0, 9.0, 0.5)], marks=GRID)}, {"spheres": frame.spheres},
        {"planes": frame.planes[:0]}]
    renderer = renderers(quality)
    for step in steps:
        frame = replace(frame, **step)
        renderer.draw(frame, WIDTH, HEIGHT, 1.0, context.target)
        kept = context.read()
        fresh = Renderer(quality)
        fresh.draw(frame, WIDTH, HEIGHT, 1.0, context.target)
        assert np.array_equal(kept, read_rgb(WIDTH, HEIGHT, context.target)), step.keys()
        fresh.release()


def test_a_fault_leaves_no_half_picture(context, renderers, monkeypatch):
    renderer, frame = renderers("software"), pile(seed=2)
    renderer.forget()
    with monkeypatch.context() as patch:
        patch.setattr(renderer, "_draw_translucents", lambda *given: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            renderer.draw(frame, WIDTH, HEIGHT, 1.0, context.target)
    renderer.draw(frame, WIDTH, HEIGHT, 1.0, context.target)
    after = context.read()
    renderer.forget()
    renderer.draw(frame, WIDTH, HEIGHT, 1.0, context.target)
    assert np.array_equal(after, context.read())


def test_small_spheres_and_boxes_are_drawn_more_simply():
    frustum = Frustum.of(Camera((0.0, -10.0, 0.0), (0.0, 0.0, 0.0), 0.9).pose, 1280, 720)
    places = [(0, 0, 0), (0, 30, 0)]
    for boxes, size in ((False, 0.5), (True, 0.5)):
        found = rows_of(bodies_of(instances(places, [(size,) * 3] * 2), boxes, True), frustum)
        assert found.near["position"][:, 1].tolist() == [0] and found.far["position"][:, 1].tolist() == [30]
    found = rows_of(bodies_of(instances(places, [(0.5,) * 3] * 2), True, False), frustum)
    assert len(found.near) == 2 and not len(found.far), "boxes in full where a preset wants that"


def test_boxes_of_few_pixels_are_points():
    frustum = Frustum.of(Camera((0.0, -10.0, 0.0), (0.0, 0.0, 0.0), 0.9).pose, 1280, 720)
    found = rows_of(bodies_of(instances([(0, 40, 0), (0, 300, 0)], [(0.5,) * 3] * 2), True, True), frustum)
    assert found.far["position"][:, 1].tolist() == [40] and found.tiny["position"][:, 1].tolist() == [300]


@pytest.mark.parametrize(("kind", "away"), [("boxes", 1.0), ("spheres", 1.0), ("boxes", 4.0)])
def test_the_simpler_drawing_looks_alike(shoot, monkeypatch, kind, away):
    from app.render.arrangement import body_rows
    random = np.random.default_rng(2)
    sizes = random.uniform(0.3, 0.6, (400, 3)) if kind == "boxes" else [(0.5,) * 3] * 400
    bodies = instances(random.uniform(-12, 12, (400, 3)), sizes)
    eye = (30.0 * away, -36.0 * away, 20.0 * away)
    frame = picture(Camera(eye, (0, 0, 0), 0.9 / away), planes=((0, 0, 1, -12.0),), **{kind: bodies})
    simple = shoot(frame)
    for name in ("FAR_BEVEL", "FAR_RADIUS", "TINY_RADIUS"):
        monkeypatch.setattr(body_rows, name, 1e-6)
    nothing = shoot(picture(Camera()))                            # other bodies, so that the tables are made anew
    full = shoot(frame)
    difference = np.abs(simple - full)
    assert np.abs(simple - nothing).mean() > 5 and difference.any(), "both were drawn, and differently"
    assert difference.mean() < 1.0 and (difference > 40).mean() < 0.01
