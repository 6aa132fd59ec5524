"""The page of a study: one self-contained HTML file, with the scene above and the version below."""
from __future__ import annotations

import base64
import io
from html import escape
from typing import NamedTuple

from PIL import Image

from app.headless.errors import version
from scenes.reading.document import Document

STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; color: #222831; background: #fff; max-width: 1280px; margin: 2em auto; }
h1 { margin-bottom: 0; } h2 { margin-top: 2em; } p.about { color: #6e7681; margin-top: .3em; }
table { border-collapse: collapse; } th { color: #6e7681; font-weight: normal; }
"""


class Look(NamedTuple):
    """The parts that differ between pages: the kind of study, its styles and its script."""

    kind: str
    style: str
    script: str = ""


def embedded(image: Image.Image, words: str) -> str:
    """An image as an element of a page; `words` describe it."""
    data = io.BytesIO()
    image.save(data, "PNG", optimize=True)
    return f'<img alt="{escape(words)}" src="data:image/png;base64,{base64.b64encode(data.getvalue()).decode()}">'


def page(document: Document, body: str, look: Look) -> str:
    """The HTML of a page with this body."""
    script = f"<script>{look.script}</script>\n" if look.script else ""
    return f"""<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><title>{escape(document.title)}: {look.kind}</title><style>{STYLE}{look.style}</style></head>
<body>
<h1>{escape(document.title)}</h1>
<p class="about">{escape(document.about)}</p>
{body}
<p class="about">Impulse {escape(version())}, scene {escape(document.id)}</p>
{script}</body>
</html>
"""
