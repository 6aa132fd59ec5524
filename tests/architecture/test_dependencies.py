"""The dependencies of the code are those in `pyproject.toml`."""
from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from functools import cache

from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

from tests.architecture.sources import EVERYTHING, PRODUCT, ROOT, sources

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
NEEDED = [Requirement(text) for text in PROJECT["dependencies"]]
FOR_TESTS = [Requirement(text) for text in PROJECT["optional-dependencies"]["test"]]
CLUSTER = [Requirement(text) for text in PROJECT["optional-dependencies"]["cluster"]]
DOCS = [Requirement(text) for text in PROJECT["optional-dependencies"]["docs"]]
FUZZ = [Requirement(text) for text in PROJECT["optional-dependencies"]["fuzz"]]
PEERS = [Requirement(text) for text in PROJECT["optional-dependencies"]["peers"]]
OURS = {"app", "impulse", "physics", "scenes", "assets", "docs", "tests"}
ENGINES = ("app.studies.engines", "app.studies.accuracy.adapters")
# Distribution -> the name it is imported by, where the two differ.
IMPORTED_AS = {"PyYAML": "yaml", "ruamel.yaml": "ruamel", "PyOpenGL": "OpenGL", "imgui-bundle": "imgui_bundle", "Pillow": "PIL",
               "PyOpenGL-accelerate": "OpenGL_accelerate"}
# Distribution -> who uses it, where no import of ours does.
USED_BY = {"PyOpenGL-accelerate": "PyOpenGL loads it by itself", "setuptools": "the build backend",
           "pytest-xdist": "pytest loads it by itself",
           "llvmlite": "comes with numba, in the version that numba asks for",
           "packaging": "comes with pytest", "pydantic_core": "comes with pydantic, in the one version that fits it"}


@cache
def _imported(*folders: str) -> set[str]:
    return {name.split(".")[0] for source in sources(*folders) for name, _, _ in source.imports()}


def _import_name(requirement: Requirement) -> str:
    return IMPORTED_AS.get(requirement.name, requirement.name)


def _locked() -> dict[str, str]:
    lines = (ROOT / "requirements.lock").read_text(encoding="utf-8").splitlines()
    pins = [line.split("==") for line in lines if line and not line.startswith("#")]
    return {re.sub(r"[-_.]+", "-", name).lower(): version for name, version in pins}


def test_everything_imported_is_declared():
    declared = {_import_name(r) for r in NEEDED} | OURS | set(sys.stdlib_module_names) | USED_BY.keys()
    peers = {_import_name(r) for r in PEERS}
    undeclared = sorted(_imported(*PRODUCT) - declared - peers - {_import_name(r) for r in CLUSTER})
    assert not undeclared, f"imported and not in pyproject.toml: {undeclared}"
    strangers = {f"{s.module} {name}" for s in sources(*PRODUCT) if not s.module.startswith(ENGINES)
                 for name, _, _ in s.imports() if name.split(".")[0] in peers}
    assert not strangers, f"other engines are imported in {' and '.join(ENGINES)} alone: {strangers}"
    undeclared = sorted(_imported("tests") - declared - {_import_name(r) for r in FOR_TESTS + CLUSTER + FUZZ + PEERS})
    assert not undeclared, f"imported by tests and in none of the extras: {undeclared}"


def test_everything_declared_is_imported():
    unused = [r.name for r in NEEDED if r.name not in USED_BY and _import_name(r) not in _imported(*PRODUCT)]
    unused += [r.name for r in FOR_TESTS + CLUSTER + FUZZ + PEERS
               if r.name not in USED_BY and _import_name(r) not in _imported(*EVERYTHING)]
    assert not unused, f"declared and never imported: {unused}"


def test_ranges_and_lock():
    """Each range has both ends and its reason beside it, and the locked version lies inside."""
    lines, locked = (ROOT / "pyproject.toml").read_text(encoding="utf-8").splitlines(), _locked()
    for requirement in NEEDED + FOR_TESTS + CLUSTER + DOCS:
        assert {s.operator for s in requirement.specifier} == {">=", "<"}, requirement.name
        line = next(line for line in lines if f'"{requirement.name}>=' in line)
        assert re.search(r"#\s+\w+.{15,}", line), f"no reason beside {line.strip()}"
        version = locked[re.sub(r"[-_.]+", "-", requirement.name).lower()]
        assert SpecifierSet(str(requirement.specifier)).contains(version), f"{requirement.name}: {version} is locked"


def _applies(need: Requirement) -> bool:
    """Whether a package is needed under this Python, or under the oldest that is allowed: the lock is for both."""
    oldest = next(end.version for end in SpecifierSet(PROJECT["requires-python"]) if end.operator == ">=")
    pythons = ({}, {"python_version": oldest, "python_full_version": f"{oldest}.0"})
    return need.marker is None or any(need.marker.evaluate({"extra": ""} | python) for python in pythons)


def test_the_lock_is_complete():
    """Every package that is installed because of us is in the lock with the version that is installed."""
    from importlib.metadata import distribution
    locked, seen = _locked(), set()
    waiting = [r.name for r in NEEDED + FOR_TESTS + CLUSTER + DOCS]
    while waiting:
        name = re.sub(r"[-_.]+", "-", waiting.pop()).lower()
        if name in seen:
            continue
        seen.add(name)
        found = distribution(name)
        assert locked[name] == found.version, name
        for text in found.requires or ():
            need = Requirement(text)
            if _applies(need):
                waiting.append(need.name)
    assert seen == locked.keys(), f"in the lock for nothing: {sorted(locked.keys() - seen)}"


def test_physics_alone():
    """`import physics` loads nothing beyond what numpy and numba load themselves."""
    heavy = sorted({_import_name(r) for r in NEEDED} - {"numpy", "numba"} | {"scipy"})
    code = ("import sys, numpy, numba; before = set(sys.modules); import physics; "
            f"print([n for n in {heavy!r} if n in set(sys.modules) - before])")
    out = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert out.returncode == 0, out.stderr
    assert out.stdout.strip() == "[]"
