"""The scenes that come with the program: found by id, all of them whole."""
from __future__ import annotations

import pytest

import scenes
from scenes import DEFAULT, SceneError, catalog
from tests.support.good_scene import GOOD

ENTRIES = catalog.entries()
PROMISED = """
    stacking/tower stacking/sphere_tower stacking/pyramid_2d stacking/pyramid_3d stacking/mass_ratio stacking/heavy_on_light
    stacking/card_house stacking/jenga stacking/corbel_arch friction/slope_friction friction/friction_radial friction/slide_twist
    collision/bounce_row collision/dominoes collision/dominoes_short collision/thin_wall gyroscopic/dzhanibekov
    motion/gravity_race
    robustness/warm_start robustness/overlap_recovery robustness/confined welcome/welcome benchmark/a_wall_pyramid
    benchmark/b_large_pyramid benchmark/c_box_pit benchmark/d_sphere_pit benchmark/e_mixed_pit benchmark/g_column
    benchmark/h_heavy_column laboratory/circle_particle laboratory/projection_demo laboratory/springs_as_forces
    laboratory/shootout_stack laboratory/shootout_ratio laboratory/shootout_chain laboratory/shootout_pyramid""".split()


def test_the_promised_scenes_are_there():
    assert not set(PROMISED) - {entry.id for entry in ENTRIES}


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.id)
def test_every_scene_is_whole(entry):
    document = scenes.load(entry.id)
    assert document.title == entry.title and document.about == entry.about and document.id == entry.id
    assert 20 <= len(document.about) <= 260, "one or two sentences on what to look at"
    assert document.scene.camera is not None, "a scene says where to look from"
    assert document.expect, "a scene says what should happen"
    assert all(expectation.name for expectation in document.expect), "in words"
    assert "run" in document.scene.model_fields_set
    assert document.scene.shelf == entry.shelf


def test_the_shelf():
    shelf = [entry.name for entry in ENTRIES if entry.shelf]
    assert shelf == ["bounce_row", "dice", "dominoes", "dominoes_of_every_shape", "forged_chain", "bowling_lane",
                     "slope_friction", "dzhanibekov", "ball_and_chain", "cradle", "force_vs_impulse", "car_over_ramps",
                     "gearbox", "tumbler", "marble_run", "rail_spiral", "overlap_recovery", "arch", "mass_ratio", "pyramid_2d",
                     "tower", "welcome"]


def test_the_default_scene_draws_fluently_in_software():
    assert len(scenes.load(DEFAULT).bodies) <= 400


@pytest.mark.parametrize(("word", "id"), [
    ("stacking/pyramid_2d", "stacking/pyramid_2d"), ("pyramid_2d", "stacking/pyramid_2d"), ("Pyramid-2D", "stacking/pyramid_2d"),
    ("card", "stacking/card_house"), ("welcome", "welcome/welcome"), ("tower", "stacking/tower"), 
    ("dominoes", "collision/dominoes")])
def test_lookup(word, id):
    assert scenes.load(word).id == id


@pytest.mark.parametrize(("word", "words"), [
    ("pyramid_2", "no scene"), ("piramid_2d", "did you mean"), ("domino", "several scenes match 'domino': collision/dominoes, "),
    ("stacking", "several scenes match"), ("", "there is no scene ''"), ("xyzzy", "`impulse scenes` lists them"), 
    ("../no-such-scene", "there is no scene")])
def test_lookup_fails_with_a_hint(word, words):
    if word == "pyramid_2":
        assert scenes.load(word).id == "stacking/pyramid_2d"
        return
    with pytest.raises(SceneError) as caught:
        scenes.load(word)
    assert words in str(caught.value)


def test_a_path_is_a_path(tmp_path):
    path = tmp_path / "tower.yaml"
    path.write_text(GOOD)
    document = scenes.load(path)
    assert (document.id, document.path, document.title) == ("tower", path, "Everything")
    other = tmp_path / "scene.txt"
    other.write_text(GOOD)
    assert scenes.load(str(other)).title == "Everything"


def test_a_new_file_is_a_new_scene(tmp_path):
    (tmp_path / "toys").mkdir()
    (tmp_path / "toys" / "mine.yaml").write_text(GOOD.replace("run: 10.0", "shelf: true"))
    (tmp_path / "toys" / "broken.yaml").write_text("title: [")
    broken, mine = catalog.entries(tmp_path)
    assert (mine.id, mine.category, mine.name, mine.title, mine.shelf) == ("toys/mine", "toys", "mine", "Everything", True)
    assert (broken.id, broken.title) == ("toys/broken", "broken")
    assert catalog.find("mine", tmp_path) == mine


def test_search():
    assert [entry.name for entry in catalog.search("pyr 2d")][0] == "pyramid_2d"
    assert {"pyramid_2d", "pyramid_3d"} <= {entry.name for entry in catalog.search("pyrmid")}
    assert "slope_friction" in [entry.name for entry in catalog.search("slope")]
    assert catalog.search("qqqq") == ()
    assert set(catalog.search("")) == set(ENTRIES)


def test_scenes_of_the_shelf_come_first_among_equal_matches():
    found = catalog.search("")
    shelf = [entry for entry in ENTRIES if entry.shelf]
    assert list(found[:len(shelf)]) == shelf and not any(entry.shelf for entry in found[len(shelf):])
    assert catalog.search("pyramid_2d")[0].name == "pyramid_2d"
