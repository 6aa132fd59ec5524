"""Code files: the machine code of one function in the cache, a file for each kind of arguments and processor.

    FOLDER/NAME-LINE-DIGEST.code        the digest is of the types of the arguments and of the processor

The folder's name identifies sources and versions (`compile.cache`), so a file in it is valid, whatever its date.  Functions that
the cache does not have are looked up among prebuilt kernels.  A file appears whole or not at all, also when two processes write
it.

Uses numba.core.compiler.CompileResult (_reduce, _rebuild), numba.core.serialize.dumps, numba.core.codegen
(CPUCodegen.magic_tuple) and numba.core.runtime.rtsys.initialize; replaces numba.core.caching.FunctionCache.  Without these
`compile.plain` uses numba's cache.
"""
from __future__ import annotations

import contextlib
import hashlib
import os
import pickle
import uuid

from numba.core.compiler import CompileResult
from numba.core.runtime import rtsys
from numba.core.serialize import dumps

from physics.compile import cache
from physics.compile.level import Level, level, prebuilt_level

# A file that is not there, is damaged, or names a type that has another name by now: the function is compiled anew.
ABSENT = (OSError, EOFError, pickle.UnpicklingError, ImportError, AttributeError, TypeError, ValueError, IndexError, KeyError)


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
                return CompileResult._rebuild(context, *pickle.loads(path.read_bytes()))
        return None

    def save_overload(self, arguments: tuple, compiled: CompileResult) -> None:
        """Write a compiled function to the cache; if that fails, the next start compiles it again."""
        path = cache.folder_to_write(self.function) / self._file(arguments, compiled.codegen, level())
        whole = path.with_suffix(f".{uuid.uuid4().hex[:8]}")
        try:
            whole.write_bytes(dumps(compiled._reduce()))
            os.replace(whole, path)
        except OSError:
            whole.unlink(missing_ok=True)
