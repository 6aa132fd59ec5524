"""Methods of the laboratory: one a file, or a folder, each with `METHOD`.

Their names are found by listing this folder; see `physics.definitions.method_names`.
"""
