"""The generator that is being made: its card is open, and its bodies are shown before they are there."""
from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from app.simulation.commands import AddGenerator, Command, PreviewGenerator

HIGH = 3.0                 # [m] above which what the camera looks at lifts a new generator too


class GeneratorMaking:
    """Name, word and keys of it; none while `name` is empty."""

    def __init__(self, submit: Callable[[Command], None]):
        self._submit = submit
        self.name = self.word = ""
        self.values: dict[str, Any] = {}

    @property
    def active(self) -> bool:
        """Whether the card is open."""
        return bool(self.name)

    def begin(self, name: str, target: Sequence[float] | None = None) -> None:
        """Begin with a recipe, where the camera looks; without a target it stays where the one before was."""
        from scenes.editing.generator_fields import RECIPES
        recipe = next(one for one in RECIPES if one.name == name)
        values = {"name": name, **copy.deepcopy(recipe.values)}
        x, y, z = values["position"]
        if target is not None:
            lift = float(target[2]) if target[2] > HIGH else 0.0
            values["position"] = [round(x + float(target[0]), 2), round(y + float(target[1]), 2), round(z + lift, 2)]
        elif self.active:
            values["position"] = [*self.values["position"][:2], z]
        self.name, self.word, self.values = name, recipe.word, values
        self._show()

    def change(self, values: Mapping[str, Any]) -> None:
        """Change keys; None removes one."""
        self.values = {key: value for key, value in {**self.values, **values}.items() if value is not None}
        self._show()

    def add(self) -> None:
        """Add it to the scene, and close the card."""
        word, values = self.word, self.values
        self.stop()
        self._submit(AddGenerator(word, values))

    def stop(self) -> None:
        """Close the card; its bodies are not shown any more."""
        if self.active:
            self.name = self.word = ""
            self.values = {}
            self._submit(PreviewGenerator("", {}))

    def _show(self) -> None:
        self._submit(PreviewGenerator(self.word, self.values))
