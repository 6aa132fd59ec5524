"""Composition: the window's picture of a publication, one frame or a frame for each variant side by side."""
from __future__ import annotations

from dataclasses import replace

from app.draw.frame import Count, Frame, Mosaic, Tile
from app.draw.frame_builder import frame_of
from app.draw.ghosts import with_ghosts, with_preview
from app.draw.rows.jacobian import block_marks
from app.draw.overlay import Primitives, together
from app.draw.rows.marks import load_bands, marks_of
from app.draw.rows.paint import paint_of, painted
from app.draw.theming import in_theme
from app.draw.view_options import Highlights
from app.input.event_arrows import drawn
from app.input.viewports import Viewport, viewports
from app.published.status import Publication
from app.published.view import View, empty_view
from app.ui.ui_state import UiState

NOTHING = empty_view()


def picture_of(state: UiState, publication: Publication, alpha: float, size: tuple[int, int] | None = None) -> Frame | Mosaic:
    """The window's picture of a publication, interpolated by `alpha` between the previous and the current states of its views.
    A picture of its own `size` [pixels] keeps no places for panels, and is drawn with all of them."""
    detail = state.detail if size is None else 1.0
    views = publication.views or (publication.view or NOTHING,)
    shown = viewports(len(views), (0.0, 0.0, *size)) if size and len(state.viewports) > 1 else state.viewports
    if len(shown) > 1:
        width, height = size or state.size
        tiles = tuple(Tile(_frame(state, publication, views[viewport.variant], (viewport, alpha, detail)),
                           (viewport.x / width, viewport.y / height, viewport.width / width, viewport.height / height))
                      for viewport in shown if viewport.variant < len(views))
        return Mosaic(tiles, state.settings.theme)
    chosen = min(publication.status.chosen, len(views) - 1)
    frame = _frame(state, publication, views[chosen], (shown[0], alpha, detail))
    if size is not None:
        frame = replace(frame, camera=replace(frame.camera, shift=(0.0, 0.0)))
    ghost = publication.ghost
    return with_ghosts(frame, views, chosen, alpha, ghost) if len(views) > 1 or ghost is not None else frame


def counts_of(picture: Frame | Mosaic) -> tuple[Count, ...]:
    """How many marks a picture has of how many; of several frames the first that has not all."""
    frames = (picture,) if isinstance(picture, Frame) else tuple(tile.frame for tile in picture.tiles)
    return next((frame.counts for frame in frames if frame.counts), ())


def lit(state: UiState, publication: Publication) -> int | None:
    """Uid of the body that is lit: the one under the pointer, or the moving one of the row under the pointer."""
    inside, row = publication.inside, state.inside.hovered
    if inside is None or row is None or row >= inside.rows.size:
        return state.hovered
    return int(inside.rows.b[row]) if inside.rows.b[row] > 0 else int(inside.rows.a[row])


def _frame(state: UiState, publication: Publication, view: View, seen: tuple[Viewport, float, float]) -> Frame:
    selection, (viewport, alpha, detail) = publication.status.selection, seen
    inside = publication.inside if publication.inside is not None and publication.inside.step == view.step else None
    paint = paint_of(inside, state.inside.paint, state.inside.shown, view.table, state.settings.theme)
    selected = frozenset(publication.status.group.uids) | frozenset(() if selection is None else (selection,))
    highlights = Highlights(selected, lit(state, publication),
                            publication.status.selected_joint, state.hovered_joint,
                            None if paint is None else (paint.bodies, paint.body_colors))
    camera = viewport.camera(state.motion.camera)
    pose = replace(camera.pose, detail=detail)
    frame = frame_of(view, alpha, pose, state.settings, highlights)
    segments, markers = state.tool.preview(view, alpha, state.aimed, camera.eye)
    lines, ends = state.tape.drawn(state.tape.ends(view, alpha, state.aimed)) if state.tape.shown else ((), ())
    own = Primitives(segments + lines, markers + ends)
    if inside is not None:
        own = together(own, painted(paint), load_bands(inside, view),
                       marks_of(inside, inside.row if state.inside.hovered is None else state.inside.hovered, camera.pose),
                       block_marks(inside, state.inside.block, view, camera.pose))
    edits = publication.status.edits
    own = together(own, drawn(state.events, edits.events, edits.event, (view, alpha, camera.pose)))
    own = in_theme(own, state.settings.theme)
    if publication.status.edits.preview is not None:
        frame = with_preview(frame, publication.status.edits.preview)
    if (body := state.new_body.preview) is not None:
        frame = with_preview(frame, body)
    return replace(frame, segments=frame.segments + own.segments, markers=frame.markers + own.markers,
                   fills=frame.fills + own.fills)
