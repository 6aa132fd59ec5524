"""Ui: the argument of every panel, with state, colours, fonts, layout, and the record of the widgets' places."""
from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from imgui_bundle import ImVec2, imgui

from app.draw.colors import VARIANT_COLORS
from app.panels.widgets.canvas import shortened
from app.panels.widgets.layout import Layout, Rect
from app.panels.widgets.theme import Palette, color, packed
from app.ui.ui_state import UiState

FIXED = (imgui.WindowFlags_.no_title_bar | imgui.WindowFlags_.no_resize | imgui.WindowFlags_.no_move
         | imgui.WindowFlags_.no_collapse | imgui.WindowFlags_.no_saved_settings)
SHOWN, SCROLLING = 2.5, 0.2      # [s] a found widget is marked, and kept in sight while its section unfolds
LEGIBLE = 0.72                   # brightness of the variants' colours as text on light panels
TALL = 90                        # [design px] of the highest tooltip that may stand above something
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
    """The context of one frame."""

    state: UiState
    palette: Palette
    fonts: Fonts
    layout: Layout
    unit: float               # window units per design pixel

    def note(self, name: str) -> None:
        """Record the place of the last widget, for scripts that press it; the widget that a search has found is scrolled to and
        marked."""
        low, high = imgui.get_item_rect_min(), imgui.get_item_rect_max()
        self.state.widgets[name] = (low.x, low.y, high.x, high.y)
        found = self.state.found
        if found is not None and found.widget == name:
            self._mark(found.age(self.state.now), low, high)

    def _mark(self, age: float, low: ImVec2, high: ImVec2) -> None:
        """A frame around a found widget, which fades; `age` [s] since it was found."""
        if age < SCROLLING:
            imgui.set_scroll_here_y(0.5)
        fading = 1.0 - age / SHOWN
        if fading > 0:
            pad = 5 * self.unit
            imgui.get_window_draw_list().add_rect(ImVec2(low.x - pad, low.y - pad), ImVec2(high.x + pad, high.y + pad),
                                                  packed(self.palette.accent, min(2 * fading, 1.0)), 6 * self.unit, 2 * self.unit)

    @contextmanager
    def window(self, name: str, place: Rect, flags: int = 0, pivot: tuple[float, float] = (0.0, 0.0), *,
               most: float = 0.0, backed: bool = False) -> Iterator[None]:
        """A fixed window at `place`; with height 0 it is as high as its content, at most `most` if given, beyond which it
        scrolls.  A `backed` one, which never lies over another, may have an opaque back that the renderer draws."""
        imgui.set_next_window_pos(ImVec2(place.x, place.y), imgui.Cond_.always, ImVec2(*pivot))
        if place.height:
            imgui.set_next_window_size(ImVec2(place.width, place.height))
        else:
            imgui.set_next_window_size_constraints(ImVec2(0, 0), ImVec2(place.width, most or 1e5))
            flags |= imgui.WindowFlags_.always_auto_resize | (0 if most else imgui.WindowFlags_.no_scrollbar)
        if backed and self.state.backs is not None:
            self._begin_backed(name, flags)
        else:
            imgui.begin(name, None, FIXED | flags)
        try:
            yield
            low, size = imgui.get_window_pos(), imgui.get_window_size()
            self.state.widgets[f"window:{name}"] = (low.x, low.y, low.x + size.x, low.y + size.y)
        finally:
            imgui.end()

    def _begin_backed(self, name: str, flags: int) -> None:
        """Begin a window without a back, and ask the renderer for one."""
        imgui.push_style_color(imgui.Col_.window_bg, color(self.palette.window, 0.0))
        imgui.begin(name, None, FIXED | flags)
        imgui.pop_style_color()
        low, size = imgui.get_window_pos(), imgui.get_window_size()
        self.state.backs.append((low.x, low.y, low.x + size.x, low.y + size.y))

    @contextmanager
    def colored(self, text: str, alpha: float | None = None) -> Iterator[None]:
        """Text in this colour in the block."""
        imgui.push_style_color(imgui.Col_.text, color(text, alpha))
        try:
            yield
        finally:
            imgui.pop_style_color()

    @contextmanager
    def bold(self, size: float = 0.0) -> Iterator[None]:
        """Bold text in the block, `size` design pixels (0: unchanged)."""
        imgui.push_font(self.fonts.bold, size)             # ImGui itself scales all text
        try:
            yield
        finally:
            imgui.pop_font()

    @contextmanager
    def sized(self, share: float) -> Iterator[None]:
        """Text of this share of the present size in the block."""
        imgui.push_font(None, share * imgui.get_style().font_size_base)
        try:
            yield
        finally:
            imgui.pop_font()

    def variant(self, number: int) -> str:
        """The colour of a variant for text, which needs to be darker on light panels."""
        shade = LEGIBLE if self.state.settings.theme == "light" else 1.0
        return bytes(int(shade * part) for part in VARIANT_COLORS[number][:3]).hex()

    def heading(self, text: str, aside: str = "") -> None:
        """A heading and, beside it, text in a dimmer colour."""
        with self.bold():
            imgui.text(text)
        if aside:
            imgui.same_line()
            imgui.text_disabled(shortened(aside, imgui.get_content_region_avail().x))

    def aside(self, text: str) -> None:
        """Dim text, wrapped at the end of the panel."""
        imgui.push_text_wrap_pos(0)
        imgui.text_disabled(text)
        imgui.pop_text_wrap_pos()

    def row(self, label: str, value: str, tint: str = "") -> None:
        """A dim label at the left, shortened where it has no room, and a value at the right."""
        room = imgui.get_content_region_avail().x - imgui.calc_text_size(value).x
        place = imgui.get_cursor_pos_x() + room
        imgui.text_disabled(shortened(label, room - 6 * self.unit))
        imgui.same_line(place)
        with self.colored(tint or self.palette.text):
            imgui.text(value)

    def fact(self, label: str, value: str, tint: str = "") -> None:
        """A label and a value as in `row`, neither of them shortened: without room beside the label the value stands below it,
        each of its parts in a line where it is longer than one."""
        room = imgui.get_content_region_avail().x - imgui.calc_text_size(value).x
        if imgui.calc_text_size(label).x <= room - 6 * self.unit:
            self.row(label, value, tint)
            return
        imgui.text_disabled(label)
        imgui.push_text_wrap_pos(0)
        with self.colored(tint or self.palette.text):
            for part in [value] if room >= 0 else value.replace(", ", ",\n").split("\n"):
                left = imgui.get_content_region_avail().x - imgui.calc_text_size(part).x
                imgui.set_cursor_pos_x(imgui.get_cursor_pos_x() + max(left, 0.0))
                imgui.text(part)
        imgui.pop_text_wrap_pos()

    @property
    def asked_about(self) -> bool:
        """Whether the pointer rests on the last widget, also a disabled one, to read its tooltip."""
        hovered = imgui.is_item_hovered(imgui.HoveredFlags_.for_tooltip | imgui.HoveredFlags_.allow_when_disabled)
        return hovered and (self.state.pointing or bool(self.state.open_sheet))

    def tip(self, text: str, above: float = 0.0) -> None:
        """A tooltip for the last widget, also when it is disabled; see `tooltip`."""
        if text and self.asked_about:
            with self.tooltip(above):
                imgui.text_unformatted(text)

    @contextmanager
    def tooltip(self, above: float = 0.0) -> Iterator[None]:
        """A tooltip with wrapped text beside the pointer; with a height `above` [window units] it ends there, so that it covers
        nothing below."""
        if above > TALL * self.unit and self.state.pointing and imgui.is_mouse_pos_valid():
            x, width = imgui.get_mouse_pos().x, max(imgui.get_io().display_size.x, 1.0)
            imgui.set_next_window_pos(ImVec2(x, above), imgui.Cond_.always, ImVec2(min(max(x / width, 0.0), 1.0), 1.0))
        imgui.begin_tooltip()
        imgui.push_text_wrap_pos(300 * self.unit)
        try:
            yield
        finally:
            imgui.pop_text_wrap_pos()
            imgui.end_tooltip()
