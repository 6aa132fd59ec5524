"""The panels without a window: ImGui frames with a simulated mouse and without drawing."""
from __future__ import annotations

import dataclasses
import time
from functools import cache

import pytest
from imgui_bundle import imgui, implot

from app.panels.stack import PanelStack, window_settings
from app.panels.widgets.context import configure
from app.panels.widgets.ui import load_fonts
from app.published.status import Publication, Status
from app.simulation.session import Session
from app.ui.catalog import Catalog
from app.ui.ui_state import UiState
from tests.support.fake_world import FakeSource


@cache
def whole_catalog() -> Catalog:
    """The catalog, read."""
    catalog = Catalog()
    catalog.begin()
    while catalog.reading:
        time.sleep(0.01)
    return catalog


class Bench:
    """A state with all its panels; `commands` are those submitted and not yet applied."""

    def __init__(self, fonts):
        self.session = Session(FakeSource())
        self.session.open("one")
        self.session.ready = True
        self.commands = []
        self.state = UiState(self.commands.append, window_settings()(), output_folder=None)
        self.state.catalog = whole_catalog()
        self.stack = PanelStack(fonts)
        self.changes = {}                         # fields of Status that the test wants different
        self.shown = {}                           # fields of Publication
        self.scale = 1.0
        self.now = 100.0

    def frame(self, count=2):
        """Draw; a click needs two frames, a list that opens one more."""
        for _ in range(count):
            self.now += 1 / 60
            imgui.get_io().delta_time = 1 / 60
            imgui.get_io().display_size = tuple(map(float, self.state.size))
            imgui.new_frame()
            published = self.session.publish()
            status = dataclasses.replace(published.status, **self.changes)
            self.state.take(dataclasses.replace(published, status=status, **self.shown), self.now)
            self.stack.draw(self.state, self.scale)
            imgui.render()
        return self.state.widgets

    def blank(self):
        """The state before the first scene."""
        imgui.new_frame()
        self.state.take(Publication(None, Status(**self.changes)), self.now)
        self.stack.draw(self.state, self.scale)
        imgui.render()

    def at(self, name, share=0.5):
        """A place on a widget."""
        left, top, right, bottom = self.frame()[name]
        return left + share * (right - left), (top + bottom) / 2

    def click(self, name, share=0.5, button=0):
        """Press and release."""
        io = imgui.get_io()
        io.add_mouse_pos_event(*self.at(name, share))
        self.frame()
        io.add_mouse_button_event(button, True)
        self.frame()
        io.add_mouse_button_event(button, False)
        self.frame()

    def drag(self, name, begin, end):
        """Press at one share of a widget's width, move to another, release."""
        io = imgui.get_io()
        places = [self.at(name, begin + k * (end - begin) / 4) for k in range(5)]
        io.add_mouse_pos_event(*places[0])
        self.frame()
        io.add_mouse_button_event(0, True)
        for place in places:
            io.add_mouse_pos_event(*place)
            self.frame()
        io.add_mouse_button_event(0, False)
        self.frame()

    def type(self, text):
        """Type letters into the focused field."""
        self.frame(4)
        for letter in text:
            imgui.get_io().add_input_character(ord(letter))
        self.frame(3)

    def press(self, key):
        """A key of ImGui's."""
        imgui.get_io().add_key_event(key, True)
        self.frame()
        imgui.get_io().add_key_event(key, False)
        self.frame()

    def obey(self):
        """Let the session apply the submitted commands."""
        for command in self.commands:
            self.session.submit(command)
        self.commands.clear()
        self.session.apply_pending()


@pytest.fixture
def bench():
    context = imgui.create_context()
    implot.create_context()
    configure()
    io = imgui.get_io()
    io.backend_flags |= imgui.BackendFlags_.renderer_has_textures
    io.display_size = (1280.0, 900.0)
    bench = Bench(load_fonts(15.0))
    bench.state.size = (1280, 900)
    bench.frame(3)
    yield bench
    implot.destroy_context()
    imgui.destroy_context(context)
