"""A script's world and a window in another process: what is seen there, what is asked for, and how both end."""
from __future__ import annotations

import copy
import pickle
import time

import numpy as np
import pytest

from app.headless.children import environment
from app.watch.opening import NoWindow, open_watch
from physics import Box, History, SettingError, Sphere, World
from physics.joints import Mouse
from tests.support.recorded_worlds import heap
from tests.support.window_stand_in import BROKEN, REFUSED

PATIENCE = 60.0                    # [s] for another process on a busy machine


def watched(world, options, speed=None, paused=False):
    """A window on a world."""
    return open_watch(world, "test", speed, paused, options)


def step_until(world, condition, most=100_000):
    """Steps with a little time between them, until a condition holds."""
    end = time.monotonic() + PATIENCE
    for _ in range(most):
        if condition():
            return
        assert time.monotonic() < end, "it did not happen"
        world.step()
        time.sleep(0.002)


def test_the_window_sees_the_bodies_where_they_are(world, files):
    kept = {}
    with watched(world, files.plan()) as watch:
        for _ in range(60):
            world.step()
            kept[world.step_count] = world.positions.astype(np.float32).tolist()
            time.sleep(0.01)
        watch.show()
    seen = files.seen()
    assert seen[-1] == {"ended": True} and len(seen) > 5
    assert seen[-2]["step"] == 60
    for line in seen[:-1]:
        if line["step"]:
            assert line["positions"] == kept[line["step"]]
    assert {line["script"] for line in seen[:-1]} == {"test"}


def test_a_watched_world_takes_the_same_steps(world, files):
    alone = heap(8)
    with watched(world, files.plan()):
        for _ in range(80):
            world.step()
            alone.step()
    assert world.state_hash() == alone.state_hash()
    assert world._watcher is None


def test_commands_come_between_steps(world, files):
    actions = [{"step": 3, "command": {"command": "set_solver", "name": "iterations", "value": 7}},
               {"step": 3, "command": {"command": "select", "uid": 2}},
               {"step": 3, "command": {"command": "observe", "contacts": True, "inside": True}}]
    with watched(world, files.plan(*actions)):
        step_until(world, lambda: world.solver.iterations == 7)
        for _ in range(20):
            world.step()
            time.sleep(0.01)
    last = files.seen()[-2]
    assert last["iterations"] == 7 and last["selection"] == 2 and "friction" in last["card"]
    assert last["contacts"] is not None and last["rows"] is not None


def test_a_pause_makes_the_next_step_wait_and_single_steps_go_on(world, files):
    actions = [{"step": 2, "command": {"command": "pause", "on": True}},
               {"paused": 0, "command": {"command": "step", "count": 2}},
               {"paused": 2, "command": {"command": "pause", "on": False}}]
    with watched(world, files.plan(*actions)) as watch:
        step_until(world, lambda: paused_at(files) and not watch.paused)
        for _ in range(20):
            world.step()
    paused = paused_at(files)
    assert set(paused) <= {paused[0], paused[0] + 1, paused[0] + 2} and paused[-1] == paused[0] + 2


def paused_at(files) -> list[int]:
    """The steps at which the window saw a paused world."""
    return [line["step"] for line in files.seen() if line.get("paused")]


@pytest.mark.soak
def test_a_script_can_begin_paused(world, files):
    """The first step waits, which the window shows, until the window lets it go on."""
    with watched(world, files.plan({"paused": 0, "command": {"command": "pause", "on": False}}), paused=True) as watch:
        assert watch.paused
        world.step()
        assert not watch.paused
    assert files.seen()[0]["paused"] and files.seen()[0]["step"] == 0


@pytest.mark.soak
def test_what_the_script_holds_is_not_taken_from_it(world, files):
    bodies = world.bodies
    refused = [{"command": "remove_body", "uid": 2}, {"command": "restart"},
               {"command": "load_scene", "source": "stacking/tower"},
               {"command": "shoot", "position": [0, 0, 9], "velocity": [0, 0, 0]}, {"command": "add_variant"},
               {"command": "step_back", "count": 1}, {"command": "keep_history", "megabytes": 9}]
    last = {"command": "set_world", "name": "gravity", "value": [0, 0, -1]}
    with watched(world, files.plan(*({"step": 2, "command": one} for one in (*refused, last)))):
        step_until(world, lambda: world.gravity[2] == -1)
    assert world.bodies == bodies and world._recorder is None and world.step_count > 2


def test_a_drag_ends_with_the_window(world, files):
    grab = {"command": "grab", "uid": 3, "anchor": [0, 0, 0], "target": [0, 0, 5]}
    with watched(world, files.plan({"step": 1, "command": grab})):
        step_until(world, lambda: any(isinstance(joint.definition, Mouse) for joint in world.joints))
        world.step()
    assert not world.joints


@pytest.mark.soak
def test_the_script_may_remove_what_is_dragged_and_selected(world, files):
    actions = [{"step": 1, "command": {"command": "grab", "uid": 3, "anchor": [0, 0, 0], "target": [0, 0, 5]}},
               {"step": 1, "command": {"command": "select", "uid": 3}}]
    with watched(world, files.plan(*actions)) as watch:
        step_until(world, lambda: world.joints)
        world.remove(world.body(3))
        watch.show()
        for _ in range(20):
            world.step()
            time.sleep(0.005)
        assert not watch.closed
    assert files.seen()[-2]["selection"] is None


def test_bodies_may_come_and_go(world, files):
    with watched(world, files.plan()) as watch:
        for number in range(40):
            ball = world.add_body(shape=Sphere(radius=0.2), position=(2, 0.5 * number, 3))
            if number % 3 == 0:
                world.remove(ball)
            world.step()
            time.sleep(0.005)
        watch.show()
    assert len(files.seen()[-2]["positions"]) == len(world.bodies)


def test_the_script_goes_on_when_the_window_is_closed(world, files):
    watch = watched(world, files.plan({"step": 5, "do": "close"}))
    step_until(world, lambda: watch.closed)
    before = world.step_count
    for _ in range(10):
        world.step()
    assert world.step_count == before + 10 and world._watcher is None
    watch.show()
    watch.wait()
    watch.close()


@pytest.mark.soak
def test_a_window_that_closes_lets_a_waiting_script_go_on(world, files):
    watch = watched(world, files.plan({"paused": 0, "do": "close"}), paused=True)
    world.step()
    assert watch.closed and world.step_count == 1


def test_a_window_that_hangs_holds_nothing_up(world, files, monkeypatch):
    monkeypatch.setattr("app.watch.window_process.ENDING", 0.2)
    with watched(world, files.plan({"step": 1, "do": "hang"})):
        step_until(world, lambda: world.step_count > 1 and len(files.seen()) > 1)
        for _ in range(200):
            world.step()
    assert not files.seen()[-1].get("ended")


def test_a_fault_of_the_program_closes_the_window_and_not_the_script(world, files, monkeypatch, capsys, tmp_path):
    monkeypatch.setattr("app.headless.errors._log_folder", lambda: tmp_path / "log")
    watch = watched(world, files.plan())
    monkeypatch.setattr(type(watch._session), "begin_step", lambda session: 1 / 0)
    world.step()
    world.step()
    assert world.step_count == 2 and watch.closed and world._watcher is None
    said = capsys.readouterr().err
    assert "ZeroDivisionError" in said and str(tmp_path / "log") in said and "Traceback" not in said


@pytest.mark.soak
def test_copies_are_not_watched(world, files):
    with watched(world, files.plan()):
        world.step()
        assert copy.deepcopy(world)._watcher is None and pickle.loads(pickle.dumps(world))._watcher is None


@pytest.mark.soak
def test_steps_that_a_history_takes_again_are_not_watched(world, files):
    history = History(world)
    with watched(world, files.plan()) as watch:
        for _ in range(30):
            world.step()
        watch.paused = True                             # a step of the script would wait now
        history.at(10)
        assert world.step_count == 10


@pytest.mark.soak
def test_a_speed_limit(world, files):
    with watched(world, files.plan(), speed=4.0):
        begun = time.monotonic()
        for _ in range(25):
            world.step()
        assert time.monotonic() - begun >= 24 * world.dt / 4.0
    assert files.seen()[0]["speed"] == 4.0


@pytest.mark.parametrize("speed", [0, -1, 100, "fast"])
def test_a_wrong_speed(world, files, speed):
    with pytest.raises(SettingError, match="out of range"):
        watched(world, files.plan(), speed=speed)
    assert world._watcher is None


@pytest.mark.parametrize("thing", [None, "stacking/tower", 3, Box(half=(1, 1, 1))])
def test_only_worlds_are_watched(thing):
    with pytest.raises(SettingError, match="watch shows a physics.World"):
        watched(thing, None)


def test_a_world_has_one_window(world, files):
    with watched(world, files.plan()), pytest.raises(SettingError, match="watched already"):
        watched(world, files.plan())
    with watched(world, files.plan()):
        world.step()


def test_no_window(world, files):
    with pytest.raises(NoWindow, match="there is no display"):
        open_watch(world, REFUSED, None, False, None)
    with pytest.raises(NoWindow, match="ended with code 3"):
        open_watch(world, BROKEN, None, False, None)
    world.step()


@pytest.mark.soak
def test_a_world_without_bodies_is_shown_with_its_first_step(files):
    world = World()
    with watched(world, files.plan()):
        world.add_body(shape=Sphere(radius=1))
        world.step()
        time.sleep(0.1)
    assert len(files.seen()[0]["positions"]) == 1


def test_the_window_finds_the_program_from_anywhere():
    assert environment()["PYTHONPATH"].split(":")[0].endswith(str(__file__).split("/tests/")[0].rsplit("/", 1)[-1])
