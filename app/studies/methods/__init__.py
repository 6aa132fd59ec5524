"""Methods: every scene under every method, as a table.

`impulse methods`.
"""
