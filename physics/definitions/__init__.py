"""Definitions: what a caller says about a world, a body, a shape, a surface and the solver, each number once with unit, range
and help.

`tunable` is the description that schema, panel, command line and manual derive from. Imports nothing else of the project;
everything may import it.
"""
