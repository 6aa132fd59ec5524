"""The corpus: small good inputs of each target, from which the changes begin, and words that formats are made of."""
from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from app.share import poses, steps_log
from app.simulation.sharing.checked_commands import as_dictionary
from app.simulation.replay import OnVariant
from scenes import catalog
from scenes.schema.nodes import MOST_BYTES
from tests.app.share.sample import sample
from tests.app.simulation.sharing.test_checked_commands import COMMANDS
from tests.fuzzing.targets import PARTS, _parts
from tests.support.good_scene import GOOD

LARGEST = 4000                         # [bytes] of a seed: small ones change faster
WORDS = {"loader": ("format:", "bodies:", "joints:", "generate:", "events:", "expect:", "solver:", "world:", "film:", "camera:",
                    "shape:",
                    "sphere:", "box:", "half:", "radius:", "position:", "mass:", "type:", "name:", "anchor:", "axis:", "grid:",
                    "count:",
                    "&a", "*a", "<<:", "!!", "nan", ".inf", "1e400", "deg", "random:", "[", "]", "{", "}", "? ", "- ", "|", ">"),
         "commands": ('"command":', '"uid":', '"name":', '"value":', '"target":', '"anchor":', "null", "1e308", "-1", "[0,0,0]")}


def seeds(name: str) -> list[bytes]:
    """Good inputs of a target."""
    run = sample(12).run
    if name == "loader":
        return [GOOD.encode(), *(data for entry in catalog.entries()
                                 if len(data := entry.path.read_bytes()) < min(LARGEST, MOST_BYTES))]
    if name == "commands":
        lines = [json.dumps(as_dictionary(OnVariant(command))).encode() for command in COMMANDS]
        return [*lines, *(b"\n".join(lines[k:k + 4]) for k in range(0, len(lines), 4))]
    if name == "steps":
        return [b"\n".join(line[9:] for line in steps_log.encode(run).splitlines())]
    if name == "frames":
        return [poses.encode(run.poses), poses.encode(dict(list(run.poses.items())[:1]))]
    if name == "share":
        return [str(k).encode() + dict(_parts())[part][:LARGEST] for k, part in enumerate(PARTS)]
    return [b'{"theme": "light", "history": 12, "text_size": 18}', b'{"scenes": ["a/b"], "welcomed": true}']


def write(folder: Path, name: str, contents: Iterable[bytes]) -> None:
    """Write seeds and words to files, as libFuzzer reads them."""
    folder.mkdir(parents=True, exist_ok=True)
    for number, data in enumerate(contents):
        (folder / f"seed_{number:03d}").write_bytes(data)
    words = [f'"{word}"' if '"' not in word else '"' + word.replace('"', '\\"') + '"' for word in WORDS.get(name, ())]
    folder.with_suffix(".words").write_text("\n".join(words) + "\n")
