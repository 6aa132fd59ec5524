"""Compile: from a decorated Python function to machine code that is kept.

In go functions with `@kernel`, `@formula`, `@routine` and `@verb` (`decorators`); out come compiled calls, a cache of them,
and calls from kernel to kernel that compile nothing before they are needed. `plain` does it with numba's public interface
alone. What of numba's inside each other file leans on stands at its top, and what happens when that is gone. Imports nothing
else of the project; everything in physics may import it.
"""
