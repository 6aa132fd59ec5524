"""A clip: bodies of a scene, with the joints among them, as text of the scene format, for the clipboard.

    text = copied(draft.content, [1, 2])
    draft.do(pasted(draft.document, draft.content, clip_of(text), (0, 0, 1)))

What is pasted is checked like a scene file, with the same limits; sections of a scene that a clip does not have are left out.
"""
from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from scenes.editing.edit import Content, Edit
from scenes.editing.pasting import SECTIONS, base_of, part_of, paste
from scenes.editing.text import text_of
from scenes.loader import Source, document_of
from scenes.reading.document import Document
from scenes.reading.scene_model import Scene
from scenes.schema.nodes import compose, decode
from scenes.schema.problems import Problem, SceneError

FILE = "clipboard"           # in place of a file's name in problems
NO_BODIES = "has no bodies of a scene; copy bodies with Ctrl+C, or text such as `bodies: [{shape: {sphere: {radius: 0.5}}}]`"
SILENT = ("title", "about", "shelf", "run")         # sections whose loss nobody minds


class Clip(NamedTuple):
    """A checked clip: its content, its document, and the sections of the text that it does not have."""

    content: Mapping[str, Any]
    document: Document
    left_out: tuple[str, ...] = ()


def copied(content: Content, numbers: Collection[int]) -> str:
    """The text of these bodies, the joints among them, their materials and categories: a whole small scene."""
    return text_of(part_of(content, numbers))


def clip_of(text: str) -> Clip:
    """The clip in a text; `format: 1` may be left out.  Raises SceneError."""
    decoded, problems = decode(text.encode("utf-8", "surrogatepass"), FILE)
    root, more = compose(decoded, FILE) if not problems else (None, [])
    if problems := [*problems, *more]:
        raise SceneError(problems)
    raw = root.plain()
    if not isinstance(raw, dict) or not raw.get("bodies"):
        raise SceneError([Problem(FILE, 0, 0, "", NO_BODIES)])
    left_out = tuple(key for key in raw if key in Scene.model_fields and key not in SECTIONS)
    kept = {"format": "1"} | {key: value for key, value in raw.items() if key not in left_out}
    document = document_of(kept, Source(FILE, None, decoded, root, FILE))
    return Clip(kept, document, tuple(key for key in left_out if key not in SILENT))


def pasted(document: Document, content: Content, clip: Clip, place: Sequence[float] | None = None) -> Edit:
    """The edit that adds a clip to a scene, standing on `place` [m]; None: where its bodies were copied."""
    base = base_of(clip.document)
    shift = (0.0, 0.0, 0.0) if place is None or base is None else tuple(to - at for to, at in zip(place, base, strict=True))
    taken = {one.name for one in (*document.bodies, *document.joints) if one.name}
    return paste(content, clip.content, clip.document, shift, taken)
