"""Recipes: the parts of a joint, each of which knows what the others hold.

A spring, a motor or a limit acts on the inertia that the held rows of its joint leave, and held turns on that which its held
moves leave (see `physics.constraints.reaction`): such a part says along and about which axes of its own frames others hold.  This
follows from the kinds of the held parts; frames of one joint differ at most by a permutation of axes.  A point learns whether its
bodies turn together about some axis, for then what it carries turns with them (see `physics.constraints.place`), an angle that
is no motor whether its turns count (see its part).  Rows that are held at a target other than 0, a stop with both bounds the
same, are left out.
"""
from __future__ import annotations

import functools

from physics.constraints.part import HOLD, MOTOR, NO_AXES, ONE_ROW, Part
from physics.constraints.parts import PARTS
from physics.constraints.parts.angle import ANGLE
from physics.constraints.parts.axis_rotation import AXIS_ROTATION
from physics.constraints.parts.point import POINT
from physics.joints.definition import JointDefinition
from physics.joints.placement import Placement, Rotation, along, turned

KINDS = list(PARTS.values())
AXES = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
ALIGNED = 0.9                                    # cosine of the angle between two axes that are the same


def recipe(definition: JointDefinition, at: Placement) -> list[Part]:
    """The parts of a joint, made at the poses of its bodies."""
    parts = definition.parts(at)
    held = [part for part in parts if part.use == HOLD and part.target == 0]
    return [_among(part, held) for part in parts]


def _among(part: Part, held: list[Part]) -> Part:
    """The part with what it is to know of those that are held."""
    kind = KINDS[part.kind]
    if part.kind == POINT:
        return part._replace(held_turns=_held_turns(held))
    if part.kind == ANGLE and part.use != MOTOR:
        part = _counted(part, held)
    if part.use == HOLD and kind.turns_only and kind.opposed:
        return _felt(part, held)._replace(held_turns=NO_AXES)
    if part.use != HOLD and part.kind >= ONE_ROW and kind.opposed:
        return _felt(part, held)
    return part


def _counted(part: Part, held: list[Part]) -> Part:
    """A held, limited or sprung angle, which counts turns where another part holds its axis."""
    return part._replace(rate=float((AXIS_ROTATION, part.frame_a) in [(other.kind, other.frame_a) for other in held]))


def _held_turns(held: list[Part]) -> tuple:
    """The axes (0 or 1 each), of their own frames, about which some of the parts hold the bodies together."""
    return tuple(max(axis) for axis in zip(NO_AXES, *(KINDS[part.kind].holds_turns for part in held)))


def _felt(part: Part, held: list[Part]) -> Part:
    """The part with what others hold."""
    moves, turns = _held_beside((part.kind, part.frame_a), tuple((other.kind, other.frame_a) for other in held))
    return part._replace(held_moves=moves, held_turns=turns)


@functools.lru_cache(maxsize=256)
def _held_beside(own: tuple, held: tuple) -> tuple[tuple, tuple]:
    """Along and about which axes of its frames a part is held by others, each a (kind, frame); kept for changes of a joint."""
    moves, turns = NO_AXES, NO_AXES
    for kind, frame in held:
        if (kind, frame) == own:
            continue                             # which leaves this part nothing to act on
        moves = _with(moves, KINDS[kind].holds_moves, frame, own[1])
        turns = _with(turns, KINDS[kind].holds_turns, frame, own[1])
    return moves, turns


def _with(axes: tuple, more: tuple, frame: Rotation, own: Rotation) -> tuple:
    """The axes (0 or 1 each) with those of another frame, by axes of one's own."""
    if frame != own and any(more):
        there = [turned(frame, axis) for axis, is_held in zip(AXES, more) if is_held]
        more = tuple(int(any(abs(along(turned(own, axis), other)) > ALIGNED for other in there)) for axis in AXES)
    return tuple(max(one, other) for one, other in zip(axes, more))
