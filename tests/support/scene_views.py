"""Views of scenes at time 0, from their documents alone: no world is built."""
from __future__ import annotations

from functools import cache

from app.published.view import View
from scenes.editing.bounds import half_extents
from tests.support.synthetic import view_of_bodies

TYPES = {"dynamic": 0, "static": 1, "kinematic": 2}


@cache
def view_of_scene(name: str) -> View:
    """The bodies of a scene of the catalog where they begin."""
    import scenes
    return view_of_bodies([body_row(plan) for plan in scenes.load(name).bodies])


def body_row(plan) -> tuple:
    """A planned body as `view_of_bodies` takes it."""
    kind, size, offset = of_shape(plan.shape)
    solid = None if plan.shape.name in ("sphere", "box", "plane") else plan.shape
    return kind, TYPES[plan.type], plan.position, size, plan.rotation, offset, False, solid


def of_shape(shape) -> tuple[int, tuple[float, ...], float]:
    """Kind, size and offset of a shape, as in `BodyTable`."""
    return shape.kind, half_extents(shape), getattr(shape, "offset", 0.0)
