"""Fuzzy search: titles that match a few typed letters, and texts with the typed words."""
from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import NamedTuple, TypeVar

Item = TypeVar("Item")
# typed words begin words of the title; they begin words of title or help; the letters are near each other in the title; they are
# anywhere in it
WORDS, HELP, LETTERS, SCATTERED = range(4)
DENSE = 2.0                                      # score per letter of letters near each other


class Found(NamedTuple):
    """The texts of an item in which a search looks."""

    title: str
    help: str = ""
    last: bool = False          # after all others that do not match by scattered letters alone


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


def ranked(typed: str, items: Iterable[Item], found: Callable[[Item], Found]) -> list[Item]:
    """The matching items, best first; all in their order for an empty text."""
    return [item for _, item in rated(typed, items, found)]


def rated(typed: str, items: Iterable[Item], found: Callable[[Item], Found]) -> list[tuple[int, Item]]:
    """The matching items with the quality of their match, best first: WORDS, HELP, LETTERS or SCATTERED."""
    items = list(items)
    if not typed.strip():
        return [(WORDS, item) for item in items]
    rows = []
    for number, item in enumerate(items):
        text = found(item)
        points = score(typed, text.title)
        quality = _quality(words_of(typed), text, points, len(typed.replace(" ", "")))
        if quality is not None:
            order = quality == SCATTERED, text.last, quality, -(points or 0.0), number
            rows.append((order, quality, item))
    return [row[1:] for row in sorted(rows, key=lambda row: row[0])]


@lru_cache(4096)
def words_of(text: str) -> tuple[str, ...]:
    """Its words and numbers, in small letters."""
    return tuple(re.findall(r"[^\W_]+", text.lower()))


def _quality(typed: tuple[str, ...], text: Found, points: float | None, letters: int) -> int | None:
    """The quality of a match; None without one.  `points` is the score of the title, None without its `letters`."""
    title = words_of(text.title)
    if typed and _begin(typed, title):
        return WORDS
    if typed and _begin(typed, title + words_of(text.help)):
        return HELP
    if points is not None and points >= DENSE * letters:
        return LETTERS
    return None if points is None else SCATTERED


def _begin(typed: tuple[str, ...], words: tuple[str, ...]) -> bool:
    """Whether each typed word begins one of these."""
    return all(any(word.startswith(part) for word in words) for part in typed)
