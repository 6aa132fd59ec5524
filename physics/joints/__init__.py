"""Joints: their definitions, as users write them.

One dataclass a file, each with its recipe of parts and its traits; the scene schema, the palette, the inspector, the drawing and
the manual derive from these.  A scan of this folder collects them in `JOINTS`, by type name, in their order in user interfaces.
"""
from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator

from physics.joints.definition import MOST_FORCE, JointDefinition, PairDefinition
from physics.joints.six_dof import Axis


def found() -> Iterator[type[JointDefinition]]:
    """The joints that the modules of this folder define: all classes with a type name."""
    for entry in pkgutil.iter_modules(__path__):
        module = importlib.import_module(f"{__name__}.{entry.name}")
        for value in vars(module).values():
            if isinstance(value, type) and value.__module__ == module.__name__ and hasattr(value, "type_name"):
                yield value


JOINTS: dict[str, type[JointDefinition]] = {
    cls.type_name: cls for cls in sorted(found(), key=lambda cls: (cls.order, cls.type_name))}
globals().update({cls.__name__: cls for cls in JOINTS.values()})           # `from physics.joints import Hinge`

__all__ = ["JOINTS", "MOST_FORCE", "Axis", "JointDefinition", "PairDefinition", *sorted(cls.__name__ for cls in JOINTS.values())]
