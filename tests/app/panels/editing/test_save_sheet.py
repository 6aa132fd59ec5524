"""The sheets that give a scene or a moment a file: what they propose, and that a film goes with it."""
from __future__ import annotations

import pytest

from app.published.film_plan import Caption, entries_of
from app.simulation.commands import SaveMoment, SaveScene


@pytest.fixture
def folder(bench, tmp_path) -> str:
    """The folder for pictures and films, which is not there yet."""
    bench.state.output_folder = tmp_path / "captures"
    bench.state.film.folder = str(bench.state.output_folder)
    return bench.state.film.folder


@pytest.mark.parametrize(("sheet", "kind"), [("save", SaveScene), ("moment", SaveMoment)])
def test_the_proposed_folder_is_named_so_that_it_is_made(bench, folder, sheet, kind):
    bench.state.open_sheet = sheet
    bench.frame(3)
    bench.click(f"button:{sheet}_as")
    (command,) = (one for one in bench.commands if isinstance(one, kind))
    assert command.folder == folder and command.path.startswith(folder) and not bench.state.open_sheet


def test_a_film_that_the_scene_does_not_have_goes_with_it(bench, folder):
    bench.state.film.editor.change(captions=(Caption(0.0, 1.0, "Look", "top"),))
    bench.state.open_sheet = "save"
    bench.frame(3)
    bench.click("button:save_as")
    (command,) = (one for one in bench.commands if isinstance(one, SaveScene))
    assert command.film == entries_of(bench.state.film.plan)
    bench.commands.clear()
    bench.state.act("save_film")
    assert bench.commands == [SaveScene("", command.film, folder)]
    bench.state.film.editor.saved = bench.state.film.plan
    bench.commands.clear()
    bench.state.act("save_film")
    assert bench.commands == []
