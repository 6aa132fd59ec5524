"""A lesson is read from Markdown and a scene; every mistake is named with its file, line and column."""
from __future__ import annotations

import pytest

from app.lessons.lesson import BOLD, CODE, FIND, PREDICT, Knob, Paragraph, Question, Task, Words
from app.lessons.reader import MOST_BYTES, LessonError, load
from tests.support.lesson_folder import LESSON, SCENE, write_lesson


@pytest.fixture
def read(tmp_path):
    """Reads a text, or the problems of one."""
    def reading(text=LESSON, scene=SCENE, **options):
        return load(write_lesson(tmp_path / "falling", text, scene), **options)
    return reading


def problems(read, text, **options):
    """What is wrong with a text: (line, column, card, message)."""
    with pytest.raises(LessonError) as found:
        read(text, **options)
    return [(p.line, p.column, p.path, p.message) for p in found.value.problems]


def test_the_whole_lesson(read):
    lesson = read()
    assert (lesson.id, lesson.title, lesson.about, lesson.rows) == ("falling", "Falling", "A box falls.", ("1.8", "1.10"))
    first, door, end = lesson.cards
    assert [type(block) for block in first.blocks] == [Paragraph, Question, Task]
    words = [piece for piece in first.blocks[0].pieces if isinstance(piece, Words)]
    assert [(piece.text, piece.style) for piece in words if piece.style in (BOLD, CODE)] == [("in the air", BOLD), ("2 m", CODE)]
    assert first.question.kind == PREDICT and "".join(p.text for p in first.question.pieces) == \
        "What does it do when time begins?"
    assert [(c.text, c.right, c.hint) for c in first.question.choices] == [
        ("It rises.", False, ""), ("It falls, and lands.", True, "The ground is at 0."), ("It stays.", False, "")]
    (task,) = first.tasks
    assert task.check == "setting(world.gravity) > 15 and height(box) < 0.6"
    assert "".join(piece.text for piece in task.pieces) == "It has landed with gravity turned up to more than 15"
    assert door.stage.variants == ((), ("solver.iterations=4",)) and door.stage.show == ("contacts",)
    assert end.stage.keep and end.stage.show == ("contacts",) and not end.tasks


def test_knobs_are_settings_of_the_scene_with_the_range_of_the_text(read):
    lesson = read()
    (gravity,), (motor,) = lesson.cards[0].knobs, lesson.cards[1].knobs
    assert (gravity.path, gravity.value, gravity.about.slider, gravity.live) == ("world.gravity", 9.81, (0.0, 20.0), True)
    assert (motor.path, motor.value, motor.about.slider, motor.live) == ("joints.hinge.motor_speed", 0.0, (-5.0, 5.0), True)


@pytest.mark.parametrize(("written", "value", "live", "log"), [
    ("{solver.substeps: 4, 1..16}", 4, True, False), ("{solver.friction_model: pyramid | cone}", "pyramid", True, False),
    ("{solver.block_solve: off}", False, True, False), ("{bodies.box.mass: 2, 1..100 log}", 2.0, False, True),
    ("{bodies.box.friction: 0.4, 0..1}", 0.4, True, False), ("{bodies.box.position[2]: 2, 1..4}", 2.0, False, False),
    ("{world.dt: 1/60, 1/240..1/30}", 1 / 60, False, False), ("{world.sleep: on}", True, True, False)])
def test_kinds_of_knobs(read, written, value, live, log):
    lesson = read(LESSON.replace("{world.gravity: 9.81, 0..20}", written).replace("setting(world.gravity) > 15 and ", ""))
    (knob,) = lesson.cards[0].knobs
    assert isinstance(knob, Knob)
    assert knob.value == value and type(knob.value) is type(value) and knob.live == live and knob.about.log == log


def test_words_of_a_card_are_counted(read):
    card = read().cards[0]
    # 13 of the paragraph, a knob, 7 of the question, 8 of the choices, 11 of the task
    assert card.words == 13 + 1 + 7 + 8 + 11
    one_more = LESSON.replace("A box hangs", "A box hangs " + "and " * (60 - card.words))
    assert read(one_more).cards[0].words == 60
    (problem,) = problems(read, one_more.replace("A box hangs", "A big box hangs"))
    assert problem[1:] == (1, "What falls", "61 words; a card has at most 60")


MOTOR, DOOR = "joints.hinge.motor_speed: 0, -5..5", "b: spin(door) > 1"


@pytest.mark.parametrize(("old", "new", "where", "said"), [                 # `where`: the text at whose beginning the mistake is
    ("# Falling", "", "---\nformat", "the title is missing"),
    ("## The door", "# The door", "# The door", "a lesson has one title"),
    ("## The door", "### The door", "### The door", "headings of level 3"),
    ("## The door", "## What falls ", "## What falls \n", "a card 'What falls' already, on line 8"),
    ("That is all.", "", "## The end", "the card is empty"),
    ("That is all.", "| a | table |", "| a | table |", "'| a | table |' is no part of a lesson"),
    ("That is all.", "See [this](that.md).", "[this]", "links and pictures"),
    ("That is all.", "That **is all.", "**is all", "** is not closed; write **bold text**"),
    ("That is all.", "That *is* all.", "*is", "one kind of stress"),
    ("That is all.", "- (x) yes", "- (x) yes", "a choice stands without a question"),
    ("That is all.", "> Foresee: hm?\n- ( ) a\n- (x) b", "Foresee", "there is no question 'Foresee'"),
    ("That is all.", "> Find: hm?\n- ( ) a\n- ( ) b", "> Find", "of which one is right"),
    ("That is all.", "- [ ] Do it", "- [ ] Do it", "a task ends in its check"),
    ("That is all.", "Well.\n```card\nshow: []\n```", "```card\nshow: []", "directly under its heading"),
    ("That is all.", "```python\nx = 1\n```", "```python", "'```python' is no part of a lesson"),
    ("keep: true", "kepe: true", "kepe", "did you mean 'keep'"),
    ("keep: true", "keep: true\nvalues: [run=3]", "keep: true", "keep: the card goes on"),
    ("keep: true", "scene: other.yaml", "", "there is no such file"),
    ("keep: true", "scene: ../x.yaml", "../x.yaml", "is no scene beside the lesson"),
    ("keep: true", "values: [bodies.bx.mass=3]", "values", "did you mean 'box'"),
    ("show: [contacts]", "show: [contact]", "variants", "did you mean 'contacts'"),
    ("[solver.iterations=4]", "[solver.iteration=4]", "variants", "did you mean 'solver.iterations'"),
    ("[[], [solver.iterations=4]]", "[[]]", "[[]]", "needs two to 4 lists"),
    (MOTOR, MOTOR.replace("hinge", "hing"), "{joints", "did you mean 'hinge'"),
    (MOTOR, MOTOR.replace("motor", "moter"), "{joints", "did you mean 'motor_speed'"),
    (MOTOR, MOTOR.replace("0,", "9,"), "{joints", "9 is not within -5..5"),
    (MOTOR, MOTOR.replace("-5..5", "5..-5"), "{joints", "has no inside"),
    (MOTOR, MOTOR.replace("0,", "fast,"), "{joints", "'fast' is not a number"),
    (MOTOR, MOTOR.replace(", -5..5", ""), "{joints", "'0' needs a value and a range"),
    (MOTOR, "solver.beta: 0.1 | 0.2", "{solver", "is no choice among words"),
    (MOTOR, "solver.iterations: 4, 1..9", "## The door", "what the variants differ in"),
    (DOOR, "b: spin(dor) > 1", "b: spin", "no body has the name 'dor'; did you mean 'door'"),
    (DOOR, "b: spn(door) > 1", "spn", "did you mean 'spin'"),
    (DOOR, "c: spin(door) > 1", "c: spin", "there is no variant c; the card has a, b"),
    (DOOR, "chosen(solver.stabilization, sft) > 0", "chosen", "did you mean 'soft'"),
    (DOOR, "setting(joints.hinge.x) > 0", "setting(joints", "a hinge joint has no setting 'x'"),
    ("format: 1", "format: 2", "2\nabout", "reads format 1 only"),
    ('"1.10"', "one", "[1.8", "is no row of the theory"),
])
def test_each_mistake_has_its_place_and_what_is_right(read, old, new, where, said):
    assert old in LESSON
    text = LESSON.replace(old, new, 1)
    found = [(line, column) for line, column, _, message in problems(read, text, switches=("contacts", "normals"))
             if said in message]
    assert found
    if where:
        at = text.rindex(where)
        assert found == [(text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at))]


def test_several_mistakes_are_named_at_once(read):
    text = LESSON.replace("spin(door)", "spin(dor)").replace("{world.gravity: 9.81, 0..20}", "{world.gravty: 9.81, 0..20}")
    assert len(problems(read, text)) == 2


def test_a_mistake_in_the_scene_is_named_with_the_scene_s_line(read):
    with pytest.raises(LessonError) as found:
        read(scene=SCENE.replace("mass: 2", "mass: -2"))
    assert any(p.file.endswith("scene.yaml") and p.line == 6 for p in found.value.problems)


@pytest.mark.parametrize("text", ["", "---", "#", "# x\n##", "> Find: x", "- (x) a", "```card", "# x\n## y\n```card\n{\n",
                                  "# x\n## y\n{a: b", "# x\n## y\n`", "# x\n## y\n> Predict: a\n- ( )", "\x00",
                                  "# x\n## y\n" + "a" * 3000,
                                  "# x\n" + "## y\nz\n" * 50])
def test_whatever_stands_there_is_a_message(read, text):
    assert problems(read, text)


def test_sizes_are_limited(read):
    assert "bytes" in problems(read, LESSON + "\n" * MOST_BYTES)[0][3]
    choices = "\n".join(["> Find: which?", "- (x) one", *(f"- ( ) w{k}" for k in range(6))])
    assert "at most 6" in problems(read, LESSON.replace("That is all.", choices))[0][3]
    knobs = "{solver.beta: 0.2, 0..1} {solver.slop: 0.01, 0..0.1} {solver.substeps: 4, 1..8}"
    assert "at most 2" in problems(read, LESSON.replace("That is all.", knobs))[0][3]


def test_a_question_to_find_something(read):
    card = read(LESSON.replace("> Predict:", "> Find:")).cards[0]
    assert card.question.kind == FIND
