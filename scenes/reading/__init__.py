"""Reading: from text to a document - the whole model, references between its parts, and the tables and JSON Schema made from
it.

Imports the folders below; `scenes.loader` is its interface.
"""
