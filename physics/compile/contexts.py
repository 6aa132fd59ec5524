"""Contexts: what numba knows about types and about code, as the compiler of kernels asks it, with a memory.

numba tries every definition of an operator that any library has registered, one after the other, at each use of it, and looks
for new libraries whenever it finds none; for the formulas of this package that was a third of the time it takes to compile.
Here an operator remembers what it said about the same types.  Nothing is changed for other users of numba in the process: the
contexts are copies that share what theirs know.
"""
from __future__ import annotations

import functools
import operator

from numba.core import types
from numba.core.base import _wrap_impl, _wrap_missing_loc
from numba.core.cpu import CPUContext
from numba.core.errors import NumbaNotImplementedError
from numba.core.imputils import RegistryLoader as CodeLoader
from numba.core.typing import Context
from numba.core.typing.templates import RegistryLoader
from numba.cpython.builtins import do_minmax
from numba.extending import intrinsic, models, register_model

from physics.compile.calling import KernelCalls
from physics.compile.short_code import short_code


class RememberingFunction(types.Function):
    """A function of numba's that answers the same question once."""

    def __init__(self, function: types.Function):
        self.__dict__ = dict(function.__dict__, answers={})

    def get_call_type(self, context, args, kws):
        """The signature for these types of arguments."""
        if kws:
            return super().get_call_type(context, args, kws)
        answer = self.answers.get(args)
        if answer is None:
            answer = self.answers[args] = super().get_call_type(context, args, kws)
        return answer


@register_model(RememberingFunction)
class RememberingFunctionModel(models.OpaqueModel):
    """Nothing when the code runs."""


def _registered(context: Context | CPUContext, loader: type) -> int:
    """How many definitions there are in the registries that a context has met; it only grows."""
    return sum(len(getattr(registry, name)) for registry in context._registries for name in loader.registry_items)


def _extreme(compare):
    """The lesser or the greater of two numbers, as numba has it."""
    @intrinsic
    def extreme(typing, one, two):
        result = typing.unify_types(one, two) if isinstance(one, types.Number) and isinstance(two, types.Number) else None
        if result is not None:
            return result(one, two), lambda context, builder, sig, args: do_minmax(context, builder, sig.args, args, compare)
    return extreme


@intrinsic
def _whole(typing, number):
    """A number without its fraction."""
    if isinstance(number, (types.Integer, types.Float, types.Boolean)):
        result = number if isinstance(number, types.Integer) else types.intp
        return result(number), lambda context, builder, sig, args: context.cast(builder, args[0], number, result)


# numba compiles a function around each of these; kernels ask for the least and the greatest of two
DIRECT = {id(min): _extreme(operator.lt), id(max): _extreme(operator.gt), id(int): _whole}


class KernelTyping(Context):
    """What is known about types."""

    __slots__ = ("usual",)

    def __init__(self, usual: Context):
        self.__dict__ = usual.__dict__
        self.usual = usual
        self.__dict__.update(remembering={}, seen_by_kernels=-1)

    def _lookup_global(self, gv):
        found = super()._lookup_global(DIRECT.get(id(gv), gv))         # not everything has a hash
        if type(found) is not types.Function:
            return found
        if found not in self.remembering:
            self.remembering[found] = object.__new__(RememberingFunction)
            self.remembering[found].__init__(found)
        return self.remembering[found]

    def refresh(self) -> None:
        """Take in new definitions, if there are any."""
        if self.seen_by_kernels != (number := _registered(self, RegistryLoader)):
            self.seen_by_kernels = number
            self.usual.refresh()


@functools.cache
def _implementation(function):
    """What makes the code of a call, with an argument for its line; numba looks whether it has one at every call."""
    return _wrap_missing_loc(function)()


def _rather(short, usual):
    """The short code of a call, or where that is not possible the usual one."""
    def code(context, builder, sig, args, loc=None):
        try:
            return short(context, builder, sig, args)
        except NotImplementedError:
            return usual(context, builder, sig, args, loc=loc)
    return code


class Implementation(_wrap_impl):
    """The same for known types."""

    def __init__(self, function, context, sig):
        self._callable, self._imp, self._context, self._sig = function, function, context, sig


class KernelContext(CPUContext):
    """What is known about code."""

    seen = -1

    def refresh(self) -> None:
        """Take in new definitions, if there are any."""
        if KernelContext.seen != (number := _registered(self, CodeLoader)):
            KernelContext.seen = number
            super().refresh()

    def get_function(self, fn, sig, _firstcall=True):
        """What makes the code of a call of `fn`."""
        sig = sig.as_function()
        key = fn.get_impl_key(sig) if isinstance(fn, types.Callable) else fn
        short = short_code(key, sig)
        try:
            usual = _implementation(self._defns[key].find(sig.args))
            return Implementation(usual if short is None else _rather(short, usual), self, sig)
        except NumbaNotImplementedError:
            return super().get_function(fn, sig, _firstcall)

    def get_constant_generic(self, builder, ty, val):
        """A constant; that of a function which is called is looked at by nobody."""
        if isinstance(ty, types.Dispatcher):
            return self.get_dummy_value()
        return super().get_constant_generic(builder, ty, val)

    def pair_first(self, builder, val, ty):
        """The first of two."""
        return builder.extract_value(val, 0)

    def pair_second(self, builder, val, ty):
        """The second of two."""
        return builder.extract_value(val, 1)

    @property
    def call_conv(self) -> KernelCalls:
        """How functions are called."""
        return KernelCalls(self)


@functools.cache
def kernel_typing(usual: Context) -> KernelTyping:
    """A typing context with a memory, that shares what a usual one knows."""
    return KernelTyping(usual)


@functools.cache
def kernel_context(usual: CPUContext) -> KernelContext:
    """A target context that shares what a usual one knows."""
    context = usual.subtarget()
    context.__class__ = KernelContext
    context.typing_context = kernel_typing(usual.typing_context)
    return context
