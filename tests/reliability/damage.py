"""Damage: a scene file after random changes of its bytes, lines, words, keys, values and structure."""
from __future__ import annotations

import random
import re

import yaml

from tests.scenes.test_mutations import SEEDS, VALUES, damaged

ODD = (*VALUES, "-.inf", "1e-400", "-0.0", "1" + "0" * 300, "-" + "9" * 40, "0o17", "1:30:00", "2020-01-01", "!!binary AAAA",
       "&b", "*b",
       "!!set {a}", "\u00e9" * 50, "\U0001f9ea", "a\u0301", "\ud7ff", "'\\x00'", "? a", "- - - x", "---", "...", "#",
       "\"unclosed", "[1, 2",
       "{a: 1", "on", "yes", "NaN", "1 000", "1,5", "0.5 m/s", "deg", "$x", "=1+1", "{random: [0, 1]}", "2**0.5", "sqrt(-1)")
DEEPEST = 120                          # levels of a nesting: more than are allowed
MOST_REPEATS = 400                     # times that a line is repeated


def mutation(seed: int) -> str | bytes:
    """The text of a seed: one of the known scenes, damaged in one to three ways."""
    rng = random.Random(seed)
    text: str | bytes = rng.choice(SEEDS)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        if isinstance(text, bytes):
            break
        text = rng.choice((damaged, damaged, _of_lines, _of_keys, _of_values, _of_structure))(text, rng)
    return text


def _of_keys(text: str, rng: random.Random) -> str:
    """A key is dropped, renamed, doubled or exchanged with another."""
    keys = list(re.finditer(r"([A-Za-z_][\w.]*)(\s*:)", text))
    if not keys:
        return text
    one, other = rng.choice(keys), rng.choice(keys)
    new = rng.choice(("", other[1], one[1][:-1], one[1] + "s", one[1].upper(), one[1] + f": 1, {one[1]}", f"'{one[1]}'",
                      f"? {one[1]}\n",
                      "<<", "name", "\u0430" + one[1][1:]))
    return text[:one.start(1)] + new + text[one.end(1):]


def _of_values(text: str, rng: random.Random) -> str:
    """A number or a word after a colon, a bracket or a comma becomes something odd."""
    values = list(re.finditer(r"(?<=[:,\[] )[^\s,\]}]+|(?<=\[)[^\s,\]}]+", text))
    if not values:
        return text
    one = rng.choice(values)
    try:
        scaled = [f"{float(one[0]) * factor!r}" for factor in (-1, 0, 1e6, 1e-6, 1e18, 1e200)]
    except (ValueError, OverflowError):
        scaled = []
    return text[:one.start()] + rng.choice([*ODD, *scaled * 3]) + text[one.end():]


def _of_lines(text: str, rng: random.Random) -> str:
    """Tabs, other line ends, a line many times, a block moved, two scenes in one file."""
    lines = text.split("\n")
    at, to = rng.randrange(len(lines)), rng.randrange(len(lines))
    kind = rng.randrange(6)
    if kind == 0:
        lines[at] = "\t" + lines[at]
    elif kind == 1:
        return text.replace("\n", rng.choice(("\r", "\r\n", "\u2028", "\x0b", "\n\n")))
    elif kind == 2:
        lines[at:at] = [lines[at]] * rng.randint(2, MOST_REPEATS)
    elif kind == 3:
        begin, end = sorted((at, to))
        block, lines[begin:end] = lines[begin:end], []
        place = rng.randrange(len(lines) + 1)
        lines[place:place] = block
    elif kind == 4:
        lines.append("---\n" + rng.choice(SEEDS))
    else:
        lines[at] = lines[at].replace(" ", rng.choice(("\u00a0", "\t", "  ")), 1)
    return "\n".join(lines)


def _of_structure(text: str, rng: random.Random) -> str:
    """One node of the tree becomes another node, a list of itself, a deep nesting, an alias or something odd."""
    try:
        tree = yaml.safe_load(text)
    except (yaml.YAMLError, ValueError, TypeError, RecursionError, AttributeError):
        return text                                # damaged before: no tree any more
    places: list = []
    _collect(tree, places)
    if not places:
        return text
    (holder, key), (other, there) = rng.choice(places), rng.choice(places)
    kind = rng.randrange(7)
    if kind == 0:
        holder[key] = other[there]                 # dumped with an alias where it stands twice
    elif kind == 1:
        holder[key] = [holder[key]] * rng.choice((1, 2, 100))
    elif kind == 2:
        holder[key] = _nested(holder[key], rng.randint(1, DEEPEST), rng)
    elif kind == 3:
        holder[key] = {str(key): holder[key]}
    elif kind == 4:
        holder[key] = rng.choice((None, True, [], {}, "", 0, -1, 1e308, float("inf"), float("nan"), 10**50, "x" * 5000, b"\0",
                                  {None: 1},
                                  {1: 2}, {(1, 2): 3}, {True: False}))
    elif kind == 5:
        holder[key], other[there] = other[there], holder[key]
    else:
        del holder[key]
    try:
        return yaml.safe_dump(tree, allow_unicode=rng.random() < 0.5, default_flow_style=rng.choice((None, True, False)),
                              sort_keys=rng.random() < 0.5)
    except (yaml.YAMLError, RecursionError, TypeError):
        return text                                # a node inside itself, or keys that cannot be sorted


def _collect(node: object, places: list) -> None:
    """(holder, key) of every node of a tree; what is held twice is visited twice, at a depth of 30 at most."""
    waiting = [(node, 0)]
    while waiting:
        holder, depth = waiting.pop()
        pairs = list(holder.items()) if isinstance(holder, dict) else list(enumerate(holder)) if isinstance(holder, list) else []
        for key, value in pairs:
            places.append((holder, key))
            if depth < 30:
                waiting.append((value, depth + 1))


def _nested(inner: object, levels: int, rng: random.Random) -> object:
    for _ in range(levels):
        inner = [inner] if rng.random() < 0.5 else {"x": inner}
    return inner
