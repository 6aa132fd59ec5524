"""Pits: piles of any number of bodies, all of equal height, for the studies of kernels and of scale.

The generator `pile` makes twenty layers on a grid, in a pit of four walls of equal width: scene C is the one of 2,000 boxes.
"""
from __future__ import annotations

from app.studies.neutral_scene import NeutralScene, of_bodies

LAYERS, SPACING, GROUND = 20, 1.1, 0.6                 # layers; [m] between bodies; [m] height of the lowest
WALL, THICK, FRICTION = 40.0, 1.0, 0.6                 # half height and half thickness of a wall [m]; friction of everything
SETTLED = 600                                          # steps until a pile is at rest


def pit(count: int, mix: str = "box") -> NeutralScene:
    """`count` bodies in a pit; mix as in the generator: "box", "sphere" or "both"."""
    from physics import Box
    from physics.definitions.body_definition import BodyDefinition
    from scenes.generators.pile import Pile
    cells = max(1, round((count / LAYERS) ** 0.5))
    walls = [BodyDefinition(shape=Box(half=half), type="static", position=place, friction=FRICTION)
             for half, place in _walls(0.5 * SPACING * cells)]
    pile = Pile.model_validate({"name": "body", "count": count, "cells": cells, "mix": mix, "position": [0, 0, GROUND],
                                "friction": FRICTION, "can_sleep": False})
    return of_bodies(f"{count:,}", [*walls, *(BodyDefinition.checked(vars(plan)) for plan in pile.bodies({}, 0))], SETTLED)


def _walls(inside: float):
    """(half extents, position) of the floor and the walls of a pit that extends `inside` to each side [m]."""
    wide = inside + 2 * THICK
    yield (wide, wide, THICK), (0.0, 0.0, -THICK)
    for side in (1.0, -1.0):
        yield (THICK, wide, WALL), (side * (inside + THICK), 0.0, WALL)
        yield (wide, THICK, WALL), (0.0, side * (inside + THICK), WALL)
