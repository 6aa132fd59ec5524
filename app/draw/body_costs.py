"""Cost of bodies: the colours of bodies by the number of rows that act on them."""
from __future__ import annotations

import numpy as np

from app.draw.colors import on_scale
from app.draw.overlay_options import OverlayOptions
from app.draw.view_options import ViewOptions
from app.published.view import View


def cost_scale(view: View, options: OverlayOptions) -> float:
    """Number of rows of the last colour: as the options say, or the largest at a moving body."""
    return options.cost_scale or max(float(view.costs.max(initial=0, where=view.table.types == 0)), 1.0)


def cost_colors(view: View, options: ViewOptions, own: np.ndarray) -> np.ndarray:
    """(n, 4) uint8 from few rows to many; bodies without rows, or with fewer than the threshold, keep their `own`."""
    tints = on_scale(view.costs / cost_scale(view, options), options.theme)
    counted = (view.costs > 0) & (view.costs >= options.cost_threshold) & (view.table.types == 0)
    colors = own.copy()
    colors[counted, :3] = tints[counted]
    return colors
