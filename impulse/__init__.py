"""Impulse for scripts: the names of `physics`; `watch`, a window on a running world; `show`, a player in a notebook.

    import impulse
    world = impulse.World()
    ...
    with impulse.watch(world):
        for _ in range(600):
            world.step()
    impulse.show(world, seconds=5)

Importing it imports nothing else.  `physics` comes with the first of its names and needs numpy and numba alone; the parts that
need more, a window among them, come with `watch` and `show`.  Where a folder of the user hides one of these parts, ImportError
names it.
"""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from impulse.shadowing import PACKAGES, need

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.demo.notebook import Demo
    from app.watch.opening import WindowOptions
    from app.watch.watch import Watch
    from physics import *  # noqa: F403


def watch(world: Any, *, title: str = "", speed: float | None = None, paused: bool = False,
          window: WindowOptions | None = None) -> Watch:
    """Open a window on a world and return its handle; the script goes on when the window is there.

    world    a `World`, which the script steps as before
    title    name in the window, default: that of the script
    speed    simulated over real seconds at most, 1 for real time; None: as fast as the script goes
    paused   whether the first step waits until the user lets it go on
    window   size, settings and files of the window

    The window closes with the script, with `close()` of the handle, or at the end of a `with` block.  A script goes on when the
    user closes the window.  Raises NoWindow (a RuntimeError) where there is no display, SettingError for a wrong argument.
    """
    need(*PACKAGES)
    from app.watch.opening import open_watch
    return open_watch(world, title, speed, paused, window)


def show(source: Any, *, seconds: float = 0.0, plots: Sequence[str] | str | None = None, title: str = "", about: str = "",
         theme: str = "dark", height: int = 560, fps: float = 60.0) -> Demo:
    """A player of a recording, which the last line of a notebook's cell shows, and `save(path)` writes as one HTML file.

    source   a `History`: its steps up to the present one, taken again by a copy of its world; or a `World` as it is
    seconds  of a world, so much of its future, in a copy; the world itself is left alone
    plots    for each its curves, "energy,kinetic_energy", metrics or expressions as in `expect:`; None: usual ones, (): none
    title    above the picture, and `about` under it
    theme    "dark" or "light"
    height   of the player in a notebook [pixels]
    fps      frames a second at most

    Raises ValueError for a wrong argument, or where the recording would be too large.
    """
    need(*PACKAGES)
    from app.demo.notebook import demo_of
    from app.demo.sources import Wish
    chosen = None if plots is None else (plots,) if isinstance(plots, str) else tuple(plots)
    return demo_of(source, Wish(seconds, fps, chosen, said="plots"), (title, about), (theme, height))


def __getattr__(name: str) -> Any:
    need("physics")
    import physics
    if name in physics.__all__:
        return getattr(physics, name)
    if name in ("Demo", "NoWindow", "Watch", "WindowOptions"):
        need(*PACKAGES)
    if name == "Demo":
        import app.demo.notebook
        return app.demo.notebook.Demo
    if name in ("NoWindow", "Watch", "WindowOptions"):
        import app.watch.opening
        return getattr(app.watch.opening, name)
    from physics.definitions.tunable import nearest
    known = __dir__()
    raise AttributeError(f"impulse has no {name!r}; {nearest(name, known)}it has {', '.join(known)}")


def __dir__() -> list[str]:
    need("physics")
    import physics
    return sorted({*physics.__all__, "Demo", "NoWindow", "Watch", "WindowOptions", "show", "watch"})
