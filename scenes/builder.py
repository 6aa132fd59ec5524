"""Document -> World: the bodies and joints of time 0, with the settings of the scene and the overrides."""
from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from physics.definitions.tunable import SettingError
from scenes.moment.state import State
from scenes.reading.document import Document
from scenes.reading.scene_model import PAIR_OVERRIDES
from scenes.running.overrides import parse, solver_settings, world_settings
from scenes.schema.joint_plan import JointPlan
from scenes.schema.messages import Keys, place
from scenes.schema.nodes import compose
from scenes.schema.problems import Problem, SceneError
from scenes.schema.values import given
from scenes.variation import divided

if TYPE_CHECKING:
    from physics.world import World


def build(document: Document, precision: str | None = None, threads: int = 1,
          overrides: Mapping[str, Any] | Iterable[str] = (), stops_on_nan: bool = True) -> "World":
    """A new world in the initial state of the document.

    precision  "single" or "double"; None: the scene's
    threads    number of threads of a step
    stops_on_nan  whether its steps raise NumberLost
    overrides  settings and values of the scene by path, `{"solver.iterations": 20}` or `["bodies.crate.mass=3"]`
    Raises SceneError for an override that does not exist or is out of range.  Where the scene has the state of a moment that does
    not fit, `World.note` says so.
    """
    from physics import World  # imported here: kernels load when a world is built, not when a scene is read

    document, settings = divided(document, overrides)
    changes = parse(settings)
    if precision is not None:
        changes.update(parse({"world.precision": precision}))
    settings = world_settings(given(document.scene.world), changes)
    world = World(gravity=settings.gravity, dt=settings.dt, precision=settings.precision, threads=threads,
                  solver=solver_settings(given(document.scene.solver), changes), sleep=settings.sleep,
                  sleep_speed=settings.sleep_speed, sleep_time=settings.sleep_time, sleep_way=settings.sleep_way,
                  sleep_horizon=settings.sleep_horizon, length_scale=settings.length_scale, stops_on_nan=stops_on_nan)
    for name in PAIR_OVERRIDES:
        setattr(world, f"{name}_override", getattr(document.scene.world, name))
    state = State(document.scene.state, len(document.bodies))
    handles = []
    for number, plan in enumerate(document.bodies):
        state.number_next(world, number)
        try:
            handles.append(world.add_body(**vars(plan)))
        except ValueError as error:
            raise SceneError([_problem(document, document.origins[number], f"body {plan.name or number}: {error}")]) from None
    for joint in document.joints:
        try:
            world.add_joint(joint.definition(handles), joint.placed)
        except SettingError as error:
            raise SceneError([_joint_problem(document, joint, error)]) from None
    state.put_into(world)
    return world


def _joint_problem(document: Document, joint: JointPlan, error: SettingError) -> Problem:
    """The problem of a joint that the world rejects, with its place in the text."""
    return _problem(document, (*joint.place, error.name), str(error).removeprefix(f"{error.name}: "))


def _problem(document: Document, keys: Keys, message: str) -> Problem:
    """A problem at these keys of the document's text."""
    file = str(document.path or document.id)
    return place(compose(document.text, file)[0], file, keys, message)
