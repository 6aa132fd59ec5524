"""`impulse warmup`: compile the kernels now, with two processes, for all later starts."""
from __future__ import annotations

import time
from typing import Annotated

import typer

from app.cli.shared.options import CheckedOption
from app.headless.errors import InputError
from app.headless.options import choose_build
from impulse.terminal import say

BOTH = "both"
Which = Annotated[str, typer.Option("--precision", metavar="single|double|both", help="Which kernels to compile.")]
Quiet = Annotated[bool, typer.Option("--quiet", help="Print nothing but errors.")]


def warmup(precision: Which = "single", checked: CheckedOption = False, quiet: Quiet = False) -> None:
    """Compile the kernels ahead of time; they are kept, so that the next start takes a moment.

    Compiling takes twenty to thirty seconds on two cores, under one when all kernels are there already.  Kernels that came
    with the package are compiled again, for the model of this processor.
    """
    choose_build(checked)
    from physics.definitions.settings import PRECISIONS
    if precision not in (*PRECISIONS, BOTH):
        raise InputError(f"--precision: {precision!r} is not known; allowed are {', '.join(PRECISIONS)}, {BOTH}")
    from app.headless.kernel_warmup import compile_kernels, ignore_prebuilt
    ignore_prebuilt()
    from physics.compile.cache import CACHE, cache_note
    begin = time.monotonic()
    count = compile_kernels(PRECISIONS if precision == BOTH else (precision,), show=not quiet)
    if quiet:
        return
    seconds = time.monotonic() - begin
    what = f"compiled {count} kernels in {seconds:.1f} s" if count else f"all kernels were there already ({seconds:.1f} s)"
    say(what if cache_note else f"{what}; they are kept in {CACHE}")
