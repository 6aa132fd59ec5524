"""Joints: each as what it is, see `app.draw.joints`; here is when they are drawn, and what their colours mean."""
from __future__ import annotations

import numpy as np

from app.draw.colors import JOINT_BROKEN, JOINT_DISABLED, JOINT_LIMIT, JOINT_MOTOR, JOINT_SPRING
from app.draw.joints.overlay import primitives_of
from app.draw.overlay import NOTHING, Primitives, Shown
from app.draw.view_options import Color, ViewOptions
from app.published.view import LIMITED, Joints, View

ORDER = 0                       # under all others


def draw(shown: Shown) -> Primitives:
    """The joints of the view, if they are asked for and it carries them."""
    return primitives_of(shown) if shown.options.joints else NOTHING


def legend(view: View, options: ViewOptions) -> list[tuple[str, Color]]:
    """What the colours of these joints mean, as far as there are such."""
    if not options.joints or view.joints is None:
        return []
    return of_joints(view.joints, errors=options.joint_errors)


def of_joints(joints: Joints, errors: bool = False) -> list[tuple[str, Color]]:
    """Rows for these joints; coloured by their errors they show what is broken or off only."""
    table = joints.table
    limited = np.isfinite(table.limits).any() or np.isfinite(table.cones).any() or (table.modes == LIMITED).any()
    return [(text, tint) for text, tint, there in (
        ("limits", JOINT_LIMIT, limited and not errors), ("motors", JOINT_MOTOR, (table.motors[:, 1] > 0).any() and not errors),
        ("springs", JOINT_SPRING, (table.springs[:, 0] > 0).any() and not errors), ("broken", JOINT_BROKEN, table.broken.any()),
        ("off", JOINT_DISABLED, (~joints.enabled & ~table.broken).any())) if there]
