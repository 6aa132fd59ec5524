"""`impulse diff`: the first step, body and row in which two runs differ, of share files or scenes."""
from __future__ import annotations

import json
from typing import Annotated

import typer

from app.cli.shared.files import Reads
from app.cli.shared.options import JsonOption, ThreadsOption
from app.headless.errors import DIFFERENT
from app.headless.options import RunOptions
from impulse.terminal import say

OneArgument = Annotated[str, typer.Argument(metavar="A", help="A share file, or a scene as for `impulse run`."), Reads()]
OtherArgument = Annotated[str, typer.Argument(metavar="B", help="Another one."), Reads()]
StepsOption = Annotated[int | None, typer.Option(
    "--steps", min=0, max=10_000_000, help="Compare so many steps at most; default: all that a share file has, else as many as "
    "the scenes run.")]


def diff(a: OneArgument, b: OtherArgument, steps: StepsOption = None, threads: ThreadsOption = 1,
         as_json: JsonOption = False) -> None:
    """Take two runs side by side and tell the first step after which they differ, the body, the row, and both numbers.

    Exit code: 0 equal, 1 different, 2 bad input.
    """
    from app.cli.shared.run_output import outcome_object, outcome_text
    from app.headless.kernel_warmup import make_all_ready
    from app.headless.run import progress
    from app.simulation.sharing.comparing import compare
    from app.simulation.sharing.playing import source_of
    sources = tuple(source_of(name, RunOptions(threads=threads)) for name in (a, b))
    longest = max([source.steps for source in sources if source.run is not None] or [source.steps for source in sources])
    sources = tuple(source.for_steps(longest if steps is None else steps) for source in sources)
    make_all_ready([source.variant.world for source in sources])
    with progress(f"{sources[0].origin.scene} and {sources[1].origin.scene}", min(source.steps for source in sources)) as advance:
        outcome = compare(*sources, advance)
    say(json.dumps(outcome_object(sources, outcome), allow_nan=False) if as_json else outcome_text(sources, outcome))
    if not outcome.equal:
        raise typer.Exit(DIFFERENT)
