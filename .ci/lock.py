"""`lock.py REPORT LOCK`: the exact versions of what pip would install, by its report, into the lock, which keeps its comments."""
from __future__ import annotations

import json
import os
import sys
from pathlib import Path


def lines(report: dict) -> list[str]:
    """`name==version` of each package but those that are folders here: the project itself."""
    found = [one["metadata"] for one in report["install"] if "dir_info" not in one["download_info"]]
    return [f"{one['name']}=={one['version']}" for one in sorted(found, key=lambda one: one["name"].lower())]


def main(report: Path, lock: Path) -> None:
    """Write the lock, at once."""
    comments = [line for line in lock.read_text(encoding="utf-8").splitlines() if line.startswith("#")]
    made = lines(json.loads(report.read_text(encoding="utf-8")))
    if not made:
        raise SystemExit(f"{report}: no packages")
    new = report.with_name("requirements.lock")
    new.write_text("\n".join(comments + made) + "\n", encoding="utf-8")
    os.replace(new, lock)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
