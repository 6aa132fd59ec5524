"""Options of several subcommands, as typer reads them, and the former names of options.

`app.headless.options` has their meaning; an option of a single subcommand is in that subcommand's file.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from app.cli.shared.files import Reads
from impulse.terminal import say

SceneArgument = Annotated[str, typer.Argument(
    metavar="SCENE", help="A scene of `impulse scenes`, by its name or `category/name`, or the path of a YAML file."), Reads()]
SetOption = Annotated[list[str] | None, typer.Option(
    "--set", metavar="KEY=VALUE", help="Change a setting or a value of the scene, as solver.iterations=20, world.dt=1/120 or "
    "bodies.crate.mass=3; repeatable.")]
PrecisionOption = Annotated[str | None, typer.Option(
    "--precision", metavar="single|double", help="Numbers of 32 or 64 bits; default: as the scene says.")]
ThreadsOption = Annotated[int, typer.Option("--threads", min=1, max=256, help="Threads that step the world.")]
CheckedOption = Annotated[bool, typer.Option(
    "--checked", help="Check every memory access of the kernels; slower, and compiled separately.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object instead of the table.")]
RENAMED = {f"--{name}": f"--variant-{name}" for name in "abcd"}          # former name -> name


def _variant(name: str, extra: str = "") -> type:
    return Annotated[list[str] | None, typer.Option(
        f"--variant-{name}", metavar="KEY=VALUE,...",
        help=f"Settings of variant {name}, separated by commas{extra}; repeatable.")]


VariantA, VariantB = _variant("a", "; default: the scene as it is"), _variant("b")
VariantC, VariantD = _variant("c"), _variant("d")


def with_new_names(arguments: Sequence[str]) -> list[str]:
    """The arguments with options by their present names; a line on standard error lists those given by a former one."""
    present, renamed = [], {}
    for word in arguments:
        name, equals, value = word.partition("=")
        if name in RENAMED:
            renamed[name] = RENAMED[name]
        present.append(RENAMED.get(name, name) + equals + value)
    if renamed:
        say("; ".join(f"{old} is now {new}" for old, new in renamed.items()), err=True)
    return present
