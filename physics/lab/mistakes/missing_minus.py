"""The minus of lambda is missing: rows of joints give what they should take away.

    wrong   lambda = (J V + b) / K        right   lambda = -(J V + b) / K

A clamped row, as that of a contact, then gives nothing at all; a row without bounds doubles its error in every sweep.
"""
from __future__ import annotations

from physics.lab.mistakes.mistake import Mistake, Written


def _write(written: Written) -> Written:
    return written._replace(gain=-written.gain)


MISTAKE = Mistake("lambda has lost its minus", "lambda = (J V + b) / K", "lambda = -(J V + b) / K", write=_write)
