"""The ill scenes, `cases/<symptom>/<cause>.yaml`, and the table of what the adviser says of them.

A new file adds one: its folder is the symptom, its name the cause that the adviser is to name first; a word after a hyphen tells
several scenes of one cause apart.
"""
from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from app.adviser.adviser import symptoms
from app.adviser.symptom import Symptom, settings_of
from app.adviser.trial import Trial, tried

FOLDER = Path(__file__).parent / "cases"
COMMAND = "impulse advise --cases --output docs/reference/adviser.md"
HEAD = f"""# What the adviser knows

`impulse advise SCENE` steps a scene, names the symptoms that it finds, the likely cause of each and the setting that helps. How
to use it: [advice](../how-to/advice.md). This page is made by `{COMMAND}`.

## Symptoms and causes

A symptom is found where its measure is above its limit. Limits are those for things of 1 m; they follow the world's length scale.

"""
TRIALS = """
## Trials

Each scene has one thing wrong with it. The adviser watches it, the change that its first finding names is made, and the same
number is measured again.

"""


class IllScene(NamedTuple):
    """A scene with one thing wrong."""

    symptom: str
    cause: str                          # its right cause
    path: Path

    @property
    def name(self) -> str:
        """symptom/cause, with what tells it apart."""
        return f"{self.symptom}/{self.path.stem}"


class Verdict(NamedTuple):
    """What the adviser said of an ill scene."""

    scene: IllScene
    trial: Trial

    @property
    def right(self) -> bool:
        """Whether its first finding is the right cause of the right symptom."""
        found = self.trial.finding
        return found is not None and found.cause is not None and (found.symptom.name, found.cause.name) == self.scene[:2]


def ill_scenes() -> list[IllScene]:
    """Every ill scene, in the order of their names."""
    return [IllScene(path.parent.name, path.stem.partition("-")[0], path) for path in sorted(FOLDER.glob("*/*.yaml"))]


def verdict(scene: IllScene) -> Verdict:
    """Run an ill scene, make the change of its first finding, and run it again."""
    import scenes
    return Verdict(scene, tried(scenes.load(scene.path), ()))


def verdicts(report: Callable[[int], None] = lambda done: None) -> list[Verdict]:
    """Those of all ill scenes; `report` is called with the number of finished ones."""
    found = []
    for scene in ill_scenes():
        found.append(verdict(scene))
        report(len(found))
    return found


def page(found: list[Verdict]) -> str:
    """The reference page, in Markdown."""
    known = [f"| {symptom.title} | {symptom.help} | {_limit(symptom)} | {'; '.join(cause.title for cause in symptom.causes)} |"
             for symptom in symptoms().values()]
    right, helped = sum(one.right for one in found), sum(one.trial.helps for one in found)
    return "\n".join([HEAD + "| symptom | what is measured | limit | causes, in the order in which they are asked |",
                      "| --- | --- | --- | --- |", *known,
                      TRIALS + f"The right cause comes first in {right} of {len(found)}, and the change helps in {helped}.", "",
                      "| scene | first finding | before | change | after |", "| --- | --- | --- | --- | --- |",
                      *(_row(one) for one in found), ""])


def _row(one: Verdict) -> str:
    link = f"[`{one.scene.name}`](../../app/adviser/cases/{one.scene.name}.yaml)"
    finding = one.trial.finding
    if finding is None:
        return f"| {link} | none | | | |"
    unit = f" {finding.symptom.unit}".rstrip()
    change = ", ".join(f"`{text}`" for text in settings_of(finding.advice.change))
    cause = finding.cause.title if finding.cause else "cause unknown"
    after = "" if one.trial.after is None else f"{one.trial.after:.2g}{unit}"
    return f"| {link} | {finding.symptom.title}: {cause} | {finding.value:.2g}{unit} | {change} | {after} |"


def _limit(symptom: Symptom) -> str:
    """A symptom's limit under the default settings, for things of 1 m."""
    return f"{symptom.limit(_UNIT):.2g} {symptom.unit}".strip()


class _Unit(NamedTuple):
    """What limits read of an observation, for things of 1 m on the earth."""

    scale: float = 1.0
    root: float = 1.0
    weight: float = 9.81
    world: Mapping[str, float] = MappingProxyType({"dt": 1 / 60})


_UNIT = _Unit()
