"""The kinds of demos, and what they draw."""
from __future__ import annotations

from app.draw.view_options import ViewOptions
from app.headless.errors import InputError
from physics.definitions.tunable import tunables

PAGE, GLTF = ".html", ".glb"
ENDINGS = (PAGE, GLTF)
DRAWN = ("grid", "shadows", "stripes", "joints")     # switches of a view that a page has; a glTF file has the last two


def check_options(options: ViewOptions) -> None:
    """InputError for overlays, which a demo does not draw."""
    wanted = [name for name, about in tunables(ViewOptions).items()
              if about.kind == "switch" and name not in DRAWN and getattr(options, name) and not about.default]
    if wanted:
        raise InputError(f"a demo has no overlays: leave out {', '.join(wanted)}; a film (.mp4, .gif) shows them")
