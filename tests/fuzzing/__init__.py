"""Coverage-guided fuzzing: inputs that reach new lines of the readers of files and commands are kept and changed further.

    python -m tests.fuzzing TARGET --seconds 300          # atheris, the extra `fuzz`; `make atheris` runs every target

An input at which a target raises what it should not is written to `build/fuzzing`; once mended it moves to `found/TARGET`, whose
files the tests replay.
"""
