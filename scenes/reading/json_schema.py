"""The JSON Schema of scene files, for completion and validation in editors.

    python -m scenes.reading.json_schema > scenes/scene.schema.json

A file that begins with `# yaml-language-server: $schema=<path of scene.schema.json>` is checked by it.
"""
from __future__ import annotations

import json
import sys
from typing import Any

from scenes.reading.scene_model import Scene


def json_schema() -> dict[str, Any]:
    """The schema as a mapping."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **Scene.model_json_schema(by_alias=True)}


def text() -> str:
    """The schema as the file's text."""
    return json.dumps(json_schema(), indent=1) + "\n"


if __name__ == "__main__":
    sys.stdout.write(text())
