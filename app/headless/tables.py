"""Tables on a terminal: a table that is too wide is printed in parts, one below the other; no figure is truncated."""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from impulse.terminal import console

FRAME = 3                                        # characters of a column besides its text
LEFT = "<"                                       # before the name of a column of words


def width_of(name: str, cells: Sequence[str]) -> int:
    """Characters that a column needs: names break between words, cells do not."""
    words = name.removeprefix(LEFT).split()
    return max(map(len, [*words, *cells, ""]))


def parts(head: Sequence[str], rows: Sequence[Sequence[str]], room: int) -> Iterator[list[int]]:
    """Indices of the columns that fit side by side into `room` characters; the leading columns of words, at least the first
    column, begin every part."""
    widths = [width_of(name, [row[k] for row in rows]) + FRAME for k, name in enumerate(head)]
    labels = [0]
    while labels[-1] + 1 < len(head) and head[0].startswith(LEFT) and head[labels[-1] + 1].startswith(LEFT):
        labels.append(labels[-1] + 1)
    beside = room - 1 - sum(widths[k] for k in labels)
    part, free = list(labels), beside
    for k in range(len(labels), len(head)):
        if widths[k] > free and len(part) > len(labels):
            yield part
            part, free = list(labels), beside
        part.append(k)
        free -= widths[k]
    yield part


def print_table(title: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table with a title, without empty columns; output to a file is never split."""
    from rich.table import Table
    filled = [k for k, name in enumerate(head) if name.removeprefix(LEFT) or any(row[k] for row in rows)]
    head, rows = [head[k] for k in filled], [[row[k] for k in filled] for row in rows]
    whole = [max(map(len, (name.removeprefix(LEFT), *(row[k] for row in rows)))) for k, name in enumerate(head)]
    natural, terminal = 1 + sum(whole) + FRAME * len(whole), console()
    room = terminal.width if terminal.is_terminal else natural
    terminal = console(width=room)
    for number, part in enumerate([list(range(len(head)))] if natural <= room else parts(head, rows, room)):
        table = Table(title=None if number else title, title_justify="left")
        for k in part:
            name = head[k]
            table.add_column(name.removeprefix(LEFT), justify="left" if name.startswith(LEFT) else "right",
                             width=whole[k] if natural <= room else width_of(name, [row[k] for row in rows]))
        for row in rows:
            table.add_row(*(row[k] for k in part))
        terminal.print(table)
