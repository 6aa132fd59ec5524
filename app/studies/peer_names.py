"""The engines of `--peer`, for every subcommand that puts others beside Impulse."""
from __future__ import annotations

from collections.abc import Sequence

from app.headless.errors import InputError
from app.studies import engines
from impulse.terminal import say

EXTRA = "pip install .[peers]"
NO_PEER = "none"


def chosen_peers(asked: Sequence[str] | None, known: Sequence[str]) -> list[str]:
    """Those of the `known` engines that were asked for, or all that are installed.

    Raises InputError for one that is unknown or not installed.
    """
    missing = [name for name in known if not engines.installed(name)]
    if asked is None:
        if missing:
            say(f"not installed, left out: {', '.join(missing)}; {EXTRA} installs them", err=True)
        return [name for name in known if name not in missing]
    if list(asked) == [NO_PEER]:
        return []
    for name in asked:
        if name not in known:
            raise InputError(f"--peer: {name!r} is not known; allowed are {', '.join(known)}, and {NO_PEER} by itself")
        if name in missing:
            raise InputError(f"--peer: {name} is not installed; {EXTRA} installs it")
    return list(dict.fromkeys(asked))
