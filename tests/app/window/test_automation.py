"""Scripts that drive the window, and the journal, without a window."""
from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.simulation.commands import LoadScene, SetSolver
from app.simulation.session import Session
from app.ui.ui_state import UiState
from app.ui.view_settings import ViewSettings
from app.window.automation import Journal, Script
from physics.definitions.tunable import SettingError
from tests.support.fake_world import FakeSource


@pytest.fixture
def state():
    state = UiState(lambda command: state.commands.append(command), ViewSettings(), output_folder=Path("unused"))
    state.commands = []
    session = Session(FakeSource())
    session.open("one")
    state.session = session
    state.take(session.publish(), 10.0)
    return state


def script(tmp_path, *lines):
    path = tmp_path / "script.jsonl"
    path.write_text("\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines))
    return Script.read(path)


def test_lines_are_done_in_order_when_they_are_due(tmp_path, state):
    story = script(tmp_path, {"at": 1.0, "command": "load_scene", "source": "stacking/tower"}, "",
                   {"after": 0.5, "action": "screenshot"}, {"at": 0.0, "set": {"theme": "light"}})
    for now, commands, requests in ((10.0, 0, 0), (10.9, 0, 0), (11.0, 1, 0), (11.4, 1, 0), (11.5, 1, 1)):
        state.now = now
        story.follow(state)
        assert (len(state.commands), len(state.requests)) == (commands, requests)
    assert state.commands == [LoadScene("stacking/tower")] and state.settings.theme == "light"


def test_a_line_may_wait_for_a_step(tmp_path, state):
    story = script(tmp_path, {"step": 2, "command": "set_solver", "name": "beta", "value": 0.4})
    for step in range(3):
        story.follow(state)
        assert state.commands == []
        state.session.advance()
        state.take(state.session.publish(), 10.0 + step)
        if step == 1:
            break
    story.follow(state)
    assert state.commands == [SetSolver("beta", 0.4)]


def test_a_line_may_place_the_camera(tmp_path, state):
    script(tmp_path, {"at": 0, "camera": [1, -5, 3], "target": [0, 0, 1]}).follow(state)
    assert state.motion.camera.eye == pytest.approx((1, -5, 3))


@pytest.mark.parametrize(("line", "text"), [
    ("{", ":2:"), ("[1]", "mapping"), ({"action": "pause"}, "exactly one of at"),
    ({"at": 1, "after": 1, "action": "pause"}, "exactly one"),
    ({"at": "soon", "action": "pause"}, "number"), ({"at": 1}, "something to do"), ({"at": 1, "action": "pawse"}, "'pause'"),
    ({"at": 1, "command": "set_solver", "name": "beta"}, "value"), ({"at": 1, "camera": "here", "target": [0]}, ":2:"),
])
def test_a_wrong_line_is_told_with_its_number(tmp_path, line, text):
    with pytest.raises(SettingError, match=text):
        script(tmp_path, {"at": 0, "action": "pause"}, line)


def test_the_journal_tells_what_is_shown(tmp_path, state):
    path = tmp_path / "journal.jsonl"
    journal = Journal(path)
    state.widgets["button:pause"] = (1.0, 2.0, 3.0, 4.0)
    for k in range(30):
        state.now = 20.0 + k / 60
        journal.frame(state, {"gesture": "orbit"})
    journal.close()
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert 4 <= len(lines) <= 6                                           # ten a second
    last = lines[-1]
    assert last["scene"] == "one" and last["gesture"] == "orbit" and last["widgets"]["button:pause"] == [1, 2, 3, 4]
    assert [body["name"] for body in last["bodies"]] == ["ball_0", "ball_1"]
    x, y = last["bodies"][0]["pixel"]
    assert state.pick(x, y).uid == last["bodies"][0]["uid"]                # the body is where the journal says
