"""The film player: the window's camera along a path, at the pace of the plan, and with a body that is followed."""
from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from app.draw.camera import Camera
from app.draw.film.camera_path import CameraPath
from app.input.camera_motion import CameraMotion
from app.published.film_plan import FilmPlan, Keyframe, SlowPart, Vantage
from app.published.status import Publication, Status
from app.simulation.commands import SetTimeScale
from app.ui.film_player import FilmPlayer, shown_time
from tests.support.synthetic import DYNAMIC, GROUND, SPHERE, view_of_bodies

DT = 1 / 60
PLAN = FilmPlan(path=(Keyframe(1.0, Vantage((0.0, -9.0, 2.0), (0.0, 0.0, 1.0), 0.9)),
                      Keyframe(3.0, Vantage((9.0, 0.0, 4.0), (0.0, 0.0, 1.0), 0.5))), slow=(SlowPart(2.0, 2.5, 0.25),))
BALL = 2                   # uid


def publication(time, place=(0.0, 0.0, 3.0), before=None, run=1, **status):
    """A view of a ball at a time [s], which was at `before` a step earlier."""
    view = view_of_bodies([GROUND, (SPHERE, DYNAMIC, place, (1, 1, 1))])
    previous = view.positions.copy()
    previous[1] = place if before is None else before
    table = dataclasses.replace(view.table, names=("", "ball"))
    view = dataclasses.replace(view, time=time, dt=DT, step=round(time / DT), previous_positions=previous, table=table)
    return Publication(view, Status(run=run, **status), moment=100.0, running=True)


@pytest.fixture
def player():
    motion = CameraMotion(Camera((0.0, -9.0, 2.0), (0.0, 0.0, 1.0)))
    commands = []
    player = FilmPlayer(motion, commands.append)
    player.motion, player.commands = motion, commands
    return player


def scales(player):
    return [command.scale for command in player.commands if isinstance(command, SetTimeScale)]


def test_the_camera_is_where_the_path_is_at_the_time_of_the_picture(player):
    player.play(publication(1.5), False)
    for time, alpha in ((1.5, 1.0), (2.0, 0.5), (2.9, 0.0)):
        player.move(PLAN, publication(time), 100.0, alpha)
        expected = CameraPath(PLAN.path).at(time - (1 - alpha) * DT)
        assert player.motion.vantage.eye == pytest.approx(expected.eye)
        assert player.motion.camera.fov == pytest.approx(expected.fov)
        player.motion.tick(1.0)
        assert player.motion.vantage.eye == pytest.approx(expected.eye), "without easing"


def test_the_pace_is_that_of_the_plan_times_the_users_own(player):
    player.play(publication(1.0, time_scale=2.0), False)
    for time in (1.0, 2.1, 2.3, 2.6):
        player.move(PLAN, publication(time), 100.0, 1.0)
    assert scales(player) == [0.5, 2.0]
    player.stop()
    assert scales(player) == [0.5, 2.0], "the usual pace already"


def test_it_ends_with_the_plan(player):
    player.play(publication(2.2), False)
    player.move(PLAN, publication(2.2), 100.0, 1.0)
    player.move(PLAN, publication(3.0), 100.0, 1.0)
    assert not player.playing and scales(player) == [0.25, 1.0]


@pytest.mark.parametrize("touch", [lambda motion: motion.orbit(5, 0), lambda motion: motion.pan(5, 0, 720),
                                   lambda motion: motion.zoom_to(1), lambda motion: motion.look(5, 0),
                                   lambda motion: motion.fly(1, 0, 0)])
def test_it_ends_as_the_user_moves_the_camera(player, touch):
    player.play(publication(1.5), False)
    player.move(PLAN, publication(1.5), 100.0, 1.0)
    player.motion.fly(0, 0, 0)
    player.move(PLAN, publication(1.6), 100.0, 1.0)
    assert player.playing, "keys that are not held move nothing"
    touch(player.motion)
    player.move(PLAN, publication(1.7), 100.0, 1.0)
    assert not player.playing


def test_after_the_end_it_waits_for_the_restart(player):
    player.play(publication(5.0, run=1), True)
    player.move(PLAN, publication(5.0, run=1), 100.0, 1.0)
    assert player.playing and player.motion.vantage.eye == pytest.approx((0, -9, 2))
    player.move(PLAN, publication(0.0, run=2), 100.0, 1.0)
    player.move(PLAN, publication(2.0, run=2), 100.0, 1.0)
    assert player.playing and player.motion.vantage.eye == pytest.approx(CameraPath(PLAN.path).at(2.0).eye)


def test_the_camera_moves_with_a_body_and_may_be_turned_meanwhile(player):
    player.follow(BALL)
    player.move(FilmPlan(), publication(0.0), 100.0, 1.0)
    for _ in range(100):
        player.motion.tick(0.1)
    offset = np.subtract(player.motion.vantage.eye, player.motion.vantage.target)
    assert player.motion.vantage.target == pytest.approx((0, 0, 3), abs=1e-6), "it looks at it"
    player.move(FilmPlan(), publication(0.1, (4.0, 1.0, 3.0), (2.0, 1.0, 3.0)), 100.0, 0.5)
    assert player.motion.vantage.target == pytest.approx((3, 1, 3)), "where the picture shows it"
    assert np.subtract(player.motion.vantage.eye, player.motion.vantage.target) == pytest.approx(offset)
    player.motion.orbit(200, 0)
    player.motion.arrive()
    player.move(FilmPlan(), publication(0.2, (8.0, 1.0, 3.0)), 100.0, 1.0)
    assert player.motion.vantage.target == pytest.approx((8, 1, 3)) and player.followed == BALL


def test_a_body_that_is_gone_is_no_longer_followed(player):
    player.follow(99)
    player.move(FilmPlan(), publication(0.0), 100.0, 1.0)
    assert player.followed is None and player.motion.vantage.eye == pytest.approx((0, -9, 2))


def test_a_path_about_a_body_goes_with_it(player):
    plan = PLAN.changed(follow="ball")
    player.open(plan, publication(1.0, (5.0, 0.0, 1.0)).view)
    assert player.followed == BALL
    assert player.motion.vantage.target == (5.0, 0.0, 1.0), "a scene opens with the camera at its body"
    player.play(publication(1.0), False)
    player.move(plan, publication(1.0, (5.0, 0.0, 1.0)), 100.0, 1.0)
    assert player.motion.vantage.eye == pytest.approx((5.0, -9.0, 2.0))
    player.move(plan, publication(2.999, (6.0, 0.0, 1.0)), 100.0, 1.0)
    assert player.motion.vantage.eye == pytest.approx((15.0, 0.0, 4.0), abs=1e-2)


def test_a_scene_opens_at_rest(player):
    player.play(publication(1.0), False)
    player.move(PLAN, publication(2.1), 100.0, 1.0)
    player.open(FilmPlan(), publication(0.0).view)
    assert not player.playing and player.followed is None and scales(player)[-1] == 1.0


def test_the_time_goes_on_between_rare_views_of_resting_bodies():
    resting, moving = publication(2.0), publication(2.0, before=(0.0, 0.0, 3.1))
    assert shown_time(resting, 100.5, 1.0) == pytest.approx(2.5 - DT)
    assert shown_time(resting, 109.0, 1.0) == pytest.approx(4.0 - DT)
    assert shown_time(moving, 100.5, 1.0) == 2.0 and shown_time(moving, 100.0, 0.25) == pytest.approx(2.0 - 0.75 * DT)
    assert shown_time(publication(0.0), 100.0, 0.0) == 0.0, "not before the beginning"
    paused = dataclasses.replace(resting, running=False)
    assert shown_time(paused, 105.0, 1.0) == 2.0
