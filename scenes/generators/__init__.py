"""Generators: many bodies from a few numbers; every subclass of Generator is registered.

Imports `schema`.
"""
