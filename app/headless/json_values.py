"""Values for JSON: Python's own numbers and lists, null for a number that is not finite."""
from __future__ import annotations

import math
from typing import Any


def plain(value: Any) -> Any:
    """`value` and all its parts as values for JSON."""
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if hasattr(value, "tolist"):                          # of numpy, an array or a single number
        return plain(value.tolist())
    return None if isinstance(value, float) and not math.isfinite(value) else value
