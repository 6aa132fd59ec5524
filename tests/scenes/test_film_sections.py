"""`camera` and `film` of a scene: what is read, what stands for what is left out, and every mistake with its place."""
from __future__ import annotations

import pytest

import scenes
from scenes import SceneError
from scenes.schema.camera import MOST_BOOKMARKS, MOST_KEYFRAMES
from scenes.schema.film import LONGEST_TEXT, PLACES

SCENE = """\
format: 1
bodies:
  - {name: ball, shape: {sphere: {radius: 0.5}}}
generate:
  - chain: {name: rope, count: 3, from: [0, 0, 5], to: [0, 0, 1], shape: {sphere: {radius: 0.1}}, mass: 1}
camera:
  position: [8, -8, 6]
  fov: 40 deg
  follow: ball
  bookmarks:
    - {name: above, position: [0, 0, 20], target: [0, 0, 0], fov: 1}
  path:
    - {at: 0, position: [8, -8, 6], target: [0, 0, 1]}
    - {at: 5/2, position: [0, -9, 2], target: [0, 0, 1], fov: 60 deg}
film:
  captions:
    - {from: 0, until: 2, text: "Two lines\\nof text", place: top_left}
    - {from: 1, until: 3, text: One}
  slow_motion:
    - {from: 1, until: 1.5, factor: 1/4}
    - {from: 1.5, until: 2, factor: 2}
"""


def problems(text):
    """Every problem as line, path and message."""
    with pytest.raises(SceneError) as told:
        scenes.loads(text, file="a.yaml")
    return [(p.line, p.path, p.message) for p in told.value.problems]


def test_everything_is_read():
    document = scenes.loads(SCENE)
    camera, film = document.camera, document.film
    assert camera.follow == "ball" and camera.bookmarks[0].name == "above" and camera.bookmarks[0].position == (0, 0, 20)
    assert [key.at for key in camera.path] == [0, 2.5] and camera.path[0].fov is None
    assert camera.path[1].fov == pytest.approx(1.0472, abs=1e-4) and camera.fov == pytest.approx(0.6981, abs=1e-4)
    assert [(one.start, one.end, one.text, one.place) for one in film.captions] == [
        (0, 2, "Two lines\nof text", "top_left"), (1, 3, "One", "bottom")]
    assert [(part.start, part.end, part.factor) for part in film.slow_motion] == [(1, 1.5, 0.25), (1.5, 2, 2)]


def test_a_scene_needs_none_of_it():
    document = scenes.loads("format: 1\n")
    assert document.camera is None and document.film.captions == [] and document.film.slow_motion == []
    assert scenes.loads("format: 1\ncamera: {path: [{at: 1, position: [1, 1, 1], target: [0, 0, 0]}]}\n").camera.position is None


def test_a_body_of_a_generator_can_be_followed():
    assert scenes.loads(SCENE.replace("follow: ball", "follow: rope_2")).camera.follow == "rope_2"


@pytest.mark.parametrize("place", PLACES)
def test_every_place_is_known(place):
    assert scenes.loads(SCENE.replace("top_left", place)).film.captions[0].place == place


@pytest.mark.parametrize(("old", "new", "line", "path", "says"), [
    ("follow: ball", "follow: bal", 9, "camera.follow", "there is no body 'bal'; did you mean 'ball'?"),
    ("follow: ball", "folow: ball", 9, "camera.folow", "did you mean 'follow'?"),
    ("target: [0, 0, 0], fov: 1}", "target: [0, 0, 20]}", 11, "camera.bookmarks[0].target", "is where the eye is"),
    ("{name: above, ", "{", 11, "camera.bookmarks[0]", "the key 'name' is missing"),
    ("name: above", "name: 3d", 11, "camera.bookmarks[0].name", "is not a name"),
    ("at: 5/2", "at: 0", 14, "camera.path[1].at", "0 s is not later than 0 s of the keyframe before it"),
    ("at: 5/2", "at: -1", 14, "camera.path[1].at", "-1 is out of range; allowed is 0 to 86400 s"),
    ("at: 5/2", "at: .nan", 14, "camera.path[1].at", "is not a finite number"),
    ("60 deg}", "9}", 14, "camera.path[1].fov", "9 is out of range; allowed is 0.05 to 3 rad"),
    ("position: [0, -9, 2]", "position: [0, -9]", 14, "camera.path[1].position", "needs a list of 3 numbers in m"),
    ("place: top_left", "place: upper", 17, "film.captions[0].place", "allowed are top_left, top, "),
    ("until: 3, text: One", "until: 1, text: One", 18, "film.captions[1].until", "1 s is not later than from: 1 s"),
    ("text: One", "text: ''", 18, "film.captions[1].text", "needs text"),
    ("text: One", "text: [1]", 18, "film.captions[1].text", "needs text, and here is a list"),
    ("text: One", f"text: {'x' * (LONGEST_TEXT + 1)}", 18, "film.captions[1].text", "is longer than"),
    ("text: One", 'text: "' + "a\\n" * 9 + 'b"', 18, "film.captions[1].text", "8 lines"),
    ("factor: 2", "factor: 0", 21, "film.slow_motion[1].factor", "0 is out of range; allowed is 0.01 to 8"),
    ("factor: 2", "faktor: 2", 21, "film.slow_motion[1].faktor", "did you mean 'factor'?"),
    ("from: 1.5", "from: 1.25", 21, "film.slow_motion[1].from", "1.25 s is before 1.5 s, the end of the part before it"),
    ("film:", "filme:", 15, "filme", "did you mean 'film'?"),
])
def test_every_mistake_has_its_place_and_what_is_allowed(old, new, line, path, says):
    assert SCENE.count(old) == 1
    found = problems(SCENE.replace(old, new))
    assert [(found[0][0], found[0][1])] == [(line, path)] and says in found[0][2], found


def test_two_bookmarks_of_one_name():
    twice = SCENE.replace("  path:", "    - {name: above, position: [1, 1, 1], target: [0, 0, 0]}\n  path:")
    assert problems(twice) == [(12, "camera.bookmarks[1].name", "the name 'above' is taken by bookmarks[0]")]


def test_a_target_without_a_place_says_nothing():
    assert "the key 'position' is missing" in problems("format: 1\ncamera: {target: [0, 0, 1]}\n")[0][2]


@pytest.mark.parametrize(("head", "entry", "most", "path"), [
    ("camera: {bookmarks: [", "{{name: v{0}, position: [1, 1, 1], target: [0, 0, 0]}}", MOST_BOOKMARKS, "camera.bookmarks"),
    ("camera: {path: [", "{{at: {0}, position: [1, 1, 1], target: [0, 0, 0]}}", MOST_KEYFRAMES, "camera.path"),
    ("film: {captions: [", "{{from: {0}, until: 9999, text: a}}", 1000, "film.captions"),
    ("film: {slow_motion: [", "{{from: {0}, until: {0}.5, factor: 1}}", 1000, "film.slow_motion")])
def test_lists_have_an_end(head, entry, most, path):
    def text(count):
        return f"format: 1\n{head}{', '.join(entry.format(k) for k in range(count))}]}}\n"
    scenes.loads(text(most))
    assert problems(text(most + 1)) == [(2, path, f"has {most + 1:,} entries; at most {most:,} are allowed")]


def test_settings_lead_into_camera_and_film():
    varied = scenes.varied(scenes.loads(SCENE), ["camera.path[1].at=4", "film.slow_motion[0].factor=0.5", "camera.follow=rope_0"])
    assert varied.camera.path[1].at == 4 and varied.film.slow_motion[0].factor == 0.5 and varied.camera.follow == "rope_0"
