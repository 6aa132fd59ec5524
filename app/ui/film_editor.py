"""The film editor: the film plan of the open scene, as its file says it and as the user has changed it since."""
from __future__ import annotations

import math
from typing import Any

from app.published.film_plan import Bookmark, Caption, FilmPlan, Keyframe, Pace, SlowPart, Vantage
from scenes.schema.camera import MOST_BOOKMARKS, MOST_KEYFRAMES
from scenes.schema.film import FACTOR, LONGEST_TEXT, MOST_CAPTIONS, MOST_LINES, MOST_PARTS
from scenes.schema.values import NAME, TIME

LENGTHS, ANGLES, TIMES = 3, 4, 4       # decimals with which a place [m], an angle [rad] and a time [s] are kept
SHORTEST = 0.05                        # [s] of a caption or a part
NEW_CAPTION, NEW_PART, SLOW = 3.0, 1.0, 0.25       # [s] length of a new caption and of a new part, and its factor


class FilmEditor:
    """The plan; changes that are not possible raise ValueError, whose text is for the user."""

    def __init__(self) -> None:
        self.plan = FilmPlan()
        self.saved = FilmPlan()        # what the file has
        self._visited = -1             # number of the bookmark that was visited last

    def open(self, plan: FilmPlan, again: bool) -> bool:
        """A scene was read, saved or edited, and has this plan now; `again`: it is the one that was open.

        Parts that were changed here stay where they are as before there; returns whether changes were lost.
        """
        if again and plan == self.saved:
            return False
        mine, was = vars(self.plan), vars(self.saved)
        kept = {part: mine[part] for part, theirs in vars(plan).items() if again and theirs == was[part]}
        lost = again and any(mine[part] not in (was[part], theirs) for part, theirs in vars(plan).items() if part not in kept)
        bookmarks, self.plan, self.saved = self.plan.bookmarks, plan.changed(**kept), plan
        if self.plan.bookmarks != bookmarks:
            self._visited = -1
        return lost

    @property
    def changed(self) -> bool:
        """Whether the file has not all of it."""
        return self.plan != self.saved

    @property
    def edited(self) -> bool:
        """Whether the file lacks something that was made here; which body the camera follows is also set just to look at it."""
        return self.plan != self.saved.changed(follow=self.plan.follow)

    def change(self, **parts: Any) -> None:
        """Replace parts of the plan."""
        self.plan = self.plan.changed(**parts)

    def keep_view(self, vantage: Vantage) -> str:
        """A new bookmark; returns its name."""
        taken = {one.name for one in self.plan.bookmarks}
        if len(taken) >= MOST_BOOKMARKS:
            raise ValueError(f"There are {MOST_BOOKMARKS} bookmarks already, and there can be no more")
        name = next(name for number in range(1, MOST_BOOKMARKS + 2) if (name := f"view_{number}") not in taken)
        self.change(bookmarks=(*self.plan.bookmarks, Bookmark(name, rounded(vantage))))
        self._visited = len(self.plan.bookmarks) - 1
        return name

    def rename(self, number: int, name: str) -> None:
        """Give a bookmark another name."""
        if not NAME.fullmatch(name):
            raise ValueError(f"{name!r} is no name: letters, digits and _ . - after a first letter, at most 64")
        if any(one.name == name for k, one in enumerate(self.plan.bookmarks) if k != number):
            raise ValueError(f"There is a bookmark {name!r} already")
        self.change(bookmarks=_with(self.plan.bookmarks, number, self.plan.bookmarks[number]._replace(name=name)))

    def next_view(self) -> Bookmark | None:
        """The bookmark after the one that was visited last; None without any."""
        if not self.plan.bookmarks:
            return None
        self._visited = (self._visited + 1) % len(self.plan.bookmarks)
        return self.plan.bookmarks[self._visited]

    def view(self, name: str) -> Bookmark | None:
        """The bookmark with a name."""
        for number, one in enumerate(self.plan.bookmarks):
            if one.name == name:
                self._visited = number
                return one
        return None

    def set_keyframe(self, time: float, vantage: Vantage) -> bool:
        """The camera at a time [s]; whether it replaces a keyframe of that time."""
        key = Keyframe(_time(time), rounded(vantage))
        others = tuple(one for one in self.plan.path if one.at != key.at)
        if len(others) >= MOST_KEYFRAMES:
            raise ValueError(f"The path has {MOST_KEYFRAMES} keyframes already, and there can be no more")
        replaces = len(others) < len(self.plan.path)
        self.change(path=tuple(sorted((*others, key))))
        return replaces

    def add_caption(self, time: float) -> None:
        """A new caption from a time [s] on."""
        if len(self.plan.captions) >= MOST_CAPTIONS:
            raise ValueError(f"There are {MOST_CAPTIONS} captions already, and there can be no more")
        start = min(_before(time), TIME.limits[1] - NEW_CAPTION)
        self.change(captions=(*self.plan.captions, Caption(start, _time(start + NEW_CAPTION), "Caption", "bottom")))

    def set_caption(self, number: int, caption: Caption) -> None:
        """Another caption in place of one."""
        text = caption.text.strip()
        if not text or len(text) > LONGEST_TEXT or text.count("\n") >= MOST_LINES:
            raise ValueError(f"A caption has 1 to {LONGEST_TEXT} characters in at most {MOST_LINES} lines")
        start, end = _span(caption.start, caption.end)
        self.change(captions=_with(self.plan.captions, number, Caption(start, end, text, caption.place)))

    def add_slow_part(self, time: float) -> None:
        """A new part in slow motion from a time [s] on, as long as there is room up to the next one."""
        start = _before(time)
        free = [part.start for part in self.plan.slow if part.start > start]
        if any(part.start <= start < part.end for part in self.plan.slow):
            raise ValueError(f"There is a part in slow motion at {start:g} s already")
        self._put_parts((*self.plan.slow, SlowPart(start, min([start + NEW_PART, *free]), SLOW)))

    def set_slow_part(self, number: int, part: SlowPart) -> None:
        """Another part in place of one."""
        factor = min(max(part.factor, FACTOR.limits[0]), FACTOR.limits[1])
        self._put_parts(_with(self.plan.slow, number, SlowPart(*_span(part.start, part.end), round(factor, ANGLES))))

    def remove(self, part: str, number: int) -> None:
        """Remove an entry of `bookmarks`, `path`, `captions` or `slow`."""
        entries = getattr(self.plan, part)
        self.change(**{part: (*entries[:number], *entries[number + 1:])})
        self._visited = -1

    def _put_parts(self, parts: tuple[SlowPart, ...]) -> None:
        parts = tuple(sorted(part._replace(start=_time(part.start), end=_time(part.end)) for part in parts))
        if len(parts) > MOST_PARTS:
            raise ValueError(f"There are {MOST_PARTS} parts in slow motion already, and there can be no more")
        for one, other in zip(parts, parts[1:]):
            if other.start < one.end:
                raise ValueError(f"Parts in slow motion do not overlap: one ends at {one.end:g} s, the next begins at "
                                 f"{other.start:g} s")
        self.change(slow=parts)


def rounded(vantage: Vantage) -> Vantage:
    """A vantage with the decimals that are kept."""
    eye, target = (tuple(round(float(x), LENGTHS) + 0.0 for x in point) for point in (vantage.eye, vantage.target))
    return Vantage(eye, target, round(float(vantage.fov), ANGLES))


def _time(time: float) -> float:
    return round(min(max(float(time), 0.0), TIME.limits[1]), TIMES)


def _before(time: float) -> float:
    """The last kept time that is not later, so that what begins now is there now."""
    return _time(math.floor(time * 10**TIMES) / 10**TIMES)


def _span(start: float, end: float) -> tuple[float, float]:
    """A beginning and an end in order [s]."""
    start = min(_time(start), TIME.limits[1] - SHORTEST)
    return start, max(_time(end), _time(start + SHORTEST))


def _with(entries: tuple, number: int, entry: Any) -> tuple:
    return (*entries[:number], entry, *entries[number + 1:])
