"""Publications, the history of the plots, toasts and the watch on the scene's file."""
from __future__ import annotations

import dataclasses
import os

import numpy as np
import pytest

from app.published.energy_history import KINETIC, ROOM, STEP_MS, TIME, Histories, History
from app.published.status import Notice, Publication, Status
from app.ui.toasts import LIFE, MOST, Toast, Toasts
from app.window.file_watch import FileWatch
from tests.support.synthetic import GROUND, view_of_bodies

VIEW = view_of_bodies([GROUND])


def view_at(step, kinetic=1.0):
    return dataclasses.replace(VIEW, step=step, time=step / 60, energy=(step * kinetic, 2.0, 3.0), step_ms=0.5)


def publication(step, run=1, **changes):
    return Publication(view_at(step), Status(run=run), **changes)


def test_alpha_runs_from_one_step_to_the_next():
    running = publication(1, moment=100.0, owed=0.25 / 60, running=True)
    assert running.alpha(100.0) == pytest.approx(0.25)
    assert running.alpha(100.0 + 0.5 / 60) == pytest.approx(0.75)
    assert running.alpha(200.0) == 1.0


def test_alpha_follows_the_time_scale_and_stops_when_paused():
    slow = dataclasses.replace(publication(1, moment=100.0, running=True), status=Status(time_scale=0.5))
    assert slow.alpha(100.0 + 1 / 60) == pytest.approx(0.5)
    assert publication(1, moment=100.0, running=False).alpha(100.0) == 1.0
    assert Publication().alpha(3.0) == 1.0


def test_history_takes_each_step_once_and_begins_anew_with_an_earlier_one():
    history = History()
    for step in (0, 1, 1, 2, 3):
        history.add(view_at(step))
    assert history.column(KINETIC).tolist() == [0, 1, 2, 3]
    assert history.column(STEP_MS, newest=2).tolist() == [0.5, 0.5]
    history.add(view_at(0))
    assert len(history) == 1


def compared(step, numbers, chosen=0):
    views = tuple(view_at(step, kinetic=10.0 * number) for number in numbers)
    return Publication(views[chosen], Status(numbers=numbers, chosen=chosen), views=views if len(views) > 1 else ())


def test_every_variant_has_its_own_history():
    """Choosing another variant joined two curves by a jump that never happened."""
    histories = Histories()
    for step in (1, 2):
        histories.take(compared(step, (1, 2, 3)))
    assert histories.chosen.column(KINETIC).tolist() == [10, 20]
    histories.take(compared(3, (1, 2, 3), chosen=1))
    assert histories.chosen.column(KINETIC).tolist() == [20, 40, 60]
    histories.take(compared(4, (1, 3), chosen=1))                       # the second one was taken out, the third goes on
    assert histories.chosen.column(KINETIC).tolist() == [30, 60, 90, 120]
    histories.take(compared(5, (3,)))
    assert histories.chosen.column(KINETIC).tolist() == [30, 60, 90, 120, 150]
    histories.take(dataclasses.replace(compared(6, (3,)), status=Status(numbers=(3, 4))))
    assert len(histories.chosen) == 5, "a status that is newer than its views adds nothing"
    histories.take(compared(0, (5,)))                                   # a restart
    assert histories.chosen.column(KINETIC).tolist() == [0]


def test_history_keeps_the_newest_however_long_it_runs():
    history = History()
    for step in range(3 * ROOM + 17):
        history.add(view_at(step))
    times = history.column(TIME)
    assert times == pytest.approx(np.arange(2 * ROOM + 17, 3 * ROOM + 17) / 60)


def test_toasts_come_once_and_go_by_themselves():
    toasts, notices = Toasts(), (Notice(1, "a"), Notice(2, "b"))
    toasts.take(notices, 10.0)
    toasts.take(notices, 11.0)
    assert [t.text for t in toasts.current(12.0)] == ["a", "b"]
    assert toasts.current(10.0 + LIFE) == []
    for k in range(10):
        toasts.add(Toast(str(k), born=20.0))
    assert len(toasts.current(20.0)) == MOST


def test_a_message_that_comes_again_takes_the_place_of_the_first():
    toasts = Toasts()
    toasts.take((Notice(1, "energy leapt", step=3, run=1), Notice(2, "saved"), Notice(3, "energy leapt", step=1, run=2)), 1.0)
    assert [(t.text, t.step, t.run) for t in toasts.current(1.0)] == [("saved", None, 0), ("energy leapt", 1, 2)]
    for path in ("/a", "/b"):
        toasts.add(Toast("saved", path=path, born=2.0))
    assert [t.path for t in toasts.current(2.0)] == ["", "/a", "/b"]


def test_a_toast_about_a_file_stays_longer():
    assert Toast("x", path="/a").life > Toast("x").life


def test_the_watch_sees_each_saving_once(tmp_path):
    path, watch = tmp_path / "scene.yaml", FileWatch()
    path.write_text("a")
    assert not watch.changed(str(path), 0.0)
    assert not watch.changed(str(path), 1.0)
    path.write_text("ab")
    os.utime(path, ns=(1, 1))
    seen = [watch.changed(str(path), 2.0 + 0.1 * k) for k in range(20)]
    assert sum(seen) == 1


def test_the_watch_survives_a_file_that_is_replaced(tmp_path):
    path, watch = tmp_path / "scene.yaml", FileWatch()
    path.write_text("a")
    watch.changed(str(path), 0.0)
    path.unlink()
    assert not watch.changed(str(path), 1.0)
    path.write_text("other")
    assert any(watch.changed(str(path), 2.0 + 0.1 * k) for k in range(20))
    assert not watch.changed("", 9.0)


def test_messages_about_steps_go_with_their_run():
    """After a restart a step of the run before is no step of this one; what names none stays."""
    toasts = Toasts()
    toasts.take((Notice(1, "energy leapt in step 208", step=208, run=1), Notice(2, "saved", run=1)), 1.0)
    toasts.begin(1)
    assert len(toasts.current(1.0)) == 2
    toasts.take((Notice(3, "stopped at step 0", step=0, run=2),), 2.0)
    toasts.begin(2)
    assert [t.text for t in toasts.current(2.0)] == ["saved", "stopped at step 0"]
