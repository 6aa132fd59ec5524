"""The interface of a world that the handles of bodies and joints use."""
from __future__ import annotations

from typing import Any, Protocol

from physics.parallel.entrance import Entrance
from physics.storage.body_store import BodyStore
from physics.storage.contact_store import ContactStore
from physics.storage.joint_store import JointStore


class Owner(Protocol):
    """A world, as its handles see it."""

    sleep: bool                    # whether bodies at rest fall asleep
    _entrance: Entrance
    _bodies: BodyStore
    _joints: JointStore
    _contacts: ContactStore
    _forces_act: bool              # whether a body was given a force for the next step

    def body(self, uid: int) -> Any:
        """The living body with this uid."""

    def _close_up(self) -> None:
        """Close the gaps that removed bodies left."""

    def _change_joint(self, uid: int, changes: dict[str, Any]) -> None:
        """Change fields of a joint's definition and wake its bodies."""
