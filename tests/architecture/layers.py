"""The layers of the project, lowest first, and who may know whom: data for `test_layers`.

A module may import from its own layer and from those below it.  A row with several groups holds siblings: they do
not import each other.  A package name stands for everything in it unless a row names a part of it.
"""
from __future__ import annotations

LAYERS: tuple[tuple[tuple[str, ...], ...], ...] = (
    # physics
    (("physics.compile.unpacking",), ("physics.compile.calling",), ("physics.compile.short_code",), ("physics.compile.module_linking",), ("physics.compile.lazy_calls",),
     ("physics.compile.lowering",), ("physics.compile.cache",)),
    (("physics.compile.struct_abi",), ("physics.compile.fast_dispatch",), ("physics.compile.contexts",), ("physics.compile.progress",)),
    (("physics.compile.compiler",),),
    (("physics.definitions.tunable", "physics.compile.decorators", "physics.parallel.worker_pool", "physics.definitions.method_names"),),
    (("physics.definitions.settings", "physics.definitions.material", "physics.definitions.shapes", "physics.bodies.rotation"),),
    (("physics.simd",), ("physics.parallel.thread_count",)),
    (("physics.parallel.job_runner",),),
    (("physics.bodies.arrays", "physics.definitions.body_definition", "physics.storage.body_store"),),
    (("physics.collision",), ("physics.dynamics",)),
    (("physics.joints",),),                                   # definitions and handles
    (("physics.storage.part_store", "physics.storage.joint_rows", "physics.storage.joint_store", "physics.storage.breaking"), ("physics.storage.touching_impulses",)),
    (("physics.lab", "physics.storage.contact_store"),),
    (("physics.storage.waking",),),
    (("physics.pipeline",), ("physics.world_settings",)),
    (("physics.step",),),
    (("physics.body",),),                                     # handles
    (("physics.views.queries", "physics.views.events", "physics.storage.snapshot", "physics.views.profile", "physics.debug_draw", "physics.views.contacts",
      "physics.views.joints", "physics.views.energy"),),
    (("physics.world", "physics.warmup"),),
    (("physics",),),                                          # the face: what `from physics import ...` finds
    (("physics.measure.metrics", "physics.measure.sampler", "physics.measure.metric_table"),),
    # scenes
    (("scenes",),),
    # app
    (("app",),),                                              # what no row below names: views, camera, commands, files
    (("app.simulation.session", "app.simulation.thread"), ("app.studies",)),
    (("app.render",), ("app.panels",)),
    (("app.window.loop", "app.capture.controller", "app.capture.window_films"),),
    (("app.cli",),),
    (("app.__main__",),),
)

# Part of the project -> what nothing in it may import, and why.
BANNED: tuple[tuple[str, tuple[str, ...], str], ...] = (
    ("physics", ("pyglet", "OpenGL", "imgui_bundle", "PIL", "av", "yaml", "ruamel", "pydantic", "typer", "rich"),
     "physics knows nothing of files, windows or GL and needs numpy and numba alone"),
    ("scenes", ("pyglet", "OpenGL", "imgui_bundle", "PIL", "av", "typer", "rich"), "scenes knows no window and no terminal"),
    ("app.render", ("physics", "scenes", "imgui_bundle", "app.simulation.session", "app.panels", "app.simulation.commands"),
     "the renderer eats one struct"),
    ("app.panels", ("OpenGL", "pyglet", "app.render"), "panels draw through ImGui alone"),
    ("app.simulation.session", ("OpenGL", "pyglet", "imgui_bundle"), "the session is neither window nor picture"),
    ("app.simulation.thread", ("OpenGL", "pyglet", "imgui_bundle"), "stepping knows no window"),
    ("app.simulation.commands", ("OpenGL", "pyglet", "imgui_bundle"), "commands are what a file or a test can send as well"),
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
