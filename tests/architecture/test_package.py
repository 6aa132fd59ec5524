"""`pip install .` brings everything that the checkout has: scenes, shaders, fonts and their notices."""
from __future__ import annotations

import shutil
import subprocess
import sys
import zipfile

import pytest

from tests.architecture.sources import ROOT, project_files

PACKAGES = ("app", "impulse", "physics", "scenes", "lessons", "assets")


@pytest.fixture(scope="module")
def installed_files(tmp_path_factory) -> set[str]:
    """Names of the files in the wheel, built from a copy so that the checkout stays clean."""
    folder = tmp_path_factory.mktemp("wheel")
    copy = folder / "source"
    copy.mkdir()
    for name in (*PACKAGES, "pyproject.toml", "README.md", "LICENSE"):
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, copy / name)
    subprocess.run([sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation",
                    "--wheel-dir", str(folder), str(copy)], check=True, timeout=300, capture_output=True)
    with zipfile.ZipFile(next(folder.glob("*.whl"))) as wheel:
        return set(wheel.namelist())


def test_every_file_is_installed(installed_files):
    ours = {name for name in project_files() if name.split("/")[0] in PACKAGES}
    assert not ours - installed_files, "add their ending to package-data in pyproject.toml"


def test_nothing_else_is_installed(installed_files):
    tops = {name.split("/")[0] for name in installed_files}
    assert {t for t in tops if not t.endswith(".dist-info")} <= set(PACKAGES)


def test_the_licence_is_installed(installed_files):
    assert any(name.endswith("LICENSE") and ".dist-info/" in name for name in installed_files)
