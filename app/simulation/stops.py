"""Stops: where the variants of a session pause by themselves, and what stopped them last.

An expression is one of `physics.stopping`; a variant stops when it begins to hold there, see `Variant.stop_when`.
"""
from __future__ import annotations

from typing import Any, Protocol

from app.published.status import VARIANT_NAMES, StopCard
from physics.definitions.tunable import SettingError
from physics.expressions.error import ExpressionError


class Stopped(Protocol):
    """The session, as its stops see it."""

    variants: list[Any]
    paused: bool
    owed_steps: int

    @property
    def comparing(self) -> bool:
        """Whether several variants run."""

    def notify(self, text: str, kind: str = "info", control: str = "", step: int | None = None) -> None:
        """Show the user one line."""


class Stops:
    """Where one session stops."""

    def __init__(self, session: Stopped):
        self._session = session
        self.card = StopCard()

    def at(self, expression: str) -> None:
        """Pause after the first step at which an expression holds in a variant; "" for none.  Raises SettingError for a wrong
        one, and the present one stays."""
        variants = self._session.variants
        try:
            conditions = [variant.condition(expression) for variant in variants]
        except ExpressionError as error:
            raise SettingError("stop_when", error.line) from None
        for variant, condition in zip(variants, conditions):
            variant.stop_when(condition)
        self.card = StopCard(expression)

    def keep(self) -> None:
        """Stop the present variants where the ones before would have; one without what the expression names stops nowhere."""
        expression = self.card.expression
        try:
            self.at(expression)
        except SettingError:
            self.at("")
            self._session.notify(f"No stop at {expression}: the scene does not have what it names", "warning")

    def forget(self) -> None:
        """Another scene is opened: stop nowhere."""
        self.card = StopCard()

    def reached(self) -> bool:
        """Pause if the expression begins to hold in a variant; returns whether it does."""
        session = self._session
        name, stopped = next(((name, variant.stopped) for name, variant in zip(VARIANT_NAMES, session.variants)
                              if variant.stopped and not variant.failure), ("", None))
        if stopped is None:
            return False
        session.paused, session.owed_steps = True, 0
        self.card = StopCard(self.card.expression, stopped.step, stopped.time, stopped.said, name if session.comparing else "")
        session.notify(f"Stopped{f' variant {name}' if session.comparing else ''} {stopped.moment}: {stopped.said}",
                       step=stopped.step)
        return True
