"""Films and pictures on disk: decoded files equal the input, and a cancelled film leaves no file."""
from __future__ import annotations

from fractions import Fraction

import av
import numpy as np
import pytest
from PIL import Image

from app.capture.formats import coded_film
from app.capture.film import film_rate, needs_even_sides, open_film
from app.capture.picture import screenshot
from impulse.files.reading import FileError
from impulse.files.writing import PartFile

SIZE = (96, 64)


def card(index: int, size=SIZE, channels: int = 3) -> np.ndarray:
    """A picture that encodes its number: a bar that moves to the right over a sky of five colours."""
    width, height = size
    picture = np.zeros((height, width, channels), np.uint8)
    picture[..., :3] = np.linspace((40, 60, 90), (90, 70, 60), height).astype(np.uint8)[:, None]
    picture[height // 4:height // 2, 4 * index:4 * index + 12, :3] = (250, 120, 60)
    if channels == 4:
        picture[..., 3] = 255
    return picture


def bar(picture: np.ndarray) -> int:
    """Number of the card that a decoded picture shows."""
    row = picture[picture.shape[0] * 3 // 8].astype(int)
    return round(float(np.flatnonzero(row[:, 0] - row[:, 2] > 90).mean() - 5.5) / 4)


def frames_of(path):
    """Decoded (pictures, times [s]) of an MP4."""
    with av.open(str(path)) as container:
        frames = list(container.decode(video=0))
    return [frame.to_ndarray(format="rgb24") for frame in frames], [float(frame.time) for frame in frames]


@pytest.mark.parametrize("channels", [3, 4])
@pytest.mark.parametrize("fps", [60, 30, 29.97])
def test_mp4_holds_every_frame_in_time(tmp_path, fps, channels):
    film = open_film(tmp_path / "a.mp4", SIZE, fps)
    for i in range(15):
        film.put(card(i, channels=channels), i)
    path = film.close()
    assert path == tmp_path / "a.mp4" and [p.name for p in tmp_path.iterdir()] == ["a.mp4"]
    pictures, times = frames_of(path)
    assert [bar(picture) for picture in pictures] == list(range(15))
    assert times == pytest.approx([i / fps for i in range(15)], abs=2e-4)
    with av.open(str(path)) as container:
        stream = container.streams.video[0]
        assert stream.codec_context.name == "h264" and stream.codec_context.pix_fmt == "yuv420p"
        assert float(stream.average_rate) == pytest.approx(fps, rel=1e-3)


def test_mp4_keeps_colours(tmp_path):
    film = open_film(tmp_path / "a.mp4", SIZE, 60)
    for i in range(3):
        film.put(card(0), i)
    decoded = frames_of(film.close())[0][1].astype(int)
    flat = np.s_[4:14, 40:]                                       # away from the bar, whose edge blurs
    assert np.abs(decoded[flat] - card(0)[flat]).max() <= 8


def test_mp4_left_out_slots_keep_the_time(tmp_path):
    film = open_film(tmp_path / "a.mp4", SIZE, 60)
    for slot in (0, 1, 7, 20):
        film.put(card(0), slot)
    assert frames_of(film.close())[1] == pytest.approx([0, 1 / 60, 7 / 60, 20 / 60], abs=1e-4)


def test_mp4_of_odd_size_loses_one_line(tmp_path):
    film = open_film(tmp_path / "a.mp4", (97, 65), 60)
    film.put(card(2, (97, 65)), 0)
    assert frames_of(film.close())[0][0].shape == (64, 96, 3)


def test_gif_moves_and_loops(tmp_path):
    film = open_film(tmp_path / "a.gif", SIZE, 60)
    assert film.fps == 50
    for i in range(12):
        film.put(card(i), i)
    with Image.open(film.close()) as image:
        assert image.n_frames == 12 and image.info["loop"] == 0 and image.size == SIZE
        for i in range(12):
            image.seek(i)
            assert image.info["duration"] == 20
            shown = np.asarray(image.convert("RGB"))
            assert bar(shown) == i and np.abs(shown.astype(int) - card(i)).max() <= 14


def test_gif_left_out_slots_last_longer(tmp_path):
    film = open_film(tmp_path / "a.gif", SIZE, 25)
    for slot, number in ((0, 0), (1, 1), (5, 2)):
        film.put(card(number), slot)
    with Image.open(film.close()) as image:
        durations = []
        for i in range(image.n_frames):
            image.seek(i)
            durations.append(image.info["duration"])
    assert durations == [40, 160, 40]


def test_gif_writes_only_what_changed(tmp_path):
    """Pictures of noise, which does not compress: only the first is written completely, and all are shown correctly."""
    noise = (np.random.default_rng(3).integers(0, 6, (*SIZE[::-1], 3)) * 50).astype(np.uint8)
    pictures = [noise.copy() for _ in range(12)]
    for k, picture in enumerate(pictures[1:], 1):
        picture[20:30, 4 * k:4 * k + 8] = (250, 0, 0)

    def written(number: int) -> int:
        film = open_film(tmp_path / f"{number}.gif", SIZE, 25)
        for slot, picture in enumerate(pictures[:number]):
            film.put(picture, slot)
        return film.close().stat().st_size

    first, whole = written(1), written(12)
    assert whole < 1.5 * first
    with Image.open(tmp_path / "12.gif") as image:
        for k, picture in enumerate(pictures):
            image.seek(k)
            shown = np.asarray(image.convert("RGB")).astype(int)
            assert np.abs(shown - picture).mean() < 25
            assert (np.abs(shown - (250, 0, 0)).max(axis=2) < 30).sum() >= (80 if k else 0)


@pytest.mark.parametrize("fps", [60, 29.97])
def test_webm_holds_every_frame_in_time(tmp_path, fps):
    film = open_film(tmp_path / "a.webm", SIZE, fps)
    for i in range(15):
        film.put(card(i), i)
    path = film.close()
    pictures, times = frames_of(path)
    assert [bar(picture) for picture in pictures] == list(range(15))
    assert times == pytest.approx([i / fps for i in range(15)], abs=1.1e-3), "its clock counts milliseconds"
    flat = np.s_[4:14, 60:]
    assert np.abs(pictures[1].astype(int)[flat] - card(1)[flat]).max() <= 8, "colours stay"
    with av.open(str(path)) as container:
        assert container.format.name.startswith("matroska") and container.streams.video[0].codec_context.name in ("vp9", "av1")


def test_webm_takes_the_first_encoder_that_is_there(tmp_path, monkeypatch):
    assert coded_film.codec_of(coded_film.WEBM).name == "libvpx-vp9"
    monkeypatch.setattr(av, "codecs_available", {"libsvtav1"})
    assert coded_film.codec_of(coded_film.WEBM).name == "libsvtav1"
    monkeypatch.setattr(av, "codecs_available", set())
    with pytest.raises(ValueError, match="no encoder for .webm: it needs libvpx-vp9 or libsvtav1 or libaom-av1"):
        open_film(tmp_path / "a.webm", SIZE, 60)
    assert list(tmp_path.iterdir()) == []


def test_what_formats_round():
    assert film_rate("a.gif", 60) == 50 and film_rate("a.webm", 60) == film_rate("frames", 60) == 60
    even = {name: needs_even_sides(name) for name in ("a.mp4", "a.WEBM", "a.gif", "frames", "a_%d.png")}
    assert [name for name in even if even[name]] == ["a.mp4", "a.WEBM"]


@pytest.mark.parametrize("ending", [".mp4", ".webm", ".gif", "", "_%d.png"])
@pytest.mark.parametrize("count", [0, 3, 10])
def test_discarded_films_leave_nothing(tmp_path, ending, count):
    film = open_film(tmp_path / f"a{ending}", SIZE, 60)
    for i in range(count):
        film.put(card(i), i)
    film.discard()
    assert list(tmp_path.iterdir()) == []


def test_an_old_film_stays_until_the_new_one_is_whole(tmp_path):
    path = tmp_path / "a.mp4"
    path.write_bytes(b"old")
    film = open_film(path, SIZE, 60)
    film.put(card(0), 0)
    assert path.read_bytes() == b"old"
    film.discard()
    assert path.read_bytes() == b"old"
    film = open_film(path, SIZE, 60)
    film.put(card(0), 0)
    film.close()
    assert len(frames_of(path)[0]) == 1


@pytest.mark.parametrize("path, size, fps, words", [
    ("a.avi", SIZE, 60, r"\.mp4, \.webm, \.gif, is a folder or a name like frame_%04d\.png, and does not end in \.avi"),
    ("a.png", SIZE, 60, r"\.png"), ("a_%d_%d.png", SIZE, 60, r"\.png"), ("a.mp4", (1, 64), 60, "2 to 8192"),
    ("a.mp4", (96, 9000), 60, "2 to 8192"), ("a.mp4", SIZE, 0.5, "1 to 240"), ("a.gif", SIZE, 1000, "1 to 240")])
def test_impossible_films_are_refused(tmp_path, path, size, fps, words):
    with pytest.raises(ValueError, match=words):
        open_film(tmp_path / path, size, fps)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("channels", [3, 4])
def test_screenshot_is_exact(tmp_path, channels):
    path = screenshot(tmp_path / "deep" / "a.png", card(3, channels=channels))
    assert path.is_absolute() and [p.name for p in path.parent.iterdir()] == ["a.png"]
    with Image.open(path) as image:
        assert image.mode == "RGB" and np.array_equal(np.asarray(image), card(3))


def test_screenshot_of_nonsense_leaves_nothing(tmp_path):
    with pytest.raises((ValueError, TypeError)):
        screenshot(tmp_path / "a.png", np.zeros((4, 4, 3)))
    assert list(tmp_path.iterdir()) == []


def test_a_folder_is_no_file(tmp_path):
    with pytest.raises(FileError, match="is a folder"):
        PartFile(tmp_path)


def test_rates_are_exact_fractions(tmp_path):
    film = open_film(tmp_path / "a.mp4", SIZE, 24000 / 1001)
    film.put(card(0), 0)
    with av.open(str(film.close())) as container:
        assert container.streams.video[0].base_rate == Fraction(24000, 1001)
