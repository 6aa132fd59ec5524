"""Arranging and the clipboard: edits of several bodies that need the scene's document."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from physics.definitions.tunable import SettingError, nearest

HOWS = ("centres", "lows", "highs", "spread", "down")


def arrange(editing: Any, uids: Sequence[int], how: str, axis: str) -> None:
    """Align bodies, spread them, or put them down, see the command `ArrangeBodies`.  Raises SettingError."""
    from scenes.editing import arranging
    if how not in HOWS:
        raise SettingError("how", f"{how!r} is no arrangement; {nearest(how, HOWS)}there are {', '.join(HOWS)}")
    if axis not in tuple(arranging.AXES) and (axis or how in arranging.EDGES):
        raise SettingError("axis", f"{axis!r} is no axis; there are x, y and z")
    numbers, document = editing.numbers(uids), editing.draft.document

    def make(content: Any) -> Any:
        if how == "down":
            return arranging.put_down(content, document, numbers)
        if how == "spread":
            return arranging.spread(content, document, numbers, axis)
        return arranging.align(content, document, numbers, axis, how)

    try:
        edit = make(editing.draft.content)
    except arranging.NothingMoves as error:
        editing.notify(str(error))
        return
    editing.do_with(uids, lambda _: edit)


def clip_text(editing: Any, uids: Sequence[int]) -> tuple[str, str]:
    """Bodies of the scene as text, and what to say about it.  Raises SettingError."""
    from scenes.clip import copied
    from scenes.editing.bodies import counted
    numbers, content = editing.numbers(uids), editing.draft.content
    return copied(content, numbers), f"Copied {counted(content, numbers)} as text"


def poses_text(world: Any, uids: Sequence[int]) -> tuple[str, str]:
    """Where bodies are now, as text of the scene format, and what to say about it.  Raises SettingError for one that is gone."""
    from scenes.editing.text import text_of
    poses = []
    for uid in uids:
        try:
            body = world.body(uid)
        except KeyError:
            raise SettingError("copy", "the body whose place to copy is gone") from None
        place = {"position": [float(x) for x in body.position], "rotation": [float(x) for x in body.rotation]}
        poses.append(({"name": body.name} if body.name and len(uids) > 1 else {}) | place)
    if len(poses) == 1:
        return text_of(poses[0]), f"Copied the place of {world.body(uids[0]).name or 'the body'} after step {world.step_count}"
    return text_of({"bodies": poses}), f"Copied the places of {len(poses)} bodies after step {world.step_count}"


def paste(editing: Any, text: str, place: Sequence[float] | None) -> None:
    """Add the bodies and joints of a text, and select them.  Raises SettingError with the first thing that is wrong with it."""
    from scenes.clip import clip_of, pasted
    from scenes.schema.problems import SceneError
    draft = editing.draft
    try:
        clip = clip_of(text)
    except SceneError as error:
        more = len(error.problems) - 1
        raise SettingError("paste", f"{error.problems[0]}" + (f"\nand {more} more" if more else "")) from None
    edit = pasted(draft.document, draft.content, clip, place)
    count = len(clip.document.bodies)
    editing.do(lambda _: edit, lambda document: range(len(document.scene.bodies) - count, len(document.scene.bodies)))
    if clip.left_out:
        editing.notify(f"Only bodies and joints are pasted, not {', '.join(clip.left_out)}")
