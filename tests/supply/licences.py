"""The notices: `python -m tests.supply.licences > docs/reference/licences.md` writes the page from the packages of the lock."""
from __future__ import annotations

import re
from importlib.metadata import PackageMetadata, distribution
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[2]
# What a package's own data does not say, or says by a whole text: from the licence file that it installs.
BY_HAND = {"pyglet": "BSD-3-Clause", "scipy": "BSD-3-Clause", "PyOpenGL-accelerate": "BSD-3-Clause", "PyOpenGL": "BSD-3-Clause",
           "numba": "BSD-2-Clause", "partd": "BSD-3-Clause", "zict": "BSD-3-Clause", "Jinja2": "BSD-3-Clause",
           "shellingham": "ISC", "sortedcontainers": "Apache-2.0"}
# Packages whose prebuilt files hold more than their own licence covers.
INSIDE = {"av": "FFmpeg (LGPL-2.1-or-later) with x264 (GPL-2.0-or-later), with which films are written",
          "numpy": "OpenBLAS (BSD-3-Clause), GCC's runtime (GPL-3.0 with its runtime exception)",
          "scipy": "OpenBLAS (BSD-3-Clause), GCC's runtime (GPL-3.0 with its runtime exception)",
          "llvmlite": "LLVM (Apache-2.0 with the LLVM exception)", "imgui-bundle": "Dear ImGui, ImPlot and others (MIT)",
          "pillow": "libraries of picture formats, under permissive licences"}
HEAD = """\
# Licences

Impulse itself is under the MIT licence, see [LICENSE](../../LICENSE). The package contains, besides its own files,

- Roboto, Copyright Google, under the licence in [`LICENSE-Roboto.txt`](../../assets/fonts/LICENSE-Roboto.txt);
- Font Awesome Free, Copyright Fonticons, under the SIL Open Font License 1.1, see
  [`LICENSE-FontAwesome.txt`](../../assets/fonts/LICENSE-FontAwesome.txt).

It contains none of the packages below: pip installs each from its own publisher, with its own licence file, which stands in
the folder `NAME.dist-info` beside it. These are all of `requirements.lock`. *needed* are those that Impulse needs to run, with
what they need; the others are for tests, the cluster and the API reference. An installed copy of all of it is passed on under
the licences of all, GPL for x264 in PyAV's prebuilt files among them.

`python -m tests.supply.licences > docs/reference/licences.md` writes this page; a test compares it with the lock.

| package | licence | for | inside its prebuilt files |
| --- | --- | --- | --- |
"""


def locked() -> list[str]:
    """Names of the packages of the lock."""
    lines = (ROOT / "requirements.lock").read_text(encoding="utf-8").splitlines()
    return [line.split("==")[0] for line in lines if line and not line.startswith("#")]


def licence_of(name: str) -> str:
    """The licence of an installed package as an SPDX expression, "" where nothing says it."""
    about: PackageMetadata = distribution(name).metadata
    stated = about.get("License-Expression") or BY_HAND.get(name) or about.get("License") or ""
    classifiers = [text.split("::")[-1].strip() for text in about.get_all("Classifier") or [] if text.startswith("License")]
    known = {"MIT License": "MIT", "BSD License": "BSD-3-Clause"}
    return stated if stated and len(stated) < 80 else next((known.get(text, text) for text in classifiers), "")


def needed() -> set[str]:
    """Normalised names of what Impulse needs to run, and of what that needs, on this system."""
    import tomllib
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    waiting, seen = [Requirement(text).name for text in project["dependencies"]], set()
    while waiting:
        name = plain(waiting.pop())
        if name not in seen:
            seen.add(name)
            requirements = map(Requirement, distribution(name).requires or ())
            waiting += [one.name for one in requirements if one.marker is None or one.marker.evaluate({"extra": ""})]
    return seen


def plain(name: str) -> str:
    """A name as pip compares it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def page() -> str:
    """The page."""
    ours = needed()
    rows = [f"| {name} | {licence_of(name)} | {'needed' if plain(name) in ours else ''} | {INSIDE.get(name, '')} |"
            for name in locked()]
    return HEAD + "\n".join(rows)


if __name__ == "__main__":
    print(page())
