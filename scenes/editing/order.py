"""The order of creation, the key `behind` of generators, when entries of `bodies` and `joints` go."""
from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from scenes.editing.operations import Keys, Put, entries
from scenes.schema.behind import BEHIND


def places(content: Mapping[str, Any], entry: Mapping[str, Any]) -> dict[str, int]:
    """The key `behind` of a generator, written out."""
    bodies, joints = (len(content.get(section) or ()) for section in ("bodies", "joints"))
    written = entry.get(BEHIND)
    if written is None:
        return {"bodies": bodies, "joints": 0}
    return {section: min(int(float(written.get(section, 0))), most) for section, most in (("bodies", bodies), ("joints", joints))}


def without(content: Mapping[str, Any], gone: Collection[Keys]) -> Iterator[Put]:
    """What generators say of their place once these entries are gone, of those that say anything."""
    for number, entry in entries(content, "generate"):
        if BEHIND in entry and ("generate", number) not in gone:
            was = places(content, entry)
            now = {section: place - sum(keys[0] == section and keys[1] < place for keys in gone)
                   for section, place in was.items()}
            if now != was:
                yield Put(("generate", number, BEHIND), now)
