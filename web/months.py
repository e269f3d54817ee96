"""A month of separate offenses as a grid of weeks, from Sunday: the day, and the letter of what it stands for.

Written here and not in a template because a page holds hundreds of these cells and is to stay small.
"""

import calendar
from functools import cache
from typing import Final

from markupsafe import Markup

from queries.calendars import DayState, Month
from rules.calendar import MONTHS

LETTERS: Final = {
    DayState.OBSERVED: ("O", "observed by an inspection that day"),
    DayState.INFERRED: ("I", "inferred from inspections before and after"),
    DayState.UNSUPPORTED: ("U", "unsupported by inspections so far"),
    DayState.STAYED: ("S", "stayed by an appeal"),
    DayState.CHARGED: ("C", "charged"),
    DayState.CONVICTED: ("J", "judgment of conviction"),
    DayState.DISPOSED: ("D", "disposed of without conviction"),
    DayState.VOID: ("V", "void"),
}
EXHIBIT: Final = "•"
"""Beside the letter of a day that an exhibit shows."""

WEEK: Final = Markup("<tr>{}</tr>").format(
    Markup("").join(Markup("<th>{}").format(name) for name in ["Su", "Mo", "Tu", "We", "Th", "Fr", "Sa"])
)
SUNDAY: Final = 6


def grid(month: Month) -> Markup:
    """Return the table of one month."""
    weeks = calendar.Calendar(SUNDAY).monthdayscalendar(month.first.year, month.first.month)
    rows = Markup("\n").join(
        Markup("<tr>{}").format(
            Markup("").join(_cell(day, month.days.get(day), shown=day in month.exhibited) for day in week)
        )
        for week in weeks
    )
    number = f"{len(month.days)} offense{'' if len(month.days) == 1 else 's'}"
    return Markup('<table class="month"><caption>{} {} <span>{}</span></caption>\n{}\n{}</table>').format(
        MONTHS[month.first.month - 1], month.first.year, number, WEEK, rows
    )


@cache  # a few hundred cells, over and over
def _cell(day: int, state: DayState | None, *, shown: bool) -> Markup:
    if not day:
        return Markup("<td>")
    if state is None:
        return Markup("<td>{}").format(day)
    letter = LETTERS[state][0]
    return Markup("<td class=d-{}>{}<b>{}{}</b>").format(letter, day, letter, EXHIBIT if shown else "")
