"""Contents: what a share file is made of."""
from __future__ import annotations

from typing import Annotated, Any, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from app.share.limits import MOST_COMMANDS, MOST_STEPS
from physics.definitions.settings import PRECISIONS
from physics.history import RunRecord

FORMAT = 1
Word = Annotated[str, Field(max_length=100, pattern=r"^[ -~]*$")]                       # what can be printed
LONGEST_NAME = 200
Name = Annotated[str, Field(max_length=LONGEST_NAME, pattern=r"^[^\x00-\x1f\x7f]*$")]
Setting = Annotated[str, Field(max_length=2000)]


class Strict(BaseModel):
    """Nothing but the fields, of their types; no number that is not finite."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, allow_inf_nan=False)


class Made(Strict):
    """What made a file.

    program, python, numpy, numba, llvmlite   versions
    kernels                                    hash of the sources of the engine and of what compiles them
    processor                                  for which they were compiled
    system                                     operating system and machine
    """

    program: Word
    python: Word
    numpy: Word
    numba: Word
    llvmlite: Word
    kernels: Word
    processor: Word
    system: Word

    def differences(self, other: Made) -> str:
        """How another one differs, in words: "numba 0.62, there 0.61"; "" for nothing."""
        return "; ".join(f"{name} {getattr(self, name)}, there {getattr(other, name)}" for name in type(self).model_fields
                         if getattr(self, name) != getattr(other, name))


class Manifest(Strict):
    """The first part of a file.

    format     1
    scene      id of the scene, for people
    steps      the last step
    commands   number of commands
    every      steps between two hashes
    settings   of the scene, as for `--set`
    precision  of the world, None: the scene's
    changes    of the settings that the variant began with, by their names in `Tuning`
    note       what the file lacks, in words
    made       what made it
    """

    format: Literal[1]
    scene: Name
    steps: Annotated[int, Field(ge=0, le=MOST_STEPS)]
    commands: Annotated[int, Field(ge=0, le=MOST_COMMANDS)]
    every: Annotated[int, Field(ge=1, le=MOST_STEPS)] = 1
    settings: Annotated[list[Setting], Field(max_length=1000)] = []
    precision: Literal[PRECISIONS] | None = None
    changes: dict[str, Any] = {}
    note: Name = ""
    made: Made


class Share(NamedTuple):
    """A share file.

    manifest  its first part
    scene     the text of the scene
    run       commands, as dictionaries, hashes and poses
    picture   PNG, b"" for none
    flaws     what is missing or damaged, each in a sentence; none in a whole file
    """

    manifest: Manifest
    scene: str
    run: RunRecord
    picture: bytes = b""
    flaws: tuple[str, ...] = ()

    @property
    def whole(self) -> bool:
        """Whether nothing is missing or damaged."""
        return not self.flaws
