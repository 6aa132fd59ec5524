"""`tests.benchmarks.joint_solve` refuses what leaves nothing to measure."""
from __future__ import annotations

import sys

import pytest

from tests.benchmarks import joint_solve


@pytest.mark.parametrize("rounds", ["5", "0", "-1"])
def test_rounds_of_which_none_counts_are_refused(monkeypatch, capsys, rounds):
    monkeypatch.setattr(sys, "argv", ["joint_solve", "--rounds", rounds])
    with pytest.raises(SystemExit) as stopped:
        joint_solve.main()
    out, said = capsys.readouterr()
    assert stopped.value.code == 2 and not out
    assert said.splitlines()[-1].endswith(f"--rounds {rounds}: the first 5 do not count, allowed are 6 and more")
