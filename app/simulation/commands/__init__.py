"""Everything a person does to a world, one frozen command each.

A command is made on any thread, queued in the session, stamped with the step before which it acts, and applied
between two steps on the simulation thread.  `codec` writes and reads commands as plain dictionaries.

Every command that a module of this folder defines is found here by its name, as in
`from app.simulation.commands import Pause`; commands know the session as a `Target` only.
"""
from app.headless.scanning import modules_in
from app.simulation.commands.codec import decode, encode, vocabulary
from app.simulation.commands.command import Command, Stamped

MODULES = modules_in(__name__)
globals().update({kind.__name__: kind for kind in vocabulary().values()})

__all__ = ["Command", "Stamped", "decode", "encode", *(kind.__name__ for kind in vocabulary().values())]
