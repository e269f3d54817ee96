"""`abate levy`: the levy of a village for a fiscal year, on the terminal and as files for the assessor."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from cyclopts.validators import Number

from console import money, speak
from console.case import HERE, Here
from console.desk import Desk
from console.figures import Json
from console.usage import write_file
from documents.levy_file import as_csv, as_workbook
from queries.levy import LevyView, levy_of
from rules.law import Law

FIRST, LAST = 1900, 9998

Year = Annotated[
    int,
    Parameter(help="Calendar year in which the fiscal year begins.", validator=Number(gte=FIRST, lte=LAST)),
]


def levy(
    *,
    village: Annotated[str, Parameter(help="Key of the village, e.g. webster.")],
    fiscal_year: Year,
    csv: Annotated[Path | None, Parameter(help="Write it as CSV to this file.")] = None,
    xlsx: Annotated[Path | None, Parameter(help="Write it as a workbook to this file.")] = None,
    json: Json = False,
    here: Here = HERE,
) -> None:
    """What was certified for a fiscal year, parcel by parcel, and what was paid since."""
    with Desk.at(here) as desk, desk.looking_in(village) as look:
        found = levy_of(look.session, look.law, fiscal_year, now=look.now, roles=look.roles)
        if csv is not None:
            write_file(csv, as_csv(found.lines).encode())
        if xlsx is not None:
            write_file(xlsx, as_workbook(found.lines, title=_title(found, look.law)))
    if json:
        speak.document(found.model_dump(mode="json"))
        return
    money.levy(found)
    for file in filter(None, (csv, xlsx)):
        speak.sentence(f"Written: {file}")


def _title(found: LevyView, law: Law) -> str:
    return f"Levy of the {law.village.name}, fiscal year {found.fiscal_year}"
