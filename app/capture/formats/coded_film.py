"""Coded films: MP4 and WebM, encoded by PyAV.

MP4 holds H.264, WebM holds VP9, or AV1 where PyAV was built without an encoder for VP9.  The wheels of PyAV 14.0 and 18.1 for
Linux, both ends of the range, have VP9.
"""
from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

import numpy as np

from impulse.files.writing import PartFile

BT709 = 1                              # number of ITU-R BT.709 in FFmpeg, for primaries, transfer and matrix


class Codec(NamedTuple):
    """An encoder of FFmpeg, and its options."""

    name: str
    options: Mapping[str, str]


class Coding(NamedTuple):
    """A format of films: its container, with options, and its encoders, of which the first that is there is taken."""

    container: str
    options: Mapping[str, str]
    codecs: tuple[Codec, ...]


# Constant quality that shows no loss, at an effort that keeps up with drawing on two cores.
X264_COLORS = {"colorprim": "bt709", "transfer": "bt709", "colormatrix": "bt709"}
MP4 = Coding("mp4", {"movflags": "+faststart"}, (Codec("libx264", {"crf": "18", "preset": "veryfast", **X264_COLORS}),))
WEBM = Coding("webm", {}, (Codec("libvpx-vp9", {"crf": "24", "b": "0", "deadline": "realtime", "cpu-used": "6", "row-mt": "1"}),
                           Codec("libsvtav1", {"crf": "28", "preset": "10"}),
                           Codec("libaom-av1", {"crf": "28", "b": "0", "usage": "realtime", "cpu-used": "8", "row-mt": "1"})))


def codec_of(coding: Coding) -> Codec:
    """The encoder that films of this format get here.  Raises ValueError where PyAV has none."""
    import av
    for codec in coding.codecs:
        if codec.name in av.codecs_available:
            return codec
    names = " or ".join(codec.name for codec in coding.codecs)
    raise ValueError(f"this installation of PyAV has no encoder for .{coding.container}: it needs {names}")


class CodedFilm:
    """A film that plays while it loads; an odd last column or row is cut off, because colour is stored by 2 x 2 pixels."""

    def __init__(self, path: Path | str, size: tuple[int, int], fps: float, coding: Coding) -> None:
        """Start a film of `size` = (width, height) pixels at `fps`."""
        import av
        self.fps = float(fps)
        self._width, self._height = size[0] // 2 * 2, size[1] // 2 * 2
        codec, rate = codec_of(coding), Fraction(fps).limit_denominator(1001)
        self._file = PartFile(path)
        try:
            self._container = av.open(str(self._file.part), "w", format=coding.container, options=dict(coding.options))
            stream = self._stream = self._container.add_stream(codec.name, rate=rate, options=dict(codec.options))
        except BaseException:
            self._file.discard()
            raise
        stream.width, stream.height, stream.pix_fmt = self._width, self._height, "yuv420p"
        stream.time_base = stream.codec_context.time_base = 1 / rate
        context = stream.codec_context
        context.color_primaries = context.color_trc = context.colorspace = BT709
        stream.thread_type = "AUTO"

    def put(self, picture: np.ndarray, slot: int) -> None:
        """Show `picture` from `slot` on; slots ascend."""
        import av
        picture = np.ascontiguousarray(picture[:self._height, :self._width])
        frame = av.VideoFrame.from_ndarray(picture, format="rgba" if picture.shape[2] == 4 else "rgb24")
        frame = frame.reformat(format="yuv420p", dst_colorspace=av.video.reformatter.Colorspace.ITU709)
        frame.pts, frame.time_base = slot, self._stream.codec_context.time_base
        self._container.mux(self._stream.encode(frame))

    def close(self) -> Path:
        """Finish the file and return its absolute path."""
        self._container.mux(self._stream.encode())
        self._container.close()
        return self._file.commit()

    def discard(self) -> None:
        """Leave nothing behind."""
        try:
            self._container.close()
        finally:
            self._file.discard()
