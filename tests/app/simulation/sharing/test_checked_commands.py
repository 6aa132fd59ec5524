"""Commands of a share file: all that histories record come back, nothing else is taken, and numbers are numbers."""
from __future__ import annotations

import dataclasses
import json

import pytest

from app.headless.errors import InputError
from app.simulation.commands import (
    AddJoint,
    ApplyImpulse,
    FollowEdit,
    FollowEvents,
    Grab,
    MoveGrab,
    Pin,
    Release,
    RemoveBody,
    RemoveJoint,
    ResetTuning,
    SetBody,
    SetJoint,
    SetSolver,
    SetWorld,
    Shoot,
    TurnKnob,
    UsePreset,
    UseSettings,
)
from app.simulation.commands.codec import vocabulary
from app.simulation.replay import OnVariant, SceneEvents
from app.simulation.sharing.checked_commands import as_dictionary, from_dictionary, is_plain

COMMANDS = [ApplyImpulse(3, (1.0, 0.0, 2.0)), ApplyImpulse(3, (1.0, 0.0, 2.0), (0.0, 0.5, 0.0)), SetBody(2, "friction", 0.5),
            SetBody(2, "combine_friction", "maximum"), SetBody(2, "surface_velocity", (1.0, 0.0, 0.0)),
            Shoot((0.0, 0.0, 1.0), (3.0, 0.0, 0.0)), RemoveBody(4),
            AddJoint("hinge", 1, None, (0.0, 0.0, 0.0), (1.0, 0.0, 0.0)), SetJoint(1, "rx.motor_speed", 2.0),
            SetJoint(1, "enabled", False), RemoveJoint(1), Grab(2, (0.0, 0.0, 0.1), (1.0, 1.0, 1.0)), MoveGrab((1.0, 2.0, 3.0)),
            Release(), Pin(), SetSolver("iterations", 3), SetWorld("gravity", (0.0, 0.0, -1.0)), SetWorld("friction", None),
            UsePreset("classic"),
            UseSettings(("solver.beta=0.3", "world.gravity=[0,0,-1]")), ResetTuning(), TurnKnob("solver.beta", 0.3),
            TurnKnob("joints.door.motor", True), FollowEdit("bodies", 2, "friction", 0.5),
            FollowEdit("joints", 1, "rx.lower", None), FollowEdit("world", 0, "gravity", (0.0, 0.0, -1.0), (0.0, 0.0, -9.81)),
            FollowEvents(0, 1, ('{"at": 1, "apply_torque": {"body": "box", "torque": [0, 0, 1], "for": 1}}',)),
            FollowEvents(2, 0, ())]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: type(command).__name__)
def test_it_comes_back(command):
    data = json.loads(json.dumps(as_dictionary(OnVariant(command)), allow_nan=False))
    assert from_dictionary(data) == OnVariant(command)


def test_every_command_that_histories_record_is_among_them():
    assert {type(command) for command in COMMANDS} == {kind for kind in vocabulary().values() if kind.recorded}
    assert from_dictionary(as_dictionary(SceneEvents())) == SceneEvents()


@pytest.mark.parametrize("word", [word for word, kind in vocabulary().items() if not kind.recorded])
def test_no_other_command_is_taken(word):
    """None opens a file, adds a variant or changes what the window does."""
    values = {"source": "x", "on": True, "expression": "", "scale": 1.0, "settings": ["a=1"], "number": 0, "to_step": 3,
              "megabytes": 1, "uid": 1, "kind": "contact", "owner": 1, "feature": 0, "component": 0, "shape": "box",
              "position": [0, 0, 1], "uids": [1], "values": {"mass": 1}, "name": "x", "card": 1,
              "how": "down", "text": "x", "word": "wall", "path": "x", "camera": {}, "a": 1, "b": 2, "point_a": [0, 0, 0],
              "point_b": [0, 0, 0], "vector": [0, 0, 1], "scene": "x", "file": "", "digest": ""}
    needed = [field.name for field in dataclasses.fields(vocabulary()[word]) if field.default is dataclasses.MISSING]
    with pytest.raises(InputError, match=f"{word} changes no world, so it is no part of a run"):
        from_dictionary({"command": word, **{name: values[name] for name in needed}})


BIG = 10**400


@pytest.mark.parametrize("data, said", [
    ({"command": "fly"}, "there is no command 'fly'"),
    ({"command": "x" * 9999}, "there is no command 'xxx"),
    ({"command": "release", "uid": 1}, "release has no field 'uid'"),
    ({"command": "remove_body"}, "remove_body needs uid"),
    ({"command": "remove_body", "uid": "1"}, "remove_body: uid: '1' is not what belongs there"),
    *[({"command": "remove_body", "uid": uid}, "remove_body: uid: ") for uid in (1.5, True, BIG, None, [1], {})],
    *[({"command": "move_grab", "target": target}, "move_grab: target: ") for target in
      (3, [1, 2], [1, 2, "3"], [1, 2, float("nan")], [1, 2, float("inf")], [1, 2, BIG], [1, 2, [3]])],
    ({"command": "apply_impulse", "uid": 1, "impulse": None}, "apply_impulse: impulse: "),
    ({"command": "turn_knob", "path": 3, "value": 1}, "turn_knob: path: "),
    ({"command": "set_solver", "name": "x" * 3000, "value": 1}, "set_solver: name: "),
    ({"command": "set_solver", "name": "beta", "value": BIG}, "set_solver: value: "),
    ({"command": "set_solver", "name": "beta", "value": {"a": 1}}, "set_solver: value: "),
    ({"command": "set_solver", "name": "beta", "value": [[1]]}, "set_solver: value: "),
    ({"command": "set_solver", "name": "beta", "value": [1] * 300}, "set_solver: value: "),
    ({"command": "use_settings", "settings": ["x" * 3000]}, "use_settings: settings: "),
    ({"command": "use_settings", "settings": "beta=1"}, "use_settings: settings: "),
    ({"command": 7}, "there is no command 7"),
])
def test_what_is_no_command_is_refused(data, said):
    with pytest.raises(InputError) as found:
        from_dictionary(data)
    assert str(found.value).startswith(said) and len(str(found.value)) <= 1000


def test_plain_values():
    assert all(map(is_plain, [None, True, 3, 0.5, "word", [1, 2, 3], ("a",), []]))
    assert not any(map(is_plain, [BIG, -BIG, float("nan"), "x" * 3000, [[1]], {}, {"a": 1}, object(), b"x"]))
