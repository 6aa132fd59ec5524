"""The API reference: HTML pages of the public Python interface, made from its docstrings by pdoc.

    python docs/api/reference.py [FOLDER]          default: build/api

Paragraphs of a docstring whose columns are aligned keep them, as text of a fixed width; a field that is a tunable is described by
its record, as everywhere else.
"""
from __future__ import annotations

import ast
import dataclasses
import importlib
import inspect
import re
import sys
import typing
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "build" / "api"
PAGES = ("impulse", "physics", "physics.views.contacts", "physics.views.joints", "physics.views.energy", "physics.views.events",
         "physics.views.queries", "physics.views.overlaps", "physics.introspection.row_table",
         "physics.introspection.causes", "physics.introspection.terms", "physics.introspection.trace",
         "physics.introspection.load_path", "physics.introspection.coupling", "physics.introspection.moments",
         "physics.introspection.refusal", "physics.measure.sampler", "physics.measure.metrics", "scenes", "scenes.catalog",
         "scenes.loader", "scenes.builder", "scenes.variation", "scenes.writer", "scenes.reading.document", "scenes.running.runner",
         "scenes.running.measurement")
GEOMETRY = "geometry"                            # of the metadata of a field, see physics.joints.definition
COLUMNS = re.compile(r"^\S.*?[^\s.:;?!] {2,}\S|^ {2,}\S", re.MULTILINE)          # a table or an example, no end of a sentence


def write(folder: Path = FOLDER) -> None:
    """Write the pages into `folder`."""
    import pdoc
    pdoc.render.configure(docformat="markdown", template_directory=Path(__file__).parent, show_source=False,
                          footer_text="Impulse, the Python interface")
    pdoc.render.env.filters["described"] = described
    for page in PAGES:
        for found in vars(importlib.import_module(page)).values():
            if isinstance(found, type) and (dataclasses.is_dataclass(found) or hasattr(found, "_fields")):
                name_types(found)
    pdoc.pdoc(*specifications(), output_directory=folder)


def specifications() -> list[str]:
    """PAGES as pdoc takes them: each without the modules below it."""
    return [entry for page in PAGES for entry in (page, *([rf"!{re.escape(page)}\."] if is_package(page) else []))]


def is_package(name: str) -> bool:
    """Whether a module is a folder."""
    return hasattr(importlib.import_module(name), "__path__")


def name_types(cls: type) -> None:
    """Replace the texts of the types of the fields of a dataclass or NamedTuple by the types: their names are known elsewhere."""
    import physics
    hints = typing.get_type_hints(cls, localns=vars(physics))
    make = cls.__new__ if hasattr(cls, "_fields") else cls.__init__
    make.__annotations__ = {name: hints.get(name, kind) for name, kind in make.__annotations__.items()}


def described(doc: Any) -> str:
    """The text of a pdoc object in Markdown: its docstring, the record of a tunable, the comment of a field or its line in the
    docstring of the class, or the docstring in the module from which it was imported."""
    return as_markdown(doc.docstring or _of_tunable(doc) or _of_comment(doc) or _of_table(doc) or _of_source(doc))


def as_markdown(text: str) -> str:
    """A docstring as Markdown: paragraphs with columns, and examples, keep their lines."""
    parts = []
    for part in re.split(r"\n\s*\n", inspect.cleandoc(text)):
        fixed = COLUMNS.search(part) and "```" not in part
        parts.append(f"```text\n{part}\n```" if fixed else part)
    return "\n\n".join(parts)


def _holder(doc: Any) -> type | None:
    """The class of a field."""
    if doc.kind != "variable" or "." not in doc.qualname or doc.modulename not in sys.modules:
        return None
    return getattr(sys.modules[doc.modulename], doc.qualname.split(".")[0], None)


def _of_tunable(doc: Any) -> str:
    """Help, unit and range of a field that is a tunable."""
    from physics.definitions.tunable import tunables
    holder = _holder(doc)
    about = tunables(holder).get(doc.name) if hasattr(holder, "__dataclass_fields__") else None
    if about is None:
        return ""
    unit = f" {about.unit}" if about.unit else ""
    allowed = (", ".join(about.choices) if about.choices else
               f"{about.limits[0]:g} to {about.limits[1]:g}{unit}" if about.limits and about.kind != "switch" else unit.strip())
    return " ".join(part for part in (f"{about.help}." if about.help else "", f"[{allowed}]" if allowed else "") if part)


def _of_comment(doc: Any) -> str:
    """The comment beside a field, or the help of a place of a joint, in the class that has the field."""
    for cls in getattr(_holder(doc), "__mro__", (object,))[:-1]:
        about = getattr(cls, "__dataclass_fields__", {}).get(doc.name)
        if about is not None and about.metadata.get(GEOMETRY):
            return f"{about.metadata[GEOMETRY].help}."
        if doc.name in vars(cls).get("__annotations__", {}):
            found = re.search(rf"^    {doc.name}: .*?# (.*(?:\n {{5,}}# .*)*)", inspect.getsource(cls), re.MULTILINE)
            if found:
                return re.sub(r"\n\s*#\s*", " ", found[1])
    return ""


def _of_table(doc: Any) -> str:
    """The line of a field in the table of its class' docstring."""
    found = re.search(rf"^ *{doc.name} {{2,}}(\S.*(?:\n {{8,}}\S.*)*)", getattr(_holder(doc), "__doc__", None) or "", re.MULTILINE)
    return re.sub(r"\n\s*", " ", found[1]) if found else ""


def _of_source(doc: Any) -> str:
    """The docstring of a variable in the module from which it was imported."""
    import pdoc
    if doc.kind != "variable" or "." in doc.qualname or doc.modulename not in sys.modules:
        return ""
    for node in ast.walk(ast.parse(inspect.getsource(sys.modules[doc.modulename]))):
        if isinstance(node, ast.ImportFrom) and doc.name in [alias.name for alias in node.names]:
            return pdoc.doc.Module(importlib.import_module(node.module)).members[doc.name].docstring
    return ""


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    write(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
