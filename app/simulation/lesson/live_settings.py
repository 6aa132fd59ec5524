"""Live settings: what a knob turns in a running world, by path, in all variants alike.

    solver.beta                 of the solver
    world.gravity               a setting of the running world, see `published.tuning`; of a vector its length
    joints.door.motor_speed     of a joint by its name; `joints.hip.rx.motor_speed` of one with separate axes
    bodies.crate.friction       what can be changed of a body while it lives
"""
from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any, Protocol

from app.published.tuning import WORLD_SETTINGS, WorldSetting
from app.simulation.commands.in_scene.following import SECTIONS
from app.simulation.inspection import changeable, settings_of
from physics.body import Body
from physics.definitions.body_definition import BodyDefinition
from physics.definitions.settings import SolverSettings
from physics.definitions.tunable import SettingError, Tunable, nearest, tunables

BODIES, JOINTS, SOLVER, WORLD = SECTIONS
OF_BODIES = changeable(Body)
STRAIGHT_DOWN = (0.0, 0.0, -1.0)


class Variant(Protocol):
    """What is turned of a variant: its world, its settings, and those of single joints and bodies."""

    world: Any
    tuning: Any
    edits: Any

    def tune(self, **changes: Any) -> Any:
        """Change settings of world and solver."""


def split(path: str, names: Iterable[str]) -> tuple[str, str]:
    """Name and key of what follows the section of a path, with the longest of these names: names may have dots.  Raises
    ValueError."""
    section, _, rest = path.partition(".")
    known = [name for name in names if name]
    fitting = [name for name in known if rest.startswith(f"{name}.")]
    if not fitting:
        word = rest.partition(".")[0]
        several = f"; {nearest(word, known)}there are {', '.join(known[:12])}" if known else ""
        raise ValueError(f"no {section[:-1]} has the name {word!r}{several}")
    name = max(fitting, key=len)
    return name, rest[len(name) + 1:]


def described(path: str, document: Any) -> Tunable:
    """The description of a live setting in a scene's document.  Raises ValueError that names the nearest."""
    section, _, rest = path.partition(".")
    if section == SOLVER:
        return _known(rest, tunables(SolverSettings), "solver")
    if section == WORLD:
        return _known(rest, {name: setting.about for name, setting in WORLD_SETTINGS.items()}, "running world")
    if section == JOINTS:
        name, key = split(path, [plan.name for plan in document.joints])
        plan = next(plan for plan in document.joints if plan.name == name)
        made = plan.definition([object() for _ in document.bodies])
        return _known(key, {found: about for found, about, _, _ in settings_of(made)}, f"{plan.type} joint")
    if section == BODIES:
        _, key = split(path, [plan.name for plan in document.bodies])
        return _known(key, {name: tunables(BodyDefinition)[name] for name in OF_BODIES}, "body that lives")
    raise ValueError(f"{path!r} is no setting of a running world; {nearest(section, SECTIONS)}"
                     f"a path begins with one of {', '.join(SECTIONS)}")


def _known(name: str, known: dict[str, Tunable], owner: str) -> Tunable:
    if name not in known:
        raise ValueError(f"a {owner} has no setting {name!r}; {nearest(name, list(known))}allowed are {', '.join(known)}")
    return known[name]


def value_of(world: Any, path: str) -> Any:
    """The present value of a live setting.  Raises KeyError where the joint or body is gone."""
    section, _, rest = path.partition(".")
    if section == SOLVER:
        return getattr(world.solver, rest)
    if section == WORLD:
        value = WORLD_SETTINGS[rest].read(world)
        return math.hypot(*value) if WORLD_SETTINGS[rest].vector else value
    things = {thing.name: thing for thing in (world.joints if section == JOINTS else world.bodies) if thing.name}
    try:
        name, key = split(path, things)
    except ValueError as error:
        raise KeyError(str(error)) from None
    if section == BODIES:
        return getattr(things[name], key)
    return next(value for found, _, value, _ in settings_of(things[name].definition) if found == key)


def turn(variant: Variant, path: str, value: Any) -> None:
    """Set a live setting of a variant; a joint or a body that is gone has none.  Raises SettingError for a wrong value."""
    section, _, rest = path.partition(".")
    if section == SOLVER:
        variant.tune(solver=variant.tuning.solver.replace(**{rest: value}))
    elif section == WORLD:
        if rest not in WORLD_SETTINGS:
            raise SettingError(path, f"no setting of the running world; {nearest(rest, WORLD_SETTINGS)}"
                                     f"there are {', '.join(WORLD_SETTINGS)}")
        setting = WORLD_SETTINGS[rest]
        variant.tune(**{rest: setting.check(rest, _along(setting, variant.world, value))})
    else:
        things = {thing.name: thing for thing in (variant.world.joints if section == JOINTS else variant.world.bodies)}
        try:
            name, key = split(path, things)
        except ValueError:
            return
        (variant.edits.set_joint if section == JOINTS else variant.edits.set_body)(things[name], key, value)


def _along(setting: WorldSetting, world: Any, value: Any) -> Any:
    """A length as the vector of this length in the present direction."""
    if not setting.vector:
        return value
    old = setting.read(world)
    size = math.hypot(*old)
    direction = tuple(x / size for x in old) if size > 0 else STRAIGHT_DOWN
    return tuple(float(value) * x for x in direction)
