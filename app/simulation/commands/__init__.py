"""Commands: every action of the user on a world, one frozen dataclass each.

A command is made on any thread, queued in the session, stamped with the step before which it is applied, and applied between two
steps on the simulation thread.  `codec` converts commands to and from plain dictionaries.

Every command of this folder is an attribute here, as in `from app.simulation.commands import Pause`; commands depend on the
session's `Target` only.
"""
from app.headless.scanning import modules_in
from app.simulation.commands.codec import decode, encode, vocabulary
from app.simulation.commands.command import Command, Stamped

MODULES = modules_in(__name__)
globals().update({kind.__name__: kind for kind in vocabulary().values()})

__all__ = ["Command", "Stamped", "decode", "encode", *(kind.__name__ for kind in vocabulary().values())]
