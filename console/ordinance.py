"""`abate ordinance`: the law as data: which there is, how the engine understands it, whether a file can be read."""

from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from console import speak
from console.exits import DONE, MALFORMED
from console.figures import Json
from console.place import law_of, settings_of
from console.usage import Usage
from ordinances.check import check_file
from ordinances.load import load_all
from ordinances.show import Section, sentences

app = App(name="ordinance")


@app.command(name="list", sort_key=1)
def list_(*, json: Json = False) -> None:
    """List the villages, the section of each and the days its versions came into force."""
    rows = [
        {
            "village": key,
            "name": law.village.name,
            "section": law.versions[-1].section,
            "in_force": [version.in_force for version in law.versions],
            "specimen": law.village.specimen,
        }
        for key, law in load_all(settings_of(None).ordinances).items()
    ]
    if json:
        speak.document(rows)
    else:
        _table(rows)


def _table(rows: list[dict[str, object]]) -> None:
    speak.table(
        ("village", "name", "section", "in force", ""),
        [
            (
                row["village"],
                row["name"],
                row["section"],
                _days(row["in_force"]),
                _note(specimen=bool(row["specimen"])),
            )
            for row in rows
        ],
    )


def _days(days: object) -> str:
    return ", ".join(map(str, days)) if isinstance(days, list) else ""


def _note(*, specimen: bool) -> str:
    return "specimen: no cases are opened under it" if specimen else ""


@app.command(sort_key=2)
def show(
    village: Annotated[str, Parameter(help="Key of the village, e.g. webster.")], /, *, json: Json = False
) -> None:
    """Say the law of a village in sentences, each with its section."""
    sections = sentences(law_of(village))
    if json:
        speak.document([section._asdict() for section in sections])
        return
    for section in sections:
        speak.heading(_title(section))
        for line in section.lines:
            speak.sentence(f"  {line}")


def _title(section: Section) -> str:
    return (
        section.title if section.in_force is None else f"{section.title} (in force from {section.in_force})"
    )


@app.command(sort_key=3)
def check(
    file: Annotated[Path, Parameter(help="A village.toml, a state.toml or an ordinance.")],
    /,
    *,
    json: Json = False,
) -> int:
    """Check a data file: every fault with its line, in plain words."""
    try:
        problems = check_file(file)
    except OSError as fault:
        raise Usage(f"Cannot read {file}: {fault.strerror}.") from None
    if json:
        speak.document({"file": str(file), "problems": [problem._asdict() for problem in problems]})
    elif not problems:
        speak.sentence(f"{file}: nothing wrong.")
    for line, key, what in () if json else problems:
        speak.sentence(f"{file}:{line}: {f'{key} ' if key else ''}{what}")
    return MALFORMED if problems else DONE
