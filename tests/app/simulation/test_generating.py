"""Generators in a session: preview, added as one edit, changed by a drag, broken up with the same hash, removed."""
from __future__ import annotations

import copy

import numpy as np
import pytest

import scenes
from app.headless.options import RunOptions
from app.simulation.commands import (
    AddGenerator,
    BreakUp,
    CreateBody,
    EditBody,
    EditGenerator,
    LoadScene,
    PreviewGenerator,
    RemoveGenerator,
    SettleEdits,
    Undo,
)
from app.simulation.scene_reader import SceneReader
from app.simulation.session import Session
from scenes.editing.generator_fields import RECIPES, fields_of, words
from scenes.generators.generator import MOST_BODIES
from scenes.preview import MOST_SHOWN
from tests.support.sessions import give

TEXT = """\
format: 1
bodies:
  - {name: floor, shape: {plane: {}}}      # the ground
generate:
  - wall: {name: brick, columns: 3, rows: 2, position: [0, 0, 0.25], shape: {box: {half: [0.5, 0.25, 0.25]}}}     # bricks
  - pile: {name: heap, count: 5, cells: 2, position: [5, 0, 1]}
"""


@pytest.fixture
def session(tmp_path) -> Session:
    """A session on a file with a wall and a pile."""
    path = tmp_path / "made.yaml"
    path.write_text(TEXT)
    made = Session(SceneReader(RunOptions(), lambda error: None))
    give(made, LoadScene(str(path)))
    made.ready = True
    return made


def fault(session: Session) -> str:
    found = session.status().fault
    return found.text if found is not None else ""


def select(session: Session, name: str) -> None:
    session.selection = next(body.uid for body in session.variant.world.bodies if body.name == name)


def edits(session: Session):
    return session.status().edits


def preview_of(session: Session, word: str, values):
    give(session, PreviewGenerator(word, values))
    return edits(session).preview


@pytest.mark.parametrize("recipe", RECIPES, ids=[recipe.name for recipe in RECIPES])
def test_a_preview_shows_what_is_added(session, recipe):
    shown = preview_of(session, recipe.word, recipe.values)
    before = len(session.variant.world.bodies)
    assert shown.problem == "" and shown.bodies == len(shown.positions) and not edits(session).undo
    give(session, AddGenerator(recipe.word, copy.deepcopy(recipe.values)))
    world = session.variant.world
    assert len(world.bodies) == before + shown.bodies and edits(session).preview is None
    assert np.allclose(world.positions[before:], shown.positions, atol=1e-6)
    assert np.allclose(world.rotations[before:], shown.rotations, atol=1e-6)
    assert edits(session).generator.word == recipe.word and edits(session).undo.startswith("add ")
    give(session, Undo())
    assert len(session.variant.world.bodies) == before and session.editing.draft.text == TEXT


def test_a_preview_says_what_is_wrong(session):
    assert "out of range" in preview_of(session, "wall", {"columns": 0, "rows": 1, "shape": {"sphere": {"radius": 1}}}).problem
    assert "columns" in preview_of(session, "wall", {"rows": 1, "shape": {"sphere": {"radius": 1}}}).problem
    assert "no material 'ice'" in preview_of(session, "pile", {"count": 3, "material": "ice"}).problem
    give(session, PreviewGenerator("", {}))
    assert edits(session).preview is None


def test_a_large_preview_is_bounded_and_too_many_are_refused(session):
    shown = preview_of(session, "pile", {"count": 20_000})
    assert shown.bodies == 20_000 and len(shown.positions) == MOST_SHOWN and shown.problem == ""
    shown = preview_of(session, "pile", {"count": MOST_BODIES})
    assert f"at most {MOST_BODIES:,}" in shown.problem and len(shown.positions) == MOST_SHOWN
    give(session, AddGenerator("pile", {"count": MOST_BODIES}))
    assert f"at most {MOST_BODIES:,}" in fault(session) and not edits(session).undo


def test_a_drag_of_its_number_is_one_edit(session):
    select(session, "brick_4")
    assert edits(session).generator.values["rows"] == "2"              # as in the file
    for rows in (3, 4, 5):
        give(session, EditGenerator(0, {"rows": rows}, "rows of 0"))
    give(session, SettleEdits())
    card = edits(session).generator
    assert card.values["rows"] == 5 and card.bodies == 13
    assert session.variant.body(session.selection).name == "brick_4"
    give(session, EditGenerator(0, {"rows": 1}))
    assert session.variant.body(session.selection).name == "brick_2"          # the last one that is left
    give(session, Undo(), Undo())
    assert session.editing.draft.text == TEXT
    give(session, EditGenerator(0, {"rows": -3}), EditGenerator(7, {"rows": 1}))
    assert session.editing.draft.text == TEXT and fault(session)


@pytest.mark.parametrize("number, name", [(0, "brick_3"), (1, "heap_2")])
def test_broken_up_the_world_is_the_same(session, number, name):
    select(session, name)
    first = session.variant.world.state_hash()
    give(session, BreakUp(number))
    assert session.variant.world.state_hash() == first and edits(session).generator is None
    assert session.variant.body(session.selection).name == name
    give(session, EditBody(session.selection, {"position": [9.0, 9.0, 9.0]}))
    body = session.variant.body(session.selection)
    assert body.name == name and body.position.tolist() == [9, 9, 9]
    give(session, CreateBody("box", (0.0, 0.0, 4.0)))
    assert session.variant.body(session.selection).name == "box"
    give(session, Undo(), Undo(), Undo())
    assert session.editing.draft.text == TEXT and session.variant.world.state_hash() == first


def test_one_that_is_removed(session):
    select(session, "brick_0")
    give(session, RemoveGenerator(0))
    assert [body.name for body in session.variant.world.bodies] == ["floor", *(f"heap_{k}" for k in range(5))]
    assert session.selection is None and "bricks" not in session.editing.draft.text
    give(session, Undo())
    assert session.editing.draft.text == TEXT


def test_a_body_is_known_after_others_were_taken_away(session):
    """The card is that of the generator that made it, whatever happened since."""
    for _ in range(3):
        session.advance()
    session.variant.world.remove(session.variant.world.bodies[1])
    session.advance()
    select(session, "heap_0")
    assert edits(session).generator.word == "pile"
    give(session, EditGenerator(1, {"count": 7}))
    assert session.step_count == 0 and len(session.variant.world.bodies) == 13


def test_every_number_of_every_generator_has_a_field():
    """All keys but lists of bodies, ties and filters; fields have limits and help where the schema has."""
    left = {"collides_with", "category", "tie", "bodies", "joints"}
    for word, section in words().items():
        keys = {info.alias or name for name, info in section.model_fields.items()}
        assert {field.key for field in fields_of(word)} == keys - left
        assert not [field.key for field in fields_of(word) if not field.help], word
    rows = next(field for field in fields_of("wall") if field.key == "rows")
    assert (rows.kind, rows.limits) == ("whole", (1, MOST_BODIES))
    heading = next(field for field in fields_of("wall") if field.key == "heading")
    assert (heading.kind, heading.unit) == ("number", "rad")
    form = next(field for field in fields_of("pyramid") if field.key == "form")
    assert form.choices == ("flat", "square") and form.default == "flat"


def test_recipes_are_scenes():
    for recipe in RECIPES:
        document = scenes.loads(f"format: 1\ngenerate: [{{{recipe.word}: {recipe.values!r}}}]\n".replace("'", ""))
        assert len(document.bodies) > 1
        assert min(plan.position[2] for plan in document.bodies) > 0
