"""The two axes of the pictures: days along the width, dollars up the height. A day begins at its `x`."""

from collections.abc import Iterator
from datetime import date, timedelta
from decimal import Decimal
from typing import Final, NamedTuple

from rules.calendar import MONTHS, plus_months

A_DAY: Final = timedelta(days=1)
MONTH_STEPS: Final = (1, 2, 3, 6, 12, 24, 60)
DAYS_IN_MONTH: Final = 30.44
APART: Final = 58  # the least width that a label of the time axis needs
WEEKS_UNDER: Final = 75  # days; a shorter axis is marked by weeks
Y_STEPS: Final = 4
ROUND: Final = (Decimal(1), Decimal(2), Decimal("2.5"), Decimal(5), Decimal(10))


class Tick(NamedTuple):
    """A mark on an axis and its words."""

    at: float
    label: str


class TimeAxis(NamedTuple):
    """Days from `first` to `last`, both shown, between two places on the width."""

    first: date
    last: date
    left: float
    right: float

    @property
    def day(self) -> float:
        """The width of one day."""
        return (self.right - self.left) / ((self.last - self.first).days + 1)

    def x(self, on: date) -> float:
        """Return where a day begins."""
        return round(self.left + (on - self.first).days * self.day, 1)

    def ticks(self) -> Iterator[Tick]:
        """Yield the days that are named: weeks of a short time, else months or years, as there is room."""
        if (self.last - self.first).days < WEEKS_UNDER:
            yield from self._weeks()
            return
        width = self.day * DAYS_IN_MONTH
        step = next((each for each in MONTH_STEPS if each * width >= APART), MONTH_STEPS[-1])
        month = date(self.first.year, 1 if step > 1 else self.first.month, 1)
        while month <= self.last:
            if month >= self.first:
                yield Tick(self.x(month), _name(month, step))
            month = plus_months(month, step)

    def _weeks(self) -> Iterator[Tick]:
        weeks = 1 if self.day * 7 >= APART else 2
        monday = self.first + timedelta(days=-self.first.weekday() % 7)
        while monday <= self.last:
            yield Tick(self.x(monday), f"{monday.day} {MONTHS[monday.month - 1]}")
            monday += timedelta(days=7 * weeks)


def _name(month: date, step: int) -> str:
    return str(month.year) if step >= MONTH_STEPS[4] else f"{MONTHS[month.month - 1]} {month.year}"


class MoneyAxis(NamedTuple):
    """Dollars from nought to `top`, between two places on the height."""

    top: Decimal
    bottom: float
    ceiling: float

    def y(self, amount: Decimal) -> float:
        """Return the height of a sum."""
        share = float(amount / self.top) if self.top else 0.0
        return round(self.bottom - share * (self.bottom - self.ceiling), 1)

    def ticks(self) -> Iterator[Tick]:
        """Yield round sums from nought to the top."""
        step = round_step(self.top)
        amount = Decimal(0)
        while amount <= self.top:
            yield Tick(self.y(amount), f"${amount:,.0f}")
            amount += step


def round_step(top: Decimal) -> Decimal:
    """Return a round sum that goes into another about four times: 1, 2, 2.5 or 5 with noughts."""
    if top <= 0:
        return Decimal(1)
    raw = top / Y_STEPS
    unit = Decimal(10) ** (raw.adjusted())
    return max(Decimal(1), next(unit * each for each in ROUND if unit * each >= raw))
