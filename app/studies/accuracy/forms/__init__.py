"""Closed forms by topic: a file for each, found by a scan.

They are made from Trial and Setup alone, without an engine, and come out of `closed_form.catalogue`.
"""
