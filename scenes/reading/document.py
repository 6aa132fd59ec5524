"""The document: a scene at time 0 with its generators expanded, independent of any world built from it.  Immutable."""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from scenes.reading.scene_model import ExpectSection, Scene, generator_of
from scenes.schema.body import BodyPlan, body_plan
from scenes.schema.camera import Camera
from scenes.schema.category import DEFAULT, with_bits
from scenes.schema.color import bytes_of
from scenes.schema.film import Film
from scenes.schema.joint_plan import JointPlan, joint_plan


@dataclass(frozen=True)
class Document:
    """A scene without errors.

    id      `category/name` of the catalog, else the file's name without its ending
    path    the file, or None for text from elsewhere
    text    the file's text, comments and all
    scene   the text's content as a pydantic model
    bodies  every body at time 0, including those of generators, in order of creation
    joints  every joint at time 0, those of generators first
    values  the values that stand in for those of the text, by path: see `scenes.variation`
    """

    id: str
    path: Path | None
    text: str = field(repr=False)
    scene: Scene = field(repr=False)
    bodies: tuple[BodyPlan, ...] = field(repr=False)
    joints: tuple[JointPlan, ...] = field(repr=False)
    values: Mapping[str, Any] = field(default_factory=dict)

    @cached_property
    def colors(self) -> dict[int, tuple[int, int, int]]:
        """Red, green and blue, 0 to 255, of the bodies that have a colour of their own, by their numbers."""
        found = [body.color for body in self.scene.bodies]
        found += [color for section in self.scene.generate for color in generator_of(section).colors()]
        return {number: bytes_of(color) for number, color in enumerate(found) if color is not None}

    @property
    def title(self) -> str:
        """Its display name: that of the text, else that of the file."""
        return self.scene.title or self.id.rpartition("/")[2]

    @property
    def about(self) -> str:
        """Its description."""
        return self.scene.about

    @property
    def run(self) -> float:
        """Length of its run [s]."""
        return self.scene.run

    @property
    def camera(self) -> Camera | None:
        """The camera at the start, its bookmarks and its path; None: it shows all bodies."""
        return self.scene.camera

    @property
    def film(self) -> Film:
        """Captions and slow motion of a film."""
        return self.scene.film

    @property
    def categories(self) -> tuple[str, ...]:
        """Names of the collision categories, from the lowest bit on; none in a scene that declares none."""
        return (DEFAULT, *self.scene.categories) if self.scene.categories else ()

    @property
    def expect(self) -> tuple[ExpectSection, ...]:
        """Its expectations."""
        return tuple(self.scene.expect)


def expand(scene: Scene) -> tuple[tuple[BodyPlan, ...], tuple[JointPlan, ...]]:
    """Every body of a scene: those under `bodies`, then those of each generator.  Every joint: those of each generator, then
    those under `joints`."""
    bodies = [body_plan(body, scene.materials) for body in scene.bodies]
    joints: list[JointPlan] = []
    for index, section in enumerate(scene.generate):
        generator, first = generator_of(section), len(bodies)
        made = list(generator.bodies(scene.materials, scene.world.seed))
        place = ("generate", index, generator.word)
        joints.extend(joint.numbered_from(first, place) for joint in generator.joints(made))
        bodies.extend(made)
    numbers = {plan.name: number for number, plan in enumerate(bodies) if plan.name}
    joints.extend(joint_plan(joint, numbers, ("joints", index)) for index, joint in enumerate(scene.joints))
    return tuple(with_bits(plan, scene.categories) for plan in bodies), tuple(joints)
