"""Seen: with one file of the kernel cache cut short, emptied, overwritten or with a flipped bit, or a folder or a pipe in its
place, every start ended in a fault or waited for ever, until the cache was deleted.  Expected: a damaged entry counts as absent,
is compiled again and replaced.  Why: files were unpickled, and their machine code was run, unchecked.
"""
from __future__ import annotations

import os
import pickle
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from physics.compile.cache import ROOT
from physics.compile.code_files import DIGEST, read_checked, write_checked
from tests.support.seeds import seeds

HEAD = """
import numpy as np
from physics.compile.decorators import kernel
"""
KERNEL = """
@kernel
def double_{number}(numbers):
    for k in range(len(numbers)):
        numbers[k] *= 2

numbers = np.ones(40, np.float32)
double_{number}(numbers)
print(numbers.sum())
"""


class Gone:
    """A type that a start does not find."""


def flipped(path: Path, bit: int) -> None:
    content = bytearray(path.read_bytes())
    content[bit // 8 % len(content)] ^= 1 << bit % 8
    path.write_bytes(content)


def replaced(path: Path, make) -> None:
    path.unlink()
    make(path)


def of_another_type(path: Path) -> None:
    write_checked(path, pickle.dumps(Gone()).replace(__name__.encode(), b"x" * len(__name__)))


OF_FILES = {
    "empty": lambda path: path.write_bytes(b""), "cut in the digest": lambda path: os.truncate(path, DIGEST // 2),
    "cut": lambda path: os.truncate(path, path.stat().st_size // 2), "overwritten": lambda path: path.write_bytes(b"x" * 5000),
    "longer": lambda path: path.write_bytes(path.read_bytes() + b"x"), "bit of the digest": lambda path: flipped(path, 77),
    "bit of the code": lambda path: flipped(path, 40_003), "folder": lambda path: replaced(path, Path.mkdir),
    "full folder": lambda path: replaced(path, lambda place: (place / "inside").mkdir(parents=True)),
    "pipe": lambda path: replaced(path, os.mkfifo),
    "link to nothing": lambda path: replaced(path, lambda place: place.symlink_to("no")),
    "of another type": of_another_type,
}
OF_FOLDERS = {
    "a file": lambda folder: (shutil.rmtree(folder), folder.write_bytes(b"")),
    "a pipe": lambda folder: (shutil.rmtree(folder), os.mkfifo(folder)),
}


@pytest.fixture(scope="module")
def start(tmp_path_factory):
    """What runs a module with a kernel for each damage and gives the files of their machine code, by the kernels' names."""
    folder = tmp_path_factory.mktemp("damaged")
    (folder / "damaged.py").write_text(HEAD + "".join(KERNEL.format(number=number) for number in range(len(OF_FILES))))
    environment = os.environ | {"IMPULSE_CACHE_DIR": str(folder / "cache"),
                                "PYTHONPATH": os.pathsep.join((str(folder), str(ROOT)))}

    def run() -> list[Path]:
        done = subprocess.run([sys.executable, "-c", "import damaged"], cwd=folder, text=True, capture_output=True,
                              env=environment, timeout=100)
        assert (done.returncode, done.stdout, done.stderr) == (0, "80.0\n" * len(OF_FILES), "")
        return sorted((folder / "cache").glob("damaged-*/*.code"))

    return run


def test_damaged_entries_are_replaced(start):
    files = start()
    sizes = [len(read_checked(file)) for file in files]
    assert len(files) == len(OF_FILES)
    for file, damage in zip(files, OF_FILES.values()):
        damage(file)
    assert start() == files and [len(read_checked(file)) for file in files] == sizes


@pytest.mark.parametrize("damage", OF_FOLDERS)
def test_what_is_no_folder_is_passed_by(start, damage):
    OF_FOLDERS[damage](start()[0].parent)
    assert len(start()) == len(OF_FILES)


@pytest.mark.parametrize("seed", seeds(300))
def test_no_damage_is_read(tmp_path, seed):
    """Whatever happens to a file, its content comes back whole or not at all."""
    random = np.random.default_rng(seed)
    content, path = random.bytes(int(random.integers(0, 3000))), tmp_path / "file"
    write_checked(path, content)
    assert read_checked(path) == content
    stored = path.read_bytes()
    damaged = bytearray(stored)
    for _ in range(random.integers(1, 4)):
        at = int(random.integers(0, len(damaged)))
        kind = random.integers(3)
        if kind == 0:
            damaged[at] ^= 1 << int(random.integers(8))
        elif kind == 1:
            del damaged[at:]
        else:
            damaged[at:at] = random.bytes(int(random.integers(1, 50)))
        if not damaged:
            break
    path.write_bytes(damaged)
    if bytes(damaged) != stored:
        with pytest.raises(OSError, match="damaged"):
            read_checked(path)
