"""Files: the one door by which Impulse reads files, `reading`, and the one by which it writes them, `writing`.

In come paths that a stranger may have made or named; out go bytes and text within a limit, or whole files in place of whole
files.  What is refused raises `reading.FileError`, an OSError that names the file, the place in it and the reason.  Imports
nothing of the other packages; all but `physics`, whose compiled kernels have `physics.compile.code_files`, use it.
"""
