"""A sum of money in words, as a draft or a check bears it: "Six thousand and 00/100 dollars"."""

from collections.abc import Iterator
from decimal import Decimal
from typing import Final

SMALL: Final = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
TENS: Final = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
POWERS: Final = ("", " thousand", " million", " billion")


def in_words(amount: Decimal) -> str:
    """Write dollars in words and cents as a fraction; `amount` is not negative and below a trillion."""
    dollars = int(amount)
    cents = int((amount - dollars) * 100)
    words = " ".join(_groups(dollars)) or SMALL[0]
    return f"{words[0].upper()}{words[1:]} and {cents:02}/100 dollars"


def _groups(number: int) -> Iterator[str]:
    for power in reversed(range(len(POWERS))):
        group = number // 1000**power % 1000
        if group:
            yield f"{_hundreds(group)}{POWERS[power]}"


def _hundreds(number: int) -> str:
    hundreds, rest = divmod(number, 100)
    parts = [f"{SMALL[hundreds]} hundred"] if hundreds else []
    return " ".join([*parts, *([_below_hundred(rest)] if rest else [])])


def _below_hundred(number: int) -> str:
    if number < len(SMALL):
        return SMALL[number]
    tens, ones = divmod(number, 10)
    return f"{TENS[tens]}-{SMALL[ones]}" if ones else TENS[tens]
