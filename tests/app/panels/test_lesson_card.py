"""The card of a lesson: its text, numbers that are dragged, choices, ticks, and the buttons below; the list of lessons."""
from __future__ import annotations

import itertools

import pytest
from imgui_bundle import imgui
from PIL import ImageFont

from app.headless.options import RunOptions
from app.lessons.lesson import Knob, Question, Words
from app.lessons.reader import load
from app.lessons.shelf import entries, lesson_of
from app.panels.lessons import notation
from app.panels.lessons.flow import clusters_of, rounded
from app.panels.widgets.ui import FONTS
from app.simulation.commands import OpenCard, Pause, Step, TurnKnob
from app.simulation.scene_reader import SceneReader
from app.ui.lessons import PREDICT_FIRST
from physics.definitions.tunable import Tunable
from tests.support.lesson_folder import LESSON, write_lesson

CHOICES = """
> Predict: Which?

- (x) one
- ( ) two

- [ ] Turn: `chosen(solver.stabilization, soft) > 0`
"""


@pytest.fixture
def taught(bench, tmp_path):
    """A bench with the small lesson, whose scenes are real ones."""
    def begin(text=LESSON):
        bench.session.source_of_scenes = SceneReader(RunOptions(), print)
        bench.state.lessons.begin(load(write_lesson(tmp_path / "falling", text)))
        follow(bench)
        return bench
    return begin


def follow(bench, steps=0):
    """Let the session do what was asked for, take steps, and draw."""
    bench.obey()
    bench.session.ready = True
    for _ in range(0 if bench.session.paused else steps):
        bench.session.advance()
    return bench.frame(3)


def test_the_card_takes_the_place_of_the_settings_and_gives_it_back(taught):
    bench = taught()
    widgets = bench.frame()
    assert "window:lesson" in widgets and "window:panel" not in widgets and "window:statistics" not in widgets
    place = widgets["window:lesson"]
    assert bench.state.act_by_chord("K")
    widgets = bench.frame(3)
    assert "window:lesson" not in widgets and widgets["window:panel"] == place
    bench.state.act("lesson")
    bench.click("button:leave_lesson")
    widgets = follow(bench)
    assert bench.state.lessons.teacher is None and "window:panel" in widgets and "window:statistics" in widgets


def test_the_scene_waits_for_the_prediction(taught):
    bench = taught()
    assert bench.session.paused
    bench.state.act("pause")
    bench.state.submit(Step(1))
    assert not bench.commands and bench.state.toasts.current(bench.now)[-1].text == PREDICT_FIRST
    bench.click("choice:lesson:1")
    assert Pause(False) in bench.commands and bench.state.lessons.teacher.progress.here.answer == 0
    bench.state.submit(Step(1))
    assert Step(1) in bench.commands


def test_a_prediction_is_made_once_and_its_verdict_comes_with_the_ticks(taught):
    bench = taught()
    bench.click("choice:lesson:1")
    bench.click("choice:lesson:2")
    assert bench.state.lessons.teacher.progress.here.answer == 0 and "lesson:verdict" not in follow(bench, 60)
    bench.state.lessons.teacher.turn("world.gravity", 18.0)
    assert "lesson:verdict" in follow(bench, 60) and bench.state.lessons.teacher.done


def test_a_number_in_the_text_is_dragged(taught):
    bench = taught()
    io = imgui.get_io()
    x, y = bench.at("turn:world.gravity")
    io.add_mouse_pos_event(x, y)
    bench.frame()
    io.add_mouse_button_event(0, True)
    bench.frame()
    io.add_mouse_pos_event(x + 55, y)                    # a quarter of its travel of 220 px: a quarter of 0..20
    bench.frame()
    io.add_mouse_button_event(0, False)
    bench.frame()
    turned = [command for command in bench.commands if isinstance(command, TurnKnob)]
    assert turned[-1].path == "world.gravity" and turned[-1].value == pytest.approx(14.81, abs=0.15)
    assert bench.state.lessons.teacher.knobs["world.gravity"] == turned[-1].value
    bench.click("turn:world.gravity", button=1)
    assert bench.commands[-1] == TurnKnob("world.gravity", 9.81)


def test_a_value_of_the_scene_begins_it_again_when_the_mouse_lets_go(taught):
    text = LESSON.replace("{world.gravity: 9.81, 0..20}", "{bodies.box.mass: 2, 1..5}")
    text = text.replace("setting(world.gravity) > 15 and ", "")
    bench = taught(text)
    io = imgui.get_io()
    x, y = bench.at("turn:bodies.box.mass")
    bench.commands.clear()
    io.add_mouse_pos_event(x, y)
    bench.frame()
    io.add_mouse_button_event(0, True)
    bench.frame()
    for far in (20, 55):
        io.add_mouse_pos_event(x + far, y)
        bench.frame()
    assert not bench.commands
    io.add_mouse_button_event(0, False)
    bench.frame(3)
    (command,) = [command for command in bench.commands if isinstance(command, OpenCard)]
    assert command.values == ("bodies.box.mass=3.0",)


def test_choices_and_switches_are_clicked(taught):
    text = "---\nformat: 1\n---\n# x\n## One\n{solver.stabilization: none | baumgarte | soft} and {solver.block_solve: on}\n"
    text += CHOICES
    bench = taught(text)
    bench.click("choice:lesson:1")
    for wanted in ("baumgarte", "soft", "none"):
        bench.click("turn:solver.stabilization")
        assert bench.commands[-1] == TurnKnob("solver.stabilization", wanted)
    bench.click("turn:solver.block_solve")
    assert bench.commands[-1] == TurnKnob("solver.block_solve", False)


def test_the_knob_below_is_the_same_and_off_until_the_prediction(taught):
    bench = taught()
    bench.drag("field:lesson.world.gravity", 0.5, 0.9)
    assert not [command for command in bench.commands if isinstance(command, TurnKnob)]
    bench.click("choice:lesson:1")
    bench.drag("field:lesson.world.gravity", 0.5, 0.9)
    assert bench.state.lessons.teacher.knobs["world.gravity"] > 14


def test_buttons_keys_and_dots_go_from_card_to_card(taught):
    bench = taught()
    teacher = bench.state.lessons.teacher
    bench.click("button:next_card")
    assert teacher.progress.card == 1
    assert bench.state.act_by_chord("PageDown") and teacher.progress.card == 2
    assert bench.state.act_by_chord("PageUp") and teacher.progress.card == 1
    bench.click("lesson:card:1")
    assert teacher.progress.card == 0
    teacher.answer(1)
    assert bench.state.act_by_chord("Shift+R") and teacher.waits
    bench.click("lesson:card:3")
    bench.click("button:next_card")                      # on the last card it closes the lesson
    assert bench.state.lessons.teacher is None


def test_without_a_lesson_its_keys_say_so(bench):
    bench.state.act_by_chord("PageDown")
    assert "No lesson is open: L lists them" in bench.state.toasts.current(bench.now)[-1].text


def test_a_card_turns_switches_on_and_the_end_gives_them_back(taught):
    bench = taught()
    bench.state.lessons.teacher.next()
    assert bench.state.settings.contacts
    bench.state.lessons.teacher.back()
    assert not bench.state.settings.contacts
    bench.state.lessons.teacher.next()
    bench.state.lessons.close()
    assert not bench.state.settings.contacts and bench.state.settings.metrics


def test_another_scene_ends_the_lesson(taught):
    from app.simulation.commands import LoadScene
    bench = taught()
    bench.state.submit(LoadScene("stacking/tower"))
    follow(bench)
    assert bench.state.lessons.teacher is None and "window:panel" in bench.frame()


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (800, 600), (640, 480)])
@pytest.mark.parametrize("card", [0, 1])
def test_all_of_it_stays_within_the_card(taught, size, card):
    bench = taught()
    bench.state.size = size
    bench.state.lessons.teacher.go(card)
    widgets = follow(bench)
    left, top, right, bottom = widgets["window:lesson"]
    for name in widgets:
        if name.startswith(("turn:", "choice:lesson", "task:", "button:next_card", "button:card_", "field:lesson", "lesson:")):
            assert left <= widgets[name][0] and widgets[name][2] <= right + 1, (name, widgets[name])
    assert widgets["button:next_card"][3] <= bottom and widgets["button:card_anew"][1] >= top


def test_the_list_opens_a_lesson_and_marks_the_finished_ones(bench):
    import time
    from app.lessons.shelf import entries
    bench.state.lessons.finished.add("course/warm_starting")
    bench.state.act("lessons")
    bench.frame(2)
    while bench.state.lessons.reading:
        time.sleep(0.01)
    bench.type("warm")
    bench.press(imgui.Key.enter)
    end = time.monotonic() + 60
    while bench.state.lessons.teacher is None and time.monotonic() < end:
        bench.frame(1)
        time.sleep(0.02)
    assert bench.state.lessons.teacher.lesson.id == "course/warm_starting"
    assert len(bench.state.lessons.entries) == len(entries())


def test_a_lesson_that_cannot_be_read_is_a_message(bench):
    import time
    bench.state.lessons.open("nothing like this")
    end = time.monotonic() + 60
    while bench.state.lessons._read is not None and time.monotonic() < end:
        bench.frame(1)
        time.sleep(0.02)
    assert "there is no lesson" in bench.state.toasts.current(bench.now)[-1].text


def test_words_that_stand_together_are_not_parted():
    knob = Knob("solver.beta", 0.2, Tunable(default=0.2, limits=(0, 1), slider=(0, 1)), True)
    clusters = clusters_of((Words("At "), knob, Words(", or "), Words("two words", "bold"), Words(".")), {"solver.beta": "0.2"})
    assert [["".join(token.text) for token in cluster] for cluster in clusters] == [
        ["At"], ["0.2", ","], ["or"], ["two"], ["words", "."]]


@pytest.mark.parametrize(("kind", "value", "said"), [(0.2, 0.123456, 0.123), (0.2, 1.7, 1.0), (0.2, 0.0004, 0.0), (4, 3.6, 4)])
def test_turned_numbers_have_few_digits(kind, value, said):
    slider = (0, 1) if isinstance(kind, float) else (1, 16)
    assert rounded(Knob("x", kind, Tunable(default=kind, limits=slider, slider=slider), True), value) == said


def texts_of(block):
    """Everything that a block shows of text outside of bold."""
    yield from (piece.text for piece in block.pieces if isinstance(piece, Words))
    if isinstance(block, Question):
        yield from (text for choice in block.choices for text in (choice.text, choice.hint))


def test_raised_signs_of_a_formula_are_plain_ones_that_are_drawn_small():
    assert notation.parts_of("J M⁻¹ Jᵀ λ") == [("J M", False), ("−1", True), (" J", False), ("T", True), (" λ", False)]
    assert notation.parts_of("plain") == [("plain", False)] and notation.parts_of("") == []


def test_the_font_has_every_sign_of_the_lessons():
    """A sign that it lacks would be drawn as a box."""
    font = ImageFont.truetype(str(FONTS / "Roboto-Regular.ttf"), 20)
    lacking = bytes(font.getmask("\ue123"))
    for entry in entries():
        texts = [text for card in lesson_of(entry.id).cards for block in card.blocks for text in texts_of(block)]
        signs = {sign for text in texts for part, _ in notation.parts_of(text) for sign in part if not sign.isspace()}
        assert not {sign for sign in signs if bytes(font.getmask(sign)) == lacking}, entry.id


def test_no_unit_stands_behind_a_value_that_shows_it():
    for entry in entries():
        for block in (block for card in lesson_of(entry.id).cards for block in card.blocks):
            for knob, after in itertools.pairwise(block.pieces):
                if isinstance(knob, Knob) and knob.about.unit and isinstance(after, Words):
                    assert not after.text.strip().startswith(knob.about.unit), f"{entry.id}: {knob.path}"
