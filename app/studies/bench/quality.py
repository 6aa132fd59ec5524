"""Quality of an engine's final state, measured from its poses by the same code for every engine.

Overlap is found by our own narrow phase in a world built from the poses; all other figures follow from the poses by arithmetic.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from app.studies.neutral_scene import UPRIGHT, NeutralScene
from physics import SettingError, SolverSettings, World
from physics.bodies.rotation import product, rotate, rotate_back

PREPARED = (5, 0, 0)           # the stage of a step after which contacts are known and no body has moved
TOUCHING = 1e-3                # [m] bodies that start at most this far apart touch
FALLEN, PRESSED = 0.5, 0.02    # a body of a stack has fallen when it is displaced this far sideways or down [m], in addition to
                               # the sinking of soft contacts, a share of its height


class Quality(NamedTuple):
    """Figures of a state; None where they do not apply to the scene."""

    finite: bool = False                      # all numbers are finite and no body has left the world's range
    max_penetration: float | None = None      # deepest overlap of two bodies [m]
    mean_penetration: float | None = None     # mean over the pairs that overlap [m]
    top_drift: float | None = None            # sideways displacement of the topmost body of a stack [m]
    top_sink: float | None = None             # its downward displacement [m]
    standing: bool | None = None              # no body of a stack has fallen
    joint_gap: float | None = None            # largest distance of a joint's two places in all states [m]
    kinetic_energy: float | None = None       # mean of a free body [J]
    energy_change: float | None = None        # since the start, relative to a fall by a jointed scene's extent


def measure(scene: NeutralScene, states: np.ndarray) -> Quality:
    """Figures of the last of the states (looks, n, 13); joints are measured in all states."""
    states = np.asarray(states, float).copy()
    states[:, scene.fixed, 0:3] = scene.position[scene.fixed]
    states[:, scene.fixed, 3:7] = UPRIGHT
    states[:, scene.fixed, 7:13] = 0.0
    end = states[-1]
    if not np.isfinite(states).all():
        return Quality()
    try:
        overlaps = penetrations(scene, end[:, 0:3], end[:, 3:7])
    except SettingError:                                             # a body is outside the world's range
        return Quality()
    kinetic = _kinetic(scene, end)
    free = max(1, int(scene.free.sum()))
    found = Quality(True, float(overlaps.max(initial=0.0)), float(overlaps.mean()) if len(overlaps) else 0.0,
                    kinetic_energy=kinetic / free)
    if len(scene.joints):
        gaps = [_gaps(scene, state) for state in states]
        return found._replace(max_penetration=None, mean_penetration=None, joint_gap=float(np.max(gaps)),
                              energy_change=_energy_change(scene, end, kinetic))
    if (top := top_of_stack(scene)) is not None:
        moved = end[:, 0:3] - scene.position
        found = found._replace(top_drift=float(np.hypot(*moved[top, :2])), top_sink=float(-moved[top, 2]),
                               standing=_stands(scene, moved))
    return found


def _stands(scene: NeutralScene, moved: np.ndarray) -> bool:
    """Whether no free body of a stack has fallen, given the displacements [m]."""
    heights = scene.position[scene.free, 2] - scene.position[scene.free, 2].min()
    aside, down = np.hypot(*moved[scene.free, :2].T), np.abs(moved[scene.free, 2])
    return bool((aside < FALLEN).all() and (down < FALLEN + PRESSED * heights).all())


def penetrations(scene: NeutralScene, positions: np.ndarray, rotations: np.ndarray) -> np.ndarray:
    """(overlapping pairs,) depth of the deepest point of each [m]."""
    return np.maximum(0.0, -_separations(scene, positions, rotations, 0.0))


def top_of_stack(scene: NeutralScene) -> int | None:
    """The free body that starts highest, if it starts on another one, else None."""
    if not scene.free.any() or scene.group.any():
        return None
    top = int(np.flatnonzero(scene.free)[scene.position[scene.free, 2].argmax()])
    near = np.linalg.norm(scene.position - scene.position[top], axis=1) < 2 * np.linalg.norm(scene.half[scene.free], axis=1).max()
    near |= scene.fixed
    rows = np.flatnonzero(near)
    some = _only(scene, rows)
    rest = _separations(some, some.position, np.tile(UPRIGHT, (len(rows), 1)), TOUCHING, rows.tolist().index(top))
    return top if len(rest) else None


def _only(scene: NeutralScene, rows: np.ndarray) -> NeutralScene:
    """The scene with these bodies alone."""
    per_body = ("shape", "solid", "half", "position", "velocity", "spin", "mass", "friction", "fixed", "group")
    return NeutralScene(**{**vars(scene), **{name: getattr(scene, name)[rows] for name in per_body}})


def _separations(scene: NeutralScene, positions: np.ndarray, rotations: np.ndarray, below: float,
                 of: int | None = None) -> np.ndarray:
    """Least separations below `below` of the pairs of bodies, or of the pairs of one body [m]."""
    world = World(gravity=(0.0, 0.0, 0.0), dt=scene.dt, precision="single", solver=SolverSettings(stabilization="none"))
    for k in range(len(scene.shape)):
        world.add_body(shape=scene.solid[k], type="static" if scene.fixed[k] else "dynamic", position=positions[k],
                       rotation=rotations[k], group=int(scene.group[k]))
    uids = world.uids
    world.step(PREPARED)
    contacts = world.contact_arrays()
    chosen = contacts.separations < below
    if of is not None:
        chosen &= (contacts.bodies == uids[of]).any(1)
    numbers, place = np.unique(contacts.manifolds[chosen], return_inverse=True)
    least = np.full(len(numbers), np.inf)
    np.minimum.at(least, place, contacts.separations[chosen])
    return least


def _kinetic(scene: NeutralScene, state: np.ndarray) -> float:
    """Kinetic energy of the free bodies [J]."""
    free = scene.free
    own = rotate_back(product(state[free, 3:7], scene.principal_axes[free]), state[free, 10:13])
    return 0.5 * float((scene.mass[free] * (state[free, 7:10] ** 2).sum(1)).sum() + (scene.inertia[free] * own ** 2).sum())


def _gaps(scene: NeutralScene, state: np.ndarray) -> np.ndarray:
    """(m,) distance of the two places of each joint [m]."""
    ends = []
    for bodies in scene.joints.T:
        arms = scene.anchors - scene.position[bodies]
        ends.append(state[bodies, 0:3] + rotate(state[bodies, 3:7], arms))
    return np.linalg.norm(ends[1] - ends[0], axis=1)


def _energy_change(scene: NeutralScene, state: np.ndarray, kinetic: float) -> float:
    """Change of energy over the gain of all free bodies in a fall by the largest distance from a fixed body."""
    free, gravity = scene.free, np.asarray(scene.gravity)
    upright = np.tile(UPRIGHT, (len(free), 1))
    begin = _kinetic(scene, np.hstack((scene.position, upright, scene.velocity, scene.spin)))
    height = -float((scene.mass[free, None] * (state[free, 0:3] - scene.position[free]) * gravity).sum())
    apart = [np.linalg.norm(scene.position[scene.fixed] - place, axis=1).min() for place in scene.position[free]]
    return float(kinetic + height - begin) / (float(scene.mass[free].sum()) * float(np.linalg.norm(gravity)) * float(max(apart)))
