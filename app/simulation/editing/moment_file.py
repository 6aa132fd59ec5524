"""Saving a moment: the chosen variant's world as it is now as a scene, in a file of its own."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.simulation.scene_source import first_uids
from physics.definitions.tunable import SettingError


def save_moment(session: Any, path: str, camera: Mapping[str, Any]) -> None:
    """Write the present moment of a session to a file; `camera` is the window's, as in a scene.  Raises SettingError."""
    from scenes.moment.content import Present
    from scenes.saved_moment import save_moment as write
    from scenes.schema.problems import SceneError
    variant = session.variant
    if variant is None or getattr(variant.run, "document", None) is None:
        raise SettingError("save", "there is no scene to save")
    if variant.world.stopped is not None:
        raise SettingError("save", "the world stands inside a step: let the step end first")
    document = variant.run.document
    world = variant.world
    present = Present(f"{document.title}, {world.time:.2f} s later" if world.step_count else document.title, document.about,
                      document.run, document.categories, variant.run.events, _camera(document, world, camera), _colors(document))
    try:
        saved = write(world, present, path)
    except SceneError as error:
        raise SettingError("save", str(error)) from None
    if saved.note:
        session.notify(f"Saved: {path}; {saved.note}", "warning")
    else:
        session.notify(f"Saved: {path}. It goes on as this world does", "good")


def _colors(document: Any) -> dict[int, str]:
    """The colours that the scene gives its bodies, by uid."""
    uids = first_uids(document)
    return {uids[number]: "#" + bytes(color).hex() for number, color in document.colors.items()}


def _camera(document: Any, world: Any, camera: Mapping[str, Any]) -> dict[str, Any]:
    """The window's camera with the scene's bookmarks, and the body that it follows, if that is still there."""
    scene = document.camera
    found = dict(camera)
    if scene is None:
        return found
    if scene.follow and any(body.name == scene.follow for body in world.bodies):
        found["follow"] = scene.follow
    if scene.bookmarks:
        found["bookmarks"] = [{key: list(value) if isinstance(value, tuple) else value
                               for key, value in mark.model_dump(exclude_none=True).items()} for mark in scene.bookmarks]
    return found
