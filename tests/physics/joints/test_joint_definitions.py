"""Definitions of joints: allowed fields, errors with their names, and no duplicate lists."""
from __future__ import annotations

import dataclasses
import math
import pkgutil

import numpy as np
import pytest

import physics
import physics.joints
from physics import (
    Angle,
    Axis,
    BallSocket,
    Box,
    Distance,
    Gear,
    Hinge,
    Mouse,
    Pulley,
    Rack,
    SettingError,
    SixDof,
    Slider,
    Sphere,
    World,
)
from physics.definitions.tunable import Tunable, tunables
from physics.joints import JOINTS, JointDefinition, PairDefinition
from physics.joints.definition import GEOMETRY
from tests.support.joint_samples import AT, SAMPLES

LEAST = {JOINTS[word]: sample.least for word, sample in SAMPLES.items()}       # the fields that a type cannot do without


@pytest.fixture
def world() -> World:
    return World(precision="double")


def balls(world: World, *types: str) -> list:
    return [world.add_body(shape=Sphere(radius=0.5), position=(3 * k, 0, 0), type=kind) for k, kind in enumerate(types)]


def pair(world: World, cls: type, **fields) -> JointDefinition:
    """A definition between two balls, as short as it can be."""
    a, b = balls(world, "dynamic", "dynamic")
    partners = {"a": a} if cls is Mouse else {"a": a, "b": b}
    return cls(**{**partners, **LEAST[cls], **fields})


def test_types_are_derived():
    """Every module that defines a joint is in JOINTS and on the package's face."""
    assert set(LEAST) == set(JOINTS.values())
    for name in [m.name for m in pkgutil.iter_modules(physics.joints.__path__)]:
        module = __import__(f"physics.joints.{name}", fromlist=["x"])
        for value in vars(module).values():
            if isinstance(value, type) and issubclass(value, JointDefinition) and value.__module__ == module.__name__:
                assert value in (JointDefinition, PairDefinition) or JOINTS[value.type_name] is value
    for name, cls in JOINTS.items():
        assert getattr(physics, cls.__name__) is cls and cls.__name__ in physics.__all__
        assert name == "".join("_" + c.lower() if c.isupper() else c for c in cls.__name__).lstrip("_")


def test_fields_describe_themselves():
    """Each field is a body, the name, an Axis, a tunable with help, or a point, axis or frame with help; the shared ones last."""
    shared = [f.name for f in dataclasses.fields(PairDefinition) if f.name not in ("a", "b")]
    for cls in JOINTS.values():
        fields = [f.name for f in dataclasses.fields(cls)]
        own = len([f for f in fields if f not in shared])
        assert fields[0] == "a" and set(fields[own:]) <= set(shared) and ("b" not in fields or fields[1] == "b")
        assert cls.__doc__.endswith(".") and "\n" not in cls.__doc__
        for field in dataclasses.fields(cls):
            about = tunables(cls).get(field.name) or field.metadata.get(GEOMETRY)
            if about is not None:
                assert about.help
                assert isinstance(about, Tunable) or about.kind in ("point", "axis", "frame")
            else:
                assert field.name in ("a", "b", "name") or field.default == Axis()


@pytest.mark.parametrize("cls", list(JOINTS.values()))
def test_the_least_that_is_needed(world, cls):
    definition = pair(world, cls)
    joint = world.add_joint(definition)
    assert joint.definition == definition and joint.type_name == cls.type_name and joint.enabled and not joint.broken
    assert joint.a == definition.a and joint.b == definition.b and joint.name == ""
    for name in LEAST[cls]:
        with pytest.raises(TypeError, match=name):
            cls(**{key: value for key, value in vars(definition).items() if key != name})


def test_axes_get_one_long_and_points_stay(world):
    hinge = pair(world, Hinge, axis=(0, 3, 4), anchor=np.array((1, 2, 3)))
    assert hinge.axis == pytest.approx((0, 0.6, 0.8)) and hinge.anchor == (1.0, 2.0, 3.0)
    assert pair(world, SixDof, frame=(0, 0, 0, 2)).frame == (0, 0, 0, 1)


@pytest.mark.parametrize(("cls", "wrong", "text"), [
    (Hinge, {"axis": (0, 0, 0)}, "no direction"), (Hinge, {"axis": (0, 1)}, "not 3 numbers"), (Hinge, {"axis": None}, "not 3"),
    (Hinge, {"anchor": (0, math.nan, 0)}, "out of range"), (BallSocket, {"anchor": "here"}, "not 3 numbers"),
    (Hinge, {"lower": 1, "upper": -1}, "lower: 1 is above upper, -1"), (Slider, {"lower": 0.2, "upper": 0.1}, "above upper"),
    (Distance, {"lower": 3, "upper": 2}, "above upper"), (Distance, {"lower": -1}, "0 to"), (Distance, {"length": -1}, "0 to"),
    (BallSocket, {"twist_lower": 1, "twist_upper": 0}, "above twist_upper"), (BallSocket, {"cone": -0.1}, "0 to 3.14"),
    (BallSocket, {"cone": 4}, "0 to 3.14"), (Hinge, {"motor_torque": -1}, "0 to"), (Slider, {"motor_force": -1}, "0 to"),
    (Hinge, {"break_force": -1}, "0 to"), (Hinge, {"break_torque": "much"}, "not a number"), (Hinge, {"hertz": -1}, "0 to"),
    (Hinge, {"damping_ratio": -1}, "0 to"), (Hinge, {"motor_speed": math.inf}, "out of range"),
    (Hinge, {"enabled": 1}, "true or"),
    (Hinge, {"collide_connected": None}, "true or false"), (Angle, {"angle": 1}, "needs an axis"),
    (Angle, {"axis": (0, 0, 0)}, "no"),
    (Gear, {"ratio": 0}, "0 would"), (Rack, {"radius": 0}, "0 would"), (Pulley, {"ratio": 0}, "0.001"),
    (Pulley, {"ground_a": AT}, "where anchor_a is"), (SixDof, {"x": "sliding"}, "did you mean|allowed are free, limit, fixed"),
    (SixDof, {"frame": (0, 0, 0, 0)}, "not a rotation"), (SixDof, {"rz": 3}, "neither an Axis"),
    (Mouse, {"max_force": -1}, "0 to"),
])
def test_joints_that_cannot_be(world, cls, wrong, text):
    with pytest.raises(SettingError, match=text) as caught:
        pair(world, cls, **wrong)
    assert caught.value.name == next(iter(wrong)) and str(caught.value).startswith(f"{caught.value.name}: ")


@pytest.mark.parametrize(("wrong", "name"), [
    ({"mode": "limit", "lower": 1, "upper": 0}, "lower"), ({"mode": "fixed", "motor_force": 1}, "mode"),
    ({"mode": "fixed", "hertz": 1}, "mode"), ({"mode": "Free"}, "mode"), ({"mode": "free", "motor_rate": -1}, "motor_rate")])
def test_axes_that_cannot_be(wrong, name):
    with pytest.raises(SettingError) as caught:
        Axis(**wrong)
    assert caught.value.name == name


def test_a_rod_needs_a_length(world):
    with pytest.raises(SettingError, match="length"):
        world.add_joint(pair(world, Distance, anchor_b=AT))
    assert world.joints == []
    assert world.add_joint(pair(world, Distance, anchor_b=AT, upper=1)).measure == 0


def test_partners(world):
    """To itself, the world to itself, strangers, bodies that are gone, nothing that could move."""
    ball, wall, floor = balls(world, "dynamic", "static", "kinematic")
    stranger = World().add_body(shape=Box(half=(1, 1, 1)))
    gone = world.add_body(shape=Sphere(radius=1))
    world.remove(gone)

    def refuse(key: str, text: str, **partners) -> None:
        with pytest.raises(SettingError, match=text) as caught:
            world.add_joint(BallSocket(anchor=AT, **partners))
        assert caught.value.name == key

    refuse("b", "to itself", a=ball, b=ball)
    refuse("b", "of the world to itself", a=None, b=None)
    refuse("b", "not a body of this world", a=ball, b=stranger)
    refuse("a", "not a body of this world", a="ball", b=ball)
    refuse("b", "was removed", a=ball, b=gone)
    refuse("a", "is static and b .* is kinematic", a=wall, b=floor)
    refuse("a", "is static; one of", a=wall)
    refuse("b", "is kinematic", a=None, b=floor)
    with pytest.raises(SettingError, match="is not one of BallSocket, Hinge"):
        world.add_joint("hinge")
    with pytest.raises(SettingError, match="cannot be pulled"):
        Mouse(a=None, anchor=AT, target=AT)
    assert world.joints == []
    for a, b in ((ball, None), (None, ball), (wall, ball), (ball, floor)):
        world.add_joint(BallSocket(a=a, b=b, anchor=AT))
    assert len(world.joints) == 4


def test_optional_numbers():
    about = Tunable(default=None, limits=(0, 1), unit="m")
    assert about.optional and about.kind == "number" and about.check("x", None) is None and about.check("x", 1) == 1.0
    assert isinstance(about.check("x", 1), float) and not Tunable(default=0.0).optional
    for wrong in (2, "1", True):
        with pytest.raises(SettingError, match="x: "):
            about.check("x", wrong)
    with pytest.raises(SettingError, match="None is not a number"):
        Tunable(default=0.0).check("x", None)


def test_what_has_no_effect_says_why(world):
    about, hinge = tunables(Hinge), pair(world, Hinge)
    assert about["damping_ratio"].unused(hinge) and about["rest"].unused(hinge) and about["motor_speed"].unused(hinge)
    sprung = dataclasses.replace(hinge, hertz=1, motor_torque=1)
    assert not any(about[name].unused(sprung) for name in ("damping_ratio", "rest", "motor_speed", "motor_rate"))
    length = tunables(Distance)["length"]
    rope = pair(world, Distance, upper=2)
    assert length.unused(rope) and not length.unused(dataclasses.replace(rope, hertz=1))
    assert not length.unused(pair(world, Distance))
