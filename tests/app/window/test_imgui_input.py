"""Input that comes between two frames reaches ImGui in its order, with the modifiers that were down."""
from __future__ import annotations

import pytest
from imgui_bundle import imgui

from app.panels.widgets.context import configure
from app.window.imgui_input import ImguiInput

CTRL = (imgui.Key.left_ctrl, imgui.Key.mod_ctrl)
FRAMES = 12                       # until all is taken


class Field:
    """A field of text that has the keyboard, and the keys with Ctrl that its frames saw."""

    def __init__(self):
        self.input, self.text, self.seen, self._asked = ImguiInput(), "box", [], True

    def frame(self):
        """One frame of ImGui."""
        io = imgui.get_io()
        io.display_size, io.delta_time = (400, 300), 1 / 60
        imgui.new_frame()
        self.input.pass_on()
        imgui.begin("window")
        if self._asked:
            imgui.set_keyboard_focus_here()
        _, self.text = imgui.input_text("##field", self.text)
        self._asked = False
        self.seen += [(key, io.key_ctrl) for key in (imgui.Key.a, imgui.Key.s) if imgui.is_key_pressed(key, False)]
        imgui.end()
        imgui.render()

    def tap(self, key, letter=""):
        """A key goes down and comes up, with its letter."""
        self.input.key(key, True)
        if letter:
            self.input.character(letter)
        self.input.key(key, False)

    def finish(self):
        """Frames until all is taken."""
        for _ in range(FRAMES):
            self.frame()
        assert not self.input.unread


@pytest.fixture
def field():
    context = imgui.create_context()
    configure()
    imgui.get_io().backend_flags |= imgui.BackendFlags_.renderer_has_textures
    found = Field()
    found.finish()
    found.tap(imgui.Key.end)                 # ImGui chooses all of a field that gets the keyboard
    found.finish()
    yield found
    imgui.destroy_context(context)


@pytest.mark.parametrize("frame_after", range(5))
def test_all_is_chosen_whenever_a_frame_comes_between(field, frame_after):
    """Ctrl down, A down, Ctrl up, A up, x: the frame comes after 0 to 4 of these."""
    inputs = [lambda: field.input.modifier(*CTRL, True), lambda: field.input.key(imgui.Key.a, True),
              lambda: field.input.modifier(*CTRL, False), lambda: field.input.key(imgui.Key.a, False),
              lambda: field.tap(imgui.Key.x, "x")]
    for k, give in enumerate(inputs):
        if k == frame_after:
            field.frame()
        give()
    field.finish()
    assert field.text == "x"


@pytest.mark.parametrize("frame_after", range(5))
def test_a_letter_before_a_key_with_ctrl_is_a_letter(field, frame_after):
    """The A is held while Ctrl goes down."""
    inputs = [lambda: field.input.key(imgui.Key.a, True), lambda: field.input.character("a"),
              lambda: field.input.modifier(*CTRL, True), lambda: field.tap(imgui.Key.s),
              lambda: field.input.modifier(*CTRL, False)]
    for k, give in enumerate(inputs):
        if k == frame_after:
            field.frame()
        give()
    field.finish()
    assert field.seen == [(imgui.Key.a, False), (imgui.Key.s, True)]
    assert field.text == "boxa"


def test_a_click_with_ctrl_waits_for_ctrl(field):
    """A letter that is held, Ctrl down, a press at a place and Ctrl up between two frames."""
    field.input.key(imgui.Key.a, True)
    field.input.modifier(*CTRL, True)
    field.input.place(390, 290)
    field.input.button(0, True)
    field.input.button(0, False)
    field.input.modifier(*CTRL, False)
    pressed = []
    for _ in range(FRAMES):
        field.frame()
        if imgui.is_mouse_clicked(0):
            pressed.append(imgui.get_io().key_ctrl)
    assert pressed == [True]


def test_plain_input_does_not_wait(field):
    field.input.place(10, 10)
    field.input.key(imgui.Key.a, True)
    field.frame()
    assert field.seen == [(imgui.Key.a, False)] and not field.input.unread
