"""Every target takes its good inputs, simple changes of them, and all inputs that fuzzing has found."""
from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.fuzzing.__main__ import NAMES
from tests.fuzzing.corpus import seeds, write
from tests.fuzzing.targets import TARGETS

FOUND = Path(__file__).parent / "found"


def test_the_command_knows_all_targets():
    assert set(NAMES) == set(TARGETS)


@pytest.mark.parametrize("name", NAMES)
def test_good_and_changed_inputs(name):
    rng, good = random.Random(1), seeds(name)
    for data in rng.sample(good, min(6, len(good))):
        TARGETS[name](data)
        changed = bytearray(data)
        for _ in range(3):
            changed[rng.randrange(len(changed))] = rng.randrange(256)
        TARGETS[name](bytes(changed))


@pytest.mark.parametrize("name", NAMES)
def test_what_was_found(name):
    """Inputs at which a target once failed, or which reached what no seed does."""
    for path in sorted((FOUND / name).glob("*")):
        TARGETS[name](path.read_bytes())


@pytest.mark.parametrize("name", NAMES)
def test_a_corpus_can_be_written(tmp_path, name):
    write(tmp_path / name, name, seeds(name))
    assert len(list((tmp_path / name).iterdir())) == len(seeds(name)) > 0


def test_a_target_notices_a_fault(monkeypatch):
    def broken(_data):
        raise KeyError("of ours")
    monkeypatch.setattr("scenes.loads", broken)
    with pytest.raises(KeyError):
        TARGETS["loader"](b"format: 1")
