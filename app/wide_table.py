"""Tables on a terminal: where one is too narrow, its columns go below each other; a figure is never cut."""
from __future__ import annotations

from collections.abc import Iterator, Sequence

FRAME = 3                                        # characters that a column takes besides its text
LEFT = "<"                                       # before the name of a column of words


def width_of(name: str, cells: Sequence[str]) -> int:
    """Characters that a column needs: names break between words, cells do not."""
    words = name.removeprefix(LEFT).split()
    return max(map(len, [*words, *cells, ""]))


def parts(head: Sequence[str], rows: Sequence[Sequence[str]], room: int) -> Iterator[list[int]]:
    """Numbers of columns that stand beside each other in so many characters; the columns of words that come first, or the
    first of all, begin every part."""
    widths = [width_of(name, [row[k] for row in rows]) + FRAME for k, name in enumerate(head)]
    labels = [0]
    while labels[-1] + 1 < len(head) and head[0].startswith(LEFT) and head[labels[-1] + 1].startswith(LEFT):
        labels.append(labels[-1] + 1)
    part, free = list(labels), room - 1 - sum(widths[k] for k in labels)
    for k in range(len(labels), len(head)):
        if widths[k] > free and len(part) > len(labels):
            yield part
            part, free = list(labels), room - 1 - sum(widths[j] for j in labels)
        part.append(k)
        free -= widths[k]
    yield part


def print_table(title: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table with a title, without columns that say nothing; into a file it is as wide as it is."""
    from rich.console import Console
    from rich.table import Table
    told = [k for k, name in enumerate(head) if name.removeprefix(LEFT) or any(row[k] for row in rows)]
    head, rows = [head[k] for k in told], [[row[k] for k in told] for row in rows]
    console = Console()
    whole = [max(map(len, (name.removeprefix(LEFT), *(row[k] for row in rows)))) for k, name in enumerate(head)]
    room = console.width if console.is_terminal else 1 + sum(whole) + FRAME * len(whole)
    wide = 1 + sum(whole) + FRAME * len(whole) <= room
    for number, part in enumerate([[*range(len(head))]] if wide else parts(head, rows, room)):
        table = Table(title=None if number else title, title_justify="left")
        for k in part:
            name, needed = head[k], width_of(head[k], [row[k] for row in rows])
            table.add_column(name.removeprefix(LEFT), justify="left" if name.startswith(LEFT) else "right",
                             width=whole[k] if wide else needed)
        for row in rows:
            table.add_row(*(row[k] for k in part))
        Console(width=room).print(table)
