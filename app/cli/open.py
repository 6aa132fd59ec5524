"""`impulse open`: the window, also by `impulse SCENE`; without a display, a film of the scene."""
from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from app.cli.shared.options import (
    CheckedOption,
    PrecisionOption,
    SetOption,
    ThreadsOption,
    VariantA,
    VariantB,
    VariantC,
    VariantD,
)
from app.cli.shared.files import NamedFile, Reads, Writes, check_files
from app.cli.shared.window_options import (
    CapturesOption, JournalOption, ScriptOption, SettingsOption, SizeOption, check_window_files)
from app.headless.children import environment, run_again
from app.headless.errors import InputError
from app.headless.options import OpenedScene, RunOptions, choose_build, is_share, open_document, open_scene
from app.ui.view_settings import SECTION, overrides_among
from app.window.open_options import OpenOptions
from app.window.opening import missing_display, prepare_platform, show
from impulse.terminal import say
from physics.definitions.tunable import SettingError

FOLDER = Path("out")                    # folder of the film without a display
FILM, PICTURE = 5.0, 1.5                # [s] length of that film, and time of the picture

SceneArgument = Annotated[str | None, typer.Argument(
    metavar="[SCENE]", help="A scene of `impulse scenes`, the path of a YAML file, or a share file; default: the welcome scene."),
    Reads()]


def open(scene: SceneArgument = None, size: SizeOption = "1280x720", set_: SetOption = None, threads: ThreadsOption = 1,
         precision: PrecisionOption = None, checked: CheckedOption = False, variant_a: VariantA = None,
         variant_b: VariantB = None, variant_c: VariantC = None, variant_d: VariantD = None, captures: CapturesOption = None,
         view_settings: SettingsOption = None, script: ScriptOption = None, journal: JournalOption = None) -> None:
    """Open a scene in the window; without a display, film it into the folder out instead.

    With --variant-b to --variant-d, variants of the scene run side by side, each with its own settings.
    """
    from app.cli.render import pixels
    choose_build(checked)
    settings, view = view_overrides(tuple(set_ or ()))
    options, place = RunOptions(settings, precision, threads, checked), pixels(size)
    check_window_files(view_settings, script, journal)
    variants = variant_settings((variant_a, variant_b, variant_c, variant_d))
    named, scene, missing = bool(scene), scene or default_scene(), missing_display()
    if is_share(scene):
        open_file(scene, OpenOptions(scene, place, options, captures, view_settings, script, journal, view=view),
                  bool(variants), missing)
        return
    if missing is not None:
        film_instead(scene, options, missing)
        return
    opened = open_scene(scene, options)          # errors are printed here, before a window is opened
    prepare_platform()
    wanted = OpenOptions(scene, place, options, captures, view_settings, script, journal, variants=variants, opened=opened,
                         view=view, named=named)
    missing = show(wanted)
    if missing is not None:
        _start_without_display(missing)


def open_file(path: str, wanted: OpenOptions, variants: bool, missing: str | None) -> None:
    """Show the run of a share file in the window; without a display, take it again and compare it here."""
    if variants or wanted.run.settings or wanted.run.precision is not None:
        raise InputError(f"{path}: a share file has settings of its own; add variants and change settings in the window")
    if missing is None:
        from app.simulation.sharing.playing import source_of
        source_of(path)                          # errors are printed here, before a window is opened
        prepare_platform()
        missing = show(wanted)
        if missing is not None:
            _start_without_display(missing)
        return
    from app.cli.run import verify_file
    say(f"impulse: {missing}; comparing the run here instead", err=True)
    verify_file(path, [], False, wanted.run.checked)


def view_overrides(settings: tuple[str, ...]) -> tuple[tuple[str, ...], dict[str, Any]]:
    """The settings of `--set` for the scene, and those for the view."""
    if not any(text.startswith(SECTION) for text in settings):
        return settings, {}
    from app.panels.stack import window_settings
    try:
        return overrides_among(settings, window_settings())
    except SettingError as error:
        raise InputError(str(error)) from None


def variant_settings(texts: tuple[list[str] | None, ...]) -> tuple[tuple[str, ...], ...]:
    """The settings of each variant; () for the unchanged scene alone."""
    from app.published.tuning import Tuning
    from app.simulation.variant_settings import changes_of
    from app.studies.compare.comparison import variants_of
    asked = variants_of(texts)
    for variant in asked:
        try:
            changes_of(variant.settings, Tuning())
        except SettingError as error:
            raise InputError(f"--variant-{variant.name}: {error}") from None
    return tuple(variant.settings for variant in asked) if len(asked) > 1 or asked[0].settings else ()


def default_scene() -> str:
    """The scene that opens without an argument."""
    import scenes
    return scenes.DEFAULT


def film_instead(scene: str, options: RunOptions, missing: str) -> None:
    """Report that there is no display, and write a film and a picture instead."""
    from app.cli.render import Shot, check, shoot
    opened: OpenedScene | None = open_scene(scene, options)   # errors before anything is written
    document = opened.document
    shots = [Shot(FOLDER / "welcome.mp4", FILM), Shot(FOLDER / "welcome.png", PICTURE)]
    check_files([NamedFile("SCENE", Path(scene), Reads()), *(NamedFile("out", shot.output, Writes()) for shot in shots)])
    FOLDER.mkdir(exist_ok=True)
    say(f"impulse: {missing}; writing {' and '.join(str(shot.output) for shot in shots)} instead", err=True)
    for shot in shots:
        check(shot)
        say(shoot(opened or open_document(document, options), shot))
        opened = None                   # the opened world has been stepped


def _start_without_display(missing: str) -> None:
    """Start again in a new process, because OpenGL cannot change its platform within one."""
    if not sys.platform.startswith("linux"):
        raise InputError(missing)
    env = {name: value for name, value in environment().items() if name not in ("DISPLAY", "PYOPENGL_PLATFORM")}
    say(f"impulse: {missing}", err=True)
    raise typer.Exit(run_again(["-m", "app", *sys.argv[1:]], env))
