"""Files that are dropped on the window: scenes and share files open, of others one sentence says what can be dropped."""
from __future__ import annotations

import pytest

from app.window.dropping import is_of_drag, opened


@pytest.mark.parametrize("path", ["/a/scene.yaml", "/a/scene.YML", "C:\\runs\\run.impulse", "/a b/ä.yaml"])
def test_scenes_and_share_files_open(path):
    assert opened([path]) == (path, "")


@pytest.mark.parametrize("paths", [["/a/photo.png"], ["/a/folder"], ["/a/yaml"], ["/a/x.yaml.zip"]])
def test_others_are_said(paths):
    path, said = opened(paths)
    assert path is None and said.startswith(paths[0].rpartition("/")[2]) and ".yaml" in said and ".impulse" in said


def test_of_several_the_last_one_that_fits():
    assert opened(["/a.yaml", "/b.yaml", "/c.png"]) == ("/b.yaml", "Of 3 dropped files b.yaml is opened")
    assert opened([]) == (None, "")


def test_faults_of_a_drag_are_known_by_where_they_come_from():
    """Of pyglet's handling of drags alone: other faults end the window, with a report."""
    def _event_drag_enter():
        return (1, 2) + 2

    def _on_key_press():
        return (1, 2) + 2

    found = []
    for function in (_event_drag_enter, _on_key_press):
        try:
            function()
        except TypeError as error:
            found.append(is_of_drag(error))
    assert found == [True, False] and not is_of_drag(TypeError("never raised"))
