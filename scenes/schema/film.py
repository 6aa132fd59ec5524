"""What a film of a scene has besides its pictures: captions, and parts in slow motion."""
from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field, PlainValidator, WithJsonSchema, model_validator

from physics.definitions.tunable import Tunable
from scenes.schema.problems import shown
from scenes.schema.values import Seconds, Section, one_of, quantity

PLACES = ("top_left", "top", "top_right", "middle", "bottom_left", "bottom", "bottom_right")
FACTOR = Tunable(default=1.0, limits=(0.01, 8),
                 help="Seconds of the scene in a second of the film: 0.25 is a quarter of the speed")
LONGEST_TEXT, MOST_LINES = 400, 8  # characters and lines of a caption
MOST_CAPTIONS = MOST_PARTS = 1000


def _caption(value: Any) -> str:
    if not isinstance(value, str) or not value.strip():
        raise ValueError(f"needs text, and here is {shown(value) if value is None or not isinstance(value, str) else 'none'}")
    text = value.strip()
    if len(text) > LONGEST_TEXT or text.count("\n") >= MOST_LINES:
        raise ValueError(f"is longer than {LONGEST_TEXT} characters or {MOST_LINES} lines, which a picture has no room for")
    return text


CaptionText = Annotated[str, PlainValidator(_caption),
                        WithJsonSchema({"type": "string", "minLength": 1, "maxLength": LONGEST_TEXT})]


class Span(Section):
    """From one time of the scene to another [s]."""

    start: Seconds = Field(alias="from", description="Its first moment in the scene [s]")
    end: Seconds = Field(alias="until", description="Its last one [s]")

    @model_validator(mode="after")
    def _forwards(self) -> "Span":
        if self.end <= self.start:
            raise ValueError(f"until: {self.end:g} s is not later than from: {self.start:g} s")
        return self


class Caption(Span):
    """A text over the picture for some time."""

    text: CaptionText = Field(description=f"At most {LONGEST_TEXT} characters; long lines are broken")
    place: one_of(*PLACES) = Field(default="bottom", description="Where it stands in the picture")


class SlowMotion(Span):
    """A part of the scene that a film shows slower, or faster, than it happens."""

    factor: quantity("factor", FACTOR) = Field(description=FACTOR.help)


class Film(Section):
    """What a film of the scene has besides its pictures; all times are those of the scene."""

    captions: list[Caption] = Field(default=[], description=f"Texts over the picture, at most {MOST_CAPTIONS}")
    slow_motion: list[SlowMotion] = Field(default=[], description="Parts at another speed, in order of time; at most "
                                          f"{MOST_PARTS}")
