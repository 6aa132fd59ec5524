"""The window's textures: pictures that were read become textures, a few in each frame."""
from __future__ import annotations

from app.ui.pictures import Pictures

AT_ONCE = 6               # uploads in a frame


class Textures:
    """Belongs to the window's thread, whose GL context is current."""

    def __init__(self, pictures: Pictures):
        self._pictures = pictures

    def serve(self) -> None:
        """Once a frame, before the panels are drawn."""
        if not self._pictures.busy:
            return
        from app.render.resources.texture import delete, upload
        for path, picture in self._pictures.take(AT_ONCE):
            before = self._pictures.put(path, 0 if picture is None else upload(picture))
            if before:
                delete(before)

    def close(self) -> None:
        """Free all."""
        names = self._pictures.close()
        if names:
            from app.render.resources.texture import delete
            for name in names:
                delete(name)
