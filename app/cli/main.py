"""The command `impulse`: a file in this folder, or in `studies`, that has a function of its own name is a subcommand.

`run.py` has a function `run` with typer annotations, whose docstring is the help; only the requested subcommand is imported.  A
first word that is no subcommand is a scene: `impulse SCENE` means `impulse open SCENE`.
"""
from __future__ import annotations

import difflib
import functools
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from app.cli.shared.files import with_checked_files
from app.cli.shared.options import with_new_names
from app.headless.errors import BAD_INPUT, CANCELLED, FINE, Explained, InputError, check_environment, guarded, version
from impulse.files.reading import MOST_OF_OURS, read_text
from impulse.terminal import begin, say, shown

VersionOption = Annotated[bool, typer.Option("--version", is_eager=True, callback=lambda given: _print_version(given),
                                             help="Print the version and exit.")]
DEFAULT = "open"            # the default subcommand


@functools.cache
def commands() -> dict[str, str]:
    """All subcommands in alphabetical order, each with its module: the files that have a function of their own name."""
    here = Path(__file__).parent
    files = [*here.glob("[a-z]*.py"), *here.glob("studies/[a-z]*.py")]
    found = [file for file in files if f"\ndef {file.stem}(" in read_text(file, MOST_OF_OURS)]
    return {file.stem: ".".join(("app.cli", *file.relative_to(here).with_suffix("").parts))
            for file in sorted(found, key=lambda file: file.stem)}


def load(name: str) -> Callable:
    """The function of a subcommand, its module imported now."""
    return getattr(import_module(commands()[name]), name)


def context_of(name: str) -> dict[str, Any]:
    """How a subcommand's arguments are read: `CONTEXT` in its module, which few have."""
    return getattr(import_module(commands()[name]), "CONTEXT", {})


def run(arguments: Sequence[str]) -> int:
    """Run the command line and return the exit code: 0 fine, 1 an expectation failed, 2 bad input, 130 cancelled."""
    begin()
    try:
        guarded(_dispatch)(list(arguments))
    except SystemExit as end:
        if end.code == CANCELLED and not isinstance(end, Explained):
            say("cancelled", err=True)              # while a library was in charge, as typer is of arguments
        return end.code if isinstance(end.code, int) else BAD_INPUT if end.code else FINE
    return FINE


def _dispatch(arguments: list[str]) -> None:
    """Build a command line of the subcommands that these arguments need, and run it."""
    check_environment()
    known = list(commands())
    first = arguments[0] if arguments else ""
    if first in ("--help", "-h"):
        wanted = known
    elif first == "--version":
        wanted = []
    elif first in known:
        wanted = [first]
    else:
        _refuse_misspelt(first, known)
        arguments, wanted = [DEFAULT, *arguments], [DEFAULT]
    others = [name for name in wanted if context_of(name)]           # some of its arguments are another program's
    _command_line(wanted)(arguments if others else with_new_names(arguments), prog_name="impulse")


class ShownGroup(TyperGroup):
    """Shows the signs of misspelt words in the messages that typer prints."""

    def make_context(self, *args: Any, **options: Any) -> Any:
        with _shown_messages():
            return super().make_context(*args, **options)

    def invoke(self, ctx: Any) -> Any:
        with _shown_messages():
            return super().invoke(ctx)


@contextmanager
def _shown_messages() -> Iterator[None]:
    try:
        yield
    except Exception as error:
        if isinstance(getattr(error, "message", None), str):
            error.message = shown(error.message)
        raise


def _command_line(names: Sequence[str]) -> typer.Typer:
    line = typer.Typer(cls=ShownGroup, add_completion=False, no_args_is_help=False, pretty_exceptions_enable=False,
                       context_settings={"help_option_names": ["-h", "--help"]})

    @line.callback(invoke_without_command=not names)
    def impulse(show_version: VersionOption = False) -> None:
        """A sandbox for constraint-based rigid-body physics: load a scene, drag bodies, change the solver's settings, record it.

        `impulse` alone opens the first scene, `impulse SCENE` one of `impulse scenes` or a YAML file.
        """

    for name in names:
        line.command(name, context_settings=context_of(name))(guarded(with_checked_files(load(name))))
    return line


def _print_version(given: bool) -> None:
    if given:
        say(f"impulse {version()}")
        raise typer.Exit(FINE)


def _refuse_misspelt(word: str, known: Sequence[str]) -> None:
    """Raise InputError for a word that must be a misspelt subcommand: no file, no scene, but close to a name."""
    if not word or word.startswith("-") or "." in word or "/" in word:
        return
    close = difflib.get_close_matches(word, known, n=1, cutoff=0.6)
    if close:
        from scenes import catalog
        if not any(word in name for name in catalog.names()):
            raise InputError(f"there is no subcommand or scene {word!r}; did you mean {close[0]!r}?")
