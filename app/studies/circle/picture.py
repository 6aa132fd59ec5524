"""The picture of the particle on a circle: its drift over time, and its path on the graphs of C over the plane.

C over (x, y) is a cone or a paraboloid; both are 0 on the unit circle, the black ring.  A well-held particle stays on the ring;
drift moves it up the surface, seen from above, with gravity, along -y, pointing away from the viewer.
"""
from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from app.headless.si_format import MILLI
from app.studies.charts.chart import FAINT, HEADING, INK, SMALL, Panel, Picture, Range, colors_of, save
from app.studies.circle.circle import IMPULSES, Circle, Motion, held_by, step_text
from physics.lab.links import CONE, circle
from physics.lab.particles import NO_SPRINGS

WIDTH, MARGIN, TOP, GAP = 1200, 70, 130, 40      # [pixels]
HEIGHT, SURFACE = 300, 420                       # of the diagrams, of a surface
RINGS, SPOKES = 14, 72                           # patches of a surface
LEAST = 1e-3                                     # [mm] least start of a logarithmic axis
POINTS = 2000                                    # points of a line at most
RIM = 1.5                                        # [m] radius up to which a surface is drawn, at least
FAR_RIM = 2.2                                    # and at most
TURN, LOOK_DOWN = np.radians(25.0), np.radians(50.0)       # rotation of the viewer about z, and angle below the horizontal
CAPTION = 54                                     # [pixels] above a surface
LOW, HIGH = np.array((150, 190, 235)), np.array((246, 205, 165))     # colours inside and outside the circle
FLAT = np.array((238, 240, 243))                 # and on it


def draw(study: Circle, path: Path) -> None:
    """Write the picture of a finished study to `path`, atomically."""
    save(circle_picture(study).finished(), path)


def circle_picture(study: Circle) -> Picture:
    """Three diagrams of drift, below them a surface for each form of C."""
    picture = Picture(WIDTH, TOP + HEIGHT + GAP + CAPTION + SURFACE + 30)
    picture.heading((MARGIN, 20), study.outcome().title, HEADING)
    picture.text((WIDTH - 30, 26), "semi-implicit Euler from rest at (1, 0), gravity along -y", SMALL, "ra", FAINT)
    steps = [step_text(dt) + " s" for dt in study.plan.steps]
    colors = colors_of(steps)
    picture.legend((MARGIN, 68), steps, colors)
    if len(study.plan.forms) > 1:
        picture.text((WIDTH - 30, 68), "thick: paraboloid, thin: cone", SMALL, "rm", FAINT)
    free = [motion for motion in study.motions if _free(motion)]
    sprung = [motion for motion in study.motions if not _free(motion) and motion.setup.level != IMPULSES]
    pushed = [motion for motion in study.motions if motion.setup.level == IMPULSES]
    groups = [group for group in (free, sprung, pushed) if group]
    wide = (WIDTH - 30) / len(groups)
    for k, group in enumerate(groups):
        left = MARGIN + k * wide
        _drifts(picture, (left, TOP, left + wide - MARGIN - 10, TOP + HEIGHT), (group, study.plan.seconds), colors)
    for k, form in enumerate(study.plan.forms):
        middle = (WIDTH * (2 * k + 1) / (2 * len(study.plan.forms)), TOP + HEIGHT + GAP + CAPTION + SURFACE / 2)
        on_it = [motion for motion in free if motion.setup.form == form]
        _surface(picture, middle, form, (max(on_it, key=lambda motion: motion.setup.dt), colors))
    return picture


def _free(motion: Motion) -> bool:
    return motion.setup.level != IMPULSES and motion.setup.springs == NO_SPRINGS


def _drifts(picture: Picture, corners: tuple[float, float, float, float], what: tuple[Sequence[Motion], float],
            colors: dict[str, tuple]) -> None:
    """Drift over time of motions with the same constraint, labelled by the length of step."""
    motions, seconds = what
    low = MILLI * min(float(motion.drift.min()) for motion in motions)
    high = MILLI * max(float(motion.drift.max()) for motion in motions)
    room = 0.05 * max(high - low, LEAST)
    panel = Panel(picture, corners, Range(0.0, seconds), Range(low - room, high + room))
    panel.grid(held_by(motions[0].setup), "drift mm, by s", along=True)
    for motion in motions:
        pick = np.unique(np.linspace(0, len(motion.drift) - 1, POINTS).astype(int))
        color = colors[step_text(motion.setup.dt) + " s"]
        panel.curve(pick * motion.setup.dt, MILLI * motion.drift[pick], color, 1.2 if motion.setup.form == CONE else 2.4)


def heights(form: str, places: np.ndarray) -> np.ndarray:
    """(k,) C at places (k, 2) [m], not the origin."""
    link, still = circle(1.0, form), np.zeros((1, 2))
    return np.array([link.at(place[None], still).error[0] for place in places])


def seen(points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The projection of points (k, 3) [m]: right and up on the sheet, (k, 2) [m], and depth towards the viewer, (k,) [m]."""
    turned = points[:, :2] @ np.array(((np.cos(TURN), np.sin(TURN)), (-np.sin(TURN), np.cos(TURN))))
    up = np.cos(LOOK_DOWN) * points[:, 2] - np.sin(LOOK_DOWN) * turned[:, 1]
    return np.stack((-turned[:, 0], up), 1), np.sin(LOOK_DOWN) * points[:, 2] + np.cos(LOOK_DOWN) * turned[:, 1]


def _surface(picture: Picture, middle: tuple[float, float], form: str, what: tuple[Motion, dict[str, tuple]]) -> None:
    """The graph of C with the ring C = 0 and the path of a motion."""
    motion, colors = what
    rim = float(np.clip(1.05 * (1 + motion.drift.max()), RIM, FAR_RIM))
    corners, shades = _patches(form, rim)
    spread = seen(corners.reshape(-1, 3))[0]
    centre, scale = (spread.min(0) + spread.max(0)) / 2, SURFACE / np.ptp(spread[:, 1])

    def sheet(points: np.ndarray) -> list[tuple[float, float]]:
        return [(middle[0] + scale * x, middle[1] - scale * y) for x, y in seen(points)[0] - centre]

    towards = seen(corners.mean(1))[1]
    for k in np.argsort(towards):
        picture.area(sheet(corners[k]), tuple(int(value) for value in shades[k]))
    turn = np.linspace(0, 2 * np.pi, 181)
    ring = np.stack((np.cos(turn), np.sin(turn), 0 * turn), 1)
    picture.line(sheet(ring), INK, 2.5)
    trail = motion.position[np.unique(np.linspace(0, len(motion.position) - 1, POINTS).astype(int))]
    trail = trail[np.sqrt((trail ** 2).sum(1)) < rim]
    color = colors[step_text(motion.setup.dt) + " s"]
    if len(trail) > 1:
        picture.line(sheet(np.column_stack((trail, heights(form, trail)))), color, 1.5)
    formula = "C = |x| - 1" if form == CONE else "C = (x.x - 1) / 2"
    left, top = middle[0] + scale * (spread[:, 0].min() - centre[0]), middle[1] - SURFACE / 2 - CAPTION
    picture.heading((left, top), f"{form}: {formula}")
    picture.text((left, top + 22), f"black: C = 0; in colour: the path at {step_text(motion.setup.dt)} s without springs", SMALL,
                 color=FAINT)


def _patches(form: str, rim: float) -> tuple[np.ndarray, np.ndarray]:
    """(k, 4, 3) corners of a surface's patches [m], (k, 3) their colours: by C, darker at every second ring."""
    radii = np.linspace(rim / RINGS / 100, rim, RINGS + 1)
    turns = np.linspace(0, 2 * np.pi, SPOKES + 1)
    r, t = np.meshgrid(radii, turns, indexing="ij")
    places = np.stack((r * np.cos(t), r * np.sin(t)), 2)
    points = np.concatenate((places, heights(form, places.reshape(-1, 2)).reshape(r.shape)[..., None]), 2)
    corners = np.stack((points[:-1, :-1], points[1:, :-1], points[1:, 1:], points[:-1, 1:]), 2).reshape(-1, 4, 3)
    c = corners[:, :, 2].mean(1)
    share = np.clip(np.abs(c), 0, 1)[:, None]
    colors = (1 - share) * FLAT + share * np.where(c[:, None] < 0, LOW, HIGH)
    checks = np.add.outer(np.arange(RINGS), np.arange(SPOKES)).reshape(-1, 1) % 2
    return corners, colors * (1 - 0.04 * checks)
