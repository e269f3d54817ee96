"""A long list whose columns mostly say the same: what every row has in common stands above it once."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from documents.blocks import Block, Column, Facts, Grid, Words

NONE: Final = "–"
"""What stands in a cell of which there is nothing to say."""

FEW: Final = 12
"""How many rows are taken in with all their columns, and without a summary."""


class Given(NamedTuple):
    """A column with its cells, one for each row."""

    column: Column
    cells: Sequence[str]

    @property
    def same(self) -> str | None:
        """What all rows say that say anything; None where they differ."""
        said = {*self.cells} - {NONE}
        return said.pop() if len(said) == 1 else None


def given(title: str, cells: Sequence[str], weight: int = 3, *, figures: bool = False) -> Given:
    """Return a column with its cells."""
    return Given(Column(title=title, weight=weight, figures=figures), cells)


def listing(caption: str, kept: Sequence[Given], more: Sequence[Given], whose: str) -> Iterator[Block]:
    """Yield a table of the columns kept and of those of the others that differ; `whose` are the rows of the latter."""
    long = len(kept[0].cells) > FEW
    common = [each for each in more if long and each.same is not None]
    shown = [*kept, *(each for each in more if each not in common and {*each.cells} != {NONE})]
    if common:
        yield Words(text=f"The same for every {whose}:")
        yield Facts(rows=tuple((each.column.title, each.same or NONE) for each in common))
    yield Grid(
        caption=caption,
        columns=tuple(each.column for each in shown),
        rows=tuple(zip(*(each.cells for each in shown), strict=True)),
    )
