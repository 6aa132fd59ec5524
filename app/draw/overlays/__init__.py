"""Overlays: drawn over the bodies, one file each, found by a scan of this folder.

A module has `draw(shown) -> Primitives`, which returns NOTHING when `shown.options` switch it off.  It may have `legend(view,
options, camera)`, rows of the legend that depend on the view, `OPTION`, the option whose row in the legend they follow, by
default the one with the module's name, and `ORDER`, by default 1: lower is drawn first.
"""
from __future__ import annotations

from functools import cache
from types import ModuleType

from app.draw.frame import CameraPose
from app.draw.overlay import Primitives, Shown, together
from app.draw.view_options import ViewOptions
from app.draw.view_setting import Color
from app.headless.scanning import modules_in
from app.published.view import View

USUAL_ORDER = 1


@cache
def overlays() -> tuple[ModuleType, ...]:
    """The modules of all overlays, in drawing order."""
    return tuple(sorted(modules_in(__name__), key=lambda module: getattr(module, "ORDER", USUAL_ORDER)))


def drawn(shown: Shown) -> Primitives:
    """All overlays together."""
    return together(*(module.draw(shown) for module in overlays()))


def legend_rows(view: View, options: ViewOptions, camera: CameraPose) -> dict[str, list[tuple[str, Color]]]:
    """Option -> text and colour of the overlays' own rows of the legend, besides those of their options."""
    found = {getattr(module, "OPTION", module.__name__.rpartition(".")[2]): module.legend(view, options, camera)
             for module in overlays() if hasattr(module, "legend")}
    return {option: rows for option, rows in found.items() if rows}
