"""A window without a picture, in a process of its own: `python -m tests.support.window_stand_in`.

It stands in for `app.window.watching`: the pipes and the session are the real ones, and nothing needs a display.  Its file of
actions is a list of `{"step": 5, "command": {...}}` or `{"step": 5, "do": "close"}`, each done once when a publication of that
step or a later one is seen; with `"paused": 2` instead when the world is paused so many steps after it was first.  Its journal
has a line for each publication.
"""
from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path
from typing import Any

from app.published.status import Publication
from app.simulation.commands import Command, decode
from app.watch.pipe import read_message, write_line
from app.watch.remote_session import RemoteSession
from app.window.watching import pipes

REFUSED, BROKEN = "refused", "broken"             # names of windows that do not open
FRAME = 0.005                                     # [s]
LONGEST = 90.0                                    # [s] after which it ends in any case, so that no script waits for ever


def seen(publication: Publication) -> dict[str, Any]:
    """What the journal has of a publication."""
    status, view = publication.status, publication.view
    return {"step": view.step, "paused": status.paused, "selection": status.selection, "script": status.script,
            "positions": view.positions.tolist(), "contacts": None if view.contacts is None else len(view.contacts.separations),
            "card": [setting.name for setting in status.body.settings] if status.body else None,
            "rows": None if publication.inside is None else publication.inside.rows.size,
            "iterations": status.tuning.solver.iterations,
            "notices": [notice.text for notice in status.notices], "speed": status.time_scale}


def main() -> None:
    """Take publications until the script ends or the actions say so."""
    source, sink = pipes()
    options = json.loads(read_message(source).head)
    if options["name"] == REFUSED:
        write_line(sink, {"failed": "there is no display"})
        return
    if options["name"] == BROKEN:
        sys.exit(3)
    actions = json.loads(Path(options["script"]).read_text()) if options["script"] else []
    session = RemoteSession(source, sink, options["name"])
    last, ended, paused = session.published, False, None
    session.start()
    end = time.monotonic() + LONGEST
    with open(options["journal"] or os.devnull, "w", buffering=1, encoding="utf-8") as journal:
        while not ended and time.monotonic() < end:
            ended = session.ended                # what came before the end is seen too
            publication = session.take()
            if publication is not last and publication.view is not None:
                journal.write(json.dumps(seen(publication)) + "\n")
                if publication.status.paused and paused is None:
                    paused = publication.view.step
                due = [action for action in actions if is_due(action, publication, paused)]
                actions = [action for action in actions if action not in due]
                for action in due:
                    do(action, session)
            last = publication
            time.sleep(FRAME)
        journal.write(json.dumps({"ended": True}) + "\n")


def is_due(action: dict[str, Any], publication: Publication, paused: int | None) -> bool:
    """Whether an action's time has come; `paused`: the step at which the world was paused first."""
    step = publication.view.step
    return publication.status.paused and step >= paused + action["paused"] if "paused" in action else step >= action["step"]


def do(action: dict[str, Any], session: RemoteSession) -> None:
    """Do it."""
    if "command" in action:
        command: Command = decode(action["command"])
        session.submit(command)
    elif action["do"] == "close":
        os._exit(0)
    elif action["do"] == "hang":
        time.sleep(600)


if __name__ == "__main__":
    main()
