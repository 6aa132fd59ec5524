"""Entry of the command `impulse`, which is also `python -m impulse`: the command itself is in `app`, if that is ours."""
from __future__ import annotations

from impulse.shadowing import end_if_shadowed


def main() -> None:
    """Run the command line with the arguments of this process and exit with its code."""
    end_if_shadowed()
    from app.__main__ import main as run
    run()


if __name__ == "__main__":
    main()
