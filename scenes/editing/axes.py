"""The separate axes of a joint in a scene: `rx: free`, `rx: {limit: [-1, 1], hertz: 3}`, with one of their settings changed."""
from __future__ import annotations

import dataclasses
from typing import Any

from physics.definitions.tunable import tunables
from physics.joints import JOINTS, Axis
from scenes.schema.axis import ENDS, LIMIT, axis_of, axis_section


def axis_with(word: str, axis: str, entry: Any, changes: dict[str, Any]) -> Any:
    """The entry of an axis of a joint of the type `word` with settings as `Axis` names them changed, None for their defaults.
    Raises ValueError for wrong ones."""
    section = next((axis_section(field) for field in dataclasses.fields(JOINTS[word]) if field.name == axis), None) \
        if word in JOINTS else None
    if section is None:
        raise ValueError(f"a {word} joint has no axis {axis!r}")
    before = Axis() if entry is None else axis_of(section.model_validate(entry))
    described = tunables(Axis)
    unknown = [name for name in changes if name not in described]
    if unknown:
        raise ValueError(f"an axis has no setting {unknown[0]!r}; it has {', '.join(described)}")
    values = {name: described[name].default if value is None else value for name, value in changes.items()}
    return axis_entry(dataclasses.replace(before, **values))


def axis_entry(axis: Axis) -> Any:
    """An axis as a scene has it: a word, or a mapping of what is not as by default."""
    standard = tunables(Axis)
    own = {name: value for name in standard if name not in ("mode", *ENDS)
           and (value := getattr(axis, name)) != standard[name].default}
    if axis.mode == LIMIT:
        return {LIMIT: [axis.lower, axis.upper], **own}
    return {"mode": axis.mode, **own} if own else axis.mode
