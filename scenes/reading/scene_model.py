"""The pydantic model of a scene file; every default and every range comes from physics.

Sections: world, solver, materials, categories, bodies, generate, joints, events, camera, film, expect.  `Scene` is the content
of a file; `reading.document.Document` has generators expanded and names resolved.
"""
from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field, PlainValidator, WithJsonSchema, create_model, model_validator

from physics.definitions.material import Material
from physics.definitions.settings import SolverSettings, WorldSettings
from physics.definitions.tunable import Tunable, tunables
from scenes.generators import copies, linked, pile  # noqa: F401  the import registers their generators
from scenes.generators.generator import Generator
from scenes.running.actions import EventSection
from scenes.running.expectations import parse as parse_expectation
from scenes.running.overrides import GRAVITY, PRESET
from scenes.schema.behind import BEHIND, BehindSection
from scenes.schema.body import BodySection, MaterialSection
from scenes.schema.camera import Camera
from scenes.schema.category import Declared
from scenes.schema.film import Film
from scenes.schema.joint import JointSection
from scenes.schema.state import StateSection
from scenes.schema.values import Name, Seconds, Section, Text, quantity, section_of, vector

FORMAT = 1
RUN = Tunable(default=10.0, limits=(0, 3600), unit="s", help="How long `impulse run` and the expectations look")


PAIR_OVERRIDES = {name: f"{name.capitalize()} of every pair, in place of what its bodies say" for name in
                  ("friction", "restitution")}


def _leaves(cls: type) -> list[type]:
    return [leaf for child in cls.__subclasses__() for leaf in ([child] if child.word else []) + _leaves(child)]


GENERATORS: dict[str, type[Generator]] = {cls.word: cls for cls in _leaves(Generator)}

WorldSection = section_of("WorldSection", WorldSettings, doc="What holds for the whole world.",
                          gravity=(vector("gravity", GRAVITY), Field(default=WorldSettings.gravity)),
                          **{name: (quantity(name, tunables(Material)[name]), Field(default=None, description=about))
                             for name, about in PAIR_OVERRIDES.items()})
SolverSection = section_of("SolverSection", SolverSettings, doc="How a step is solved; keys override the preset.",
                           preset=(quantity("preset", PRESET), Field(default=PRESET.default)))


def _exactly_one(self: Section) -> Section:
    if len(self.model_fields_set - {BEHIND}) != 1:
        raise ValueError(f"needs exactly one of {', '.join(GENERATORS)}")
    return self


GenerateSection = create_model("GenerateSection", __base__=Section, __doc__="Exactly one generator.", __module__=__name__,
                               __validators__={"exactly_one": model_validator(mode="after")(_exactly_one)},
                               **{word: (cls, Field(default=None)) for word, cls in GENERATORS.items()},
                               **{BEHIND: (BehindSection, Field(default=None, description="Order of creation; default: behind "
                                                                "all of `bodies`, before all of `joints`"))})


def generator_of(section: Section) -> Generator:
    """The generator of a GenerateSection."""
    return getattr(section, next(iter(section.model_fields_set - {BEHIND})))


def _expression(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError("needs text such as max_penetration < 0.01")
    parse_expectation(value)
    return value


Expression = Annotated[str, PlainValidator(_expression), WithJsonSchema({"type": "string"})]


class ExpectSection(Section):
    """One thing that must hold: at a time, or at every step after and before some times [s]; without any, at every step."""

    what: Expression = Field(description="A comparison, see below")
    name: Text = Field(default="", description="What it means, for people; else `what` itself")
    at: Seconds = Field(default=None, description="The one moment at which it must hold")
    after: Seconds = Field(default=None, description="From when on it must hold")
    before: Seconds = Field(default=None, description="Until when it must hold")

    @model_validator(mode="after")
    def _window(self) -> "ExpectSection":
        if self.at is not None and (self.after is not None or self.before is not None):
            raise ValueError("at: goes without after and before")
        if self.before is not None and self.before <= (self.after or 0.0):
            raise ValueError(f"before: {self.before:g} s is not later than after: {self.after or 0:g} s")
        return self


def _format(value: Any) -> int:
    if value not in (FORMAT, str(FORMAT)) or isinstance(value, bool):
        raise ValueError(f"this program reads format {FORMAT} only, and here is {value!r}")
    return FORMAT


def _key(default: Any, about: str) -> Any:
    """A key of the file with a line of help."""
    return Field(default=default, description=about)


class Scene(Section):
    """A scene file."""

    format: Annotated[int, PlainValidator(_format), WithJsonSchema({"const": FORMAT})] = _key(..., "Version of this format")
    title: Text = _key("", "Name for people; default: the file's name")
    about: Text = _key("", "One or two sentences on what to look at")
    shelf: quantity("shelf", Tunable(default=False, help="Whether lists of scenes show it first")) = False
    world: WorldSection = _key(WorldSection(), "What holds for the whole world")
    solver: SolverSection = _key(SolverSection(), "How a step is solved")
    materials: dict[Name, MaterialSection] = _key({}, "Surfaces and densities by name")
    categories: Declared = _key((), "Names of collision categories, beside `default`; at most 31")
    bodies: list[BodySection] = _key([], "Single bodies")
    generate: list[GenerateSection] = _key([], "Many bodies, and joints, from a few numbers")
    joints: list[JointSection] = _key([], "What holds bodies together")
    events: list[EventSection] = _key([], "What happens while it runs")
    camera: Camera = _key(None, "Where the camera is at the start, and where it goes")
    film: Film = _key(Film(), "Captions and slow motion of a film")
    expect: list[ExpectSection] = _key([], "What must hold")
    run: quantity("run", RUN) = RUN.default
    state: StateSection = _key(None, "What a moment of a running world was saved with")
