"""Impulse for scripts: the names of `physics`, and `watch`, a window on a running world.

    import impulse
    world = impulse.World()
    ...
    with impulse.watch(world):
        for _ in range(600):
            world.step()

Importing it imports nothing else.  `physics` comes with the first of its names and needs numpy and numba alone; the parts that
need more, a window among them, come with `watch`.
"""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
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
    from app.watch.opening import open_watch
    return open_watch(world, title, speed, paused, window)


def __getattr__(name: str) -> Any:
    import physics
    if name in physics.__all__:
        return getattr(physics, name)
    if name in ("NoWindow", "Watch", "WindowOptions"):
        import app.watch.opening
        return getattr(app.watch.opening, name)
    from physics.definitions.tunable import nearest
    known = __dir__()
    raise AttributeError(f"impulse has no {name!r}; {nearest(name, known)}it has {', '.join(known)}")


def __dir__() -> list[str]:
    import physics
    return sorted({*physics.__all__, "NoWindow", "Watch", "WindowOptions", "watch"})
