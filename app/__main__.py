"""Entry of the command `impulse`, which is also `python -m app`."""
from __future__ import annotations

import sys


def main() -> None:
    """Run the command line with the arguments of this process and exit with its code."""
    from app.cli.main import run
    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
