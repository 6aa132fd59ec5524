"""Pictures and films of a run for its share file: the small picture of a window, or both without one."""
from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

LARGEST = (480, 320)                   # [pixels] of the picture in a file
SIZE, FPS = (1280, 720), 30            # of a film
THEME = "dark"


def small_png(picture: np.ndarray) -> bytes:
    """(height, width, 3 or 4) uint8, top row first, as a PNG that is at most LARGEST."""
    from PIL import Image
    image = Image.fromarray(np.ascontiguousarray(picture[..., :3]))
    image.thumbnail(LARGEST)
    data = io.BytesIO()
    image.save(data, format="PNG", optimize=True)
    return data.getvalue()


def still_of(opened: Any) -> bytes:
    """A picture of a world as it stands, as PNG; `opened` has `world`, `runner` and `document`.  Raises NoOffscreen where nothing
    can be drawn without a window."""
    def draw(film: Any, renderer: Any) -> np.ndarray:
        canvas = renderer.canvas(SIZE)
        try:
            return canvas.still(film.frame_at(0.0))
        finally:
            canvas.release()

    return small_png(drawn(_film(opened), draw))


def filmed(opened: Any, path: Path, seconds: float, advance: Callable[[int], Any]) -> Path:
    """Film a run for so many simulated seconds, which takes its steps; `advance(pictures)` after each.  Raises NoOffscreen."""
    from app.capture.offline import OfflineRecorder

    def draw(film: Any, renderer: Any) -> Path:
        recorder = OfflineRecorder(path, SIZE, FPS, pictures_of(seconds), film.frame_at)
        try:
            while recorder.tick(renderer):
                advance(recorder.drawn)
            return recorder.finish()
        except BaseException:              # Ctrl+C as well: no partial film remains
            recorder.cancel()
            raise

    return drawn(_film(opened), draw)


def pictures_of(seconds: float) -> int:
    """Number of pictures of a film."""
    return max(round(seconds * FPS), 1)


def _film(opened: Any) -> Any:
    from app.capture.scene_film import SceneFilm
    from app.draw.view_options import ViewOptions
    return SceneFilm(opened, ViewOptions(theme=THEME))


def drawn(film: Any, draw: Callable[[Any, Any], Any]) -> Any:
    """What `draw(film, renderer)` makes in a context without a window.  Raises NoOffscreen."""
    from app.render.arrangement.quality import film_quality
    from app.render.offscreen import OffscreenContext
    with OffscreenContext(16, 16):
        from app.render.renderer import Renderer
        from app.render.resources.gl import renderer_name
        renderer = Renderer(film_quality(renderer_name()))
        try:
            return draw(film, renderer)
        finally:
            renderer.release()
