"""The generated tables of the documentation: settings, keys, overlays, joints, scenes, subcommands.

`python docs/generated.py` (or `make docs`) writes them into the pages of this folder, each between its two markers; a test calls
`out_of_date`.
"""
from __future__ import annotations

import ast
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BLOCK = re.compile(r"(<!-- generated: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table; a bar inside a cell is escaped."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join("| " + " | ".join(str(cell).replace("|", "\\|") for cell in line) + " |\n" for line in lines)


def settings_of(cls: type, section: str) -> str:
    """Every tunable of a settings class."""
    from physics.definitions.tunable import tunables
    rows = []
    for name, about in tunables(cls).items():
        if about.choices:
            allowed = ", ".join(f"`{c}`" for c in about.choices)
        elif about.limits:
            allowed = f"{about.limits[0]:g} to {about.limits[1]:g}"
        else:
            allowed = "true, false"
        default = f"{about.default:.4g}" if isinstance(about.default, float) else about.default
        rows.append((f"`{section}.{name}`", f"`{default}`", allowed, about.unit, about.help))
    return table(("setting", "default", "allowed", "unit", "what it does"), rows)


def solver_settings() -> str:
    """The solver's settings."""
    from physics.definitions.settings import SolverSettings
    return settings_of(SolverSettings, "solver")


def world_settings() -> str:
    """The world's settings."""
    from physics.definitions.settings import WorldSettings
    return settings_of(WorldSettings, "world")


def material_settings() -> str:
    """What a body is made of."""
    from physics.definitions.material import Material
    return settings_of(Material, "material")


def joint_types() -> str:
    """Every joint: what it does, in its own words, and what can be turned about it while it lives."""
    import inspect

    from physics.definitions.tunable import tunables
    from physics.joints import JOINTS, JointDefinition, PairDefinition
    general = {*tunables(JointDefinition), *tunables(PairDefinition)}
    rows = []
    for name, kind in JOINTS.items():
        own = [about.label.lower() for key, about in tunables(kind).items() if key not in general]
        rows.append((f"`{name}`", inspect.getdoc(kind).split("\n")[0], ", ".join(own or kind.live)))
    return table(("joint", "what it does", "can be turned"), rows)


def presets() -> str:
    """What each preset is, and what it changes from the default."""
    from physics.definitions.settings import PRESET_LIST, SolverSettings
    from physics.definitions.tunable import tunables
    plain = SolverSettings()
    rows = []
    for one in PRESET_LIST:
        changed = [f"{name} {value}" for name in tunables(SolverSettings)
                   if (value := getattr(one.settings, name)) != getattr(plain, name)]
        rows.append((f"`{one.name}`", one.title, one.about, ", ".join(changed) or "the defaults"))
    return table(("preset", "title", "what it does", "what it sets"), rows)


def stop_words() -> str:
    """Named conditions of stop expressions, and quantities of a step."""
    from physics.stopping.conditions import CONDITIONS, STEP_QUANTITIES
    return table(("word", "unit", "what it is"), [
        *((f"`{one.name}`", "true or false", f"{one.help}.") for one in CONDITIONS.values()),
        *((f"`{one.name}`", one.unit, f"{one.help}.") for one in STEP_QUANTITIES.values())])


def view_settings() -> str:
    """The settings of the view, those of panels among them."""
    from app.panels.stack import window_settings
    return settings_of(window_settings(), "view")


def overlays() -> str:
    """What can be drawn over the bodies, and its keys."""
    from app.draw.view_setting import INSIDE, OVERLAYS, placements
    from app.panels.stack import window_settings
    return table(("overlay", "key", "setting", "what it shows"),
                 [(about.label, " ".join(f"`{k}`" for k in place.keys), f"`view.{name}`", about.help)
                  for name, (about, place) in placements(window_settings()).items() if place.group in (OVERLAYS, INSIDE)])


def keys() -> str:
    """Keys and mouse, from the table that the help sheet prints."""
    from app.panels.stack import window_settings
    from app.ui.controls import controls_of
    return table(("", "action", "keys", "mouse"), [(c.group, c.label, " ".join(f"`{k}`" for k in c.keys), c.mouse)
                                                   for c in controls_of(window_settings()).rows])


def scene_list() -> str:
    """Every scene that comes with the program."""
    from scenes import catalog
    return table(("scene", "title", "what to look at"), [(f"`{e.id}`", e.title, e.about) for e in catalog.entries()])


def subcommands() -> str:
    """The subcommands, from their modules' docstrings."""
    from app.cli.main import commands
    rows = []
    for name, module in commands().items():
        text = ROOT.joinpath(*module.split(".")).with_suffix(".py").read_text(encoding="utf-8")
        about = ast.get_docstring(ast.parse(text)).split("\n\n")[0].replace("\n", " ")
        rows.append((f"`impulse {name}`", re.sub(r"^`impulse[^`]*`:?\s*", "", about)))
    return table(("command", "what it does"), rows)


BLOCKS: dict[str, Callable[[], str]] = {f.__name__: f for f in (
    solver_settings, world_settings, material_settings, stop_words, view_settings, overlays, joint_types, presets, keys,
    scene_list, subcommands)}


def renewed(text: str) -> str:
    """A page with every generated block updated; KeyError for an unknown block."""
    return BLOCK.sub(lambda found: found[1] + BLOCKS[found[2]]() + found[3], text)


def pages() -> list[Path]:
    """Every page that has a generated block."""
    return [page for page in sorted((ROOT / "docs").rglob("*.md")) if BLOCK.search(page.read_text(encoding="utf-8"))]


def out_of_date() -> list[str]:
    """The pages in the tree that differ from what the code says."""
    return [page.name for page in pages() if renewed(text := page.read_text(encoding="utf-8")) != text]


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    for changed in pages():
        changed.write_text(renewed(changed.read_text(encoding="utf-8")), encoding="utf-8")
