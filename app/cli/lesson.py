"""`impulse lesson`: a lesson in the window, card by card beside its scene; with --check it is played without one."""
from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from app.cli.shared.files import Reads
from app.cli.shared.study_output import print_to_stderr
from app.cli.shared.window_options import (
    CapturesOption, JournalOption, ScriptOption, SettingsOption, SizeOption, check_window_files)
from app.headless.errors import CANCELLED, Explained, EXPECTATION_FAILED, InputError
from app.headless.options import RunOptions
from app.window.open_options import OpenOptions
from app.window.opening import missing_display, prepare_platform, show
from impulse.terminal import say

LessonArgument = Annotated[str, typer.Argument(
    metavar="LESSON", help="A number of the course, a name of `impulse lessons`, or a folder with a lesson.md."), Reads("lesson")]
CardOption = Annotated[int, typer.Option("--card", min=1, max=99, help="The card to begin with.")]
CheckOption = Annotated[bool, typer.Option(
    "--check", help="Play it by its answers.yaml, without a window: each task must tick, and must not without the action.")]


def lesson(lesson: LessonArgument, card: CardOption = 1, check: CheckOption = False, size: SizeOption = "1280x720",
           captures: CapturesOption = None, view_settings: SettingsOption = None, script: ScriptOption = None,
           journal: JournalOption = None) -> None:
    """Open a lesson in the window, or check it.

    Exit code of --check: 0 fine, 1 a task failed, 2 bad input.
    """
    from app.lessons.shelf import lesson_of
    found = lesson_of(lesson, switches())
    if card > len(found.cards):
        raise InputError(f"--card: {card} is beyond the last; {found.title} has {len(found.cards)} cards")
    if check:
        _check(found)
        return
    from app.cli.render import pixels
    place = pixels(size)
    check_window_files(view_settings, script, journal)
    if (missing := missing_display()) is not None:
        raise InputError(f"{missing}: a lesson needs a window; --check plays it without one")
    prepare_platform()
    wanted = OpenOptions(str(found.cards[card - 1].stage.scene), place, RunOptions(), captures, view_settings, script, journal,
                         lesson=found, card=card - 1)
    if (missing := show(wanted)) is not None:
        raise InputError(missing)


def switches() -> tuple[str, ...]:
    """Names of the view settings that a card may turn on."""
    from app.draw.view_setting import placements
    from app.panels.stack import window_settings
    return tuple(name for name, (about, _) in placements(window_settings()).items() if about.kind == "switch")


def _check(found: Any) -> None:
    """Play a lesson, and print what its tasks did."""
    from app.headless.run import progress
    from app.lessons.answers import FILE, load
    from app.lessons.rehearsal import rehearsed, total_steps
    if not (Path(found.folder) / FILE).is_file():
        raise InputError(f"{found.folder}: there is no {FILE}, by which the lesson could be played")
    answers = load(found)
    try:
        with progress(found.title, total_steps(found, answers)) as advance:
            results = rehearsed(found, answers, advance)
    except KeyboardInterrupt:
        print_to_stderr("cancelled")
        raise Explained(CANCELLED) from None
    say(f"{found.id}: {found.title}")
    for number, result in enumerate(results, 1):
        asked = found.cards[number - 1].question is not None
        say(f"  {number}. {result.title}" + ("" if result.tasks or result.faults or asked else "  (nothing to do)"))
        if asked:
            say(f"     {'answered' if result.done else 'OPEN    '}  {found.cards[number - 1].question.kind}")
        for task in result.tasks:
            say(f"     {'ticked' if task.ticked else 'OPEN  '}  {task.check}  ({task.value:.6g})")
        for fault in result.faults:
            say(f"     FAULT   {fault}")
    if any(result.faults for result in results):
        raise typer.Exit(EXPECTATION_FAILED)
