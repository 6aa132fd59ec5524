"""Shadowing: a folder or a file of the user that Python finds in place of a package of Impulse.

The packages `app`, `physics` and `scenes` lie beside this one.  Python takes the first of a name on its search path, which begins
with the folder of the script, or with the present one: where that has a folder `app`, it is the one that is imported.
"""
from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from impulse.terminal import say

PACKAGES = ("app", "physics", "scenes")
BAD_INPUT = 2                                       # exit code, as of all bad input
HERE = Path(__file__).resolve().parents[1]          # the folder of all packages


class Shadowed(ImportError):
    """A package of Impulse cannot be imported; the text says what is in its place, and what to do."""


def need(*names: str) -> None:
    """Raise Shadowed if Python would import, or has imported, something else for one of these packages."""
    for name in names:
        found = _place_of(name)
        if found is not None and found.resolve() not in ((HERE / name).resolve(), HERE / name):
            kind = "folder" if found.is_dir() else "file"
            raise Shadowed(f"{found} hides the package `{name}` of Impulse: Python finds this {kind} first. Rename the {kind}, "
                           "run from another folder, or by `python -P`, which leaves the script's folder out of the search",
                           name=name, path=str(found))


def end_if_shadowed() -> None:
    """End the process with the exit code of bad input, and one line, where a package of Impulse is hidden."""
    try:
        need(*PACKAGES)
    except Shadowed as error:
        say(f"impulse: {error}", err=True)
        sys.exit(BAD_INPUT)


def _place_of(name: str) -> Path | None:
    """The folder of the package that Python imports by a name, or the file of the module; None where there is none."""
    module = sys.modules.get(name)
    if isinstance(module, ModuleType):
        origin, folders = getattr(module, "__file__", None), list(getattr(module, "__path__", ()))
    else:
        spec = find_spec(name)
        if spec is None:
            return None
        origin, folders = spec.origin, list(spec.submodule_search_locations or ())
    if folders:
        return Path(folders[0])
    return Path(origin) if origin else None
