"""The cache of compiled kernels: a folder for each module, replaced by another one when anything changes.

A cached numba function does not notice a change of a function that it calls in another file.  So the compiled kernels of a
module go to a folder named by a hash of its source, of every `physics` source that it imports directly or indirectly, of the
versions and of the build flags: any change makes a new folder.  The folders lie under $IMPULSE_CACHE_DIR or the user's cache
folder; if that cannot be used, in a temporary one, which the processes that this one starts share, and `cache_note` says so.

Compiled kernels are executed, so nobody else may be able to change them: a folder or a file that does not belong to the user or
to root, or that others can write, is passed over.
"""
from __future__ import annotations

import atexit
import functools
import hashlib
import os
import re
import shutil
import stat
import sys
import tempfile
from pathlib import Path

import llvmlite
import numba

ROOT = Path(__file__).resolve().parents[2]
IMPORT = re.compile(r"^ *(?:from|import) (physics[\w.]*)(?: import ([^#\n(]+|\([^)]*\)))?", re.MULTILINE)
SCAN = b"iter_modules(__path__)"                # a package with this text depends on all modules in its folder
SWITCHES = {"IMPULSE_CHECKED": "0", "IMPULSE_COMPILE": "fast"}     # variables that change compiled code, and their defaults
OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH
KEEP = 3                                        # folders of older versions of a module that stay

TEMPORARY = "impulse-kernels-"                  # beginning of the name of a temporary folder

_temporary: tuple[Path, int] | None = None      # the temporary folder, and the process that made it
cache_note: str | None = None                   # why compiled kernels are not cached; None if they are


def _user_cache() -> Path:
    if os.environ.get("IMPULSE_CACHE_DIR"):
        return Path(os.environ["IMPULSE_CACHE_DIR"])
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData/Local") / "impulse" / "kernels"
    if sys.platform == "darwin":
        return Path.home() / "Library/Caches/impulse/kernels"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "impulse" / "kernels"


@functools.cache
def _read(path: str, root: str, changed: int, size: int) -> tuple[bytes, tuple[str, ...]]:
    """Text of a source, and the `physics` sources that it imports, by name or by a scan of its folder."""
    text = Path(path).read_bytes()
    found = []
    for module, names in IMPORT.findall(text.decode()):
        place = os.path.join(root, *module.split("."))
        candidates = [place + ".py", os.path.join(place, "__init__.py")]
        candidates += [os.path.join(place, f"{name}.py") for name in re.findall(r"\w+", names)]
        found += [each for each in candidates if os.path.isfile(each)]
    if SCAN in text:
        found += sorted(str(each) for each in Path(path).parent.glob("*.py"))
    return text, tuple(found)


def _source(path: str) -> tuple[bytes, tuple[str, ...]]:
    seen = os.stat(path)
    return _read(path, str(ROOT), seen.st_mtime_ns, seen.st_size)


def source_files(path: Path) -> set[Path]:
    """The file, and every `physics` file that it imports directly or indirectly."""
    found, waiting = set(), [str(path)]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting += _source(path)[1]
    return {Path(each) for each in found}


def source_hash(path: Path) -> str:
    """Hash of all that the compiled code of a module depends on, except the CPU, which is part of file names."""
    digest = hashlib.sha256(f"{numba.__version__} {llvmlite.__version__} {sys.version_info[:2]}".encode())
    digest.update(" ".join(os.environ.get(name) or usual for name, usual in SWITCHES.items()).encode())
    for source in sorted(source_files(path)):
        digest.update(Path(os.path.relpath(source, ROOT)).as_posix().encode() + b"\0" + _source(str(source))[0])
    return digest.hexdigest()[:16]


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def is_own(found: os.stat_result) -> bool:
    """Whether nobody but the user and root can change a file or folder, by its state."""
    return not hasattr(os, "geteuid") or found.st_uid in (os.geteuid(), 0) and not found.st_mode & OTHERS_WRITE


@functools.cache
def is_own_folder(path: str) -> bool:
    """Whether a folder is there and nobody but the user and root can change what is in it; asked once."""
    return os.path.isdir(path) and is_own(os.stat(path))


@functools.cache
def note_foreign(parent: Path) -> None:
    """Say once that kernels of a cache are passed over."""
    print(f"impulse: kernels in {parent} that others can change are passed over and compiled again", file=sys.stderr)


def own_files_only(folder: Path) -> Path:
    """The folder, empty if others can change anything in it: numba reads what it finds in its cache.  Raises OSError."""
    if not all(is_own(path.stat()) for path in folder.rglob("*")):
        note_foreign(CACHE)
        shutil.rmtree(folder)
        folder.mkdir(mode=0o755)
    return folder


def _cache_parent() -> Path:
    """Parent of the folders of compiled kernels; decided once, with a message if it has to be temporary."""
    global cache_note, _temporary
    try:
        parent = _user_cache()
    except RuntimeError:                        # a user without a home
        parent = None
    if parent is None or not _writable(parent):
        cache_note = (f"cannot write {parent or 'a cache folder, because there is no home folder'}: kernels are compiled again "
                      "at every start (set IMPULSE_CACHE_DIR to a writable folder)")
    elif not is_own_folder(str(parent)):
        cache_note = (f"others can change {parent}: kernels are code, so none are taken from there, and they are compiled again "
                      "at every start (set IMPULSE_CACHE_DIR to a folder that only you can write)")
    if cache_note:
        print(f"impulse: {cache_note}", file=sys.stderr)
        parent = Path(tempfile.mkdtemp(prefix=TEMPORARY))
        os.environ["IMPULSE_CACHE_DIR"] = str(parent)
        _temporary = parent, os.getpid()
        atexit.register(remove_temporary)
    return parent


def remove_temporary() -> None:
    """At the end of the process, remove the temporary folder if there is one and this process made it: it may be a fork."""
    if _temporary is not None and _temporary[1] == os.getpid():
        shutil.rmtree(_temporary[0], ignore_errors=True)


def drop_old(name: str, current: Path) -> None:
    """Remove all but the most recently used folders of a module."""
    others = [p for p in CACHE.glob(f"{name}-*") if p != current]
    for folder in sorted(others, key=lambda p: p.stat().st_mtime, reverse=True)[KEEP:]:
        shutil.rmtree(folder, ignore_errors=True)


CACHE = _cache_parent()
PREBUILT = Path(__file__).with_name("prebuilt_kernels")     # came with the package, see `compile.prebuilt`


@functools.cache
def _folder_name(module: str, path: str) -> str:
    return f"{module.removeprefix('physics.')}-{source_hash(Path(path))}"


def folder_name(function) -> str:
    """Name of the folder of the compiled kernels of a function's module."""
    return _folder_name(function.__module__, function.__code__.co_filename)


def has_prebuilt() -> bool:
    """Whether kernels that came with the package are used too."""
    return os.environ.get("IMPULSE_PREBUILT") != "0" and PREBUILT.is_dir()


def folder_to_write(function) -> Path:
    """The folder for the compiled kernels of a function's module; made, if it does not exist, in place of whatever has its name.
    Raises OSError."""
    folder = CACHE / folder_name(function)
    if not is_own_folder(str(folder)):
        if folder.is_dir() and not folder.is_symlink() and not is_own(folder.stat()):
            note_foreign(CACHE)
            shutil.rmtree(folder)
        elif not folder.is_dir():
            folder.unlink(missing_ok=True)
        folder.mkdir(mode=0o755, parents=True, exist_ok=True)
        is_own_folder.cache_clear()
        drop_old(function.__module__.removeprefix("physics."), folder)
    return folder
