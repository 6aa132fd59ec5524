"""A scene file with random damage either loads or is rejected with places, quickly."""
from __future__ import annotations

import random
import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import scenes
from scenes import Runner, SceneError, catalog
from scenes.schema.scalars import number
from tests.support.good_scene import GOOD

SEEDS = [GOOD, *(entry.path.read_text("utf-8") for entry in catalog.entries() if not entry.id.startswith("benchmark/"))]
VALUES = ["nan", ".inf", "-1", "0", "1e400", "9" * 400, "1/0", "45 deg", "true", "null", "~", "[]", "{}", "[[[]]]", "''",
          "\"\\0\"",
          "!!python/name:os.system", "*a", "&a [*a]", "<<", "😀", "\t", "\u202e", "- x", "a: b", "|", ">", "%", "@", "`",
          "0x1F",
          "1_0",
          "{sphere: {radius: 1}}", "world", "max_speed < 1", "((((", "9**9**9**9 < 1", "soft_step", "[0, 0, 1]", "[nan, 0, 0]"]


def survives(text: str | bytes) -> None:
    """It loads and builds, or SceneError says where it is wrong, within a second or two."""
    start = time.process_time()
    try:
        document = scenes.loads(text)
        if len(document.bodies) < 300:
            Runner(document, scenes.build(document)).timeline.apply(scenes.build(document))
    except SceneError as error:
        assert error.problems
        assert all(problem.line >= 1 and problem.column >= 1 and problem.message for problem in error.problems)
    assert time.process_time() - start < 2.0


def damaged(text: str, rng: random.Random) -> str | bytes:
    """The text after one to three random changes of bytes, lines, words, keys or values."""
    for _ in range(rng.randint(1, 3)):
        lines = text.split("\n")
        at = rng.randrange(len(lines))
        kind = rng.randrange(9)
        if kind == 0:
            data = bytearray(text.encode("utf-8", "surrogatepass"))
            for _ in range(rng.randint(1, 4)):
                data[rng.randrange(len(data))] = rng.randrange(256)
            return bytes(data)
        if kind == 1:
            del lines[at]
        elif kind == 2:
            lines.insert(at, lines[rng.randrange(len(lines))])
        elif kind == 3:
            lines[at] = " " * rng.randrange(8) + lines[at].strip()
        elif kind == 4:
            lines[at] = lines[at][: rng.randrange(len(lines[at]) + 1)]
        elif kind == 5:
            lines = lines[: at + 1]
        else:
            words = lines[at].replace(",", " , ").replace("{", " { ").replace("}", " } ").split(" ")
            word = rng.randrange(len(words))
            if kind == 6:
                words[word] = rng.choice(VALUES)
            elif kind == 7:
                words.insert(word, rng.choice(VALUES))
            else:
                words[word] = words[word][::-1]
            lines[at] = " ".join(words)
        text = "\n".join(lines) or "x"
    return text


@pytest.mark.parametrize("seed", range(8))
def test_damaged_scenes(seed):
    rng = random.Random(seed)
    for _ in range(60):
        survives(damaged(rng.choice(SEEDS), rng))


@pytest.mark.fuzz
@pytest.mark.parametrize("seed", range(1000, 1200))
def test_many_damaged_scenes(seed):
    rng = random.Random(seed)
    for _ in range(500):
        survives(damaged(rng.choice(SEEDS), rng))


@settings(max_examples=150, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(st.text(max_size=200))
def test_any_text(text):
    survives(text)


@settings(max_examples=100, deadline=None, derandomize=True)
@given(st.recursive(st.none() | st.booleans() | st.floats() | st.text(max_size=8),
                    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(
                        ["format", "title", "bodies", "shape", "sphere", "radius", "name", "mass", "generate", "expect",
                         "what"]), inner,
                        max_size=5), max_leaves=12))
def test_any_tree_in_place_of_a_section(tree):
    import json
    survives("format: 1\ntitle: x\nbodies: [" + json.dumps(tree, ensure_ascii=False) + "]\n")
    survives(json.dumps({"format": 1, "title": "x", "expect": [{"what": tree}], "generate": [tree], "events": tree}))


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.floats(allow_nan=False, allow_infinity=False, width=64))
def test_numbers_read_back_what_python_prints(value):
    assert number(repr(value)) == value


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.text(alphabet="0123456789.eE+-/ degs_xnaif", max_size=12))
def test_a_number_is_finite_or_refused(text):
    try:
        assert abs(number(text, "rad")) <= 1.8e308
    except ValueError as error:
        assert str(error)
