"""Mistakes: a plain solver with one wrong formula in it, to be run beside the same solver without.

They are for teaching: the wrong formulas stand in files of their own, found by a scan, and no kernel knows of them.  `mistake`
says what one is, `plain_step` is the textbook's step that they share, in Python that can be read, `account` what it tells of its
last sweep, row by row.  `solver.method: mistake.<file>` chooses one; `mistake.none` has none.  No list of methods shows them.
"""
