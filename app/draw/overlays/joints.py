"""Joints by their glyphs, see `app.draw.joints`: when they are drawn, and the meaning of their colours."""
from __future__ import annotations

import numpy as np

from app.draw.colors import JOINT_BROKEN, JOINT_DISABLED, JOINT_LIMIT, JOINT_MOTOR, JOINT_SPRING
from app.draw.frame import CameraPose
from app.draw.joints.overlay import primitives_of
from app.draw.overlay import NOTHING, Primitives, Shown
from app.draw.view_options import ViewOptions
from app.draw.view_setting import Color
from app.published.view import LIMITED, Joints, View

ORDER = 0                       # below all others


def draw(shown: Shown) -> Primitives:
    """The joints of the view, if they are switched on and published."""
    return primitives_of(shown) if shown.options.joints else NOTHING


def legend(view: View, options: ViewOptions, _camera: CameraPose) -> list[tuple[str, Color]]:
    """The meaning of the colours that these joints have."""
    if not options.joints or view.joints is None:
        return []
    return of_joints(view.joints, errors=options.joint_errors)


def of_joints(joints: Joints, errors: bool = False) -> list[tuple[str, Color]]:
    """Rows for these joints; when errors colour them, only rows for broken and disabled ones."""
    table = joints.table
    limited = np.isfinite(table.limits).any() or np.isfinite(table.cones).any() or (table.modes == LIMITED).any()
    return [(text, tint) for text, tint, there in (
        ("limits", JOINT_LIMIT, limited and not errors), ("motors", JOINT_MOTOR, (table.motors[:, 1] > 0).any() and not errors),
        ("springs", JOINT_SPRING, (table.springs[:, 0] > 0).any() and not errors), ("broken", JOINT_BROKEN, table.broken.any()),
        ("off", JOINT_DISABLED, (~joints.enabled & ~table.broken).any())) if there]
