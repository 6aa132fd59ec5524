"""Commands as text and back."""
from __future__ import annotations

import dataclasses
import json

import pytest

from app.simulation.commands import (
    AddVariant,
    ChooseVariant,
    Command,
    EditBodies,
    EditBody,
    EditEvent,
    EditGenerator,
    EditJoint,
    Grab,
    MoveBodies,
    Pause,
    RemoveVariant,
    SetSolver,
    SetWorld,
    Step,
    decode,
    encode,
)
from app.simulation.commands.codec import vocabulary
from physics.definitions.tunable import SettingError
from tests.support.fake_world import apply

EXAMPLES = {float: 0.5, int: 3, bool: True, str: "x", tuple: (1.0, 2.0, 3.0)}


def example(kind):
    """A command of this kind with something in every field."""
    def value(field):
        text = str(field.type)
        return next((v for t, v in EXAMPLES.items() if t.__name__ in text), 0.5)
    return kind(**{f.name: value(f) for f in dataclasses.fields(kind)})


@pytest.mark.parametrize("name", sorted(vocabulary()))
def test_every_command_survives_json(name):
    command = example(vocabulary()[name])
    assert decode(json.loads(json.dumps(encode(command)))) == command


@pytest.mark.parametrize("name", sorted(vocabulary()))
def test_every_command_is_frozen_and_says_what_it_does(name):
    kind = vocabulary()[name]
    assert kind.__dataclass_params__.frozen
    assert kind.apply is not Command.apply
    assert kind.__doc__ and kind.__doc__ != Command.__doc__


def test_defaults_may_be_left_out():
    assert decode({"command": "step"}) == Step(1)
    assert decode({"command": "grab", "uid": 3, "anchor": [0, 0, 0], "target": [1, 2, 3]}) == Grab(3, (0, 0, 0), (1, 2, 3))


@pytest.mark.parametrize(("data", "text"), [
    ({"command": "set_solvr", "name": "beta", "value": 1}, "set_solver"),
    ({"command": "set_solver", "nam": "beta", "value": 1}, "'name'"),
    ({"command": "set_solver", "name": "beta"}, "value"),
    ({}, "there is no command"),
])
def test_a_wrong_line_names_the_nearest_right_word(data, text):
    with pytest.raises(SettingError, match=text):
        decode(data)


def test_only_the_same_slider_replaces_itself():
    assert SetSolver("beta", 0.1).replaces(SetSolver("beta", 0.2))
    assert not SetSolver("beta", 0.1).replaces(SetSolver("slop", 0.2))
    assert not Step().replaces(Step())


@pytest.mark.parametrize(("old", "command"), [
    ({"command": "set_gravity", "gravity": [0, 0, -1]}, SetWorld("gravity", (0, 0, -1))),
    ({"command": "override_friction", "value": 0.3}, SetWorld("friction", 0.3)),
    ({"command": "override_restitution", "value": None}, SetWorld("restitution", None)),
    ({"command": "set_sleep", "on": True}, SetWorld("sleep", True)),
    ({"command": "add_lane"}, AddVariant()), ({"command": "choose_lane", "number": 1}, ChooseVariant(1)),
    ({"command": "remove_lane", "number": 2}, RemoveVariant(2))])
def test_scripts_may_use_the_names_of_before(old, command):
    assert decode(old) == command
    assert encode(command)["command"] not in command.formerly


@pytest.mark.parametrize(("name", "value", "word"), [
    ("gravty", (0, 0, 0), "gravity"), ("gravity", (0, 0), "three"), ("gravity", (0, 0, 1e9), "1000"), ("gravity", None, "three"),
    ("friction", -1, "100"), ("sleep", 3, "true")])
def test_a_world_setting_says_what_is_allowed(session, name, value, word):
    apply(session, SetWorld(name, value))
    assert word in session.status().fault.text


@pytest.mark.parametrize("edit, other", [
    (EditBody(3, {"mass": 1.0}, "mass 3"), {"uid": 4}), (EditBodies((3, 4), {"mass": 1.0}, "mass"), {"uids": (3,)}),
    (MoveBodies((3, 4), shift=(1.0, 0.0, 0.0), merges="move"), {"uids": (3,)}),
    (EditGenerator(0, {"count": 2}, "count"), {"number": 1}), (EditEvent(0, {"at": 1.0}, "at"), {"number": 1}),
    (EditJoint(3, {"lower": 0.0}, "lower"), {"uid": 4})])
def test_of_a_drag_only_the_last_place_counts(edit, other):
    assert edit.replaces(edit) and not edit.replaces(dataclasses.replace(edit, **other))
    assert not edit.replaces(dataclasses.replace(edit, merges="another"))
    alone = dataclasses.replace(edit, merges="")
    assert not alone.replaces(alone) and not edit.replaces(Pause(True))
    if hasattr(edit, "values"):
        assert edit.replaces(dataclasses.replace(edit, values=dict.fromkeys(edit.values, 9.0)))
        assert not edit.replaces(dataclasses.replace(edit, values={"friction": 1.0}))
