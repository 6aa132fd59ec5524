"""Plain content as the YAML text of a scene: an entry of a list on one line, numbers with all their digits."""
from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*")
TAKEN = ("true", "false", "null", "yes", "no", "on", "off", "y", "n")            # words that are no texts everywhere
BY_ENTRY = ("bodies", "joints", "events")                                         # lists of which each entry has a line


def text_of(content: Mapping[str, Any]) -> str:
    """The text of a scene's content.  A text of several lines is written as such."""
    lines: list[str] = []
    for key, value in content.items():
        if key in BY_ENTRY:
            lines += [f"{key}:", *(f"  - {flow(entry)}" for entry in value)]
        elif isinstance(value, Mapping) and any(isinstance(entry, str) and "\n" in entry for entry in value.values()):
            lines.append(f"{key}:")
            for name, entry in value.items():
                lines += [f"  {name}: |-", *(f"    {line}" for line in entry.split("\n"))] if "\n" in str(entry) else [
                    f"  {name}: {flow(entry)}"]
        else:
            lines.append(f"{key}: {flow(value)}")
    return "\n".join(lines) + "\n"


def flow(value: Any) -> str:
    """A value on one line."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {flow(entry)}" for key, entry in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(flow, value)) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return value if WORD.fullmatch(value) and value.lower() not in TAKEN else json.dumps(value, ensure_ascii=False)
    return repr(value)
