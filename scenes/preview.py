"""Preview: the bodies that a generator would add to a scene, without adding it; at most so many of them, and why it cannot be."""
from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Any, NamedTuple

import numpy as np
from pydantic import ValidationError

from physics.definitions.shapes import Shape
from scenes.editing.bounds import half_extents
from scenes.generators.generator import MOST_BODIES, MOST_JOINTS
from scenes.reading.document import Document
from scenes.reading.scene_model import GenerateSection, generator_of

MOST_SHOWN = 2000                    # bodies of a preview


class Preview(NamedTuple):
    """Bodies that are not there yet.

    positions, rotations  (n, 3) [m] and (n, 4) of the first ones
    sizes                 (n, 3) half extents [m]
    kinds                 (n,) uint8 kinds of shape
    shapes                n shapes
    bodies, joints        how many there would be
    problem               why they cannot be added, a sentence; "" where they can
    """

    positions: np.ndarray
    rotations: np.ndarray
    sizes: np.ndarray
    kinds: np.ndarray
    shapes: tuple[Shape, ...] = ()
    bodies: int = 0
    joints: int = 0
    problem: str = ""


def preview(document: Document, word: str, values: Mapping[str, Any], most: int = MOST_SHOWN) -> Preview:
    """What a generator with these keys would make in a scene; at most `most` bodies are made."""
    try:
        generator = generator_of(GenerateSection.model_validate({word: dict(values)}))
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        key = ".".join(str(part) for part in first["loc"] if part != word)
        return _nothing(f"{key}: " * bool(key) + first["msg"].removeprefix("Value error, "))
    bodies, joints = generator.total, generator.joint_total
    if getattr(generator, "material", "") and generator.material not in document.scene.materials:
        return _nothing(f"material: there is no material {generator.material!r} in this scene")
    problem = (_too_many(bodies, len(document.bodies), MOST_BODIES, "bodies")
               or _too_many(joints, len(document.joints), MOST_JOINTS, "joints"))
    plans = list(islice(generator.bodies(document.scene.materials, document.scene.world.seed), most))
    return Preview(np.array([plan.position for plan in plans], np.float32).reshape(-1, 3),
                   np.array([plan.rotation for plan in plans], np.float32).reshape(-1, 4),
                   np.array([half_extents(plan.shape) for plan in plans], np.float32).reshape(-1, 3),
                   np.array([plan.shape.kind for plan in plans], np.uint8), tuple(plan.shape for plan in plans), bodies, joints,
                   problem)


def _too_many(more: int, present: int, most: int, kind: str) -> str:
    if more + present <= most:
        return ""
    return f"{more:,} {kind} beside the {present:,} of the scene are too many: at most {most:,} are allowed"


def _nothing(problem: str) -> Preview:
    points, turns = np.zeros((0, 3), np.float32), np.zeros((0, 4), np.float32)
    return Preview(points, turns, points, np.zeros(0, np.uint8), problem=problem)
