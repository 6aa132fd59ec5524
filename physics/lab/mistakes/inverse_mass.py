"""K is taken for the effective mass, of which it is the inverse: right for 1 kg alone, else wrong by the square of the mass.

    wrong   m_eff = J M^-1 J^T            right   m_eff = 1 / (J M^-1 J^T)
"""
from __future__ import annotations

from physics.lab.mistakes.mistake import Mistake, Written


def _write(written: Written) -> Written:
    rows = written.rows
    return written._replace(gain=rows.relaxation * rows.mass_scale * rows.k)


MISTAKE = Mistake("K is taken for the effective mass", "m_eff = J M^-1 J^T", "m_eff = 1 / (J M^-1 J^T)", write=_write)
