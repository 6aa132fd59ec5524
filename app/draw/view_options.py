"""View options: what a picture shows and how."""
from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from app.draw.overlay_options import OverlayOptions
from app.draw.view_setting import THEMES, VIDEO, VIEW, view_setting


@dataclass(frozen=True, kw_only=True)
class ViewOptions(OverlayOptions):
    """The content of a picture besides the bodies, and its style.  Raises SettingError for a value out of range."""

    theme: str = view_setting("dark", choices=THEMES, label="Theme", help="Dark or light sky and panels")
    grid: bool = view_setting(True, group=VIEW, label="Grid", help="Lines a metre apart on floors and walls")
    shadows: bool = view_setting(True, group=VIEW, label="Shadows", help="Bodies throw shadows")
    captions: bool = view_setting(True, group=VIDEO, label="Captions",
                                  help="Texts that a scene shows at times, over the picture and in films")
    stripes: bool = view_setting(True, group=VIEW, label="Stripes", help="Spheres have stripes, so that their turning shows")


class Highlights(NamedTuple):
    """The highlighted bodies and joints of one picture, by uid; `tints`: rows (b,) of bodies and their colours (b, 3) uint8."""

    selected: frozenset[int] = frozenset()
    hovered: int | None = None
    selected_joint: int | None = None
    hovered_joint: int | None = None
    tints: tuple[np.ndarray, np.ndarray] | None = None


NO_HIGHLIGHTS = Highlights()
