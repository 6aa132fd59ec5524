"""Inspection: the data of the selected body or joint beyond those of the view, read from the world between steps.

The result are the cards of `app.published.cards`.
"""
from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from app.published.cards import BodyCard, End, JointCard, JointLink, Quantity, Setting
from physics.definitions.body_definition import BodyDefinition
from physics.definitions.material import Material
from physics.definitions.tunable import SettingError, Tunable, nearest, tunables

SURFACES = ("surface_velocity", "surface_spin")  # vectors of a body that can be set while it lives
SENSOR_TOUCHES = "a sensor touches nothing"      # why its surface has no effect


class PropertyEdits:
    """The user's changes to single bodies and joints of one world, and the original values."""

    def __init__(self, world: Any):
        self._world = world
        self._before: dict[tuple[str, int, str], Any] = {}          # "body" or "joint", uid, setting -> original value

    def kept(self) -> dict[tuple[str, int, str], Any]:
        """A copy of the original values."""
        return dict(self._before)

    def put_back(self, kept: dict[tuple[str, int, str], Any]) -> None:
        """Return to a copy."""
        self._before = dict(kept)

    def set_joint(self, joint: Any, name: str, value: Any) -> None:
        """Set `name` of a joint, `axis.name` for one with separate axes; SettingError for an unknown name."""
        known = {setting_name: old for setting_name, _, old, _ in settings_of(joint.definition)}
        if name not in known:
            raise SettingError(name, f"a {joint.type_name} has no setting {name!r}; {nearest(name, list(known))}"
                                     f"it has {', '.join(known)}")
        group, _, field = name.rpartition(".")
        changed = dataclasses.replace(getattr(joint.definition, group), **{field: value}) if group else value
        joint.set(**{group or field: changed})
        self._before.setdefault(("joint", joint.uid, name), _as_made(joint, name, known[name]))

    def set_body(self, body: Any, name: str, value: Any) -> None:
        """Set property `name` of a body; SettingError for one that cannot be changed in a world."""
        known = changeable(type(body))
        if name not in known:
            raise SettingError(name, f"{name!r} of a body cannot be changed; {nearest(name, known)}what can: {', '.join(known)}")
        before = getattr(body, name)
        setattr(body, name, value)
        self._before.setdefault(("body", body.uid, name), before)

    def follow(self, thing: Any, name: str, value: Any) -> None:
        """Set what the scene says of a body or a joint: the value is the standard from now on.  Raises SettingError."""
        is_joint = hasattr(thing, "type_name")
        if name == "name":
            thing.rename(value)
        elif name in (thing.definition.live if is_joint else SURFACES):
            setattr(thing, name, value)
        else:
            (self.set_joint if is_joint else self.set_body)(thing, name, value)
        self._before.pop(("joint" if is_joint else "body", thing.uid, name), None)

    def joint_card(self, uid: int) -> JointCard | None:
        """The card of the joint with this uid, or None."""
        joint = joint_of(self._world, uid)
        if joint is None:
            return None
        settings = tuple(Setting(name, about, value, self._before.get(("joint", uid, name), _as_made(joint, name, value)), unused)
                         for name, about, value, unused in settings_of(joint.definition))
        shown = joint.definition.measure
        return JointCard(
            uid=uid, name=joint.name, type_name=joint.type_name, a=_end(joint.a), b=_end(joint.b), broken=bool(joint.broken),
            settings=settings, force=_floats(joint.force), torque=_floats(joint.torque), gap=_number(joint.gap),
            tilt=_number(joint.tilt), impulses=_floats(joint.impulses), measure=_number(joint.measure),
            quantity=Quantity(shown.name, shown.unit) if shown else Quantity())

    def body_card(self, uid: int) -> BodyCard | None:
        """The card of the body with this uid, or None."""
        try:
            body = self._world.body(uid)
        except KeyError:
            return None
        described = tunables(BodyDefinition)
        settings = tuple(Setting(name, described[name], getattr(body, name),
                                 self._before.get(("body", uid, name), getattr(body, name)),
                                 SENSOR_TOUCHES if body.sensor and name in tunables(Material) else None)
                         for name in changeable(type(body)))
        return BodyCard(uid, settings, (_floats(body.surface_velocity), _floats(body.surface_spin)),
                        tuple(joints_at(self._world, uid)), (body.category, body.mask), tuple(map(_end, body.overlaps)))


def _as_made(joint: Any, name: str, value: Any) -> Any:
    """The original value of an unchanged setting; a broken joint has `enabled` off, originally on."""
    return True if name == "enabled" and joint.broken else value


def joint_of(world: Any, uid: int) -> Any | None:
    """The handle of a joint, or None."""
    try:
        return world.joint(uid)
    except KeyError:
        return None


def changeable(handle: type) -> list[str]:
    """The tunables of a body that handles of this class can set."""
    return [name for name in tunables(BodyDefinition)
            if isinstance(found := getattr(handle, name, None), property) and found.fset is not None]


def settings_of(definition: Any) -> Iterator[tuple[str, Tunable, Any, str | None]]:
    """Name, description, value and reason for being unused of every tunable of a joint; those of an axis as `axis.name`."""
    described = tunables(type(definition))
    for field in dataclasses.fields(definition):
        value = getattr(definition, field.name)
        if field.name in described:
            about = described[field.name]
            yield field.name, about, value, about.unused(definition) if about.unused else None
        elif dataclasses.is_dataclass(value) and tunables(type(value)):
            for name, about, inner, unused in settings_of(value):
                unit = type(definition).axis_unit(field.name, name) or about.unit
                slider = (-math.pi, math.pi) if unit == "rad" else about.slider
                about = dataclasses.replace(about, unit=unit, slider=slider)
                yield f"{field.name}.{name}", about, inner, unused or _unused_of_axis(value, name)


def _unused_of_axis(axis: Any, name: str) -> str | None:
    """Why setting `name` of an axis has no effect in its mode."""
    if name == "mode" or axis.mode == "limit":
        return None
    if axis.mode == "fixed":
        return "a fixed axis has no stops, no motor and no spring"
    return "only a limited axis has stops" if name in ("lower", "upper") else None


def joints_at(world: Any, uid: int) -> Iterator[JointLink]:
    """The joints of the body with this uid, in order of creation."""
    found = world.joint_arrays()
    for row in np.flatnonzero((np.asarray(found.bodies) == uid).any(axis=1)):
        joint = joint_of(world, int(found.uids[row]))
        if joint is not None:
            a, b = _end(joint.a), _end(joint.b)
            yield JointLink(joint.uid, joint.name, joint.type_name, b if a.uid == uid else a)


def _end(body: Any) -> End:
    return End(0, "world") if body is None else End(int(body.uid), body.name or f"body {body.uid}")


def _number(value: float | None) -> float | None:
    """A number to show; None where there is none, or none that is finite."""
    return None if value is None or not np.isfinite(value) else float(value)


def _floats(values: Any) -> tuple[float, ...]:
    return tuple(float(value) for value in values)
