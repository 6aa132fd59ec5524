"""Expectation validation: what is expected must have a time within `run`, and something to measure at that time.

A body that an event removes is gone from the step after that event on, and its joints with it.  An expectation that looks at it
later could not hold, unless another part of an `or` does, or it counts.
"""
from __future__ import annotations

import ast
from collections.abc import Iterator

from physics.measure.quantities import select
from scenes.reading.document import Document
from scenes.reading.scene_model import ExpectSection
from scenes.running.actions import Remove, action_of
from scenes.running.expectations import Expression, parse
from scenes.running.runner import step_of
from scenes.schema.messages import place
from scenes.schema.nodes import Node
from scenes.schema.problems import Problem


def impossible_expectations(document: Document, root: Node, file: str) -> list[Problem]:
    """The expectations that no run of the document can judge."""
    gone = _removals(document)
    names = {kind: {plan.name: number for number, plan in enumerate(plans) if plan.name}
             for kind, plans in (("body", document.bodies), ("joint", document.joints))}
    problems = []
    for index, section in enumerate(document.expect):
        late = list(_beyond(section, document.run))
        problems += [place(root, file, ("expect", index, key), message) for key, message in late]
        expression = parse(section.what)
        if late or not gone["body"] | gone["joint"] or not _needs_all(expression):
            continue
        for kind, selector in expression.selectors:
            times = [gone[kind].get(number) for number in select(selector, names[kind])]
            if times and None not in times and _last_step(section, document) > step_of(max(times), document.scene.world.dt):
                problems.append(place(root, file, ("expect", index, "what"), f"there is no {kind} {selector!r} after "
                                      f"{max(times):g} s, when an event removes it; end the expectation with `before:` or `at:`"))
    return problems


def _beyond(section: ExpectSection, run: float) -> Iterator[tuple[str, str]]:
    """Key and message of each time that is later than the run."""
    for key in ("at", "after", "before"):
        time = getattr(section, key)
        if time is not None and time > run:
            yield key, f"{time:g} s is later than the end of the run; `run` is {run:g} s"


def _last_step(section: ExpectSection, document: Document) -> int:
    """The last step after which the expectation looks."""
    ends = (time for time in (section.at, section.before, document.run) if time is not None)
    return step_of(next(ends), document.scene.world.dt)


def _needs_all(expression: Expression) -> bool:
    """Whether the expression fails when anything in it is gone."""
    return not any(isinstance(node, ast.Or) or isinstance(node, ast.Name) and node.id in ("count", "start")
                   for node in ast.walk(expression.tree))


def _removals(document: Document) -> dict[str, dict[int, float]]:
    """Number of each removed body and joint -> the time of its removal [s]."""
    numbers = {"body": {plan.name: number for number, plan in enumerate(document.bodies)},
               "joint": {plan.name: number for number, plan in enumerate(document.joints)}}
    gone: dict[str, dict[int, float]] = {"body": {}, "joint": {}}
    for event in sorted(document.scene.events, key=lambda event: event.at):
        action = action_of(event)
        if isinstance(action, Remove):
            kind = "body" if action.body else "joint"
            gone[kind].setdefault(numbers[kind][action.body or action.joint], event.at)
    for number, plan in enumerate(document.joints):
        times = [gone["body"][end] for end in (plan.a, plan.b) if end in gone["body"]]
        if times:
            gone["joint"][number] = min([*times, gone["joint"].get(number, times[0])])
    return gone
