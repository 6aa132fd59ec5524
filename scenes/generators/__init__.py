"""Generators: many bodies from a few numbers; a generator registers by being a subclass.

Imports `schema`.
"""
