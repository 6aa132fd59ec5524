"""Code files: the machine code of one function in the cache, a file for each kind of arguments and processor.

    FOLDER/NAME-LINE-DIGEST.code        the digest is of the types of the arguments and of the processor

The folder's name identifies sources and versions (`compile.cache`), so a file in it is valid, whatever its date.  Functions that
the cache does not have are looked up among prebuilt kernels.  A file appears whole or not at all, also when two processes write
it.  It begins with a digest of its content, which is checked before anything of it is used: what is damaged, or no file at all,
counts as absent, and is replaced.

Uses numba.core.compiler.CompileResult (_reduce, _rebuild), numba.core.serialize.dumps, numba.core.codegen
(CPUCodegen.magic_tuple) and numba.core.runtime.rtsys.initialize; replaces numba.core.caching.FunctionCache.  Without these
`compile.plain` uses numba's cache.
"""
from __future__ import annotations

import contextlib
import hashlib
import os
import pickle
import shutil
import stat
import uuid
from pathlib import Path

from numba.core.compiler import CompileResult
from numba.core.runtime import rtsys
from numba.core.serialize import dumps

from physics.compile import cache
from physics.compile.level import Level, level, prebuilt_level

FILE_MODE = 0o644                               # whatever the umask: others cannot write
DIGEST = hashlib.sha256().digest_size           # [bytes] at the beginning of a file
# What loading raises for a file that is absent, or whole but names a type that has another name by now.
ABSENT = (OSError, ImportError, AttributeError, TypeError, ValueError, IndexError, KeyError, pickle.UnpicklingError)


def read_checked(path: Path, own: bool = True) -> bytes:
    """The content of a file that `write_checked` wrote.  Raises OSError when it is damaged or no regular file, or when somebody
    else could have written it; kernels that came with the package are not asked that (`own` is off), no more than its sources."""
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))   # a pipe has no writer
    with open(descriptor, "rb") as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(f"{path} is no regular file")
        if own and not (cache.is_own(os.fstat(descriptor)) and cache.is_own_folder(str(path.parent))):
            cache.note_foreign(path.parent.parent)
            raise OSError(f"{path} can be changed by others")
        digest, content = file.read(DIGEST), file.read()
    if hashlib.sha256(content).digest() != digest:
        raise OSError(f"{path} is damaged")
    return content


def write_checked(path: Path, content: bytes) -> None:
    """Write a file with its digest, all at once, in place of whatever is there.  Raises OSError."""
    whole = path.with_suffix(f".{uuid.uuid4().hex[:8]}")
    try:
        with open(os.open(whole, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), FILE_MODE), "wb") as file:
            file.write(hashlib.sha256(content).digest() + content)
        if path.is_dir():
            shutil.rmtree(path)
        os.replace(whole, path)
    except OSError:
        whole.unlink(missing_ok=True)
        raise


class CodeFiles:
    """The cache of a function, with the methods that numba calls."""

    def __init__(self, function, prefix: str = ""):
        self.function = function
        self.name = f"{prefix}{function.__qualname__.replace('<', '').replace('>', '')}-{function.__code__.co_firstlineno}"

    def _file(self, arguments: tuple, codegen, target: Level) -> str:
        text = f"{arguments} {(codegen.magic_tuple()[0], target.cpu, target.features)}"
        return f"{self.name}-{hashlib.sha256(text.encode()).hexdigest()[:16]}.code"

    def load_overload(self, arguments: tuple, context) -> CompileResult | None:
        """The compiled function for these types, or None; does not load the libraries that numba needs to compile."""
        rtsys.initialize(context)
        places = [(cache.CACHE, level())] + ([(cache.PREBUILT, prebuilt_level())] if cache.has_prebuilt() else [])
        for parent, target in places:
            path = parent / cache.folder_name(self.function) / self._file(arguments, context.codegen(), target)
            with contextlib.suppress(*ABSENT):
                return CompileResult._rebuild(context, *pickle.loads(read_checked(path, own=parent == cache.CACHE)))
        return None

    def save_overload(self, arguments: tuple, compiled: CompileResult) -> None:
        """Write a compiled function to the cache; if that fails, the next start compiles it again."""
        with contextlib.suppress(OSError):
            path = cache.folder_to_write(self.function) / self._file(arguments, compiled.codegen, level())
            write_checked(path, dumps(compiled._reduce()))
