"""Files of cases: a list of cases in our own form, or an edition in the form of a published plan.

    - id: C01                            our form: see `case`
      expect: [...]

    version: 1                           an edition: what is expected stands there in words, and our case of the same id is run.
    cases:                               A number of its setup that ours has by the same name, with another value, is reported;
      - {id: C01, expected: ..., ...}    so is a case that we do not have, as one without a runner.

Both are read within the limits of scene files, and every mistake is reported with its line.
"""
from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from app.headless.errors import InputError
from app.studies.validate.case import TIERS, Case
from app.studies.validate.expectation import Expectation
from app.studies.validate.formula import FormulaError
from app.studies.validate.run import runs_of
from impulse.files.reading import beginning
from physics.definitions.tunable import nearest
from scenes.schema.nodes import MOST_BYTES, Node, compose, decode
from scenes.schema.problems import key_path, shown
from scenes.schema.scalars import number

EXPECT_KEYS = ("when", *(field.name for field in fields(Expectation)))
MOST_CASES, LONGEST_ID = 1000, 40


class StatedCase(BaseModel):
    """A case of an edition: what it says, in words."""

    model_config = ConfigDict(frozen=True, extra="ignore", coerce_numbers_to_str=True)

    id: str = Field(pattern=r"^[\w.-]{1,40}$")
    title: str = ""
    source: str = ""
    expected: str = ""
    tolerance: str = ""
    tolerance_basis: str = ""
    peers: str = ""
    applies_to: str = ""
    setup: dict[Any, Any] = {}

    def differences(self, case: Case) -> list[str]:
        """Numbers of the setup that our case has under the same name, with another value: `steps 600, not 500`."""
        ours, found = runs_of(case)[0].names, []
        for name, stated in self.setup.items():
            number, own = _number(stated), _number(ours.get(name))
            if number is not None and own is not None and abs(number - own) > 1e-6 * abs(number):
                found.append(f"{name} {number:g}, not {own:g}")
        return found


def read(path: Path, check: bool = True) -> tuple[list[Case], list[StatedCase]]:
    """The cases of a file in our form, or those of an edition.  Raises InputError with every mistake,
    FileError for a file that cannot be read.

    `check`: whether all formulas and settings are tried, which takes a second for a hundred cases.
    """
    text, problems = decode(beginning(path, MOST_BYTES + 1), str(path))
    root, found = compose(text, str(path)) if not problems else (None, [])
    if problems or found or root is None:
        raise InputError("\n".join(map(str, [*problems, *found])))
    content = root.plain()
    if isinstance(content, dict) and isinstance(content.get("cases"), list):
        return [], _all(path, root.child("cases"), content["cases"], StatedCase)
    if not isinstance(content, list):
        raise InputError(f"{path}:{root.line}: a file of cases is a list of them, or an edition with `version` and `cases`")
    made = _all(path, root, [_grouped(entry, path.stem) for entry in content], Case)
    mistakes = [] if not check else [mistake for k, case in enumerate(made) for mistake in _mistakes(path, root.child(k), case)]
    if mistakes:
        raise InputError("\n".join(mistakes))
    return made, []


def _all(path: Path, nodes: Node, entries: list, kind: type) -> list:
    """All entries as records of a kind."""
    made, mistakes, seen = [], [], set()
    if not entries:
        raise InputError(f"{path}:{nodes.line}: there are no cases in it")
    if len(entries) > MOST_CASES:
        raise InputError(f"{path}: {len(entries)} cases; at most {MOST_CASES} are allowed")
    for k, entry in enumerate(entries):
        place = f"{path}:{nodes.child(k).line}"
        if not isinstance(entry, dict) or "id" not in entry:
            mistakes.append(f"{place}: a case is a mapping with an `id`")
            continue
        try:
            made.append(kind(**{str(key): one for key, one in entry.items()}))
        except ValidationError as error:
            mistakes += [_mistake(path, nodes.child(k), kind, one) for one in error.errors()]
            continue
        if made[-1].id in seen:
            mistakes.append(f"{place}: the case {made[-1].id} is given twice")
        seen.add(made[-1].id)
    if mistakes:
        raise InputError("\n".join(mistakes))
    return made


def _mistake(path: Path, case: Node, kind: type, error: Any) -> str:
    """A mistake of pydantic's with the line of its key."""
    keys, node = [], case
    for key in error["loc"]:                             # with names of types in between, where there are several
        if (inner := node.child(key)) is not None:
            keys, node = [*keys, key], inner
    id = str(case.child("id").plain())[:LONGEST_ID]
    if error["type"] == "extra_forbidden":
        return f"{path}:{case.line}: {id}: {_no_key(error['loc'][-1], kind.model_fields)}"
    reason = "is missing" if error["type"] == "missing" else error["msg"].removeprefix("Value error, ")
    keys = error["loc"] if error["type"] == "missing" else keys
    return ": ".join(filter(None, (f"{path}:{node.line}", id, key_path(keys), reason)))


def _mistakes(path: Path, node: Node, case: Case) -> list[str]:
    """What is wrong with a case that has the right keys: wrong keys in `expect`, formulas, settings."""
    place = f"{path}:{node.line}: {case.id}"
    for entry in case.expect:
        for key in entry:
            if key not in EXPECT_KEYS:
                return [f"{place}: expect: {_no_key(key, EXPECT_KEYS)}"]
        if not isinstance(entry.get("what"), str):
            return [f"{place}: expect: each line says with `what` what is measured"]
        if entry.get("tier", "gate") not in TIERS:
            return [f"{place}: expect: tier: {shown(entry['tier'])} is not known; allowed are {', '.join(TIERS)}"]
    try:
        for run in runs_of(case):
            run.settings()
            for point in run.points:
                list(run.expectations(point))
    except FormulaError as error:
        for key in error.keys:
            node = node.child(key) or node
        return [f"{path}:{node.line}: {case.id}: {error}"]
    except (ValueError, TypeError, LookupError, ArithmeticError) as error:
        return [f"{place}: {error}"]
    return []


def _no_key(key: str, allowed: Iterable[str]) -> str:
    return f"there is no key {key!r}; {nearest(key, allowed)}allowed are {', '.join(allowed)}"


def _grouped(entry: Any, group: str) -> Any:
    return {"group": group} | entry if isinstance(entry, dict) else entry


def _number(value: Any) -> float | None:
    """The number of a text or a value, None for what is none."""
    try:
        return number(value)
    except ValueError:
        return None
