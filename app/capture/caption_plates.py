"""Captions over a finished picture: each text, broken into lines, on a plate at its place."""
from __future__ import annotations

from functools import lru_cache

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from app.capture.plates import PAD, PAINTS, lay, letters, unit_of
from app.draw.film.captions import ShownCaption

TEXT, LEADING = 23.0, 1.3              # height of text in a picture of DESIGN pixels; of a line, in heights of text
WIDEST = 0.62                          # share of the picture's width that a line takes at most
BORDER = 22.0                          # between a plate and the picture's edge, in a picture of DESIGN pixels
GAP = 6.0                              # between two plates at one place
TRIES = 8                              # halvings of the width in which lines of similar length are sought


def lay_captions(picture: np.ndarray, captions: tuple[ShownCaption, ...], theme: str, room: tuple[float, float]) -> None:
    """Draw captions over a picture; `room`: where the part of it begins and ends that has no titles and plots [pixels from the
    top].  Of several at one place each is nearer to the middle of the picture than those before it."""
    height, width = picture.shape[:2]
    unit, used = unit_of(picture), dict.fromkeys((one.place for one in captions), 0.0)
    for one in captions:
        plate = _plate(one.text, round(WIDEST * width), unit, theme)
        high, wide = plate.shape[:2]
        down, across = one.place.partition("_")[::2]
        left = {"left": BORDER * unit, "right": width - BORDER * unit - wide}.get(across, (width - wide) / 2)
        shift = used[one.place]
        top = {"top": room[0] + BORDER * unit + shift, "middle": (room[0] + room[1] - high) / 2 + shift,
               "bottom": room[1] - BORDER * unit - high - shift}[down]
        used[one.place] += high + GAP * unit
        lay(picture, plate, (max(round(left), 0), min(max(round(top), 0), height)), one.strength)


@lru_cache(maxsize=64)
def _plate(text: str, widest: int, unit: float, theme: str) -> np.ndarray:
    """(h, w, 4) uint8: the text in lines of at most this width [pixels], each in the middle."""
    paint, face, pad = PAINTS[theme], letters(TEXT * unit), 1.4 * PAD * unit
    lines = balanced(text, face, widest)
    step = LEADING * face.size
    wide, high = max(map(face.getlength, lines)) + 2 * pad, step * len(lines) + 1.2 * pad
    image = Image.new("RGBA", (max(round(wide), 1), max(round(high), 1)))
    drawing = ImageDraw.Draw(image)
    drawing.rounded_rectangle((0, 0, image.width - 1, image.height - 1), pad, paint.plate)
    for number, line in enumerate(lines):
        drawing.text((wide / 2, 0.6 * pad + (number + 0.5) * step), line, paint.text, face, "mm")
    return np.asarray(image)


def balanced(text: str, face: ImageFont.FreeTypeFont, widest: float) -> list[str]:
    """The fewest lines of at most this width [pixels], broken so that the longest is as short as they allow."""
    lines = broken(text, face, widest)
    narrow, wide = 0.0, widest
    for _ in range(TRIES):
        middle = (narrow + wide) / 2
        if len(found := broken(text, face, middle)) == len(lines):
            lines, wide = found, middle
        else:
            narrow = middle
    return lines


def broken(text: str, face: ImageFont.FreeTypeFont, widest: float) -> list[str]:
    """The lines of a text, those longer than `widest` [pixels] broken between words, or within one that is longer alone."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for word in paragraph.split():
            while face.getlength(word) > widest and len(word) > 1:           # a word without a place to break it
                fits = max((n for n in range(1, len(word)) if face.getlength(word[:n]) <= widest), default=1)
                lines += [line] * bool(line) + [word[:fits]]
                line, word = "", word[fits:]
            longer = f"{line} {word}".strip()
            if line and face.getlength(longer) > widest:
                lines.append(line)
                longer = word
            line = longer
        lines.append(line)
    return lines
