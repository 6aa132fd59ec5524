"""Canvas: boxes, dots, lines and text in the palette's colours in the current panel; shortened text."""
from __future__ import annotations

from bisect import bisect

from imgui_bundle import ImVec2, imgui

from app.panels.widgets.theme import packed

Point = tuple[float, float]


class Canvas:
    """The draw list of the current ImGui window; places are screen coordinates, tints RRGGBB or RRGGBBAA."""

    def __init__(self):
        self._list = imgui.get_window_draw_list()

    def box(self, low: Point, high: Point, tint: str, rounding: float = 0.0) -> None:
        """A filled box from its left top to its right bottom corner."""
        self._list.add_rect_filled(ImVec2(*low), ImVec2(*high), packed(tint), rounding)

    def fade(self, low: Point, high: Point, left: str, right: str) -> None:
        """A filled box that goes from one tint to another."""
        one, other = packed(left), packed(right)
        self._list.add_rect_filled_multi_color(ImVec2(*low), ImVec2(*high), one, other, other, one)

    def dot(self, at: Point, radius: float, tint: str) -> None:
        """A filled circle."""
        self._list.add_circle_filled(ImVec2(*at), radius, packed(tint), 24)

    def ring(self, at: Point, radius: float, tint: str, width: float = 1.0) -> None:
        """A circle."""
        self._list.add_circle(ImVec2(*at), radius, packed(tint), 24, width)

    def line(self, start: Point, end: Point, tint: str, width: float = 1.0) -> None:
        """A straight line."""
        self._list.add_line(ImVec2(*start), ImVec2(*end), packed(tint), width)

    def curve(self, points: list[Point], tint: str, width: float = 1.0) -> None:
        """A line through all points."""
        self._list.add_polyline([ImVec2(*point) for point in points], packed(tint), width, 0)

    def arc(self, center: Point, radius: float, angles: Point, tint: str, width: float) -> None:
        """Part of a ring between two angles [rad], clockwise from the right."""
        self._list.path_arc_to(ImVec2(*center), radius, *angles, 40)
        self._list.path_stroke(packed(tint), width)

    def text(self, at: Point, text: str, tint: str) -> None:
        """A line of text from its left top corner."""
        self._list.add_text(ImVec2(round(at[0]), round(at[1])), packed(tint), text)


def shortened(text: str, room: float) -> str:
    """The part of a text that fits into `room` pixels, with dots at the end when it is cut."""
    if imgui.calc_text_size(text).x <= room:
        return text
    fitting = bisect(range(1, len(text) + 1), room, key=lambda n: imgui.calc_text_size(text[:n] + "...").x)
    return text[:fitting].rstrip() + "..."


def wrapped(text: str, room: float, most: int) -> list[str]:
    """A text in at most `most` lines of `room` pixels, the last of them shortened; none of an empty text."""
    lines, rest = [], text.strip()
    while rest and len(lines) < most - 1 and imgui.calc_text_size(rest).x > room:
        ends = [place for place, letter in enumerate(rest) if letter == " "]
        fitting = bisect(ends, room, key=lambda end: imgui.calc_text_size(rest[:end]).x)
        if not fitting:
            break
        lines.append(rest[:ends[fitting - 1]])
        rest = rest[ends[fitting - 1]:].strip()
    return lines + [shortened(rest, room)] if rest else lines


def preview(text: str) -> str:
    """What a closed list as wide as the rest of the line shows of a text: all, or its beginning and dots."""
    arrow, padding = imgui.get_frame_height(), imgui.get_style().frame_padding.x
    return shortened(text, imgui.get_content_region_avail().x - arrow - 2 * padding)
