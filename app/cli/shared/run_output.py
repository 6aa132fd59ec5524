"""Verdicts on share files and runs, as text and as JSON objects."""
from __future__ import annotations

from typing import Any

from app.headless.json_values import plain
from app.headless.si_format import counted
from app.simulation.sharing.comparing import QUANTITIES, BodyDifference, Outcome
from app.simulation.sharing.opening import OpenedShare
from app.simulation.sharing.playing import Source
from app.simulation.sharing.verifying import Verdict


def about(source: Source) -> str:
    """A source in a line."""
    if source.opened is None:
        return f"{source.name}: {source.origin.scene}, a scene"
    manifest = source.opened.share.manifest
    return f"{source.name}: {manifest.scene}, {counted(manifest.steps, 'step')}, {counted(manifest.commands, 'command')}"


def verdict_text(source: Source, verdict: Verdict) -> str:
    """How a share file compares, in lines."""
    opened = source.opened
    lines = [about(source), f"  made by   {made_text(opened)}"]
    if verdict.error is not None:
        lines.append(f"  DIFFERS   first after step {verdict.error.step:,}: {verdict.error.what}")
        if opened.file.made:
            lines.append(f"  here      {opened.file.made}")
    else:
        every = "" if verdict.checked > verdict.steps else f", {verdict.checked:,} of them compared"
        lines.append(f"  verified  steps 0 to {verdict.steps:,} are as recorded{every}")
    lines += [f"  note      {opened.share.manifest.note}"] if opened.share.manifest.note else []
    return "\n".join([*lines, *(f"  DAMAGED   {flaw}" for flaw in verdict.flaws)])


def made_text(opened: OpenedShare) -> str:
    """What made a file."""
    made = opened.share.manifest.made
    return (f"Impulse {made.program}, kernels {made.kernels} for {made.processor}, numpy {made.numpy}, numba {made.numba}, "
            f"llvmlite {made.llvmlite}, Python {made.python}, {made.system}")


def verdict_object(source: Source, verdict: Verdict) -> dict[str, Any]:
    """The same for JSON."""
    opened, error = source.opened, verdict.error
    return plain({
        "file": source.name, "scene": source.origin.scene, "steps": verdict.steps, "last": verdict.last,
        "checked": verdict.checked, "commands": opened.share.manifest.commands, "verified": verdict.fine,
        "differs": None if error is None else {"step": error.step, "what": error.what}, "flaws": list(verdict.flaws),
        "note": opened.share.manifest.note, "made": opened.share.manifest.made.model_dump(), "here": opened.file.made})


def outcome_text(sources: tuple[Source, Source], outcome: Outcome) -> str:
    """How two runs compare, in lines."""
    lines = [f"{letter}  {about(source)}" for letter, source in zip("AB", sources)]
    found = outcome.difference
    if found is None:
        steps = f"steps 0 to {outcome.steps:,} are the same in all bits"
        lines.append(f"equal: {steps}" if outcome.equal else f"not of the same length: {steps}")
    else:
        where = "as they were recorded; here both come out the same" if found.recorded else f"{found.time:.6g} s"
        lines.append(f"different: first after step {found.step:,} ({where})")
        if found.body is not None:
            lines.append(f"  body  {body_text(found.body)}")
        if found.row is not None:
            lines.append(f"  row   {found.row_said}")
        if found.body is None and found.row is None:
            lines.append("  no pose or velocity differs, or none is known: the hashes of the states do")
    return "\n".join([*lines, *(f"  note  {note}" for note in outcome.notes)])


def body_text(body: BodyDifference) -> str:
    """A body that differs, with both numbers."""
    called = f"body {body.uid}" + (f" {body.name!r}" if body.name else "")
    more = f"; {body.others:,} more differ" if body.others else ""
    if not body.quantity:
        return f"{called} is in {'A' if body.a else 'B'} alone{more}"
    unit = QUANTITIES[body.quantity][1]
    a, b = _told_apart(body.a, body.b)
    return f"{called}: its {body.quantity} is {a}{f' {unit}' if unit else ''} in A, {b} in B{more}"


def _told_apart(a: tuple[float, ...], b: tuple[float, ...]) -> tuple[str, str]:
    """Two vectors with as few digits as tell them apart."""
    for digits in (4, 6, 9, 17):
        texts = tuple(f"({', '.join(f'{x:.{digits}g}' for x in one)})" for one in (a, b))
        if texts[0] != texts[1]:
            break
    return texts


def outcome_object(sources: tuple[Source, Source], outcome: Outcome) -> dict[str, Any]:
    """The same for JSON."""
    found = outcome.difference
    body = None if found is None or found.body is None else found.body._asdict()
    row = None
    if found is not None and found.row is not None:
        columns = found.row._asdict()
        a, b = found.row.numbers or (None, None)
        row = {"kind": columns["kind"], "bodies": [columns["a"], columns["b"]],
               **{name: columns[name] for name in ("feature", "joint", "part", "component", "quantity")}, "a": a, "b": b,
               "text": found.row_said}
    return plain({
        "equal": outcome.equal, "steps": outcome.steps, "longer": outcome.longer,
        "a": sources[0].name, "b": sources[1].name,
        "difference": None if found is None else {"step": found.step, "time": found.time, "recorded": found.recorded,
                                                  "body": body, "row": row},
        "notes": list(outcome.notes)})
