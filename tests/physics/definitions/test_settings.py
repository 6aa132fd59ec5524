"""Tunables: what is allowed stands once, and whatever is not says what, where and what would be."""
from __future__ import annotations

import dataclasses
import math

import pytest

from physics import PRESETS, BodyDefinition, Material, Mouse, SettingError, SolverSettings, Sphere, World, WorldSettings
from physics.contacts.surface import combined
from physics.definitions.material import COMBINE
from physics.definitions.settings import PRESET_LIST, STABILIZATIONS
from physics.definitions.shapes import Box, Plane
from physics.definitions.tunable import Tunable, check, tunable, tunables

CLASSES = [SolverSettings, WorldSettings, Material, BodyDefinition, Mouse]
EVERY = [pytest.param(cls, name, about, id=f"{cls.__name__}.{name}") for cls in CLASSES for name, about in tunables(cls).items()]
SOLVER = [pytest.param(name, about, id=name) for name, about in tunables(SolverSettings).items()]


@pytest.mark.parametrize(("cls", "name", "about"), EVERY)
def test_descriptions_are_whole(cls, name, about):
    """A line of help, bounds that hold the default, a slider inside the bounds."""
    assert about.help, "no help"
    assert about.check(name, about.default) == about.default
    if about.slider:
        low, high = about.limits
        assert low <= about.slider[0] < about.slider[1] <= high
    if about.choices:
        assert about.default in about.choices


@pytest.mark.parametrize(("name", "about"), SOLVER)
def test_every_wrong_value_is_named(name, about):
    wrong = {"choice": ["", "nonsense", 3, None], "switch": ["yes", 1, None]}.get(
        about.kind, [math.nan, math.inf, -math.inf, "1", None, True, [1]])
    if about.limits:
        wrong += [about.limits[0] - 1, about.limits[1] * 2 + 1]
    if about.kind == "integer":
        wrong += [1.5]
    for value in wrong:
        with pytest.raises(SettingError, match=name) as caught:
            SolverSettings(**{name: value})
        assert caught.value.name == name
        assert repr(value) in str(caught.value)


@pytest.mark.parametrize(("name", "about"), SOLVER)
def test_bounds_belong_to_the_range(name, about):
    for value in about.choices or about.limits or (True, False):
        assert getattr(SolverSettings(**{name: value}), name) == value


def test_messages_name_the_range_and_the_nearest():
    with pytest.raises(SettingError, match=r"slop: 5 is out of range; allowed is 0 to 0\.1 m"):
        SolverSettings(slop=5)
    with pytest.raises(SettingError, match="did you mean 'baumgarte'"):
        SolverSettings(stabilization="baumgart")
    with pytest.raises(SettingError, match="no solver setting 'iteration'; did you mean 'iterations'"):
        SolverSettings().replace(iteration=3)
    with pytest.raises(SettingError, match="did you mean 'soft_step'"):
        SolverSettings.preset("softstep")


def test_settings_are_frozen_and_comparable():
    settings = SolverSettings()
    with pytest.raises(dataclasses.FrozenInstanceError):
        settings.beta = 0.5
    assert settings.replace(beta=0.5).replace(beta=settings.beta) == settings
    assert len({settings, SolverSettings(), settings.replace(beta=0.5)}) == 2
    assert SolverSettings(iterations=3.0).iterations == 3 and isinstance(SolverSettings(iterations=3.0).iterations, int)
    assert SolverSettings(beta=1).beta == 1.0 and isinstance(SolverSettings(beta=1).beta, float)


def test_presets():
    assert PRESETS["soft_step"] == SolverSettings() == SolverSettings.preset("soft_step")
    assert PRESETS["classic"].stabilization == "baumgarte" and PRESETS["classic"].substeps == 1
    assert PRESETS["split_impulse"].stabilization == "split_impulse"
    assert PRESETS["split_impulse"].friction_model == "manifold_centre"
    assert PRESETS["ngs"].stabilization == PRESETS["ngs"].joint_stabilization == "position"
    assert len({preset.settings for preset in PRESET_LIST}) == len({preset.title for preset in PRESET_LIST}) == len(PRESET_LIST)
    assert all(preset.about for preset in PRESET_LIST)


def test_reasons_for_what_is_unused():
    """A setting without effect says so and names who uses it; one with an effect says nothing."""
    soft, baumgarte, none = (SolverSettings(stabilization=s, joint_stabilization=s) for s in ("soft", "baumgarte", "none"))
    assert "baumgarte" in soft.unused("beta") and soft.unused("contact_hertz") is None
    assert "soft" in baumgarte.unused("contact_hertz") and baumgarte.unused("slop") is None
    corrected = none.replace(stabilization="position")
    assert corrected.unused("position_iterations") is None and "position" in soft.unused("position_iterations")
    assert corrected.unused("slop") is None and none.unused("slop")
    assert none.unused("beta") and none.unused("relax_iterations") and none.unused("iterations") is None


@pytest.mark.parametrize("name", [name for name, about in tunables(SolverSettings).items() if about.unused])
@pytest.mark.parametrize("stabilization", STABILIZATIONS)
def test_unused_settings_really_are(name, stabilization):
    """What is said to have no effect changes no bit of a run."""
    settings = SolverSettings(stabilization=stabilization, substeps=2)
    if settings.unused(name) is None:
        return
    about = tunables(SolverSettings)[name]
    other = next(value for value in about.choices or about.limits or (False, True) if value != getattr(settings, name))

    def run(solver: SolverSettings) -> str:
        world = World(solver=solver)
        world.add_body(shape=Plane(), type="static")
        for k in range(3):
            world.add_body(shape=Sphere(radius=0.5), position=(0.1 * k, 0, 0.4 + 0.9 * k), restitution=0.5)
        for _ in range(20):
            world.step()
        return world.state_hash()

    assert run(settings) == run(settings.replace(**{name: other}))


def test_world_settings():
    for wrong in ({"dt": -1}, {"dt": math.nan}, {"dt": 2}, {"precision": "half"}, {"seed": -1}, {"gravity": (0, 0)},
                  {"gravity": (0, 0, math.nan)}, {"gravity": (0, 0, 1e9)}):
        with pytest.raises(SettingError, match=next(iter(wrong))):
            World(**wrong)
    world = World()
    with pytest.raises(SettingError, match="dt"):
        world.dt = -0.1
    with pytest.raises(SettingError, match="solver"):
        world.solver = {"beta": 0.1}
    for threads in (0, True, 1.5, "2"):
        with pytest.raises(SettingError, match="threads"):
            World(threads=threads)
    assert (world.dt, world.gravity) == (1 / 60, (0, 0, -9.81))


@pytest.mark.parametrize("wrong", [
    {"mass": 0}, {"mass": -1}, {"mass": math.nan}, {"mass": math.inf}, {"density": 0}, {"density": -5}, {"friction": -0.1},
    {"friction": 1e3}, {"restitution": 1.5}, {"restitution": -0.1}, {"type": "fixed"}, {"position": (0, 0)},
    {"position": (0, 0, math.nan)}, {"position": "here"}, {"position": (0, 0, 1e9)}, {"rotation": (0, 0, 0, 0)},
    {"rotation": (1, 0, 0)}, {"velocity": (math.inf, 0, 0)}, {"velocity": (1e9, 0, 0)}, {"linear_damping": -1},
    {"angular_damping": math.nan}, {"group": 1.5}, {"shape": "sphere"}, {"shape": None}, {"speed": 3}],
    ids=lambda w: "{}={}".format(*next(iter(w.items()))))
def test_bodies_that_cannot_be(wrong):
    """The error names the field; the world is as it was."""
    world = World()
    with pytest.raises(SettingError, match=next(iter(wrong))) as caught:
        world.add_body(**{"shape": Sphere(radius=1)} | wrong)
    assert caught.value.name == next(iter(wrong))
    assert world.bodies == []


def test_a_body_needs_a_shape():
    with pytest.raises(SettingError, match="needs a shape"):
        World().add_body(position=(0, 0, 1))
    with pytest.raises(SettingError, match="did you mean 'friction'"):
        World().add_body(shape=Sphere(radius=1), frictoin=0.5)


@pytest.mark.parametrize("make", [
    lambda: Sphere(radius=0), lambda: Sphere(radius=-1), lambda: Sphere(radius=math.nan), lambda: Sphere(radius=1e9),
    lambda: Box(half=(1, 1)), lambda: Box(half=(1, 0, 1)), lambda: Box(half=(1, math.inf, 1)), lambda: Plane(normal=(0, 0, 0)),
    lambda: Plane(normal=(0, 1)), lambda: Plane(offset=math.nan), lambda: Plane(normal=(math.nan, 0, 1))])
def test_shapes_that_cannot_be(make):
    with pytest.raises(SettingError):
        make()


def test_shapes():
    ball, box, plane = Sphere(radius=2), Box(half=(1, 2, 3)), Plane(normal=(0, 3, 4), offset=5)
    assert ball.volume == pytest.approx(4 / 3 * math.pi * 8) and ball.unit_inertia == pytest.approx((1.6,) * 3)
    assert box.volume == 48 and box.unit_inertia == pytest.approx((13 / 3, 10 / 3, 5 / 3))
    assert plane.normal == (0, 0.6, 0.8) and plane.size == plane.normal and plane.offset == 5


@pytest.mark.parametrize(("rule", "expected"), [("average", 0.65), ("geometric_mean", 0.6), ("minimum", 0.4), ("multiply", 0.36),
                                                ("maximum", 0.9)])
def test_materials_combine(rule, expected):
    assert combined(0.4, 0.9, COMBINE.index(rule)) == pytest.approx(expected)
    assert combined(0.9, 0.4, COMBINE.index(rule)) == pytest.approx(expected)


def test_tunable_kinds():
    assert [Tunable(default=d).kind for d in (True, 3, 0.5)] == ["switch", "integer", "number"]
    assert Tunable(default="a", choices=("a", "b")).kind == "choice"

    @dataclasses.dataclass(frozen=True)
    class One:
        x: float = tunable(1, limits=(0, 2))

        def __post_init__(self) -> None:
            check(self)

    assert One(x=2).x == 2.0
    with pytest.raises(SettingError, match="x: 3 is out of range"):
        One(x=3)
