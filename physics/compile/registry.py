"""Registry: every kernel by its name, for warm-up, progress and calls between kernels.  Uses no numba internals."""
from __future__ import annotations

from typing import Any

KERNELS: dict[str, Any] = {}                     # module.name -> dispatcher, in order of definition


def kernel_name(function) -> str:
    """module.name, without `physics`."""
    return f"{function.__module__.removeprefix('physics.')}.{function.__name__}"
