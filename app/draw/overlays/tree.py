"""Fat boxes, in which pairs are looked for, and the tree over them."""
from __future__ import annotations

from app.draw import colors
from app.draw.frame import CameraPose, Segments
from app.draw.front import counted, in_front
from app.draw.overlay import NOTHING, Primitives, Shown
from app.draw.overlays.aabbs import box_segments
from app.draw.view_options import ViewOptions
from app.draw.view_setting import Color
from app.published.view import View


def draw(shown: Shown) -> Primitives:
    """The edges of the boxes of the bodies in front, each level of the tree in its colour."""
    view = shown.view
    if not shown.options.tree or view.fat_aabbs is None:
        return NOTHING
    levels = [(view.fat_aabbs[in_front(shown)], colors.FAT),
              *((boxes, level_color(number)) for number, boxes in enumerate(view.tree))]
    return Primitives(tuple(painted(box_segments(boxes), tint, 1.2 + 0.5 * number)
                            for number, (boxes, tint) in enumerate(levels)), counts=counted(shown))


def level_color(number: int) -> Color:
    """Colour of a level of the tree."""
    return colors.LEVELS[min(number + 1, len(colors.LEVELS) - 1)]


def painted(segments: Segments, tint: Color, width: float) -> Segments:
    """The segments in another colour and width."""
    return Segments(segments.points, colors.repeated(tint, len(segments.points)), width)


def legend(view: View, options: ViewOptions, _camera: CameraPose) -> list[tuple[str, Color]]:
    """The levels of the tree, and how many boxes each has."""
    if not options.tree or view.fat_aabbs is None:
        return []
    return [(f"level {number + 1}: {len(boxes)} boxes", level_color(number)) for number, boxes in enumerate(view.tree)]
