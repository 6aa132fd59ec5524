"""Sessions without a thread: commands act at once."""
from __future__ import annotations

from app.simulation.session import Session


def give(session: Session, *commands) -> None:
    """Submit commands and apply them."""
    for command in commands:
        session.submit(command)
    session.apply_pending()
