"""Advising: the adviser's last look at a session's world, and what has changed since; only the simulation thread uses it."""
from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

from app.adviser.adviser import symptoms
from app.published.advice import CANCELLED, DONE, FAILED, RUNNING, Advice
from app.published.status import VARIANT_NAMES as NAMES
from app.published.tuning import Tuning
from app.simulation.advice.cards import card_of
from app.simulation.advice.look import SHARES, Look
from app.simulation.advice.watched_part import part_of
from physics.definitions.tunable import SettingError
from physics.history import ReplayError

KNOWN = (SettingError, ReplayError)            # what ends a look without a fault of the program


class Advised(Protocol):
    """The session, as its adviser sees it."""

    scene: Any
    run: int
    chosen: int
    touches: int                     # commands that may have changed worlds
    ready: bool
    wake: Any                        # an event

    @property
    def variant(self) -> Any | None:
        """The chosen variant."""

    @property
    def comparing(self) -> bool:
        """Whether several variants run."""

    def notify(self, text: str, kind: str = "info") -> None:
        """Show the user one line."""


class Seen(NamedTuple):
    """What was looked at, to see whether it is still so."""

    run: int
    number: int                      # of the variant
    name: str                        # of the variant, "" where it was the only one
    tuning: Tuning
    touches: int
    dt: float                        # [s]


class Advising:
    """The last look."""

    def __init__(self, session: Advised):
        self._session = session
        self._look: Look | None = None
        self._seen: Seen | None = None
        self._advice: Advice | None = None            # of a look that has ended
        self._told: tuple[bool, int] = False, -1      # the progress that was published
        self._reported: Look | None = None

    def begin(self) -> None:
        """Look at the chosen variant, in place of the look before."""
        session, variant = self._session, self._session.variant
        if variant is None or not session.ready:
            session.notify("The adviser looks at a scene that runs: it is not ready yet", "warning")
            return
        self.forget()
        self._seen = Seen(session.run, variant.number, NAMES[session.chosen] if session.comparing else "", variant.tuning,
                          session.touches, float(variant.world.dt))
        self._look = Look(part_of(variant), session.scene.build, session.wake.set)
        self._look.start()

    def cancel(self, timeout: float = 0.0) -> None:
        """End a look that is under way."""
        if self._look is not None and not self._look.ended:
            self._look.cancel(timeout)

    def forget(self) -> None:
        """Another scene, or another look: what was found counts no more."""
        self.cancel()
        self._look = self._advice = self._seen = None

    def news(self) -> bool:
        """Whether a look has come further since the last question."""
        look = self._look
        if look is None or (now := (look.ended, SHARES * look.done // look.part.total)) == self._told:
            return False
        self._told = now
        return True

    def report(self, report: Callable[[BaseException], object]) -> None:
        """Report a fault of the adviser's own that ended the last look, once."""
        look = self._look
        if look is not None and look is not self._reported and look.failure is not None and not isinstance(look.failure, KNOWN):
            self._reported = look
            report(look.failure)

    def advice(self) -> Advice:
        """The last look, as published."""
        look = self._look
        if look is None:
            return Advice()
        if not look.ended:
            return Advice(CANCELLED if look.cancelled else RUNNING, look.done, look.part.total, self._looked())
        if self._advice is None:
            self._advice = self._concluded(look)
        return dataclasses.replace(self._advice, changed=self._changed())

    def _concluded(self, look: Look) -> Advice:
        state = FAILED if look.failure is not None else CANCELLED if look.found is None else DONE
        asked = tuple(symptom.title for symptom in symptoms().values())
        advice = Advice(state, look.done, look.part.total, self._looked(), asked)
        if look.failure is not None:
            kind = "" if isinstance(look.failure, KNOWN) else f"{type(look.failure).__name__}: "
            return dataclasses.replace(advice, failure=f"{kind}{look.failure}")
        if look.found is None:
            return advice
        found, seen = look.found
        return dataclasses.replace(advice, findings=tuple(card_of(one, seen, self._seen.tuning) for one in found))

    def _looked(self) -> str:
        name = f"variant {self._seen.name}: " if self._seen.name else ""
        return name + self._look.part.said(self._seen.dt)

    def _changed(self) -> str:
        """What is otherwise since the look."""
        session, seen, variant = self._session, self._seen, self._session.variant
        if session.run != seen.run:
            return "the scene was restarted since"
        if variant is not None and variant.number != seen.number:
            return "another variant is chosen now"
        if variant is not None and variant.tuning != seen.tuning:
            return "settings were changed since"
        return "something was changed since" if session.touches != seen.touches else ""
