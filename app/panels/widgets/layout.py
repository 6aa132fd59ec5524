"""Layout: the rectangles of all panels, computed from the window's size."""
from __future__ import annotations

import math
from typing import NamedTuple

BAR, BAR_HEIGHT = 582, 52            # [design px] the toolbar
SIDE = (236, 318, 0.31)              # [design px] width of the settings: least, most; their share of a window between
COLUMN = (150, 212, 0.19)            # [design px] the same of the left column
SMALLEST = 640                       # [design px] width of a window below which the left column has no room
GAPS = (10, 16, 960)                 # [design px] gap between panels in small and other windows, and where these begin
PLOTS, DOCK = 196, 296               # [design px] heights under the scene: plots, the inside of a step
LOW_DOCK = 90                        # [design px] what the dock has in any case, however little its panel needs
DOCK_SHARE = 0.34                    # of the height, where that is more
TIMELINE = 64, 86                    # [design px] height of the time line, and with a band for the moments of a step
LOW_PLOTS = 136                      # [design px] to which plots shrink before the inside of a step does
UNDER = 0.4, 0.70                    # share of the height that these have at most, without and with the inside of a step
SEAM = 0.6                           # of a gap, between them


class Rect(NamedTuple):
    """Top left corner, width and height in window units."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """x of the right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """y of the bottom edge."""
        return self.y + self.height


class Layout(NamedTuple):
    """Every panel's rectangle."""

    panel: Rect             # knobs and plots, at the right
    plots: Rect             # of metrics, under the scene; height 0 without plots
    dock: Rect              # the inside of a step, above these; likewise
    timeline: Rect          # the time line, below both; likewise
    statistics: Rect        # at the left; its height is all available room
    inspector: Rect         # below it, or its whole height when the statistics are hidden
    toolbar: Rect           # at the top of the scene
    stage: Rect             # the part of the scene not covered by panels
    pictures: Rect          # the clear part of the stage, under the toolbar
    notices: Rect           # corner for toasts, which stack upwards from its bottom
    card: Rect              # for the fault card: under the toolbar
    progress: Rect          # for compiling and recording: at the bottom of the scene
    sheet: Rect             # for the scene picker, the palette and the help sheet


class Places(NamedTuple):
    """The places that panels take which are not always there."""

    column: bool = True     # at the left
    plots: bool = False     # under the scene
    dock: bool = False
    timeline: bool = False
    moments: bool = False   # in the time line


def layout(width: float, height: float, unit: float, taken: Places = Places(), needed: float = math.inf) -> Layout:
    """Rectangles for a window of width x height; `unit` is one design pixel, `needed` the height that the dock's panel needs."""
    gap = GAPS[0 if width < GAPS[2] * unit else 1] * unit
    side = min(_share(SIDE, width, unit), max(0.46 * width, 120 * unit))
    left = _share(COLUMN, width, unit) if taken.column and width >= SMALLEST * unit else 0.0
    stage_left = left + 2 * gap if left else gap
    stage_width = max(width - side - 2 * gap - stage_left, 40 * unit)
    narrow = stage_width < BAR * unit                        # without room beside the panels the toolbar is above them
    top = gap + (BAR_HEIGHT * unit + gap if narrow else 0.0)
    room = max(height - top - gap, 40 * unit)
    panel = Rect(width - side - gap, top, side, room)
    seam = SEAM * gap
    plots, dock, timeline, below = _under(taken, room, unit, (seam, needed))
    stage = Rect(stage_left, top, stage_width, room - below)
    above = top if narrow else gap + BAR_HEIGHT * unit + 0.5 * gap
    middle = stage.x + stage.width / 2
    bar = min(BAR * unit, width - 2 * gap)
    bar_middle = width / 2 if narrow else middle
    card = min(560 * unit, max(stage.width, 200 * unit))
    progress = min(340 * unit, stage.width)
    sheet_width, sheet_height = min(720 * unit, width - 2 * gap), min(520 * unit, height - 2 * gap)
    return Layout(
        panel=panel, plots=Rect(stage.x, top + room - plots - timeline - (seam if timeline else 0.0), stage.width, plots),
        dock=Rect(stage.x, stage.bottom + seam, stage.width, dock),
        timeline=Rect(stage.x, top + room - timeline, stage.width, timeline),
        pictures=Rect(stage.x, above, stage.width, max(stage.bottom - above, 1.0)),
        statistics=Rect(gap, top, left, room), stage=stage,
        inspector=Rect(gap, top, min(_share(COLUMN, width, unit), max(width - side - 3 * gap, 120 * unit)), room),
        toolbar=Rect(bar_middle - bar / 2, gap, bar, BAR_HEIGHT * unit),
        notices=Rect(stage.x if left else gap, stage.bottom, min(460 * unit, max(stage.width, 280 * unit), width - 2 * gap), 0.0),
        card=Rect(middle - card / 2, gap + (BAR_HEIGHT + 14) * unit, card, height * 0.5),
        progress=Rect(middle - progress / 2, stage.bottom - 78 * unit, progress, 78 * unit),
        sheet=Rect((width - sheet_width) / 2, max(gap, height * 0.42 - sheet_height / 2), sheet_width, sheet_height))


def _under(taken: Places, room: float, unit: float, sizes: tuple[float, float]) -> tuple[float, float, float, float]:
    """Heights of plots, dock and time line, and of all with their gaps; where room is short, plots shrink before the dock.
    `sizes`: of a seam, and what the dock needs."""
    seam, needed = sizes
    timeline = min(TIMELINE[taken.moments] * unit, 0.2 * room) if taken.timeline else 0.0
    plots = PLOTS * unit if taken.plots else 0.0
    dock = min(max(DOCK * unit, DOCK_SHARE * room), max(needed, LOW_DOCK * unit)) if taken.dock else 0.0
    gaps = seam * sum((taken.plots, taken.dock, taken.timeline))
    most = max(UNDER[taken.dock] * room - (timeline + gaps if taken.dock else 0.0), 1.0)
    if taken.dock:
        plots = min(plots, max(most - dock, LOW_PLOTS * unit))
    share = min(most / (plots + dock), 1.0) if plots + dock else 0.0
    plots, dock = share * plots, share * dock
    return plots, dock, timeline, plots + dock + timeline + gaps


def _share(sizes: tuple[float, float, float], width: float, unit: float) -> float:
    """The width of a panel in a window of this width."""
    least, most, share = sizes
    return min(max(share * width, least * unit), most * unit)
