"""The mouse tool on the scene: click, drag, wheel, Shift, pin, fly."""
from __future__ import annotations

import numpy as np
import pytest

from app.input.event_tool import PER_METRE
from app.input.mouse import REST
from app.input.router import LEFT, MIDDLE, RIGHT, Event
from app.simulation.commands import Grab, MoveGrab, Pin, Release, Select, SelectJoint, ToggleSelected
from tests.support.mouse_stage import BALL, EMPTY, LOW, SIZE, move, press, release
from tests.support.synthetic import BOX, GROUND, KINEMATIC, STATIC, view_of_bodies


def test_a_click_selects_and_does_not_touch(pointer, stage):
    press(pointer, BALL)
    move(pointer, (501, 401))
    release(pointer, (501, 401))
    assert stage.commands == [Select(2)]


def test_a_click_beside_everything_unselects(pointer, stage):
    press(pointer, EMPTY)
    release(pointer, EMPTY)
    assert stage.commands == [Select(None)]


WALL, POST, GATE = ((BOX, STATIC, (0, 0, 1), (5, 0.1, 5)), (BOX, STATIC, (0, 0, 1), (1, 1, 2)),
                    (BOX, STATIC, (0, -2, 1), (2, 0.5, 2), (0, 0, 0, 1), 0.0, True))


@pytest.mark.parametrize(("behind", "plain", "with_ctrl"), [
    ([], None, 1), ([WALL], None, 2), ([POST], 2, 2), ([GATE], 2, 2), ([WALL, GATE], 3, 3), ([POST, GATE], 2, 2),
    ([(BOX, KINEMATIC, (0, 0, 1), (5, 0.1, 5))], 2, 2)],
    ids=["plane", "wall", "post", "sensor", "sensor before a wall", "post in a sensor", "platform"])
def test_the_ground_is_selected_with_ctrl_alone(pointer, stage, behind, plain, with_ctrl):
    """The ground are planes and static boxes as large as walls; a sensor is selected where there is nothing else to select."""
    stage.view = view_of_bodies([GROUND, *behind])
    for held, chosen in (({}, plain), ({"ctrl": True}, with_ctrl)):
        stage.commands.clear()
        place = LOW if not behind else BALL
        press(pointer, place, **held)
        release(pointer, place)
        assert stage.commands == [Select(chosen)]


def test_a_sensor_behind_the_ground_is_not_selected(pointer, stage):
    stage.view = view_of_bodies([GROUND, WALL, (BOX, STATIC, (0, 3, 1), (1, 1, 1), (0, 0, 0, 1), 0.0, True)])
    press(pointer, BALL)
    release(pointer, BALL)
    assert stage.commands == [Select(None)]


def test_a_click_on_the_mark_of_a_joint_selects_it(pointer, stage):
    stage.joint = 7
    for place in (BALL, EMPTY):
        press(pointer, place)
        release(pointer, place)
    assert stage.commands == [SelectJoint(7), SelectJoint(7)]


def test_a_drag_over_the_mark_of_a_joint_still_grabs_the_body(pointer, stage):
    stage.joint = 7
    press(pointer, BALL)
    move(pointer, (560, 400))
    assert isinstance(stage.commands[0], Grab)


def test_while_a_joint_is_made_clicks_choose_places_and_drags_orbit(pointer, stage):
    stage.making, stage.joint = True, 7
    for place in (BALL, EMPTY):
        press(pointer, place)
        pointer.tick(20.0)                                    # a press that rests grabs nothing
        release(pointer, place)
    assert stage.places == [BALL, EMPTY] and stage.commands == []
    press(pointer, BALL)
    assert pointer.gesture == "orbit"
    move(pointer, (600, 400))
    release(pointer, (600, 400))
    assert len(stage.places) == 2 and stage.commands == []


def test_a_drag_on_a_body_grabs_moves_and_lets_go(pointer, stage):
    press(pointer, BALL)
    move(pointer, (560, 400))
    move(pointer, (600, 400))
    release(pointer, (600, 400))
    grab, *moves, last = stage.commands
    assert isinstance(grab, Grab) and grab.uid == 2 and grab.target == pytest.approx((0, -1, 1), abs=1e-6)
    assert last == Release() and all(isinstance(m, MoveGrab) for m in moves)
    pixel = stage.motion.camera.project(np.array([moves[-1].target]), *SIZE)[0]
    assert pixel[:2] == pytest.approx((600, 400), abs=1e-6)                       # the hand is under the pointer
    assert moves[-1].target[1] == pytest.approx(-1, abs=1e-6)                     # in the plane that faces the eye


def test_a_press_that_rests_grabs(pointer, stage):
    press(pointer, BALL)
    pointer.tick(10.0 + REST / 2)
    assert stage.commands == []
    pointer.tick(10.0 + 2 * REST)
    assert isinstance(stage.commands[0], Grab)


def test_a_hand_at_rest_sends_nothing_more(pointer, stage):
    press(pointer, BALL)
    move(pointer, (600, 400))
    count = len(stage.commands)
    for k in range(20):
        pointer.tick(11.0 + k / 60)
    assert len(stage.commands) == count


def test_a_drag_beside_the_bodies_orbits(pointer, stage):
    press(pointer, EMPTY)
    move(pointer, (160, 100))
    for _ in range(60):
        stage.motion.tick(1 / 60)
    release(pointer, (160, 100))
    assert stage.commands == []
    assert np.linalg.norm(stage.motion.camera.eye - (0, -10, 1)) > 1.0
    assert np.linalg.norm(stage.motion.camera.target - (0, 0, 1)) < 1e-6


def test_alt_orbits_even_on_a_body_and_ctrl_never_orbits(pointer, stage):
    press(pointer, BALL, alt=True)
    assert pointer.gesture == "orbit"
    release(pointer, BALL)
    press(pointer, EMPTY, ctrl=True)
    assert pointer.gesture == "point"
    eye = stage.motion.camera.eye.copy()
    move(pointer, (200, 300))
    stage.motion.tick(1 / 60)
    assert (stage.motion.camera.eye == eye).all()


def test_wheel_while_grabbing_changes_the_distance_of_the_hand(pointer, stage):
    press(pointer, BALL)
    move(pointer, (510, 400))
    near = stage.commands[-1].target[1]
    pointer.receive(Event("scroll", 510, 400, amount=2))
    assert stage.commands[-1].target[1] > near + 1.0


def test_wheel_on_the_scene_zooms_to_what_is_under_the_pointer(pointer, stage):
    pointer.receive(Event("scroll", *BALL, amount=3))
    for _ in range(60):
        stage.motion.tick(1 / 60)
    assert stage.commands == []
    assert np.linalg.norm(stage.motion.camera.eye - (0, 0, 1)) < 8.0


def test_right_click_while_grabbing_pins(pointer, stage):
    press(pointer, BALL)
    move(pointer, (560, 400))
    press(pointer, (560, 400), RIGHT)
    assert stage.commands[-1] == Pin() and pointer.gesture == ""
    release(pointer, (560, 400), RIGHT)
    release(pointer, (560, 400), LEFT)
    assert stage.commands[-1] == Pin()


def test_shift_moves_in_the_upright_pvariant_without_a_jump(pointer, stage):
    stage.motion.camera.place((0, -8, 9), (0, 0, 1))
    press(pointer, BALL)
    move(pointer, (500, 380))
    before = np.array(stage.commands[-1].target)
    move(pointer, (500, 380), shift=True)
    assert np.linalg.norm(np.array(stage.commands[-1].target) - before) < 1e-6
    move(pointer, (500, 300), shift=True)
    moved = np.array(stage.commands[-1].target) - before
    assert moved[2] > 0.5 and abs(moved[1]) < 1e-6


def test_shift_click_shoots(pointer, stage):
    press(pointer, EMPTY, shift=True)
    release(pointer, EMPTY)
    assert stage.shots == [EMPTY] and stage.commands == []


def test_middle_and_shift_right_pan(pointer, stage):
    for button, held in ((MIDDLE, {}), (RIGHT, {"shift": True})):
        before = stage.motion.camera.target.copy()
        press(pointer, EMPTY, button, **held)
        move(pointer, (200, 100))
        for _ in range(60):
            stage.motion.tick(1 / 60)
        release(pointer, (200, 100), button)
        assert np.linalg.norm(stage.motion.camera.target - before) > 0.5


def test_keys_fly_only_while_looking(pointer, stage):
    pointer.receive(Event("key", key="W"))
    assert stage.chords == ["W"]
    press(pointer, EMPTY, RIGHT)
    pointer.receive(Event("key", key="W"))
    for k in range(30):
        pointer.tick(11 + k / 60)
        stage.motion.tick(1 / 60)
    assert stage.motion.camera.eye[1] > -9.5 and stage.chords == ["W"]
    release(pointer, EMPTY, RIGHT)
    pointer.tick(12.0)
    for _ in range(60):
        stage.motion.tick(1 / 60)
    stopped = stage.motion.camera.eye.copy()
    for _ in range(60):
        pointer.tick(13.0)
        stage.motion.tick(1 / 60)
    assert np.linalg.norm(stage.motion.camera.eye - stopped) < 0.01


def test_losing_the_focus_lets_go(pointer, stage):
    press(pointer, BALL)
    move(pointer, (600, 400))
    pointer.receive(Event("blur"))
    assert stage.commands[-1] == Release() and pointer.gesture == ""


def test_escape_lets_go(pointer, stage):
    press(pointer, BALL)
    move(pointer, (600, 400))
    pointer.receive(Event("key", key="Escape"))
    assert stage.commands[-1] == Release() and stage.chords == []


def test_ctrl_shift_click_adds_or_takes_out_however_slowly(pointer, stage):
    press(pointer, BALL, ctrl=True, shift=True)
    pointer.tick(10.0 + 2 * REST)
    release(pointer, BALL, ctrl=True, shift=True)
    assert stage.commands == [ToggleSelected(2)] and not stage.shots
    press(pointer, EMPTY, ctrl=True, shift=True)
    release(pointer, EMPTY, ctrl=True, shift=True)
    assert len(stage.commands) == 1                                   # nothing is there: the selection stays


def test_ctrl_shift_drag_grabs(pointer, stage):
    press(pointer, BALL, ctrl=True, shift=True)
    move(pointer, (BALL[0] + 30, BALL[1]), ctrl=True, shift=True)
    release(pointer, (BALL[0] + 30, BALL[1]))
    assert isinstance(stage.commands[0], Grab) and isinstance(stage.commands[-1], Release)


def test_a_box_is_drawn_once(pointer, stage):
    """After the key the next left drag draws a rectangle, and touches neither bodies nor camera."""
    eye = stage.motion.camera.eye.copy()
    stage.box.begin()
    press(pointer, BALL)
    move(pointer, (300, 600))
    assert stage.box.rectangle == (300, 400, 500, 600) and pointer.gesture == "box"
    pointer.tick(20.0)
    release(pointer, (300, 600), shift=True)
    assert stage.boxes == [((300, 400, 500, 600), True)] and not stage.commands and (stage.motion.camera.eye == eye).all()
    press(pointer, BALL)
    release(pointer, BALL)
    assert stage.commands == [Select(2)]


def test_an_arrow_is_drawn_from_a_body(pointer, stage):
    """The ball of a metre at (0, 0, 1) is pressed where it faces the eye, at y = -1; the eye is 10 m away and sees 0.9 rad."""
    stage.events.begin()
    press(pointer, BALL)
    assert pointer.gesture == "draw" and stage.commands == []
    move(pointer, (600, 350))
    release(pointer, (600, 350))
    (command,) = stage.made
    metre = 2 * 9 * np.tan(0.45) / SIZE[1]                                          # of a pixel, at the pressed place
    mass = stage.view.table.masses[1]
    expected = np.array((100, 0, 50)) * metre * PER_METRE["force"] * mass
    assert (command.uid, command.kind, command.at) == (2, "force", None)
    assert command.point == pytest.approx((0, -1, 0), abs=1e-6)
    assert command.vector == pytest.approx(tuple(expected), rel=5e-3)
    assert not stage.events.active and pointer.gesture == ""


def test_ctrl_draws_along_an_axis(pointer, stage):
    stage.events.begin()
    stage.events.kind = "impulse"
    press(pointer, BALL)
    move(pointer, (600, 350), ctrl=True)
    release(pointer, (600, 350))
    (command,) = stage.made
    assert command.vector[0] > 0 and command.vector[1:] == pytest.approx((0, 0), abs=1e-9) and command.kind == "impulse"


def test_an_arrow_without_length_and_one_that_is_given_up_make_nothing(pointer, stage):
    stage.events.begin()
    press(pointer, BALL)
    release(pointer, BALL)
    assert stage.made == [] and stage.events.active                                  # the next press draws one
    press(pointer, BALL)
    move(pointer, (600, 350))
    pointer.receive(Event("key", key="Escape"))
    release(pointer, (600, 350))
    assert stage.made == [] and stage.events.arrow is None and stage.chords == []


def test_beside_bodies_the_camera_turns_while_an_event_is_drawn(pointer, stage):
    stage.events.begin()
    press(pointer, EMPTY)
    assert pointer.gesture == "orbit" and stage.events.arrow is None
