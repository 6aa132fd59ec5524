"""Fuzzy search: texts that match a few typed letters."""
from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

Item = TypeVar("Item")


def score(typed: str, text: str) -> float | None:
    """The match of `typed` in `text`: higher is better, None when its letters do not occur in this order.

    Letters at the start of a word and adjacent letters count more; a short text scores above a long one.
    """
    typed, low = typed.lower().replace(" ", ""), text.lower()
    total, place, last = 0.0, 0, -2
    for letter in typed:
        found = _next(low, letter, place, last)
        if found < 0:
            return None
        starts = found == 0 or not low[found - 1].isalnum()
        total += 1.0 + (2.0 if found == last + 1 else 0.0) + (1.5 if starts else 0.0)
        last, place = found, found + 1
    return total - 0.01 * len(text)


def _next(text: str, letter: str, place: int, last: int) -> int:
    """The position of `letter`: directly after the last one, else at the next start of a word, else anywhere."""
    if text[last + 1:last + 2] == letter and last >= 0:
        return last + 1
    anywhere = text.find(letter, place)
    at = anywhere
    while at >= 0:
        if at == 0 or not text[at - 1].isalnum():
            return at
        at = text.find(letter, at + 1)
    return anywhere


def ranked(typed: str, items: Iterable[Item], text: Callable[[Item], str]) -> list[Item]:
    """The matching items, best first; all in their order for an empty text."""
    items = list(items)
    if not typed.strip():
        return items
    scores = [(score(typed, text(item)), -number, item) for number, item in enumerate(items)]
    fitting = [row for row in scores if row[0] is not None]
    return [item for _, _, item in sorted(fitting, key=lambda row: row[:2], reverse=True)]
