"""The document: a scene at time 0 with its generators expanded, independent of any world built from it.  Immutable."""
from __future__ import annotations

from collections.abc import Iterator, Mapping
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
from scenes.schema.joint_plan import JointPlan, Keys, joint_plan


@dataclass(frozen=True)
class Document:
    """A scene without errors.

    id      `category/name` of the catalog, else the file's name without its ending
    path    the file, or None for text from elsewhere
    text    the file's text, comments and all
    scene   the text's content as a pydantic model
    bodies  every body at time 0, including those of generators, in order of creation
    joints  every joint at time 0, those of generators first
    origins  where each body comes from: ("bodies", number) or ("generate", number)
    values  the values that stand in for those of the text, by path: see `scenes.variation`
    """

    id: str
    path: Path | None
    text: str = field(repr=False)
    scene: Scene = field(repr=False)
    bodies: tuple[BodyPlan, ...] = field(repr=False)
    joints: tuple[JointPlan, ...] = field(repr=False)
    origins: tuple[Keys, ...] = field(repr=False, default=())
    values: Mapping[str, Any] = field(default_factory=dict)

    @cached_property
    def colors(self) -> dict[int, tuple[int, int, int]]:
        """Red, green and blue, 0 to 255, of the bodies that have a colour of their own, by their numbers."""
        made = [iter(generator_of(section).colors()) for section in self.scene.generate]
        found = [self.scene.bodies[number].color if section == "bodies" else next(made[number])
                 for section, number in self.origins]
        return {number: bytes_of(color) for number, color in enumerate(found) if color is not None}

    def numbers_of(self, *origin: str | int) -> list[int]:
        """Numbers in `bodies` of the bodies that come from there: one of a single body, those of a generator in order."""
        return [number for number, one in enumerate(self.origins) if one == origin]

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


def expand(scene: Scene) -> tuple[tuple[BodyPlan, ...], tuple[JointPlan, ...], tuple[Keys, ...]]:
    """Every body and every joint of a scene, in the order of creation, and where each body comes from, see `Document.origins`.

    The bodies under `bodies`, then those of each generator; the joints of each generator, then those under `joints`, unless
    a generator says otherwise by `behind`.
    """
    bodies: list[BodyPlan] = []
    origins: list[Keys] = []
    made: dict[int, list[JointPlan]] = {}
    for section, index in _in_order(scene, "bodies"):
        if section == "bodies":
            bodies.append(body_plan(scene.bodies[index], scene.materials))
            origins.append(("bodies", index))
            continue
        generator, first = generator_of(scene.generate[index]), len(bodies)
        plans = list(generator.bodies(scene.materials, scene.world.seed))
        place = ("generate", index, generator.word)
        made[index] = [joint.numbered_from(first, place) for joint in generator.joints(plans)]
        bodies.extend(plans)
        origins.extend([("generate", index)] * len(plans))
    numbers = {plan.name: number for number, plan in enumerate(bodies) if plan.name}
    joints: list[JointPlan] = []
    for section, index in _in_order(scene, "joints"):
        joints += made[index] if section == "generate" else [joint_plan(scene.joints[index], numbers, ("joints", index))]
    return tuple(with_bits(plan, scene.categories) for plan in bodies), tuple(joints), tuple(origins)


def _in_order(scene: Scene, section: str) -> Iterator[tuple[str, int]]:
    """The entries of `bodies` or `joints` and the generators, in the order in which their bodies or joints are created."""
    entries = getattr(scene, section)
    usual = {"bodies": len(entries), "joints": 0}[section]
    waiting: dict[int, list[int]] = {}
    for index, one in enumerate(scene.generate):
        place = usual if one.behind is None else min(int(getattr(one.behind, section)), len(entries))
        waiting.setdefault(place, []).append(index)
    for place in range(len(entries) + 1):
        yield from (("generate", index) for index in waiting.get(place, ()))
        if place < len(entries):
            yield section, place
