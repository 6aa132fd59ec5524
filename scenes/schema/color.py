"""The colour of a body: `"#rrggbb"` in quotes, or one of a few names."""
from __future__ import annotations

import re
from typing import Annotated, Any

from pydantic import PlainValidator, WithJsonSchema

from physics.definitions.tunable import nearest
from scenes.schema.problems import shown

NAMES = {                                        # of CSS, sRGB
    "red": "#ff0000", "orange": "#ffa500", "gold": "#ffd700", "yellow": "#ffff00", "green": "#008000", "teal": "#008080",
    "blue": "#0000ff", "skyblue": "#87ceeb", "purple": "#800080", "pink": "#ffc0cb", "brown": "#a52a2a", "white": "#ffffff",
    "silver": "#c0c0c0", "grey": "#808080", "black": "#000000",
}
HEX = re.compile(r"#[0-9A-Fa-f]{6}")


def checked_color(value: Any) -> str:
    """A colour as `#rrggbb` in small letters; ValueError for anything else."""
    if isinstance(value, str) and HEX.fullmatch(value):
        return value.lower()
    if isinstance(value, str) and value in NAMES:
        return NAMES[value]
    near = nearest(value, list(NAMES)) if isinstance(value, str) else ""
    raise ValueError(f"{shown(value)} is no colour; {near}allowed are '#ff8800' in quotes and {', '.join(NAMES)}")


def bytes_of(color: str) -> tuple[int, int, int]:
    """Red, green and blue, 0 to 255."""
    return tuple(bytes.fromhex(color[1:]))


Color = Annotated[str, PlainValidator(checked_color), WithJsonSchema({"type": "string"})]
