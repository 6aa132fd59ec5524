"""Definitions: the settings of worlds, bodies, shapes, surfaces and the solver, each described once with unit, range and help.

Schema, panel, command line and manual derive from the descriptions in `tunable`. Imports nothing else of the project; all
packages may import it.
"""
