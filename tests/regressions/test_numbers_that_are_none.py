"""Numbers that are none, at every place of the Python interface that takes a number.

Seen: 10**400 was an OverflowError at each setting, body, shape and joint, where SettingError is promised; complex numbers lost
their imaginary part, masked arrays gave what the mask hides, booleans in vectors counted as 0 and 1, a name could be a list.
Expected: one converter everywhere, and a refusal that names the setting.  `test_numbers_in_files` has those of files.
"""
from __future__ import annotations

import datetime
import itertools
from fractions import Fraction

import numpy as np
import pytest

from app.ui.view_settings import ViewSettings
from physics import (
    JOINTS,
    Box,
    Capsule,
    Compound,
    Convex,
    HeightField,
    Plane,
    RayFilter,
    SettingError,
    SolverSettings,
    Sphere,
    World,
    WorldSettings,
)
from physics.definitions.body_definition import BodyDefinition
from physics.definitions.numbers import NotANumber, doubles, finite, shown, whole
from physics.definitions.tunable import tunables
from physics.joints import definition as joint_definition

HUGE = 10**400
KINDS = {"400 digits": HUGE, "5,000 digits": 10**5000, "complex": 1 + 2j, "numpy complex": np.complex128(1), "text": "5",
         "bytes": b"5", "date": datetime.date(2001, 2, 3), "numpy date": np.datetime64("2001"), "numpy span": np.timedelta64(5),
         "list": [1.0], "array of one": np.array([1.0]), "array of booleans": np.array([True]), "masked": np.ma.masked,
         "masked array": np.ma.masked_array([5.0, 2.0, 3.0], mask=[1, 0, 0]), "object": object(), "mapping": {1: 2},
         "fraction": Fraction(HUGE), "nan": float("nan"), "inf": float("inf"), "long double": np.longdouble("1e400")}
VECTORS = {"400 digits": (0, 0, HUGE), "complex": np.array([1 + 5j, 2, 3]), "one complex": (1j, 0, 1),
           "booleans": np.array([True] * 3), "one boolean": (True, 0, 1),
           "masked": np.ma.masked_array([5.0, 2.0, 3.0], mask=[1, 0, 0]),
           "not masked": np.ma.masked_array([5.0, 2.0, 3.0]), "dates": np.array(["2001"] * 3, "datetime64[Y]"), "text": "123",
           "texts": ("1", "2", "3"), "number": 3, "None": None, "Nones": (None, 0, 1), "set": {1, 2, 3},
           "mapping": {1: 1, 2: 2, 3: 3},
           "ragged": ((1, 2), 3, 4), "nested": [[[1, 2, 3]]], "endless": itertools.repeat(1.0), "nan": (0, float("nan"), 1),
           "objects": np.array([object()] * 3)}
HERE, UP = (0, 0, 0), (0, 0, 1)


def refused(make, value) -> bool:
    """Whether a call with a value is a SettingError with a short text; any other error is the test's."""
    try:
        make(value)
    except SettingError as error:
        assert error.name and len(str(error)) < 600
        return True
    return False


def scalar_entries():
    """(name, call) of all that takes a number."""
    for cls in (SolverSettings, WorldSettings, ViewSettings, *(kind for kind in JOINTS.values())):
        for name, about in tunables(cls).items():
            if about.kind in ("number", "integer"):
                yield f"{cls.__name__}.{name}", lambda value, name=name, about=about: about.check(name, value)
    for name, about in tunables(BodyDefinition).items():
        if about.kind in ("number", "integer"):
            yield f"body.{name}", lambda value, name=name: BodyDefinition(shape=Sphere(radius=1), **{name: value})
    world = World()
    body = world.add_body(shape=Sphere(radius=1))
    for name in ("friction", "restitution", "rolling_resistance", "spinning_share", "category", "mask"):
        yield f"Body.{name}", lambda value, name=name: setattr(body, name, value)
    for name in ("dt", "sleep_speed", "length_scale", "threads", "friction_override"):
        yield f"World.{name}", lambda value, name=name: setattr(world, name, value)
    yield "mass", lambda value: BodyDefinition(shape=Sphere(radius=1), mass=value)
    yield "radius", lambda value: Sphere(radius=value)
    yield "half_length", lambda value: Capsule(1, value)
    yield "half", lambda value: Box(half=(1, value, 1))
    yield "offset", lambda value: Plane(offset=value)
    yield "spacing", lambda value: HeightField(heights=[[0, 0], [0, 0]], spacing=value)
    yield "height", lambda value: HeightField(heights=[[0, 0], [0, value]], spacing=1)
    yield "steps", world.step
    yield "max_distance", lambda value: world.ray_cast(HERE, UP, float("nan") if value is KINDS["inf"] else value)


def vector_entries():
    """(name, call) of all that takes three numbers."""
    world = World()
    body = world.add_body(shape=Sphere(radius=1))
    for name in ("position", "velocity", "angular_velocity", "surface_velocity", "surface_spin"):
        yield f"Body.{name}", lambda value, name=name: setattr(body, name, value)
        yield f"body.{name}", lambda value, name=name: BodyDefinition(shape=Sphere(radius=1), **{name: value})
    for call in (body.apply_force, body.apply_torque, body.apply_impulse, body.world_point):
        yield call.__name__, call
    yield "gravity", lambda value: setattr(world, "gravity", value)
    yield "World", lambda value: World(gravity=value)
    yield "half", lambda value: Box(half=value)
    yield "normal", lambda value: Plane(normal=value)
    yield "points", lambda value: Convex(points=(HERE, UP, (1, 0, 0), value))
    yield "all points", lambda value: Convex(points=value)
    yield "heights", lambda value: HeightField(heights=value, spacing=1)
    yield "children", lambda value: Compound(children=((Sphere(radius=1), value),))
    yield "origin", lambda value: world.ray_cast(value, UP)
    yield "direction", lambda value: world.ray_cast(HERE, value)
    for kind in JOINTS.values():
        for field in kind.__dataclass_fields__.values():
            if field.metadata.get(joint_definition.GEOMETRY) is not None and field.default is not None:
                yield f"{kind.__name__}.{field.name}", lambda value, kind=kind, name=field.name: kind._checked(name, value)


@pytest.mark.parametrize("kind", KINDS)
def test_numbers(kind):
    taken = [name for name, call in scalar_entries() if not refused(call, KINDS[kind])]
    assert taken == []


def test_no_number_at_all():
    """None and booleans, but where None is a choice."""
    assert [name for name, call in scalar_entries() if not refused(call, True)] == []
    assert [name for name, call in scalar_entries()
            if name.rpartition(".")[2] not in _optional() and not refused(call, None)] == []


def _optional():
    return {name for cls in (SolverSettings, WorldSettings, ViewSettings, BodyDefinition, *JOINTS.values())
            for name, about in tunables(cls).items() if about.optional} | {"friction_override", "mass"}


@pytest.mark.parametrize("kind", VECTORS)
def test_vectors(kind):
    taken = [name for name, call in vector_entries() if not refused(call, VECTORS[kind])]
    assert taken == []


def test_names_are_text():
    world = World()
    body = world.add_body(shape=Sphere(radius=1))
    hinge = JOINTS["ball_socket"]
    for name in (None, 3, b"x", ["a"], ("a",)):
        assert refused(body.rename, name) and refused(lambda name: world.add_body(shape=Sphere(radius=1), name=name), name)
        assert refused(lambda name: hinge(a=None, b=body, anchor=HERE, name=name), name)
    assert body.name == ""


def test_handles_of_another_world():
    """Seen: explain, load_path and coupling told of the body with the same number."""
    one, other = World(), World()
    for world in (one, other):
        world.add_body(shape=Sphere(radius=1))
        world.add_joint(JOINTS["ball_socket"](a=None, b=world.bodies[0], anchor=HERE))
        world.step()
    stranger, own = other.bodies[0], one.bodies[0]
    for question in (one.explain, one.load_path, one.coupling):
        question(own)
        with pytest.raises(ValueError, match="not of this world"):
            question(stranger)
        with pytest.raises(ValueError, match="no body"):
            question(one.joints[0])
    for thing in (stranger, one.joints[0]):
        assert refused(lambda thing: one.add_joint(JOINTS["ball_socket"](a=None, b=thing, anchor=HERE)), thing)
        assert refused(lambda thing: one.ray_cast(HERE, UP, 5.0, RayFilter(excluded=(thing,))), thing)
    assert refused(lambda value: one.ray_cast(HERE, UP, 5.0, value), 5)


@pytest.mark.parametrize("stop", [(), [], "", 5, np.int64(2), (8,), (8, 0, 0.5), (8, 0, None), (8, 0, HUGE, 1), ("8", 0, 0)])
def test_stops_inside_a_step(stop):
    """Seen: IndexError."""
    world = World()
    world.add_body(shape=Sphere(radius=1))
    assert refused(lambda stop: world.step(stop=stop), stop) and world.step_count == 0


def test_the_converter_itself():
    numbers = (3, 2.5, Fraction(1, 4), np.float32(0.5), np.array(7), np.int8(3))
    assert [finite(one) for one in numbers] == [3, 2.5, 0.25, 0.5, 7, 3]
    assert whole(3.0) == 3 and whole(np.uint8(4)) == 4
    assert doubles([[1, 2], np.array([3, 4])]).tolist() == [[1, 2], [3, 4]] and doubles(iter([1, 2])).tolist() == [1, 2]
    endless: list = []
    endless.append(endless)
    for value in (endless, [1, [2]], "12", 10**5000):
        with pytest.raises(NotANumber):
            doubles(value)
    assert len(shown(10**5000)) < 100 and len(shown("x" * 1000)) < 100 and len(shown(endless)) < 100
