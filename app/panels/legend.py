"""The legend of what is drawn over the bodies, while anything is."""
from __future__ import annotations

import numpy as np
from imgui_bundle import imgui

from app.draw.colors import (
    AABB,
    CONTACT,
    IMPULSE,
    JOINT,
    JOINT_BROKEN,
    JOINT_DISABLED,
    JOINT_LIMIT,
    JOINT_MOTOR,
    JOINT_SPRING,
    NORMAL,
    in_theme,
)
from app.input.bindings import keys_of
from app.panels.widgets.canvas import Canvas
from app.panels.widgets.layout import Rect
from app.panels.widgets.ui import Ui
from app.published.view import LIMITED, Joints
from physics.definitions.tunable import tunables

TINTS = {"contacts": CONTACT, "normals": NORMAL, "impulses": IMPULSE, "aabbs": AABB}       # setting -> red, green, blue, opacity
Tint = tuple[int, ...]


def draw(ui: Ui) -> None:
    """A strip above the bottom edge, at the right of the scene."""
    settings = ui.state.settings
    described = tunables(type(settings))
    rows = [(tint, described[name].label, keys_of(name)) for name, tint in TINTS.items() if getattr(settings, name)]
    if settings.joints and ui.state.view is not None and ui.state.view.joints is not None:
        rows.append((JOINT, described["joints"].label, keys_of("joints")))
        rows += [(tint, text, ()) for text, tint in of_joints(ui.state.view.joints)]
    if not rows:
        return
    stage = ui.layout.stage
    flags = imgui.WindowFlags_.no_inputs | imgui.WindowFlags_.no_focus_on_appearing | imgui.WindowFlags_.no_nav
    with ui.window("legend", Rect(stage.right, stage.bottom, stage.width, 0), flags, pivot=(1.0, 1.0)):
        for tint, text, keys in rows:
            at, line = imgui.get_cursor_screen_pos(), imgui.get_text_line_height()
            Canvas().dot((at.x + 6 * ui.unit, at.y + line / 2), 5 * ui.unit, bytes(in_theme(tint, settings.theme)[:3]).hex())
            imgui.set_cursor_pos_x(imgui.get_cursor_pos_x() + 20 * ui.unit)
            imgui.text(text)
            if keys:
                imgui.same_line()
                imgui.text_disabled(", ".join(keys))


def of_joints(joints: Joints) -> list[tuple[str, Tint]]:
    """What the colours of these joints mean, as far as there are such."""
    table = joints.table
    limited = np.isfinite(table.limits).any() or np.isfinite(table.cones).any() or (table.modes == LIMITED).any()
    return [(text, tint) for text, tint, there in (
        ("limits", JOINT_LIMIT, limited), ("motors", JOINT_MOTOR, (table.motors[:, 1] > 0).any()),
        ("springs", JOINT_SPRING, (table.springs[:, 0] > 0).any()), ("broken", JOINT_BROKEN, table.broken.any()),
        ("off", JOINT_DISABLED, (~joints.enabled & ~table.broken).any())) if there]
