"""Compiling: the `kernel`, `verb` and `formula` decorators, the cache folder, and compiling ahead of use.

A cached numba function does not notice that a function it calls, in another file, has changed.  So the compiled kernels
of a module go to a folder named by a hash of its source, of every `physics` source it imports, however far down, of the
versions and of the build flags: any change makes a new one.  The folders lie under $IMPULSE_CACHE_DIR or the user's cache
folder; where that cannot be written, in a temporary one, and `cache_note` says so.
"""
from __future__ import annotations

import contextlib
import functools
import hashlib
import inspect
import os
import re
import shutil
import sys
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path

import llvmlite
import numba
from numba import config, njit, types
from numba.core.caching import CompileResultCacheImpl, FunctionCache, NullCache
from numba.core.registry import CPUDispatcher
from numba.core.runtime import rtsys
from numba.core.sigutils import normalize_signature
from numba.core.typing.templates import make_concrete_template

import physics.records  # noqa: F401 - tells numba how kernels take NamedTuples
from physics.compiler import FormulaCompiler, KernelCompiler
from physics.known_calls import Description, comparison
from physics.linking import CELLS, KERNELS, Link, call_through_cell, returned

ROOT = Path(__file__).resolve().parent.parent
IMPORT = re.compile(r"^(?:from|import) (physics[\w.]*)(?: import ([^#\n(]+|\([^)]*\)))?", re.MULTILINE)
REMEMBERED = 4                                  # kinds of arguments of a kernel
KEEP = 3                                        # folders of older versions of a module that are left alone
OPTIONS = {"pipeline_class": KernelCompiler, "nogil": True, "_nrt": False, "no_cfunc_wrapper": True, "error_model": "numpy",
           "boundscheck": False}                # of kernels

MAKING = threading.Lock()                       # one cache at a time: where it lies is told through numba's one setting
cache_note: str | None = None                   # why compiled kernels will not be kept, for people; None when they are


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
    """Text of a source, and the sources of `physics` that it imports."""
    text = Path(path).read_bytes()
    found = []
    for module, names in IMPORT.findall(text.decode()):
        place = os.path.join(root, *module.split("."))
        candidates = [place + ".py", os.path.join(place, "__init__.py")]
        candidates += [os.path.join(place, f"{name}.py") for name in re.findall(r"\w+", names)]
        found += [each for each in candidates if os.path.isfile(each)]
    return text, tuple(found)


def _source(path: str) -> tuple[bytes, tuple[str, ...]]:
    seen = os.stat(path)
    return _read(path, str(ROOT), seen.st_mtime_ns, seen.st_size)


def source_files(path: Path) -> set[Path]:
    """The file and every file of `physics` that it imports, directly or not."""
    found, waiting = set(), [str(path)]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting += _source(path)[1]
    return {Path(each) for each in found}


def source_hash(path: Path) -> str:
    """Hash of all that the compiled code of a module depends on, besides the CPU, which numba keys by itself."""
    digest = hashlib.sha256(f"{numba.__version__} {llvmlite.__version__} {sys.version_info[:2]}".encode())
    digest.update(os.environ.get("IMPULSE_CHECKED", "0").encode())
    for source in sorted(source_files(path)):
        digest.update(Path(os.path.relpath(source, ROOT)).as_posix().encode() + b"\0" + _source(str(source))[0])
    return digest.hexdigest()[:16]


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _cache_parent() -> Path:
    """Where the folders of compiled kernels lie; decided once, with a message when it has to be a temporary place."""
    global cache_note
    try:
        parent = _user_cache()
    except RuntimeError:                        # a user without a home
        parent = None
    if parent is None or not _writable(parent):
        cache_note = (f"cannot write {parent or 'a cache folder, for there is no home folder'}: kernels are compiled anew "
                      "at every start (set IMPULSE_CACHE_DIR to a writable folder)")
        print(f"impulse: {cache_note}", file=sys.stderr)
        parent = Path(tempfile.mkdtemp(prefix="impulse-kernels-"))
    return parent


def drop_old(name: str, current: Path) -> None:
    """Remove all but the most recently used folders of a module."""
    others = [p for p in CACHE.glob(f"{name}-*") if p != current]
    for folder in sorted(others, key=lambda p: p.stat().st_mtime, reverse=True)[KEEP:]:
        shutil.rmtree(folder, ignore_errors=True)


CACHE = _cache_parent()


def module_folder(function) -> Path:
    """Where the compiled kernels of a function's module are kept."""
    return _folder(function.__module__, function.__code__.co_filename)


@functools.cache
def _folder(module: str, path: str) -> Path:
    name = module.removeprefix("physics.")
    folder = CACHE / f"{name}-{source_hash(Path(path))}"
    if not folder.exists():
        folder.mkdir(parents=True, exist_ok=True)
        drop_old(name, folder)
    return folder


class _CalleeCacheImpl(CompileResultCacheImpl):
    """Callees have files of their own: the same function is there for Python as well."""

    def get_filename_base(self, fullname, abiflags):
        """Name of the files in the cache."""
        return "callee-" + super().get_filename_base(fullname, abiflags)


class _Cache(FunctionCache):
    """Loads code without the libraries that numba loads to compile."""

    def load_overload(self, sig, target_context):
        """The compiled function for these types, or None."""
        rtsys.initialize(target_context)
        with self._guard_against_spurious_io_errors():
            return self._load_overload(sig, target_context)


class _CalleeCache(_Cache):
    _impl_class = _CalleeCacheImpl


class Kept(CPUDispatcher):
    """Keeps what it compiles in the folder of its module; looks for that folder when it is first needed."""

    cache_class = _Cache

    def compile(self, sig):
        """Compile for these types of arguments, or load from the cache."""
        if isinstance(self._cache, NullCache):
            with MAKING:
                before = config.CACHE_DIR
                # numba reads it when the cache is made
                config.CACHE_DIR = str(module_folder(self.py_func))
                try:
                    self._cache = self.cache_class(self.py_func)
                finally:
                    config.CACHE_DIR = before
        return super().compile(sig)


class Callee(Kept):
    """A kernel as other kernels call it: without an entry for Python."""

    cache_class = _CalleeCache

    def add_overload(self, compiled) -> None:
        """Tell callers the address."""
        arguments = tuple(compiled.signature.args)
        if compiled.signature.return_type != returned(self.py_func):
            raise TypeError(f"{self.py_func.__qualname__} returns {compiled.signature.return_type}: say so, with -> int")
        self.overloads[arguments] = compiled
        cell = CELLS[Link(kernel_name(self.py_func), arguments)()]
        cell.address.value = compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name)


class Kernel(Kept):
    """A kernel as Python calls it, see `known_calls`; kernels call its `callee`, see `linking`."""

    known: tuple[tuple[Description, Callable], ...] = ()     # arguments that were there, and where they go

    def __call__(self, *arguments):
        """Do it."""
        alike = comparison()
        for description, enter in self.known:
            if alike(arguments, description.address):
                return enter(*arguments)
        result = super().__call__(*arguments)
        self._remember(arguments)
        return result

    def _remember(self, arguments: tuple) -> None:
        """Where calls with such arguments go; those that need conversions go the usual way."""
        compiled = self.overloads.get(tuple(self.typeof_pyval(each) for each in arguments))
        with contextlib.suppress(TypeError):
            if compiled is not None:
                self.known = ((Description(arguments), compiled.entry_point), *self.known[:REMEMBERED - 1])

    @functools.cached_property
    def callee(self) -> Callee:
        """The same for callers that are kernels."""
        compiled = njit(self.py_func, no_cpython_wrapper=True, **OPTIONS)
        compiled.__class__ = Callee
        return compiled

    @functools.cached_property
    def entries(self) -> dict:
        """(what stands for the code of a call, its signature) by types of arguments."""
        return {}

    def get_call_template(self, args, kws):
        """For the typing of a kernel that calls this one: only what goes in and what comes out."""
        pysig, args = self._compiler.fold_argument_types(args, kws)
        args = tuple(types.unliteral(each) for each in args)
        if args not in self.entries:
            key, takes, implementation = call_through_cell(Link(kernel_name(self.py_func), args), returned(self.py_func))
            self.targetctx._defns[key].append(implementation, implementation.signature)
            self.entries[args] = key, takes
        template = make_concrete_template(f"Call({self.py_func.__name__})", self.py_func.__name__, [self.entries[args][1]])
        return template, pysig, args, {}

    def get_overload(self, sig):
        """What stands for the code that calls this kernel."""
        return self.entries[tuple(normalize_signature(sig)[0])][0]


def kernel_name(function) -> str:
    """module.name, without `physics`."""
    return f"{function.__module__.removeprefix('physics.')}.{function.__name__}"


def kernel(function):
    """Compile a function on arrays: nogil, cached, IEEE arithmetic as written (never fastmath).

    `_nrt=False`: no counting of references (atomic additions around every use of an array in a NamedTuple, ten times
    the time of a loop over pairs) and no allocation, which a kernel must not do anyway: numba refuses it.
    """
    compiled = njit(signed(function), **OPTIONS)
    compiled.__class__ = Kernel
    KERNELS[kernel_name(function)] = compiled
    return compiled


class Formula(CPUDispatcher):
    """A function that is only ever inlined: there are no entry points and no machine code of it, see `compiler`.

    Called from Python, as tests do, it is compiled once more as an ordinary function.
    """

    @functools.cached_property
    def ordinary(self):
        return njit(self.py_func, error_model="numpy", boundscheck=False)

    @functools.cached_property
    def templates(self) -> dict:
        """What typing is told, by types of arguments."""
        return {}

    def add_overload(self, compiled) -> None:
        self.overloads[tuple(compiled.signature.args)] = compiled

    def get_call_template(self, args, kws):
        """For the typing of what calls this: its one signature for these types, whatever numbers are written there."""
        args = tuple(types.unliteral(each) for each in args)
        key = args, tuple(kws.items())
        if key not in self.templates:
            _, pysig, folded, kws = super().get_call_template(args, kws)
            signature = self.overloads[tuple(folded)].signature
            name = self.py_func.__name__
            self.templates[key] = make_concrete_template(f"Call({name})", name, [signature]), pysig, folded, kws
        return self.templates[key]

    def _compile_for_args(self, *args, **kws):
        return self.ordinary


def signed(function):
    """The same function, which carries its signature: numba looks for it twice, in hundreds of them."""
    function.__signature__ = inspect.signature(function)
    return function


def _part(function, inline: bool):
    compiled = njit(signed(function), pipeline_class=FormulaCompiler, nogil=True, forceinline=inline, _nrt=False,
                    error_model="numpy", boundscheck=False, no_cpython_wrapper=True, no_cfunc_wrapper=True)
    compiled.__class__ = Formula
    return compiled


def formula(function):
    """A small function on scalars or lanes, inlined into the kernels that use it."""
    return _part(function, inline=True)


def routine(function):
    """A formula that stays one function inside each kernel that uses it, for what stands in many places and seldom runs."""
    return _part(function, inline=False)


def verb(function):
    """A kernel that is a loop over other kernels: numba puts its text into the one that calls it.

    So it needs no compiling by itself, and no call.
    """
    return njit(function, nogil=True, inline="always", _nrt=False, error_model="numpy", boundscheck=False)
