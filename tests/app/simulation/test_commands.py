"""Commands as text and back."""
from __future__ import annotations

import dataclasses
import json

import pytest

from app.simulation.commands import Command, Grab, SetSolver, Step, decode, encode
from app.simulation.commands.codec import vocabulary
from physics.definitions.tunable import SettingError

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
