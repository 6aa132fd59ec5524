"""The scale of the cost of bodies; `draw.body_costs` has their colours."""
from __future__ import annotations

from app.draw.body_costs import cost_scale
from app.draw.colors import ERROR_COLORS
from app.draw.frame import CameraPose
from app.draw.overlay import NOTHING, Primitives, Shown
from app.draw.view_options import ViewOptions
from app.draw.view_setting import Color
from app.published.view import View


def draw(_shown: Shown) -> Primitives:
    """Nothing over the bodies: they have the colours themselves."""
    return NOTHING


def legend(view: View, options: ViewOptions, _camera: CameraPose) -> list[tuple[str, Color]]:
    """The number of rows of the last colour."""
    if not options.costs or view.costs is None:
        return []
    return [(f"{cost_scale(view, options):.0f} rows or more", ERROR_COLORS[-1])]
