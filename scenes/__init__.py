"""Scenes: YAML files with the initial state of a world, its events and its expectations.

    document = scenes.load("stacking/pyramid_2d")      # an id of the catalog, part of one, or a path
    document = scenes.varied(document, ["generate.brick.mass=5"])      # with other values than those of the text
    world = scenes.build(document, overrides=["solver.iterations=20"])
    runner = scenes.Runner(document, world)            # the document's events and expectations
    for taken in runner.each_step():                   # events, a step of the world, expectations
        print(taken, world.time)
    for result in runner.results():
        print(result.name, result.passed, result.value)

Every error in a scene or an override raises `SceneError`, whose text is a message for the user and whose `problems` lists every
mistake with its place.  `catalog.entries()` lists the scenes that come with the program.
"""
from scenes import catalog
from scenes.builder import build
from scenes.loader import load, loads
from scenes.reading.document import Document
from scenes.running.runner import Result, Runner
from scenes.schema.problems import Problem, SceneError
from scenes.variation import varied
from scenes.writer import save

DEFAULT = "welcome/welcome"
"""The scene that opens without a name."""

__all__ = ["DEFAULT", "Document", "Problem", "Result", "Runner", "SceneError", "build", "catalog", "load", "loads", "save",
           "varied"]
