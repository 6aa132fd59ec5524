"""Share files, whole, cut short and damaged: what is whole is read, and what is not is told with its place."""
from __future__ import annotations

import shutil
import subprocess
import zipfile

import pytest

from app.headless.errors import InputError
from app.share import writing
from app.share.limits import FILM, PARTS
from app.share.reading import read
from app.share.writing import every_of, write
from physics.history.run_record import UNKNOWN
from tests.app.share.sample import STEPS, same, sample


NOTHING = (r"cut.impulse: nothing of it can be played, for (share.json|scene.yaml) is not whole: "
           r"it is (missing|cut short at byte [\d,]+); the end of the file is missing")
AROUND = ("list of parts", "around its parts", "the end of the file", "checksum of the whole")


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    """A whole file and its bytes."""
    path = write(tmp_path_factory.mktemp("share") / "x.impulse", sample())
    return path, path.read_bytes()


def test_a_share_comes_back(file):
    found, share = read(file[0]), sample()
    assert found.whole and found.manifest == share.manifest and found.scene == share.scene and found.picture == share.picture
    assert same(found.run, share.run)


def test_the_same_share_makes_the_same_bytes(file, tmp_path):
    assert write(tmp_path / "other.impulse", sample()).read_bytes() == file[1]


def test_it_is_an_ordinary_zip(file, tmp_path):
    with zipfile.ZipFile(file[0]) as archive:
        assert archive.testzip() is None and archive.namelist() == list(PARTS)[:5]
        assert {entry.compress_type for entry in archive.infolist()} == {zipfile.ZIP_STORED}
        assert archive.read("scene.yaml").decode() == sample().scene
    if shutil.which("unzip"):
        done = subprocess.run(["unzip", "-q", str(file[0]), "-d", str(tmp_path)], capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, done.stdout + done.stderr
        lines = (tmp_path / "steps.log").read_text(encoding="utf-8").splitlines()
        assert lines[1].endswith('{"after":0,"command":{"command":"release"}}')


def test_a_film_is_put_in_and_only_compared(file, tmp_path):
    film = tmp_path / "film.mp4"
    film.write_bytes(bytes(range(256)) * 9000)
    path = write(tmp_path / "filmed.impulse", sample(), film)
    with zipfile.ZipFile(path) as archive:
        assert archive.read(FILM) == film.read_bytes()
    assert read(path).whole
    data = bytearray(path.read_bytes())
    data[len(file[1]) + 1000] ^= 1
    path.write_bytes(data)
    assert read(path).flaws == ("film.mp4: its checksum is another",)
    path.write_bytes(data[:len(file[1]) + 1000])
    assert "film.mp4: it is cut short at byte" in read(path).flaws[1]


@pytest.mark.parametrize("kilobytes", range(19))
def test_a_file_cut_short_is_read_to_the_last_whole_step(file, tmp_path, kilobytes):
    path, data = tmp_path / "cut.impulse", file[1]
    assert 18_000 < len(data) < 19_000                                  # the last cut is one behind the end
    path.write_bytes(data[:min(1000 * kilobytes, len(data) - 1)])
    if kilobytes == 0:
        with pytest.raises(InputError, match="cut.impulse: this is no share file: it does not begin as a zip does"):
            read(path)
        return
    found, whole = read(path), sample().run
    assert found.flaws[0].startswith("the end of the file is missing")
    assert found.run.hashes == whole.hashes[:len(found.run.hashes)] and len(found.run.hashes) == 8 * (found.run.last + 1)
    if found.run.last < STEPS:
        assert f"steps {found.run.last + 1:,} to {STEPS:,} are missing: after step {found.run.last:,}" in found.flaws[-1]
        assert 30 * found.run.last < 1000 * kilobytes < 50 * (found.run.last + 1) + 700
    assert all(found.run.poses[step][1].tobytes() == whole.poses[step][1].tobytes() for step in found.run.poses)


def test_a_file_cut_before_the_scene_ends_says_what_is_missing(file, tmp_path):
    path, data = tmp_path / "cut.impulse", file[1]
    for end in range(4, data.index(b"steps.log") - 30, 10):
        path.write_bytes(data[:end])
        with pytest.raises(InputError, match=NOTHING):
            read(path)


def test_any_changed_byte_is_told_with_its_place(file, tmp_path):
    """Every 50th byte, and each of the last 700, where the zip lists its parts."""
    path, data = tmp_path / "damaged.impulse", file[1]
    places = {name: data.index(name.encode()) for name in list(PARTS)[:5]}
    for at in sorted({*range(0, len(data), 50), *range(len(data) - 700, len(data))}):
        changed = bytearray(data)
        changed[at] ^= 0x41
        path.write_bytes(changed)
        inside = [name for name, begin in places.items() if begin + len(name) <= at]
        try:
            found = read(path)
        except InputError as error:
            assert "nothing of it can be played, for" in str(error) and at < places["steps.log"], (at, str(error))
            continue
        assert found.flaws, at
        said = "; ".join(found.flaws)
        if inside and at < data.index(b"PK\x01\x02") and "around its parts" not in said:
            assert inside[-1] in said or list(PARTS)[len(inside)] in said, (at, said)
        elif at >= data.index(b"PK\x01\x02"):
            assert any(words in said for words in AROUND), said
            assert same(found.run, sample().run)


def test_a_share_that_another_program_packed_is_read_and_told(file, tmp_path):
    path = tmp_path / "packed.impulse"
    with zipfile.ZipFile(file[0]) as old, zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as new:
        for name in reversed(old.namelist()):
            new.writestr(name, old.read(name))
    found = read(path)
    assert same(found.run, sample().run)
    assert found.flaws == ("the checksum of the whole file is missing: its last bytes are damaged, or another program packed it",)
    path.write_bytes(path.read_bytes()[:-30])
    assert same(read(path).run, sample().run)


def test_a_log_that_belongs_to_another_manifest_is_told(tmp_path):
    path = write(tmp_path / "x.impulse", sample(20, steps=25))
    assert read(path).flaws == ("its log has 20 steps, and share.json tells of 25",)


def test_hashes_are_of_every_step_as_long_as_that_fits():
    assert [every_of(steps) for steps in (0, 1, 99_999, 100_000, 1_000_000)] == [1, 1, 1, 2, 11]
    for steps in (99_999, 100_000, 1_000_000):
        assert steps // every_of(steps) + 1 <= 100_000


def test_what_could_not_be_read_again_is_not_written(tmp_path, monkeypatch):
    path = tmp_path / "x.impulse"
    long = sample()
    long = long._replace(run=long.run._replace(last=1_000_001, hashes=UNKNOWN, poses={}, every=1_000_000))
    with pytest.raises(InputError, match="a run of 1,000,001 steps and 4 commands is too long for a share file"):
        write(path, long)
    monkeypatch.setitem(writing.PARTS, "picture.png", 1000)
    with pytest.raises(InputError, match="picture.png would have 3,004 bytes, and in a share file it has at most 1,000"):
        write(path, sample())
    assert not list(tmp_path.iterdir())


def test_a_folder_and_a_missing_file_are_told(tmp_path):
    with pytest.raises(OSError):
        read(tmp_path / "nothing.impulse")
    (tmp_path / "text.impulse").write_text("format: 1\n")
    with pytest.raises(InputError, match="this is no share file"):
        read(tmp_path / "text.impulse")
