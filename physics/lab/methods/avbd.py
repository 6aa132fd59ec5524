"""AVBD: augmented vertex block descent; bodies move one after the other, and stiffness grows where constraints are not met.

Rigid constraints are an augmented Lagrangian.  With E = C - (what C is to be) each row pulls along J^T by

    force = multiplier - k E          within its bounds: >= 0 at contacts, |friction| <= friction times the normal forces

A sweep moves every body to the minimum of its own six coordinates (`body_descent`), then every row learns:

    multiplier = force,        k += growth |E|,     the latter where no bound holds

so that a heavy body on a light one, for which the first k is too weak, meets a k that rises with what is left of the error.
k starts in every substep at START / (K h2), K = J M^-1 J^T: the stiffness that moves two free bodies as much as their inertia
holds them, which makes growth the same for metres and radians and any mass.  Contacts and limits at a bound hold bodies with k
all the same, which only slows them: without it, points that take turns to bear throw a box about.  Springs and motors
have the stiffness of their compliance, k = 1 / (h2 give), and no multiplier.

Errors that were there when the substep began are no part of the sweeps: C is to stay what it was, so that no speed comes of
it.  v = (x - x0) / h is taken, and a last sweep, for positions alone, takes the old errors away.  Contacts that bounce are to
open by h times their target speed.

Settings: `iterations` are the sweeps (5 to 20), `substeps` as everywhere, 4 or more for fast joints; `warm_start` is the share
of the multipliers kept from step to step.  `push_speed` bounds how fast old errors are corrected with soft stabilization.
Bias, hertz of contacts and joints and relax iterations do not count: rows are rigid.

Sources: Giles, Diaz, Yuksel, "Augmented Vertex Block Descent", SIGGRAPH 2025; Chen et al., "Vertex Block Descent", 2024.  Unlike
there, k is measured by K and not kept between steps, constraints are linearised anew in every sweep instead of having a
geometric stiffness.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from physics.dynamics.contact_blocks import PYRAMID
from physics.dynamics.joints.part import POINT
from physics.dynamics.method import CONTACT, JOINT, MOTOR, SPRING, Method, only
from physics.dynamics.parameters import Parameters
from physics.dynamics.results import keep_results
from physics.dynamics.substeps import Extent, State
from physics.lab.body_descent import colors_of, descend, masses
from physics.lab.contact_rows import pressed
from physics.lab.noted import note
from physics.lab.row import FRICTION, HELD, LIMIT, NORMAL, OF_PARTS, TWIST, Laws, Rows, applied, laws_of, speeds
from physics.lab.rows import refresh
from physics.lab.substep_poses import (
    accelerate,
    begin,
    bounces,
    displace,
    give,
    goals,
    movable,
    restitutions,
    ways_between,
    write,
)
from physics.lanes.team import by_oneself

START = 10.0                                     # of k, over 1 / (K h2)
GROWTH = 1000.0                                  # of k by an error of 1 m or 1 rad, over 1 / (K h2)
MOST = 1e3                                       # of k, over 1 / (K h2)


class Pull(NamedTuple):
    """How rows pull."""

    hard: np.ndarray              # (m,) bool: with a multiplier; the others are springs
    first: np.ndarray             # (m,) 1 / (K h2) [N/m] or [N m/rad]
    stiffness: np.ndarray         # (m,) k
    multipliers: np.ndarray       # (m,) [N] or [N m]
    goal: np.ndarray              # (m,) the error to have [m] or [rad]
    pairs: np.ndarray             # (m,) first row of those that are bounded as a vector, else the row itself


def advance(state: State, extent: Extent, parameters: Parameters, work: Callable = by_oneself) -> None:
    """One step."""
    p, h, laws = parameters, parameters.motion.h, laws_of(parameters)
    wide, made = begin(state, extent, p, laws)
    free, e = movable(wide), restitutions(state, made)
    colors = colors_of(made, free)
    multipliers = p.warm_start * made.impulse / h
    for _ in range(p.substeps):
        made = refresh(made, wide, laws)
        before, start, later = speeds(made, wide.bodies.velocity), wide.bodies.pose.copy(), goals(made, laws, h)
        accelerate(state, wide, extent, p)
        leaving = bounces(made, e, before, p, wide.bodies.velocity)
        goal = np.where(leaving > 0, made.error + h * leaving, kept(made, later))
        pull = _bounded_start(made, start_pull(made, laws, h)._replace(multipliers=multipliers, goal=goal), h)
        displace(wide, h * wide.bodies.velocity[:, :6])
        alone = wide.bodies.pose.copy()
        displace(wide, applied(made, h * h * pull.multipliers, np.zeros((len(free), 6))))
        made = refresh(made, wide, laws)
        for _ in range(p.iterations):
            made = _move(made, wide, (colors, alone, pull), laws)
            pull, force = learned(made, pull, h)
        blow = np.where(made.kind == NORMAL, h * np.maximum(leaving - before, 0) * pull.first, 0)     # not there next time
        multipliers = np.where(blow > 0, np.maximum(pull.multipliers - blow, 0), pull.multipliers)
        wide.bodies.velocity[free, :6] = ways_between(start, wide.bodies.pose)[free] / h
        note(state, extent, made, h * force)
        made = _move(made, wide, (colors, alone, pull._replace(goal=later)), laws)
        write(state, wide, extent, p)
    by_oneself(lambda team: keep_results(team, state, extent, h))


def _move(made: Rows, wide: State, where: tuple, laws: Laws) -> Rows:
    """One sweep over the bodies; where = (colours, poses without constraints, pull).  Returns the rows where bodies are then."""
    colors, alone, pull = where
    h = 1 / laws.contact.inverse_h
    inertia = masses(wide, h), ways_between(alone, wide.bodies.pose)
    displace(wide, descend(made, colors, inertia, lambda turned: pulled(made, pull, made.error + turned - pull.goal, h)))
    return refresh(made, wide, laws)


def start_pull(made: Rows, laws: Laws, h: float) -> Pull:
    """Stiffness as a substep begins, without multipliers."""
    m = len(made.a)
    round_rows = (made.part_kind == POINT) | (made.kind == FRICTION) & (laws.contact.friction != PYRAMID)
    pairs = np.where(round_rows, made.group, np.arange(m))
    k = np.zeros(m)
    np.maximum.at(k, pairs, made.k)
    first = 1 / (h * h * np.where(k > 0, k, 1)[pairs])
    soft = give(made)
    hard = soft == 0
    stiffness = np.where(hard, START * first, 1 / (h * h * np.where(hard, 1, soft)))
    return Pull(hard, first, stiffness, np.zeros(m), np.zeros(m), pairs)


def _bounded_start(made: Rows, pull: Pull, h: float) -> Pull:
    """With multipliers of the substep before within the bounds of this one."""
    started = pull._replace(multipliers=np.where(pull.hard, pull.multipliers, 0))
    return started._replace(multipliers=forces(made, started, np.zeros(len(made.a)), h)[0])


def kept(made: Rows, later: np.ndarray) -> np.ndarray:
    """(m,) errors that sweeps leave: what held rows, contacts and limits have as the substep begins; `later` of the others."""
    return np.where(made.kind == HELD, made.error,
                    np.where((made.kind == NORMAL) | (made.kind == LIMIT), np.minimum(made.error, 0), later))


def forces(made: Rows, pull: Pull, error: np.ndarray, h: float) -> tuple[np.ndarray, np.ndarray]:
    """(m,) forces [N] or [N m] at errors E, and (m,) bool: where no bound holds."""
    wanted = pull.multipliers - pull.stiffness * error
    rubbing = (made.kind == FRICTION) | (made.kind == TWIST)
    limit = np.where(rubbing, made.friction * pressed(made._replace(impulse=np.maximum(wanted, 0))), made.upper / h)
    least = np.where(rubbing, -limit, made.lower / h)
    length = np.sqrt(np.bincount(pull.pairs, wanted * wanted, len(wanted)))[pull.pairs]
    alone = (pull.pairs == np.arange(len(wanted))) & (np.bincount(pull.pairs, minlength=len(wanted)) == 1)
    inside = np.where(alone, (wanted > least) & (wanted < limit), length < limit)
    shrunk = wanted * np.minimum(limit, length) / np.where(length > 0, length, 1)
    force = np.where(alone, np.clip(wanted, least, np.maximum(limit, least)), shrunk)
    return np.where(inside, wanted, force), inside


def pulled(made: Rows, pull: Pull, error: np.ndarray, h: float) -> tuple[np.ndarray, np.ndarray]:
    """(m,) forces at errors E, and what they hold bodies with [N/m]: k, of motors and springs at their bounds 0."""
    force, inside = forces(made, pull, error, h)
    return force, np.where(inside | (made.kind < OF_PARTS) | (made.kind == LIMIT), pull.stiffness, 0)


def learned(made: Rows, pull: Pull, h: float) -> tuple[Pull, np.ndarray]:
    """After a sweep: multipliers and stiffnesses by what is left of the errors; returns the forces (m,) too."""
    error = made.error - pull.goal
    force, inside = forces(made, pull, error, h)
    worst = np.zeros(len(error))
    np.maximum.at(worst, pull.pairs, np.abs(error))
    grown = np.minimum(pull.stiffness + GROWTH * worst[pull.pairs] * pull.first, MOST * pull.first)
    grown = np.where(pull.hard & inside, grown, pull.stiffness)
    return pull._replace(stiffness=grown, multipliers=np.where(pull.hard, force, 0)), force


METHOD = Method("avbd", "bodies move one by one to where their energy is least; stiffness grows where constraints are not met",
                only("avbd", CONTACT, JOINT, MOTOR, SPRING), advance)
