"""Compile: from a decorated Python function to machine code that is kept.

In go functions with `@kernel`, `@formula`, `@routine` and `@verb` (`decorators`); out come compiled calls, a cache of them, and
calls from kernel to kernel that compile nothing before they are needed. What of numba's inside each file leans on stands at its
top. Imports nothing else of the project; everything in physics may import it.
"""
