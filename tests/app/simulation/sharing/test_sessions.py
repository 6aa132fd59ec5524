"""A run in one session is shared, and taken again in another one from the file: bit for bit, with a message at its end."""
from __future__ import annotations

import pytest

from app.headless.errors import InputError
from app.headless.options import RunOptions
from app.share.reading import read
from app.share.writing import write
from app.simulation.commands import (
    AddJoint,
    AddVariant,
    ApplyImpulse,
    ChooseVariant,
    GoTo,
    Grab,
    KeepHistory,
    LoadScene,
    MoveGrab,
    Pin,
    Release,
    RemoveBody,
    Restart,
    SetBody,
    SetSolver,
    SetWorld,
    Shoot,
    TakeRun,
)
from app.simulation.scene_reader import SceneReader
from app.simulation.session import Session
from app.simulation.sharing.making import share_of
from app.simulation.sharing.playing import source_of
from app.simulation.sharing.verifying import verify
from tests.support.fake_world import apply

SCENE = "stacking/tower"


def opened(scene=SCENE, megabytes: int = 64, options: RunOptions = RunOptions(), variants: int = 1) -> Session:
    """A session with its kernels loaded."""
    session = Session(SceneReader(options, lambda error: None, (str(scene), None)))
    apply(session, LoadScene(str(scene)), KeepHistory(megabytes), *[AddVariant()] * (variants - 1))
    session.loaded()
    return session


def acted(session: Session, steps: int = 90) -> dict[int, str]:
    """Take steps and do things before some of them, the first before any; state hashes of the chosen variant by step."""
    uids = [body.uid for body in session.variant.world.bodies]
    acts = {0: (SetSolver("iterations", 5), Shoot((0, -6, 2), (0, 9, 0)), Grab(uids[-1], (0, 0, 0), (0, 0, 5))),
            1: (MoveGrab((0.1, 0, 5)),), 6: (MoveGrab((0.5, 0, 5)),), 20: (Pin(),), 25: (Shoot((0, -4, 1), (0, 20, 0)),),
            30: (ApplyImpulse(uids[3], (3, 0, 0)),), 35: (RemoveBody(uids[4]),), 40: (SetBody(uids[1], "friction", 0.1),),
            45: (SetSolver("iterations", 3), SetWorld("gravity", (0.0, 0.0, -3.0))), 50: (Grab(uids[2], (0, 0, 0), (0, 1, 4)),),
            60: (Release(), AddJoint("distance", uids[1], uids[2], (0, 0, 0), (0, 0, 0))),
            steps: (SetBody(uids[1], "friction", 0.9),)}
    found = {}
    while True:
        apply(session, *acts.get(session.step_count, ()))
        if session.step_count == steps:
            return found
        session.advance()
        found[session.step_count] = session.variant.world.state_hash()


def shared(session: Session, path, **changes):
    """Write the run of the chosen variant, its manifest changed; the path."""
    apply(session, TakeRun(1))
    answer = session.publish().shared
    assert answer.number == 1 and not answer.problem
    share = share_of(answer.taken)
    return write(path, share._replace(manifest=share.manifest.model_copy(update=changes)))


def problem(session: Session) -> str:
    """Why the run of the chosen variant cannot be shared."""
    apply(session, TakeRun(2))
    answer = session.publish().shared
    assert answer.taken is None
    return answer.problem


def said(session: Session) -> list[str]:
    return [notice.text for notice in session.publish().status.notices]


def run_through(session: Session, steps: int) -> dict[int, str]:
    found = {}
    while session.step_count < steps:
        session.advance()
        found[session.step_count] = session.variant.world.state_hash()
    return found


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    """A share file of a run with all kinds of commands, and the state hash after each step."""
    session = opened()
    hashes = acted(session)
    return shared(session, tmp_path_factory.mktemp("share") / "tower.impulse"), hashes


def test_a_file_is_taken_again_in_another_session(file):
    path, hashes = file
    session = opened(path)
    assert said(session)[-1] == "From a share file: 90 steps and 16 commands are ahead, and compared"
    line = session.publish().timeline
    assert (line.first, line.last, line.present, line.in_past) == (0, 90, 0, True)
    assert session.scene.card.id == "stacking/tower" and session.scene.card.title == "Tower"
    assert run_through(session, 90) == hashes
    assert said(session)[-1] == "All 90 steps are as in the file"
    session.advance()
    assert session.step_count == 91 and not session.publish().timeline.in_past


def test_it_is_compared_without_a_window(file):
    path, hashes = file
    source, seen = source_of(str(path)), []
    verdict = verify(source, seen.append)
    assert verdict.fine and (verdict.steps, verdict.last, verdict.checked) == (90, 90, 90) and seen == list(range(1, 91))
    assert source.variant.world.state_hash() == hashes[90]


def test_what_is_in_a_file(file):
    share = read(file[0])
    manifest = share.manifest
    assert share.whole and (manifest.scene, manifest.steps, manifest.commands, manifest.every) == ("stacking/tower", 90, 16, 1)
    assert [command["command"] for command in share.run.inputs[0]] == ["set_solver", "shoot", "grab"]
    assert [command["command"] for command in share.run.inputs[90]] == ["set_body"]
    assert share.run.hash_of(0) == bytes(8) and 0 not in share.run.poses and sorted(share.run.poses) == list(range(1, 91))


def test_one_can_go_ahead_in_a_file_at_once(file):
    path, hashes = file
    session = opened(path)
    apply(session, GoTo(70))
    while session.travel.under_way:
        session.travel.go()
    assert session.step_count == 70 and session.variant.world.state_hash() == hashes[70]
    apply(session, GoTo(3))
    while session.travel.under_way:
        session.travel.go()
    assert session.variant.world.state_hash() == hashes[3]
    assert run_through(session, 90)[90] == hashes[90] and said(session)[-1] == "All 90 steps are as in the file"


def test_a_change_leaves_what_is_ahead(file):
    session = opened(file[0])
    run_through(session, 30)
    apply(session, SetBody(2, "friction", 0.3))
    assert session.publish().timeline.last == 30
    session.advance()
    assert session.step_count == 31 and "as in the file" not in said(session)[-1]


def test_a_change_before_the_kernels_are_loaded_leaves_it_too(file):
    session = Session(SceneReader(RunOptions(), lambda error: None))
    apply(session, LoadScene(str(file[0])), KeepHistory(64), SetSolver("iterations", 9))
    session.loaded()
    session.advance()
    assert session.variant.history.ahead is None and session.variant.world.solver.iterations == 9


def test_a_restart_begins_without_the_commands_of_the_file(file):
    session = opened(file[0])
    run_through(session, 10)
    apply(session, Restart())
    session.loaded()
    session.advance()
    assert session.variant.history.ahead is None and session.step_count == 1


def test_a_file_is_followed_without_a_history_of_ones_own(file):
    session = opened(file[0], megabytes=0)
    assert run_through(session, 90)[90] == file[1][90] and said(session)[-1] == "All 90 steps are as in the file"


def test_a_step_that_is_not_as_in_the_file_is_told_with_the_body_and_the_commands_go_on(file, tmp_path):
    share = read(file[0])
    uids, poses = share.run.poses[30]
    poses = poses.copy()
    poses[5, 0] += 0.001
    hashes = bytearray(share.run.hashes)
    hashes[8 * 30] ^= 1
    made = share.manifest.made.model_copy(update={"numba": "0.1"})
    path = write(tmp_path / "other.impulse", share._replace(
        run=share.run._replace(hashes=bytes(hashes), poses={**share.run.poses, 30: (uids, poses)}),
        manifest=share.manifest.model_copy(update={"made": made})))
    session = opened(path)
    assert run_through(session, 90) == file[1]
    found = [text for text in said(session) if text.startswith("Step 30 is not as in the file")]
    name = session.variant.world.body(int(uids[5])).name
    assert len(found) == 1 and f"body {uids[5]} '{name}' is 0.001 m from where it was" in found[0]
    assert "The file was made by another program: numba " in found[0] and ", there 0.1. The commands go on" in found[0]
    assert said(session)[-1] == "The file's run ends with step 90"
    verdict = verify(source_of(str(path)), lambda steps: None)
    assert not verdict.fine and (verdict.steps, verdict.error.step) == (29, 30)
    assert "0.001 m from where it was" in verdict.error.what
    session = opened(path)
    apply(session, GoTo(60))
    while session.travel.under_way:
        session.travel.go()
    assert session.step_count == 60 and session.variant.world.state_hash() == file[1][60]


def test_a_file_cut_short_is_taken_to_its_last_whole_step(file, tmp_path):
    path, data = tmp_path / "cut.impulse", file[0].read_bytes()
    path.write_bytes(data[:data.index(b"poses.bin") - 1000])
    last = read(path).run.last
    assert 50 < last < 90
    session = opened(path)
    assert said(session)[-1].startswith("The file is not whole: the end of the file is missing; the file ends at byte")
    assert run_through(session, last) == {step: told for step, told in file[1].items() if step <= last}
    assert said(session)[-1] == f"The file is cut short here: steps {last + 1} to 90 are missing"
    verdict = verify(source_of(str(path)), lambda steps: None)
    assert not verdict.fine and verdict.error is None and (verdict.steps, verdict.last) == (last, 90)


def test_a_run_that_has_outgrown_its_memory_is_shared_from_its_beginning(tmp_path):
    session = opened()
    hashes = acted(session, 90)
    session.variant.history.budget = 200_000
    apply(session, SetWorld("sleep", False))
    hashes |= run_through(session, 700)
    assert session.variant.history.first > 90
    path = shared(session, tmp_path / "long.impulse")
    share = read(path)
    assert share.run.last == 700 and min(share.run.poses) >= session.variant.history.first - 1
    assert run_through(opened(path), 700) == hashes


def test_settings_of_the_command_line_and_of_a_restart_are_in_the_file(tmp_path):
    options = RunOptions(("solver.substeps=2", "generate.box.mass=4", "world.dt=1/90"), "double", 2)
    session = opened(options=options)
    apply(session, SetSolver("friction_model", "manifold_centre"), SetWorld("friction", 0.4))
    session.advance()
    apply(session, Restart())
    session.loaded()
    hashes = run_through(session, 30)
    path = shared(session, tmp_path / "set.impulse")
    manifest = read(path).manifest
    assert manifest.settings == list(options.settings) and manifest.precision == "double"
    assert manifest.changes == {"friction": 0.4, "solver": {"friction_model": "manifold_centre"}} and manifest.commands == 0
    again = opened(path)
    assert run_through(again, 30) == hashes and again.variant.world.dt == 1 / 90
    assert read(shared(again, tmp_path / "again.impulse")).run.hashes == read(path).run.hashes


def test_events_of_the_scene_are_in_the_file_in_their_order(tmp_path):
    session = opened("collision/dominoes_short")
    hashes = run_through(session, 60)
    path = shared(session, tmp_path / "dominoes.impulse")
    share = read(path)
    assert {"command": "scene_events"} in [command for commands in share.run.inputs.values() for command in commands]
    assert run_through(opened(path), 60) == hashes


def test_of_several_variants_the_chosen_one_is_shared(tmp_path):
    session = opened(variants=2)
    apply(session, SetSolver("iterations", 1))
    hashes = run_through(session, 40)
    path = shared(session, tmp_path / "b.impulse")
    apply(session, TakeRun(5))
    assert session.publish().shared.variant == "b"
    assert run_through(opened(path), 40) == hashes
    apply(session, ChooseVariant(0))
    other = read(shared(session, tmp_path / "a.impulse"))
    assert other.manifest.commands == 0 and other.run.hashes != read(path).run.hashes
    comparing = opened(variants=3)
    apply(comparing, LoadScene(str(path)))
    assert len(comparing.variants) == 1


def test_a_run_of_no_steps_is_what_was_done_at_time_0(tmp_path):
    session = opened()
    apply(session, SetSolver("iterations", 7), Shoot((0, -6, 2), (0, 9, 0)))
    path = shared(session, tmp_path / "none.impulse")
    again = opened(path)
    assert read(path).manifest.commands == 2
    again.advance()
    session.advance()
    assert again.variant.world.solver.iterations == 7 and again.variant.world.state_hash() == session.variant.world.state_hash()


def test_why_a_run_cannot_be_shared():
    session = opened(megabytes=0)
    session.advance()
    assert problem(session) == "no steps are kept: the history is off"
    apply(session, KeepHistory(64))
    session.advance()
    assert problem(session) == "this run is known from step 1 on alone, for its history began there"
    assert problem(Session(SceneReader(RunOptions(), lambda error: None))) == "no scene is open"
    session = opened(megabytes=64)
    session.scene = session.scene._replace(origin=None)
    session.restart()
    assert problem(session) == "this world is not built from a scene"


def test_a_run_ends_where_something_else_than_a_command_changed_the_world(tmp_path):
    session = opened()
    run_through(session, 20)
    session.variant.world.bodies[3].velocity = 1, 0, 0
    run_through(session, 30)
    path = shared(session, tmp_path / "x.impulse")
    assert read(path).manifest.steps == 20
    assert read(path).manifest.note == ("steps 21 to 30 are left out: something else than commands changed the world after "
                                        "step 20")


def test_another_beginning_is_told_and_the_commands_are_given_nevertheless(tmp_path):
    session = opened()
    run_through(session, 3)
    apply(session, Shoot((0, -6, 2), (0, 9, 0)))
    hashes = run_through(session, 20)
    share = read(shared(session, tmp_path / "x.impulse"))
    other = share._replace(run=share.run._replace(hashes=b"\1" + share.run.hashes[1:]))
    again = opened(write(tmp_path / "y.impulse", other))
    assert said(again)[-1].startswith("Step 0 is not as in the file: no body is elsewhere, but velocities")
    assert {step: told for step, told in run_through(again, 20).items() if step > 3} == hashes


def test_without_any_history_a_file_waits_for_the_kernels_before_its_own_begins(file):
    session = Session(SceneReader(RunOptions(), lambda error: None))
    apply(session, LoadScene(str(file[0])), KeepHistory(0))
    assert session.variant.history is None and session.variant.beginning.run is not None
    session.source_of_scenes.prepare(session.variant.run, lambda done, total, name: None)
    session.loaded()
    assert run_through(session, 90)[90] == file[1][90] and said(session)[-1] == "All 90 steps are as in the file"


def test_names_and_settings_that_do_not_fit_a_file(tmp_path):
    session = opened()
    apply(session, TakeRun(1))
    found = session.publish().shared.taken
    odd = found._replace(origin=found.origin._replace(scene="a\nb\udc80" + "x" * 300))
    path = write(tmp_path / "x.impulse", share_of(odd))
    assert read(path).manifest.scene == "a_b?" + "x" * 196 and opened(path).scene.card.id.startswith("a_b?")
    with pytest.raises(InputError, match="this does not fit a share file: settings.0: String should have at most 2000 "):
        share_of(found._replace(origin=found.origin._replace(settings=("x" * 3000,))))


def test_a_file_that_cannot_be_played_leaves_the_scene_as_it_is(tmp_path):
    session = opened()
    run_through(session, 5)
    (tmp_path / "bad.impulse").write_bytes(b"nothing")
    apply(session, LoadScene(str(tmp_path / "bad.impulse")), LoadScene(str(tmp_path / "none.impulse")))
    fault = session.publish().status.fault
    assert fault.title == "none.impulse cannot be opened" and "no such file" in fault.text
    assert session.step_count == 5
