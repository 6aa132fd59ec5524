"""Names that are free in a scene."""
from __future__ import annotations

import itertools
import re
from collections.abc import Container

END = re.compile(r"_?\d+$")


def free_name(like: str, taken: Container[str]) -> str:
    """A name such as `like` that is not taken: itself, or its stem with the first number that is free, from 2 on."""
    if like not in taken:
        return like
    stem = END.sub("", like) or like
    return next(name for number in itertools.count(2) if (name := f"{stem}_{number}") not in taken)
