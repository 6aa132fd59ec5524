"""Scripts that drive the window and the journal that tells what it shows, without a window."""
from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.simulation.commands import LoadScene, SetSolver
from app.simulation.session import Session
from app.ui.ui_state import Desk
from app.ui.view_settings import ViewSettings
from app.window.automation import Journal, Script
from physics.definitions.tunable import SettingError
from tests.support.fake_world import FakeSource


@pytest.fixture
def desk():
    desk = Desk(lambda command: desk.commands.append(command), ViewSettings(), captures=Path("unused"))
    desk.commands = []
    session = Session(FakeSource())
    session.open("one")
    desk.session = session
    desk.take(session.publish(), 10.0)
    return desk


def script(tmp_path, *lines):
    path = tmp_path / "script.jsonl"
    path.write_text("\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines))
    return Script.read(path)


def test_lines_are_done_in_order_when_they_are_due(tmp_path, desk):
    story = script(tmp_path, {"at": 1.0, "command": "load_scene", "source": "stacking/tower"}, "",
                   {"after": 0.5, "action": "screenshot"}, {"at": 0.0, "set": {"theme": "light"}})
    for now, commands, requests in ((10.0, 0, 0), (10.9, 0, 0), (11.0, 1, 0), (11.4, 1, 0), (11.5, 1, 1)):
        desk.now = now
        story.follow(desk)
        assert (len(desk.commands), len(desk.requests)) == (commands, requests)
    assert desk.commands == [LoadScene("stacking/tower")] and desk.settings.theme == "light"


def test_a_line_may_wait_for_a_step(tmp_path, desk):
    story = script(tmp_path, {"step": 2, "command": "set_solver", "name": "beta", "value": 0.4})
    for step in range(3):
        story.follow(desk)
        assert desk.commands == []
        desk.session.advance()
        desk.take(desk.session.publish(), 10.0 + step)
        if step == 1:
            break
    story.follow(desk)
    assert desk.commands == [SetSolver("beta", 0.4)]


def test_a_line_may_place_the_camera(tmp_path, desk):
    script(tmp_path, {"at": 0, "camera": [1, -5, 3], "target": [0, 0, 1]}).follow(desk)
    assert desk.motion.camera.eye == pytest.approx((1, -5, 3))


@pytest.mark.parametrize(("line", "text"), [
    ("{", ":2:"), ("[1]", "mapping"), ({"action": "pause"}, "exactly one of at"),
    ({"at": 1, "after": 1, "action": "pause"}, "exactly one"),
    ({"at": "soon", "action": "pause"}, "number"), ({"at": 1}, "something to do"), ({"at": 1, "action": "pawse"}, "'pause'"),
    ({"at": 1, "command": "set_solver", "name": "beta"}, "value"), ({"at": 1, "camera": "here", "target": [0]}, ":2:"),
])
def test_a_wrong_line_is_told_with_its_number(tmp_path, line, text):
    with pytest.raises(SettingError, match=text):
        script(tmp_path, {"at": 0, "action": "pause"}, line)


def test_the_journal_tells_what_is_shown(tmp_path, desk):
    path = tmp_path / "journal.jsonl"
    journal = Journal(path)
    desk.widgets["button:pause"] = (1.0, 2.0, 3.0, 4.0)
    for k in range(30):
        desk.now = 20.0 + k / 60
        journal.frame(desk, {"gesture": "orbit"})
    journal.close()
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert 4 <= len(lines) <= 6                                           # ten a second
    last = lines[-1]
    assert last["scene"] == "one" and last["gesture"] == "orbit" and last["widgets"]["button:pause"] == [1, 2, 3, 4]
    assert [body["name"] for body in last["bodies"]] == ["ball_0", "ball_1"]
    x, y = last["bodies"][0]["pixel"]
    assert desk.pick(x, y).uid == last["bodies"][0]["uid"]                # the body is where the journal says
