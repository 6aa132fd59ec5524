"""Changes of camera and film: the file says what is wanted afterwards, and what was not changed keeps its comments."""
from __future__ import annotations

import random

import pytest

import scenes
from scenes.film_changes import film_changes
from scenes.writer import edited

SCENE = """\
format: 1
# before the bodies
bodies:
  - {name: ball, shape: {sphere: {radius: 0.5}}}
camera:
  position: [8, -8, 6]          # the eye
  fov: 0.8
  path:
    # it begins here
    - {at: 0, position: [8, -8, 6], target: [0, 0, 1]}                # first
    # and goes on
    - {at: 2.5, position: [0, -9, 2], target: [0, 0, 1], fov: 1}      # second
    - {at: 4, position: [0, -9, 3], target: [0, 0, 1]}                # third
film:
  captions:
    - {from: 0, until: 2, text: "A: b", place: top}                  # a caption
"""
LISTS = ("camera.bookmarks", "camera.path", "film.captions", "film.slow_motion")


def lists_of(document):
    """What a document says, as `film_changes` takes it."""
    fov = document.camera.fov if document.camera else 0.9
    found = {}
    for path in LISTS:
        section, key = path.split(".")
        owner = getattr(document, section)
        entries = [one.model_dump(by_alias=True) for one in getattr(owner, key)] if owner else []
        found[path] = [entry | {"fov": entry["fov"] or fov} if "fov" in entry else entry for entry in entries]
    return found


def after(text, follow, lists):
    document = scenes.loads(text)
    return edited(text, film_changes(document, follow, lists))


def test_the_same_changes_nothing():
    document = scenes.loads(SCENE)
    assert film_changes(document, "", lists_of(document)) == []
    whole = lists_of(document)
    whole["camera.path"][0]["position"] = (8.0, -8.0, 6.0)               # equal numbers of another type
    assert film_changes(document, "", whole) == []


def test_one_key_changes_and_all_comments_stay():
    lists = lists_of(scenes.loads(SCENE))
    lists["camera.path"][1] |= {"position": (0, -9, 5)}
    text = after(SCENE, "", lists)
    changed = [(old, new) for old, new in zip(SCENE.splitlines(), text.splitlines(), strict=True) if old.split() != new.split()]
    assert len(changed) == 1 and "[0, -9, 5]" in changed[0][1] and "# second" in changed[0][1]


def test_a_keyframe_between_two_others_stands_between_them():
    lists = lists_of(scenes.loads(SCENE))
    lists["camera.path"].insert(1, {"at": 1.0, "position": (1, 1, 1), "target": (0, 0, 0), "fov": 0.8})
    text = after(SCENE, "ball", lists)
    path = scenes.loads(text).camera.path
    assert [key.at for key in path] == [0, 1, 2.5, 4] and path[1].fov is None, "the camera's field of view is not written"
    for comment in ("# it begins here", "# first", "# and goes on", "# second", "# third", "# the eye", "# a caption"):
        assert comment in text
    assert scenes.loads(text).camera.follow == "ball"
    assert scenes.loads(after(text, "", lists)).camera.follow == "", "and taken out again"


def test_a_scene_without_a_camera_gets_one():
    bookmark = {"name": "a.b", "position": (1, 2, 3), "target": (0, 0, 0), "fov": 1}
    lists = {path: [] for path in LISTS} | {"film.slow_motion": [{"from": 1, "until": 2, "factor": 0.5}],
                                            "camera.bookmarks": [bookmark]}
    text = after("format: 1\n", "", lists)
    assert lists_of(scenes.loads(text)) == lists and scenes.loads(text).camera.bookmarks[0].fov == 1
    assert after(text, "", {path: [] for path in LISTS}).strip() == "format: 1"


def random_lists(rng):
    def vantage():
        return {"position": (rng.randint(-9, 9), rng.randint(-9, 9), rng.randint(1, 9)),
                "target": (0, 0, rng.choice([0, 0.5])), "fov": rng.choice([0.8, 1.0, 0.9])}
    times = sorted(rng.sample(range(20), rng.randint(0, 6)))
    return {"camera.bookmarks": [{"name": f"v{k}", **vantage()} for k in rng.sample(range(9), rng.randint(0, 5))],
            "camera.path": [{"at": t, **vantage()} for t in times],
            "film.captions": [{"from": t, "until": t + 1.5, "text": rng.choice("ab: c"), "place": rng.choice(["top", "bottom"])}
                              for t in times if rng.random() < 0.8],
            "film.slow_motion": [{"from": t, "until": t + 0.5, "factor": rng.choice([0.25, 1, 2])} for t in times]}


@pytest.mark.parametrize("seed", range(40))
def test_any_plan_becomes_any_other(seed):
    rng = random.Random(seed)
    text = SCENE
    for _ in range(4):
        lists = random_lists(rng)
        for caption in lists["film.captions"]:
            caption["text"] = caption["text"].strip() or "x"
        text = after(text, rng.choice(["", "ball"]), lists)
        document = scenes.loads(text)
        assert lists_of(document) == lists
        assert film_changes(document, document.camera.follow, lists) == []
    assert "# before the bodies" in text and "# the eye" in text
