"""The camera of a scene: where it is at the start, which body it goes with, its bookmarks, and the path of a film."""
from __future__ import annotations

import math

from pydantic import Field, model_validator

from physics.definitions.tunable import Tunable
from scenes.schema.values import Name, Point, Seconds, Section, quantity

VIEW_ANGLE = Tunable(default=0.9, limits=(0.05, 3.0), unit="rad", help="Vertical field of view")
CLOSEST = 1e-3                     # [m] between the eye and what it looks at
MOST_BOOKMARKS, MOST_KEYFRAMES = 100, 1000


class Vantage(Section):
    """A place of the eye [m], what it looks at [m], and its vertical field of view [rad]."""

    position: Point = Field(description="The eye")
    target: Point = Field(description="What it looks at")
    fov: quantity("fov", VIEW_ANGLE) = Field(default=None, description="Vertical field of view [rad]; default: the camera's")

    @model_validator(mode="after")
    def _apart(self) -> "Vantage":
        if math.dist(self.position, self.target) < CLOSEST:
            raise ValueError(f"target: is where the eye is; they must be {CLOSEST:g} m apart at least")
        return self


class Bookmark(Vantage):
    """A view with a name, which `impulse render --camera bookmark=NAME` and the window go to."""

    name: Name = Field(description="What it is called")


class Keyframe(Vantage):
    """The camera at a time.  Between two keyframes it moves smoothly, before the first and after the last it stands still."""

    at: Seconds = Field(description="Time in the scene [s]")


class Camera(Section):
    """Where the eye is [m], what it looks at [m], its vertical field of view [rad], and where it goes."""

    position: Point = Field(default=None, description="The eye; default: the first keyframe's, or so that all bodies are seen")
    target: Point = Field(default=(0.0, 0.0, 0.0), description="What it looks at")
    fov: quantity("fov", VIEW_ANGLE) = VIEW_ANGLE.default
    follow: Name = Field(default="", description="A body that it looks at and moves with")
    bookmarks: list[Bookmark] = Field(default=[], description=f"Views with a name, at most {MOST_BOOKMARKS}")
    path: list[Keyframe] = Field(default=[], description=f"Where it goes in a film, in order of time; at most {MOST_KEYFRAMES}")

    @model_validator(mode="after")
    def _placed(self) -> "Camera":
        if self.position is None and "target" in self.model_fields_set:
            raise ValueError("target: says what is looked at, but not from where; the key 'position' is missing")
        return self
