"""Entry of the command `impulse`, which is also `python -m app`."""
from __future__ import annotations

import sys

from app.headless import collector
from app.headless.blas_threads import limit_blas_threads
from app.headless.ending import leave


def main() -> None:
    """Run the command line with the arguments of this process and exit with its code."""
    try:
        collector.begin()
        limit_blas_threads()
        from app.cli.main import run
        code = run(sys.argv[1:])
    except KeyboardInterrupt:               # while the program is still loading; later ones are reported by `errors`
        print("cancelled", file=sys.stderr)
        code = 130
    leave(code)


if __name__ == "__main__":
    main()
