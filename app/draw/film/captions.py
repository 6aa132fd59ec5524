"""Captions: which texts of a scene's film are over the picture at a time, and how strong they are while they come and go."""
from __future__ import annotations

from typing import NamedTuple

from app.published.film_plan import Caption, FilmPlan, Pace

FADE = 0.25                # [s of the film] in which a caption comes, and goes
LEAST = 0.25               # of a caption's time, the most that each of both takes


class ShownCaption(NamedTuple):
    """A caption at one moment."""

    text: str
    place: str             # of `scenes.schema.film.PLACES`
    strength: float        # above 0 to 1


def captions_at(plan: FilmPlan, time: float, fading: bool = True) -> tuple[ShownCaption, ...]:
    """The captions at a time of the scene [s], in the order of the plan; at full strength without `fading`."""
    pace = plan.pace
    shown = ((one, strength(one, pace, time) if fading else 1.0) for one in plan.captions if one.start <= time < one.end)
    return tuple(ShownCaption(one.text, one.place, share) for one, share in shown if share > 0.0)


def strength(caption: Caption, pace: Pace, time: float) -> float:
    """How strong it is at a time of the scene [s], 0 to 1: it comes and goes in time of the film, and is there at its begin."""
    begin, now, end = (pace.film_time(moment) for moment in (caption.start, time, caption.end))
    fade = min(FADE, LEAST * (end - begin))
    come = 1.0 if caption.start <= 0.0 else (now - begin) / fade
    return min(max(min(come, (end - now) / fade), 0.0), 1.0)
