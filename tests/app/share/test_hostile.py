"""Files made to do harm: each is refused with one clear message, and nothing is written or expanded."""
from __future__ import annotations

import io
import os
import stat
import struct
import time
import zipfile
import zlib

import pytest

from app.headless.errors import InputError
from app.share import limits, reading
from app.share.reading import read
from app.share.writing import write
from impulse.files.reading import FileError
from tests.app.share.sample import sample


@pytest.fixture(scope="module")
def good(tmp_path_factory):
    """The parts of a good file by name."""
    path = write(tmp_path_factory.mktemp("share") / "x.impulse", sample())
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def packed(path, parts, method=zipfile.ZIP_STORED, entry=None):
    """A zip of (name, content) in order; `entry(name)` makes its records."""
    with zipfile.ZipFile(path, "w", method) as archive:
        for name, content in parts:
            made = zipfile.ZipInfo(name) if entry is None else entry(name)
            made.compress_type = method
            archive.writestr(made, content)
    return path


def refusal(path, kind: type[Exception] = InputError) -> str:
    """The message with which a file is refused, in less than a second."""
    begun = time.process_time()
    with pytest.raises(kind) as found:
        read(path)
    assert time.process_time() - begun < 1 and "\n" not in str(found.value)
    assert str(found.value).startswith(f"{path}: ")
    return str(found.value)


@pytest.mark.parametrize("name", ["/etc/passwd", "../../x", "..\\..\\x", "C:\\x", "sub/scene.yaml", "scene.yaml/", "",
                                  "Share.json", "x" * 3000, "scene.yaml\n", "\u202eyaml"])
def test_parts_with_other_names(good, tmp_path, name):
    path = packed(tmp_path / "x.impulse", [*good.items(), (name, b"x")])
    said = refusal(path)
    assert "it has a part" in said or "it lists 6 parts in" in said
    assert sorted(os.listdir(tmp_path)) == ["x.impulse"]


def test_too_many_parts(good, tmp_path):
    path = packed(tmp_path / "x.impulse", [*good.items(), *((f"part_{k}", b"") for k in range(70_000))])
    assert "parts in" in refusal(path) and "and a share file has at most 16" in refusal(path)


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_part_twice(good, tmp_path):
    path = packed(tmp_path / "x.impulse", [*good.items(), ("scene.yaml", b"format: 1\n")])
    assert refusal(path).endswith("it has the part scene.yaml twice")
    path.write_bytes(path.read_bytes()[:-22])                          # without its end
    assert refusal(path).endswith("it has the part scene.yaml twice")


def test_a_link(good, tmp_path):
    def entry(name):
        made = zipfile.ZipInfo(name)
        made.create_system, made.external_attr = 3, (stat.S_IFLNK | 0o777) << 16 if name == "scene.yaml" else 0o644 << 16
        return made
    path = packed(tmp_path / "x.impulse", (good | {"scene.yaml": b"/etc/passwd"}).items(), entry=entry)
    assert refusal(path).endswith("scene.yaml is a link, and a share file has none")


def test_encrypted_parts(good, tmp_path):
    path = packed(tmp_path / "x.impulse", good.items())
    data = bytearray(path.read_bytes())
    data[data.index(b"PK\x01\x02") + 8] |= 1
    data[data.index(b"PK\x03\x04") + 6] |= 1
    path.write_bytes(data)
    assert refusal(path).endswith("share.json is encrypted, and a share file never is")
    path.write_bytes(data[:-22])
    assert refusal(path).endswith("share.json is encrypted, and a share file never is")


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_other_ways_of_packing(good, tmp_path, method):
    path = packed(tmp_path / "x.impulse", good.items(), method)
    assert f"share.json is packed by method {method}, and only stored and deflated parts are read" in refusal(path)


@pytest.mark.parametrize("name", ["share.json", "scene.yaml", "steps.log", "poses.bin", "picture.png"])
def test_a_bomb_by_size(good, tmp_path, name):
    path = tmp_path / "x.impulse"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for other, content in good.items():
            with archive.open(other, "w") as part:
                if other != name:
                    part.write(content)
                for _ in range(0 if other != name else limits.PARTS[name] // 1_000_000 + 1):
                    part.write(bytes(1_000_000))
    size = limits.PARTS[name] + 1_000_000
    assert f"{name} has {size:,} bytes, and at most {limits.PARTS[name]:,} are allowed" in refusal(path)


def test_a_bomb_by_ratio(good, tmp_path):
    path = packed(tmp_path / "x.impulse", (good | {"steps.log": bytes(20_000_000)}).items(), zipfile.ZIP_DEFLATED)
    assert "steps.log would unpack 19," in refusal(path) and "bytes to 20,000,000, more than 100 times as many" in refusal(path)


def test_a_part_that_unpacks_to_more_than_it_says(good, tmp_path):
    """The head and the list of parts say 300 bytes; no more are unpacked."""
    path = packed(tmp_path / "x.impulse", (good | {"scene.yaml": b"#" * 900_000}).items(), zipfile.ZIP_DEFLATED)
    data = path.read_bytes().replace(struct.pack("<I", 900_000), struct.pack("<I", 300))
    path.write_bytes(data)
    assert "scene.yaml is not whole: its checksum is another" in refusal(path)


def test_a_wrong_checksum(good, tmp_path):
    path = packed(tmp_path / "x.impulse", good.items())
    data = path.read_bytes()
    crc = struct.pack("<I", zlib.crc32(good["scene.yaml"]))
    assert data.count(crc) == 2
    path.write_bytes(data.replace(crc, b"\1\2\3\4"))
    assert "nothing of it can be played, for scene.yaml is not whole: its checksum is another" in refusal(path)


def test_a_list_of_parts_for_files_of_more_than_4_gb(good, tmp_path):
    path = packed(tmp_path / "x.impulse", good.items())
    data = path.read_bytes()
    end = data.rindex(b"PK\x05\x06")
    path.write_bytes(data[:end] + struct.pack("<4sIQI", b"PK\x06\x07", 0, 0, 1) + data[end:])
    assert "it lists 5 parts in" in refusal(path)


def test_parts_that_stand_nowhere_in_the_file(good, tmp_path):
    path = packed(tmp_path / "x.impulse", good.items())
    data = bytearray(path.read_bytes())
    at = data.index(b"PK\x01\x02")
    data[at + 42:at + 46] = b"\xff\xff\xff\x7f"
    path.write_bytes(data)
    assert "nothing of it can be played, for share.json is not whole: its head at byte 2,147,483,647 is damaged" in refusal(path)


def test_a_file_that_is_too_large_is_not_read(tmp_path):
    path = tmp_path / "x.impulse"
    with path.open("wb") as file:
        file.truncate(limits.MOST_FILE + 1)                             # takes no room
    assert f"it has {limits.MOST_FILE + 1:,} bytes, and a share file has at most {limits.MOST_FILE:,}" in refusal(path)


def test_what_is_no_file(tmp_path):
    os.mkfifo(tmp_path / "x.impulse")
    keeper = os.open(tmp_path / "x.impulse", os.O_RDWR)                 # else opening it waits for a writer
    try:
        assert "not a regular file" in refusal(tmp_path / "x.impulse", FileError)
    finally:
        os.close(keeper)


MANIFEST = reading.Manifest.model_validate(sample().manifest.model_dump()).model_dump_json()


@pytest.mark.parametrize("old, new, said", [
    ('"format":1', '"format":2', "share.json: this program reads format 1 only, and here is '2'"),
    ('"format":1', '"format":"1"', "share.json: this program reads format 1 only"),
    ('"steps":200', '"steps":1e9', "share.json: steps: "), ('"steps":200', '"steps":-1', "share.json: steps: "),
    ('"steps":200', '"steps":1000001', "share.json: steps: "), ('"steps":200', '"steps":true', "share.json: steps: "),
    ('"steps":200', '"steps":' + "9" * 5000, "share.json: "), ('"every":1', '"every":0', "share.json: every: "),
    ('"precision":null', '"precision":"half"', "share.json: precision"),
    ('"scene":"toys/ball"', '"scene":"a\\nb"', "share.json: scene: "),
    ('"scene":"toys/ball"', '"scene":"' + "x" * 999 + '"', "share.json: scene: "),
    ('"settings":[]', '"settings":["' + "x" * 3000 + '"]', "share.json: settings.0: "),
    ('"settings":[]', '"settings":[' + ",".join(['"a=1"'] * 1001) + "]", "share.json: settings: "),
    ('"note":""', '"more":1', "share.json: more: "), ('"format":1,', "", "share.json: format"),
    ("{", "[", "share.json: "), ('"settings":[]', '"settings":' + "[" * 100_000, "share.json: "),
    ('"changes":{}', '"changes":' + '{"a":' * 5000 + "1" + "}" * 5000, "share.json: "),
])
def test_a_manifest_that_is_none(good, tmp_path, old, new, said):
    assert old in MANIFEST
    path = packed(tmp_path / "x.impulse", (good | {"share.json": MANIFEST.replace(old, new, 1).encode()}).items())
    assert said in refusal(path)


def test_no_part_is_ever_unpickled_or_executed(good, tmp_path):
    """A pickle in place of each part is text that is none."""
    import pickle
    evil = pickle.dumps(io.BytesIO)
    for name in good:
        path = packed(tmp_path / "x.impulse", (good | {name: evil}).items())
        if name in ("share.json",):
            refusal(path)
        else:
            found = read(path)
            assert found.flaws
