"""Theme: colours and shapes of the panels, dark and light; one accent colour, rounded, nearly opaque."""
from __future__ import annotations

import functools
from typing import NamedTuple

from imgui_bundle import ImVec2, ImVec4, imgui, implot

STAGE_COLORS = ("4C8DFF", "2EC4B6", "FF9F5E", "B07CFF", "FFD166", "FF6B8B", "6FD07F", "5EC9FF", "C0A080", "9AA8FF", "FF8A5E",
                "8AD6C0")


TEXT = 15.0               # [design px] height of the text
ROUNDING = 12             # [design px] radius of the corners of a panel


class Palette(NamedTuple):
    """Colours as RRGGBB or RRGGBBAA."""

    text: str
    dim: str
    faint: str          # lines and tracks
    window: str
    popup: str
    raised: str         # buttons, fields
    hover: str
    accent: str = "4C8DFF"
    accent_bright: str = "7AAAFF"
    on_accent: str = "FFFFFF"
    good: str = "2EC4B6"
    warning: str = "F5B83D"
    bad: str = "FF5D5D"


DARK = Palette(text="E8ECF4", dim="8A94A8", faint="FFFFFF1A", window="14181FF2", popup="191E27FA", raised="FFFFFF12",
               hover="FFFFFF24")
LIGHT = Palette(text="1B2330", dim="66718A", faint="0B1A331F", window="FAFBFDF2", popup="FFFFFFFC", raised="0B1A3310",
                hover="0B1A3320", accent="2F6FE4", accent_bright="5A92F5", good="12958A", warning="B97A00", bad="D93A3A")
PALETTES = {"dark": DARK, "light": LIGHT}


def color(text: str, alpha: float | None = None) -> ImVec4:
    """An ImGui colour of RRGGBB or RRGGBBAA; `alpha` 0 to 1 replaces the last two."""
    red, green, blue = (int(text[i:i + 2], 16) / 255 for i in (0, 2, 4))
    own = int(text[6:8], 16) / 255 if len(text) == 8 else 1.0
    return ImVec4(red, green, blue, own if alpha is None else alpha)


def packed(text: str, alpha: float | None = None) -> int:
    """The same for draw lists, faded inside `begin_disabled` as widgets are."""
    return _packed(text, alpha, imgui.get_style().alpha)


@functools.lru_cache(1024)
def _packed(text: str, alpha: float | None, fading: float) -> int:
    value = color(text, alpha)
    value.w *= fading
    return imgui.color_convert_float4_to_u32(value)


def apply(palette: Palette, scale: float) -> None:
    """Set the style of ImGui and ImPlot; lengths are multiplied by `scale`."""
    imgui.style_colors_dark() if palette is DARK else imgui.style_colors_light()
    style = imgui.get_style()
    for name, value in {"window_rounding": ROUNDING, "child_rounding": 8, "frame_rounding": 7, "popup_rounding": 10,
                        "grab_rounding": 7, "scrollbar_rounding": 8, "grab_min_size": 14, "scrollbar_size": 9,
                        "indent_spacing": 12, "window_border_size": 1, "popup_border_size": 1, "frame_border_size": 0}.items():
        setattr(style, name, value * scale if name not in ("window_border_size", "popup_border_size") else value)
    for name, (x, y) in {"window_padding": (16, 12), "frame_padding": (10, 6), "item_spacing": (10, 6),
                         "item_inner_spacing": (8, 6), "cell_padding": (6, 3)}.items():
        setattr(style, name, ImVec2(x * scale, y * scale))
    style.disabled_alpha = 0.38
    style.font_scale_main = scale
    _colors(style, palette)
    _plot(palette, scale)


def _colors(style: imgui.Style, palette: Palette) -> None:
    part, accent = imgui.Col_, palette.accent
    for which, value in {
        part.text: color(palette.text), part.text_disabled: color(palette.dim), part.window_bg: color(palette.window),
        part.child_bg: color(palette.window, 0.0), part.popup_bg: color(palette.popup), part.border: color(palette.faint),
        part.frame_bg: color(palette.raised), part.frame_bg_hovered: color(palette.hover),
        part.frame_bg_active: color(palette.hover),
        part.button: color(palette.raised), part.button_hovered: color(palette.hover), part.button_active: color(accent, 0.8),
        part.tab: color(palette.raised), part.tab_hovered: color(accent, 0.32), part.tab_selected: color(accent, 0.45),
        part.header: color(accent, 0.22), part.header_hovered: color(accent, 0.32), part.header_active: color(accent, 0.45),
        part.separator: color(palette.faint), part.check_mark: color(accent), part.slider_grab: color(accent),
        part.slider_grab_active: color(palette.accent_bright), part.plot_histogram: color(accent),
        part.scrollbar_bg: color(palette.window, 0.0), part.scrollbar_grab: color(palette.hover),
        part.text_selected_bg: color(accent, 0.4), part.nav_cursor: color(accent), part.table_border_light: color(palette.faint),
        part.table_border_strong: color(palette.faint), part.table_header_bg: color(palette.raised),
        part.table_row_bg_alt: color(palette.window, 0.0), part.modal_window_dim_bg: color("000000", 0.35),
    }.items():
        style.set_color_(which, value)


def _plot(palette: Palette, scale: float) -> None:
    style, part = implot.get_style(), implot.Col_
    style.plot_border_size = 0
    style.plot_min_size = ImVec2(40 * scale, 30 * scale)         # in a low panel a plot is whole
    style.plot_padding = ImVec2(4 * scale, 6 * scale)
    style.legend_padding = ImVec2(4 * scale, 2 * scale)
    for which, value in {
        part.frame_bg: color(palette.window, 0.0), part.plot_bg: color(palette.raised, 0.05),
        part.axis_grid: color(palette.faint), part.axis_text: color(palette.dim), part.legend_bg: color(palette.popup, 0.75),
        part.legend_border: color(palette.faint, 0.0),
        part.legend_text: color(palette.text), part.axis_bg_hovered: color(palette.window, 0.0),
        part.axis_bg_active: color(palette.window, 0.0),
    }.items():
        style.set_color_(which, value)
