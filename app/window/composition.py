"""The picture of a publication as the window's camera sees it: one frame, or one of each lane beside each other."""
from __future__ import annotations

from dataclasses import replace

from app.draw.frame import Frame, Mosaic, Tile
from app.draw.frame_builder import ViewOptions, frame_of
from app.draw.ghosts import with_ghosts
from app.input.viewports import Pane, panes
from app.published.status import Publication
from app.published.view import View, empty_view
from app.ui.ui_state import Desk

NOTHING = empty_view()


def picture_of(desk: Desk, publication: Publication, alpha: float, alone: bool = False) -> Frame | Mosaic:
    """What the window shows of a publication, `alpha` of the way from its views' previous states to the current ones; `alone`: as
    if there were no panels."""
    views = publication.views or (publication.view or NOTHING,)
    shown = panes(len(views), (0.0, 0.0, *desk.size)) if alone and len(desk.panes) > 1 else desk.panes
    if len(shown) > 1:
        width, height = desk.size
        tiles = tuple(Tile(_frame(desk, publication, views[pane.lane], (pane, alpha)),
                           (pane.x / width, pane.y / height, pane.width / width, pane.height / height))
                      for pane in shown if pane.lane < len(views))
        return Mosaic(tiles, desk.settings.theme)
    chosen = min(publication.status.chosen, len(views) - 1)
    frame = _frame(desk, publication, views[chosen], (shown[0], alpha))
    return with_ghosts(frame, views, chosen, alpha) if len(views) > 1 else frame


def _frame(desk: Desk, publication: Publication, view: View, seen: tuple[Pane, float]) -> Frame:
    settings, selection, (pane, alpha) = desk.settings, publication.status.selection, seen
    options = ViewOptions(theme=settings.theme, contacts=settings.contacts, normals=settings.normals, impulses=settings.impulses,
                          aabbs=settings.aabbs, joints=settings.joints, joint_errors=settings.joint_errors,
                          islands=settings.islands, hovered=desk.hovered, hovered_joint=desk.hovered_joint,
                          selected=frozenset() if selection is None else frozenset({selection}),
                          selected_joint=publication.status.selected_joint)
    camera = pane.camera(desk.motion.camera)
    frame = frame_of(view, alpha, camera.pose, options)
    segments, markers = desk.tool.preview(view, alpha, desk.aimed, camera.eye)
    return replace(frame, segments=frame.segments + segments, markers=frame.markers + markers)
