"""The bias has the wrong sign: overlap is pushed deeper, and grows by 1 + beta in every step instead of shrinking by 1 - beta.

    wrong   J V - beta / h C = 0          right   J V + beta / h C = 0,      C negative where bodies overlap

It comes from a depth d that is positive in one place of a text and negative in another.
"""
from __future__ import annotations

from physics.lab.mistakes.mistake import Mistake, Written


def _write(written: Written) -> Written:
    return written._replace(parts=written.parts._replace(push=-written.parts.push))


MISTAKE = Mistake("the bias has the wrong sign", "J V - beta / h C = 0", "J V + beta / h C = 0", write=_write)
