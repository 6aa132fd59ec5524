"""The layers of the project by folder, lowest first, and the allowed imports: data for `test_layers`.

A module may import from its own folder and from folders below.  The folders of one row are siblings: they do not import each
other.  A row stands for a folder with all that is in it; the files at a package's root are its top row.
"""
from __future__ import annotations

LAYERS: dict[str, tuple[tuple[str, ...], ...]] = {
    "physics": (
        ("physics.definitions", "physics.compile"),
        ("physics.simd", "physics.expressions"),
        ("physics.bodies", "physics.parallel"),
        ("physics.collision", "physics.contacts", "physics.constraints", "physics.measure"),
        ("physics.dynamics", "physics.joints"),
        ("physics.storage", "physics.lab"),
        ("physics.pipeline", "physics.views", "physics.introspection", "physics.history", "physics.stopping"),
        ("physics",),
    ),
    "scenes": (
        ("scenes.schema",),
        ("scenes.generators", "scenes.running"),
        ("scenes.reading", "scenes.editing"),
        ("scenes.moment",),
        ("scenes",),
    ),
    "app": (
        ("app.published", "app.headless"),
        ("app.adviser", "app.share"),
        ("app.simulation", "app.studies", "app.draw"),
        ("app.input", "app.render", "app.watch", "app.lessons"),
        ("app.ui",),
        ("app.capture", "app.panels"),
        ("app.window", "app.demo"),
        ("app.cli",),
        ("app",),
    ),
    "impulse": (
        ("impulse.files",),
        ("impulse",),
    ),
}
MOST_LAYERS = {"physics": 8, "scenes": 8, "app": 9, "impulse": 2}
MOST_MODULES, MOST_AT_A_ROOT = 20, 12                     # of a folder, and of the folder of a package

# Part of the project -> what nothing in it may import, and why.
BANNED: tuple[tuple[str, tuple[str, ...], str], ...] = (
    ("physics", ("scenes", "app", "pyglet", "OpenGL", "imgui_bundle", "PIL", "av", "yaml", "ruamel", "pydantic",
                 "typer", "rich"),
     "physics knows nothing of files, windows or GL and needs numpy and numba alone"),
    ("scenes", ("app", "pyglet", "OpenGL", "imgui_bundle", "PIL", "av", "typer", "rich"),
     "scenes knows no window and no terminal"),
    ("app.render", ("physics", "scenes", "imgui_bundle", "app.simulation", "app.panels"), "the renderer eats one struct"),
    ("app.panels", ("OpenGL", "pyglet", "app.render"), "panels draw through ImGui alone"),
    ("app.simulation", ("OpenGL", "pyglet", "imgui_bundle"), "stepping knows no window"),
    ("app.studies", ("OpenGL", "pyglet", "imgui_bundle"), "studies run without a window"),
    ("app.demo", ("OpenGL", "pyglet", "imgui_bundle"), "demos are made without a window and without GL"),
    ("app.headless", ("OpenGL", "pyglet", "imgui_bundle"), "what every command shares needs no window"),
)


def belongs(module: str, part: str) -> bool:
    """Whether `module` is `part` or lies in it."""
    return module == part or module.startswith(part + ".")


def place(module: str) -> tuple[int, str] | None:
    """(layer, folder) of a module; None when no row names its folder."""
    package = module.split(".")[0]
    for layer, folders in enumerate(LAYERS.get(package, ())):
        for folder in folders:
            if folder != package and belongs(module, folder):
                return layer, folder
    at_root = module.count(".") <= 1
    return (len(LAYERS[package]) - 1, package) if at_root and package in LAYERS else None
