"""Files that are no scenes at all: too large, too deep, bombs, noise, missing.  Each gets one message, quickly."""
from __future__ import annotations

import os
import time
import tracemalloc

import pytest

import scenes
from scenes import SceneError
from scenes.schema.nodes import MOST_BYTES, MOST_LEVELS, MOST_NODES
from tests.support.good_scene import GOOD

SECONDS, MEGABYTES = 1.0, 100


def refused(data: str | bytes, words: str) -> SceneError:
    """The error for `data`, which came quickly and without building anything large."""
    tracemalloc.start()
    start = time.process_time()
    with pytest.raises(SceneError) as caught:
        scenes.loads(data)
    seconds, (_, peak) = time.process_time() - start, tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert words in str(caught.value)
    assert seconds < 5 * SECONDS, f"took {seconds:.1f} s"           # tracing memory makes it about five times slower
    assert peak < MEGABYTES * 1e6, f"took {peak / 1e6:.0f} MB"
    return caught.value


def test_a_bomb_of_aliases_is_refused_before_it_goes_off():
    levels = "".join(f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]\n" for i in range(1, 10))
    refused("a0: &a0 [x, x, x, x, x, x, x, x, x]\n" + levels, f"more than {MOST_NODES:,} values")


def test_a_binary_bomb_of_twenty_levels():
    levels = "".join(f"a{i}: &a{i} {{x: *a{i - 1}, y: *a{i - 1}}}\n" for i in range(1, 21))
    refused("a0: &a0 {x: 1}\n" + levels, f"more than {MOST_NODES:,} values")


def test_few_aliases_are_fine():
    text = GOOD.replace("shape: {sphere: {radius: 0.5}}", "shape: &s {sphere: {radius: 0.5}}")
    text = text.replace("shape: {box: {half: [1, 1, 1]}}", "shape: *s")
    document = scenes.loads(text)
    assert document.bodies[1].shape == document.bodies[2].shape


def test_ten_thousand_levels():
    refused("a: " + "[" * 10_000, f"nested deeper than {MOST_LEVELS} levels")
    refused("a: " + "{x: " * 10_000, f"nested deeper than {MOST_LEVELS} levels")
    refused("\n".join(" " * n + "x:" for n in range(700)), f"nested deeper than {MOST_LEVELS} levels")


def test_depth_hidden_behind_aliases():
    levels = "".join(f"a{i}: &a{i} [*a{i - 1}]\n" for i in range(1, 100))
    refused("a0: &a0 [x]\n" + levels, f"nested deeper than {MOST_LEVELS} levels")


def test_the_last_allowed_level_is_read():
    inner = MOST_LEVELS - 1                                    # the scene's own mapping is the first
    error = refused("format: 1\ntitle: " + "[" * inner + "]" * inner, "needs text, and here is a list")
    assert len(error.problems) == 1
    refused("format: 1\ntitle: " + "[" * (inner + 1) + "]" * (inner + 1), "nested deeper")


def test_ten_megabytes():
    error = refused("title: " + "x" * 10_000_000, f"more than {MOST_BYTES:,} bytes")
    assert len(str(error)) < 200


def test_too_many_values():
    refused("title: [" + "1," * (MOST_NODES + 10) + "]", f"more than {MOST_NODES:,} values")


def test_too_many_bodies_are_counted_and_never_made():
    grid = "  - grid: {count: [300, 300, 300], spacing: [1, 1, 1], shape: {sphere: {radius: 0.1}}}\n"
    error = refused(f"format: 1\ntitle: x\ngenerate:\n{grid}", "27,000,000 bodies in all; at most 50,000 are allowed")
    assert error.problems[0].line == 3
    refused("format: 1\ntitle: x\ngenerate:\n" + grid.replace("300, 300, 300", "50, 50, 10") * 3, "75,000 bodies in all")
    refused("format: 1\ntitle: x\ngenerate:\n  - pile: {count: 1e9}\n", "allowed is 1 to 50000")


def test_a_generator_cannot_place_bodies_out_of_the_world():
    grid = "  - grid: {count: [1000, 1, 1], spacing: [1e4, 1, 1], shape: {sphere: {radius: 0.1}}}\n"
    refused(f"format: 1\ntitle: x\ngenerate:\n{grid}", "allowed is -100000 to 100000 m")


NOISE = {"all": bytes(range(256)), "png": b"\x89PNG\r\n\x1a\n" + bytes(100), "gzip": b"\x1f\x8b\x08\x00" * 10,
         "utf16": b"\xff\xfe" + "format: 1".encode("utf-16-le"), "utf8": b"\xc3\x28", "nul": b"title: a\x00b"}


@pytest.mark.parametrize("data", NOISE.values(), ids=NOISE)
def test_noise(data):
    refused(data, "is this a scene file?")


def test_a_zip_is_named():
    refused(b"PK\x03\x04" + bytes(2_000_000), "this is a zip, as share files are, and no scene")


def test_noise_has_a_place():
    with pytest.raises(SceneError) as caught:
        scenes.loads(b"format: 1\ntitle: ab\xff")
    assert str(caught.value).startswith("text:2:10: byte 0xff is not UTF-8 text")


@pytest.mark.parametrize("text", ["", "\n\n", "# only a comment\n", "---\n"])
def test_nothing(text):
    with pytest.raises(SceneError):
        scenes.loads(text)


@pytest.mark.parametrize("text", ["3", "[1, 2]", "hello"])
def test_not_a_mapping(text):
    refused(text, "a scene is a mapping that starts with `format: 1`")


def test_a_byte_order_mark_is_no_noise():
    assert scenes.loads(b"\xef\xbb\xbf" + GOOD.encode()).title == "Everything"


def test_windows_line_ends():
    assert scenes.loads(GOOD.replace("\n", "\r\n")).title == "Everything"


def test_missing_file_and_folder(tmp_path):
    folder = "is a folder, not a regular file"
    (tmp_path / "folder.yaml").mkdir()
    for path, words in [(tmp_path / "none.yaml", "there is no such file"), (tmp_path / "folder.yaml", folder),
                        (tmp_path, folder)]:
        with pytest.raises(SceneError) as caught:
            scenes.load(path)
        assert str(caught.value) == f"{path}: {words}"
    (tmp_path / "seesaw.yaml").write_text(GOOD)
    with pytest.raises(SceneError, match="there is no such file; did you mean 'seesaw'[?]$"):
        scenes.load(tmp_path / "sesaw.yaml")


PATHS = {"nul": "a\0b.yaml", "long": "x" * 5000 + ".yaml", "device": "/dev/zero", "surrogate": "\udce9.yaml"}


@pytest.mark.parametrize("path", PATHS.values(), ids=PATHS)
def test_paths_that_are_none(path):
    with pytest.raises(SceneError):
        scenes.load(path)


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="the super user may read everything")
def test_a_file_that_may_not_be_read(tmp_path):
    path = tmp_path / "secret.yaml"
    path.write_text(GOOD)
    path.chmod(0)
    with pytest.raises(SceneError, match="cannot be read"):
        scenes.load(path)


def test_a_queue_is_not_waited_for(tmp_path):
    if not hasattr(os, "mkfifo"):
        pytest.skip("no named pipes here")
    os.mkfifo(tmp_path / "pipe.yaml")
    with pytest.raises(SceneError, match="not a regular file"):
        scenes.load(tmp_path / "pipe.yaml")
