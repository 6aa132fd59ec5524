"""Views of scenes at time 0, from their documents alone: no world is built."""
from __future__ import annotations

from functools import cache

from app.published.view import View
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
    return kind, TYPES[plan.type], plan.position, size, plan.rotation, offset


def of_shape(shape) -> tuple[int, tuple[float, ...], float]:
    """Kind, size and offset of a shape, as in `BodyTable`."""
    return {"Sphere": lambda: (0, (shape.radius,) * 3, 0.0), "Box": lambda: (1, tuple(shape.half), 0.0),
            "Plane": lambda: (2, tuple(shape.normal), shape.offset)}[type(shape).__name__]()
