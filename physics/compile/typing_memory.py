"""Typing memory: the signature of an operator for given types of arguments is resolved once.

At each use of an operator numba tries every definition that any library has registered, one after the other: a sixth of the time
that formulas take to compile.  The memory wraps numba's typing context and writes nothing into it.

Uses numba.core.typing.Context (resolve_value_type, resolve_value_type_prefer_literal, resolve_function_type) and
numba.core.types.Function.get_call_type, see `compile.target`.
"""
from __future__ import annotations

from numba.core import types
from numba.core.typing import Context
from numba.extending import models, register_model


class RememberingFunction(types.Function):
    """A numba function that resolves each signature once."""

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
    """It has no value at run time."""


class RememberingContext:
    """A wrapper of numba's typing context that remembers signatures."""

    def __init__(self, usual: Context):
        self._usual, self._memory = usual, {}

    def __getattr__(self, name: str):
        return getattr(self._usual, name)

    def _remembering(self, found):
        if type(found) is not types.Function:
            return found
        if found not in self._memory:
            self._memory[found] = object.__new__(RememberingFunction)
            self._memory[found].__init__(found)
        return self._memory[found]

    def resolve_value_type(self, value):
        """The type of a value in the source of a kernel."""
        return self._remembering(self._usual.resolve_value_type(value))

    def resolve_value_type_prefer_literal(self, value):
        """The same, with a literal type for a number."""
        return self._remembering(self._usual.resolve_value_type_prefer_literal(value))

    def resolve_function_type(self, function, args, kws):
        """The signature of a call."""
        if isinstance(function, RememberingFunction):
            return function.get_call_type(self._usual, args, kws)
        return self._usual.resolve_function_type(function, args, kws)
