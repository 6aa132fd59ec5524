"""Files that are dropped on the window: scenes and share files open, of others one sentence says what can be dropped."""
from __future__ import annotations

import pytest

from app.window.dropping import opened


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
