"""The layers of the project, lowest first, and who may know whom: data for `test_layers`.

A module may import from its own layer and from those below it.  A row with several groups holds siblings: they do
not import each other.  A package name stands for everything in it unless a row names a part of it.
"""
from __future__ import annotations

LAYERS: tuple[tuple[tuple[str, ...], ...], ...] = (
    # physics
    (("physics.unpacking",), ("physics.calling",), ("physics.short_code",), ("physics.libraries",), ("physics.linking",),
     ("physics.lowering",), ("physics.kernel_cache",)),
    (("physics.records",), ("physics.known_calls",), ("physics.contexts",), ("physics.progress",)),
    (("physics.compiler",),),
    (("physics.tunable", "physics.jit", "physics.threads", "physics.method_names"),),
    (("physics.settings", "physics.material", "physics.shapes", "physics.rotation"),),
    (("physics.lanes",), ("physics.thread_choice",)),
    (("physics.teamwork",),),
    (("physics.arrays", "physics.definition", "physics.pool"),),
    (("physics.collision",), ("physics.dynamics",)),
    (("physics.joints",),),                                   # definitions and handles
    (("physics.part_store", "physics.joint_rows", "physics.joint_pool", "physics.joint_breaking"), ("physics.pushing",)),
    (("physics.lab", "physics.contact_state"),),
    (("physics.waking",),),
    (("physics.stages",), ("physics.tuned",)),
    (("physics.step",),),
    (("physics.body",),),                                     # handles
    (("physics.queries", "physics.events", "physics.snapshot", "physics.profile", "physics.debug_draw", "physics.contact_views",
      "physics.joint_views", "physics.energy"),),
    (("physics.world", "physics.warmup"),),
    (("physics",),),                                          # the face: what `from physics import ...` finds
    (("physics.metrics", "physics.meter", "physics.readings"),),
    # scenes
    (("scenes",),),
    # app
    (("app",),),                                              # what no row below names: views, camera, commands, files
    (("app.session", "app.simulation_thread"), ("app.studies",)),
    (("app.render",), ("app.panels",)),
    (("app.main_loop", "app.recording", "app.films"),),
    (("app.cli",),),
    (("app.__main__",),),
)

# Part of the project -> what nothing in it may import, and why.
BANNED: tuple[tuple[str, tuple[str, ...], str], ...] = (
    ("physics", ("pyglet", "OpenGL", "imgui_bundle", "PIL", "av", "yaml", "ruamel", "pydantic", "typer", "rich"),
     "physics knows nothing of files, windows or GL and needs numpy and numba alone"),
    ("scenes", ("pyglet", "OpenGL", "imgui_bundle", "PIL", "av", "typer", "rich"), "scenes knows no window and no terminal"),
    ("app.render", ("physics", "scenes", "imgui_bundle", "app.session", "app.panels", "app.commands"),
     "the renderer eats one struct"),
    ("app.panels", ("OpenGL", "pyglet", "app.render"), "panels draw through ImGui alone"),
    ("app.session", ("OpenGL", "pyglet", "imgui_bundle"), "the session is neither window nor picture"),
    ("app.simulation_thread", ("OpenGL", "pyglet", "imgui_bundle"), "stepping knows no window"),
    ("app.commands", ("OpenGL", "pyglet", "imgui_bundle"), "commands are what a file or a test can send as well"),
    ("app.studies", ("OpenGL", "pyglet", "imgui_bundle"), "studies run without a window"),
)


def belongs(module: str, part: str) -> bool:
    """Whether `module` is `part` or lies in it."""
    return module == part or module.startswith(part + ".")


def place(module: str) -> tuple[int, int] | None:
    """(layer, group) of a module by the longest name in LAYERS that fits; None when no row names it.

    The packages `physics` and `app` themselves fit their own row; a new module of physics must get a row.
    """
    best: tuple[int, tuple[int, int]] | None = None
    for layer, groups in enumerate(LAYERS):
        for group, names in enumerate(groups):
            for name in names:
                fits = module == name if name == "physics" else belongs(module, name)
                if fits and (best is None or len(name) > best[0]):
                    best = (len(name), (layer, group))
    return best[1] if best else None
