"""Colours that a scene gives: from the document to the table of bodies and to the picture; the others keep theirs."""
from __future__ import annotations

import numpy as np

import scenes
from app.draw.colors import table_colors
from app.draw.frame_builder import colors_of
from app.draw.view_options import ViewOptions
from app.published.view import Parts
from app.simulation.publisher import Publisher
from scenes.loader import loads

TEXT = """\
format: 1
bodies:
  - {name: floor, shape: {plane: {}}}
  - {name: crate, shape: {sphere: {radius: 1}}, position: [0, 0, 9]COLOR}
  - {name: ball, shape: {sphere: {radius: 1}}, position: [3, 0, 5]}
"""


def view_of(color: str):
    document = loads(TEXT.replace("COLOR", color))
    return Publisher(scenes.build(document), document).view(None, (), Parts())


def test_from_the_scene_to_the_picture():
    own, usual = view_of(', color: "#204060"'), view_of("")
    assert own.table.tints.tolist() == [[0] * 4, [32, 64, 96, 255], [0] * 4] and not usual.table.tints.any()
    for theme in ("dark", "light"):
        colors, before = table_colors(own.table, theme), table_colors(usual.table, theme)
        assert colors[1].tolist() == [32, 64, 96, 255] and np.array_equal(colors[[0, 2]], before[[0, 2]])
        assert np.array_equal(colors_of(own, ViewOptions(theme=theme)), colors)


def test_a_ball_that_is_shot_has_none():
    """The colours of the scene's bodies do not go to those that come later."""
    from physics import Sphere
    document = loads(TEXT.replace("COLOR", ", color: red"))
    world = scenes.build(document)
    publisher = Publisher(world, document)
    publisher.view(None, (), Parts())
    world.remove(world.bodies[1])
    world.add_body(shape=Sphere(radius=0.2), position=(0, 0, 20))
    assert not publisher.view(None, (), Parts()).table.tints.any()
