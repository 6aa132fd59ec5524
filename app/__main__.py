"""The command `impulse`, which `impulse.__main__` starts; also `python -m app`."""
from __future__ import annotations

import sys

from app.headless import collector
from app.headless.blas_threads import limit_blas_threads
from app.headless.ending import end_as_interrupted, leave
from impulse.shadowing import end_if_shadowed
from impulse.terminal import say


def main() -> None:
    """Run the command line with the arguments of this process and exit with its code."""
    try:
        end_as_interrupted()
        collector.begin()
        limit_blas_threads()
        end_if_shadowed()
        from app.cli.main import run
        code = run(sys.argv[1:])
    except KeyboardInterrupt:               # while the program is still loading; later ones are reported by `errors`
        say("cancelled", err=True)
        code = 130
    leave(code)


if __name__ == "__main__":
    main()
