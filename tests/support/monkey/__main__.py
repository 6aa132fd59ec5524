"""Let a monkey play, or replay what one did.

    python -m tests.support.monkey --seed 3 --seconds 120 --folder out/monkey       one scene, or --scene NAME for another
    python -m tests.support.monkey --replay out/monkey/events.jsonl                 the same events once more

Every event is written to `events.jsonl` before it is sent.  After each burst of events the window must draw or wait, its memory
stays below a limit, and nothing may stand on standard error or on a card that is a fault of the program.  At its end the window
is asked to quit, and edits are given up.
"""
from __future__ import annotations

import argparse
import json
import signal
import sys
import time
from pathlib import Path
from typing import Any

from tests.support.monkey.events import Events
from tests.support.monkey.monkey import Monkey

LOG = "events.jsonl"


def play(monkey: Monkey, seed: int, seconds: float) -> None:
    """Random events for a time."""
    events, end = Events(seed), time.monotonic() + seconds
    with (monkey.folder / LOG).open("w", buffering=1) as log:
        while time.monotonic() < end:
            for event in events.burst(monkey.app.state(), monkey.own_file):
                log.write(json.dumps(event) + "\n")
                monkey.send(event)
            log.write(json.dumps({"kind": "look"}) + "\n")
            monkey.look()


def replay(monkey: Monkey, events: list[dict[str, Any]]) -> None:
    """The events of a log."""
    for event in events:
        monkey.look() if event["kind"] == "look" else monkey.send(event)


def main() -> None:
    """Play or replay, and print how it went."""
    parser = argparse.ArgumentParser(prog="python -m tests.support.monkey", description=__doc__)
    parser.add_argument("--folder", type=Path, default=Path("out/monkey"))
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--scene", default="", help="a scene of the catalog; default: a file of the monkey's own")
    parser.add_argument("--replay", type=Path)
    given = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))                 # so that no window is left
    events = [json.loads(line) for line in given.replay.read_text().splitlines()] if given.replay else None
    monkey = Monkey(given.folder, given.scene)
    try:
        if events is None:
            play(monkey, given.seed, given.seconds)
        else:
            replay(monkey, events)
        monkey.end()
    finally:
        memory = monkey.memory or [0]
        print(f"seed {given.seed}: {monkey.sent} events, {monkey.windows} windows, {memory[0]} MB at first, {max(memory)} at "
              f"most, {memory[-1]} at the end", flush=True)
        monkey.close()


if __name__ == "__main__":
    main()
