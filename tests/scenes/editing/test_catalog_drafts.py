"""Every scene of the catalog through the editor's draft: saved without an edit, and after an edit that was taken back, it is the
same text, comments and all, and the same world after 300 steps; saved with an edit it is another one."""
from __future__ import annotations

from pathlib import Path

import pytest

import scenes
from scenes import catalog
from scenes.draft import Draft
from scenes.editing import bodies
from scenes.editing.edit import Edit
from scenes.editing.operations import Put

STEPS = 300
SAMPLE = ("welcome/welcome", "stacking/card_house", "joints/joint_zoo", "machines/drives", "collision/thin_wall",
          "gyroscopic/gyroscope")
BALL = {"shape": {"sphere": {"radius": 0.125}}, "position": [0, 0, 50]}


def hash_after(document, steps: int) -> str:
    """The hash of a document's world after its events and so many steps."""
    runner = scenes.Runner(document, scenes.build(document))
    for _ in runner.each_step(steps):
        pass
    return runner.world.state_hash()


def edits(draft: Draft) -> list[Edit]:
    """Edits of a person: a new body, one that is moved, a setting, a name."""
    content = draft.content
    made = [bodies.add_body(content, BALL, {plan.name for plan in draft.document.bodies}),
            Edit("turn beta", (Put(("solver", "beta"), 0.123),))]
    if content.get("bodies"):
        last = len(content["bodies"]) - 1
        made += [bodies.set_body(content, last, {"friction": 0.321}), bodies.duplicate(content, [last], (0, 0, 3), {
            plan.name for plan in draft.document.bodies})]
    return made


def save_and_compare(scene: str, folder: Path, steps: int) -> None:
    first = scenes.load(scene)
    text = Path(first.path).read_text(encoding="utf-8")
    expected = hash_after(first, steps)
    draft = Draft(first)
    assert draft.save(folder / "untouched.yaml").bodies == first.bodies
    assert (folder / "untouched.yaml").read_text(encoding="utf-8") == text
    assert hash_after(scenes.load(folder / "untouched.yaml"), steps) == expected
    for edit in edits(draft):
        draft.do(edit)
        assert draft.changed and draft.text != text
        draft.settle()
        draft.undo()
    for edit in edits(draft):                                  # several at once, the later ones of what the first ones made
        draft.do(edit)
    while draft.undoable:
        draft.undo()
    draft.save(folder / "undone.yaml")
    assert (folder / "undone.yaml").read_text(encoding="utf-8") == text and not draft.changed
    assert hash_after(scenes.load(folder / "undone.yaml"), steps) == expected
    while draft.redoable:
        draft.redo()
    saved = draft.save(folder / "edited.yaml")
    assert len(saved.bodies) > len(first.bodies) and saved.bodies == draft.document.bodies
    assert [line for line in saved.text.splitlines() if line.lstrip().startswith("#")] == [
        line for line in text.splitlines() if line.lstrip().startswith("#")]
    assert scenes.build(saved).state_hash() == scenes.build(draft.document).state_hash()
    assert scenes.build(saved).state_hash() != scenes.build(first).state_hash()


@pytest.mark.parametrize("scene", SAMPLE)
def test_a_sample(scene, tmp_path):
    save_and_compare(scene, tmp_path, STEPS)


@pytest.mark.soak
@pytest.mark.parametrize("scene", [entry.id for entry in catalog.entries()])
def test_every_scene(scene, tmp_path):
    save_and_compare(scene, tmp_path, STEPS)
