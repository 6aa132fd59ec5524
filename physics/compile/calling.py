"""How kernels and formulas call each other: numba's convention, with less code around each call.

A function of numba returns a code, and its result and exception by addresses it is given.  numba gives every call an address of
its own for the exception and moves what it finds there, past `try` blocks that kernels do not have.  Here the caller passes its
own address on, so an error is handed up by returning the code.
"""
from __future__ import annotations

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.callconv import RETCODE_OK, CPUCallConv, Status, excinfo_ptr_t

EXCEPTION = ir.PointerType(excinfo_ptr_t)


class KernelCalls(CPUCallConv):
    """Calls inside kernels."""

    def call_function(self, builder, callee, resty, *arguments, attrs=None):
        """The status and the result of a call; arguments = (types, values)."""
        caller, (argtys, args) = builder.function, arguments
        if isinstance(resty, types.Optional) or len(caller.args) < 2 or caller.args[1].type != EXCEPTION:
            return super().call_function(builder, callee, resty, argtys, args, attrs)  # from Python
        place = cgutils.alloca_once(builder, self.get_return_type(resty).pointee)
        passed = self._get_arg_packer(argtys).as_arguments(builder, args)
        code = builder.call(callee, [place, caller.args[1], *passed], attrs=tuple(attrs or ()))
        failed = builder.icmp_signed("!=", code, RETCODE_OK)
        status = Status(code, is_ok=None, is_none=None, is_error=failed, is_stop_iteration=None, is_python_exc=None,
                        is_user_exc=None, excinfoptr=None)
        return status, self.context.get_returned_value(builder, resty, builder.load(place))

    def return_status_propagate(self, builder, status):
        """Hand an error up."""
        builder.ret(status.code)
