"""What every panel gets: the state, colours, fonts, places, and the note of where its widgets are."""
from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from imgui_bundle import ImVec2, imgui

from app.panels.widgets.layout import Layout, Rect
from app.panels.widgets.theme import Palette, color
from app.ui.ui_state import UiState

FIXED = (imgui.WindowFlags_.no_title_bar | imgui.WindowFlags_.no_resize | imgui.WindowFlags_.no_move
         | imgui.WindowFlags_.no_collapse | imgui.WindowFlags_.no_saved_settings)
FONTS = Path(__file__).resolve().parents[3] / "assets" / "fonts"


@dataclass(frozen=True)
class Fonts:
    """The two weights of the text; icons are merged into both."""

    regular: imgui.ImFont
    bold: imgui.ImFont


def load_fonts(size: float) -> Fonts:
    """Roboto with icons at `size` [window units]; before the first frame."""
    atlas = imgui.get_io().fonts

    def family(file: str) -> imgui.ImFont:
        font = atlas.add_font_from_file_ttf(str(FONTS / file), size)
        icons = imgui.ImFontConfig()
        icons.merge_mode = True
        icons.glyph_offset = ImVec2(0, size * 0.1)
        atlas.add_font_from_file_ttf(str(FONTS / "FontAwesome6-Solid.otf"), size * 0.87, icons)
        return font

    return Fonts(family("Roboto-Regular.ttf"), family("Roboto-Bold.ttf"))


@dataclass(frozen=True)
class Ui:
    """One frame's surroundings."""

    state: UiState
    palette: Palette
    fonts: Fonts
    layout: Layout
    unit: float               # window units per design pixel

    def note(self, name: str) -> None:
        """Remember where the widget that was just drawn is, for scripts that press it."""
        low, high = imgui.get_item_rect_min(), imgui.get_item_rect_max()
        self.state.widgets[name] = (low.x, low.y, high.x, high.y)

    @contextmanager
    def window(self, name: str, place: Rect, flags: int = 0, pivot: tuple[float, float] = (0.0, 0.0),
               most: float = 0.0) -> Iterator[None]:
        """A fixed window at `place`; a height of 0 makes it as high as what is in it, at most `most`, if given, and then it
        scrolls."""
        imgui.set_next_window_pos(ImVec2(place.x, place.y), imgui.Cond_.always, ImVec2(*pivot))
        if place.height:
            imgui.set_next_window_size(ImVec2(place.width, place.height))
        else:
            imgui.set_next_window_size_constraints(ImVec2(0, 0), ImVec2(place.width, most or 1e5))
            flags |= imgui.WindowFlags_.always_auto_resize | (0 if most else imgui.WindowFlags_.no_scrollbar)
        imgui.begin(name, None, FIXED | flags)
        try:
            yield
            low, size = imgui.get_window_pos(), imgui.get_window_size()
            self.state.widgets[f"window:{name}"] = (low.x, low.y, low.x + size.x, low.y + size.y)
        finally:
            imgui.end()

    @contextmanager
    def colored(self, text: str, alpha: float | None = None) -> Iterator[None]:
        """Text in this colour."""
        imgui.push_style_color(imgui.Col_.text, color(text, alpha))
        try:
            yield
        finally:
            imgui.pop_style_color()

    @contextmanager
    def bold(self, size: float = 0.0) -> Iterator[None]:
        """Bold text, `size` design pixels (0: as it is)."""
        imgui.push_font(self.fonts.bold, size)             # ImGui scales all text by itself
        try:
            yield
        finally:
            imgui.pop_font()

    def heading(self, text: str, aside: str = "") -> None:
        """A heading and, beside it, something in a quieter colour."""
        with self.bold():
            imgui.text(text)
        if aside:
            imgui.same_line()
            imgui.text_disabled(aside)

    def row(self, label: str, value: str, tint: str = "") -> None:
        """A quiet label at the left, a value at the right."""
        imgui.text_disabled(label)
        imgui.same_line(imgui.get_cursor_pos_x() + imgui.get_content_region_avail().x - imgui.calc_text_size(value).x)
        with self.colored(tint or self.palette.text):
            imgui.text(value)

    def tip(self, text: str) -> None:
        """A tooltip for the widget that was just drawn, also when it is greyed out."""
        if text and imgui.is_item_hovered(imgui.HoveredFlags_.for_tooltip | imgui.HoveredFlags_.allow_when_disabled):
            with self.tooltip():
                imgui.text_unformatted(text)

    @contextmanager
    def tooltip(self) -> Iterator[None]:
        """A tooltip that wraps its text."""
        imgui.begin_tooltip()
        imgui.push_text_wrap_pos(300 * self.unit)
        try:
            yield
        finally:
            imgui.pop_text_wrap_pos()
            imgui.end_tooltip()
