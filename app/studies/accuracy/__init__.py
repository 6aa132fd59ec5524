"""Accuracy: motions with an answer in closed form, what every preset makes of them in both precisions, and what other engines do.

Owns the closed forms (`forms`, a file for each topic), their description for any engine (`setup`), and the adapters that build
and step it (`adapters`).  Out come a table, JSON, and the page docs/accuracy.md.  `impulse accuracy`.
"""
