"""Compile: from a decorated Python function to cached machine code.

In go functions with `@kernel`, `@formula`, `@routine` and `@verb` (`decorators`); out come compiled calls, a cache of them,
and calls from kernel to kernel that are compiled when they are first needed. `plain` does it with numba's public interface
alone. Each other file says at its top which numba internals it uses, and what replaces it without them. Imports nothing else of
the project; all packages of physics may import it.
"""
