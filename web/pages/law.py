"""The law as the engine holds it: each village's ordinance in sentences, version by version."""

from itertools import groupby

from fastapi import APIRouter, Request, Response

from models.session import read
from ordinances.show import sentences
from queries.record import no_village
from web.auth import Me
from web.office import Here
from web.render import page

router = APIRouter()


@router.get("/ordinances")
def ordinances(request: Request, here: Here, me: Me) -> Response:
    """List the ordinances of the person's villages, with their versions."""
    laws = [here.law(village) for village in me.villages]
    return page(request, "ordinances.html", laws=laws)


@router.get("/ordinances/{village}")
def ordinance(request: Request, here: Here, me: Me, village: str) -> Response:
    """Show the law of a village in sentences: its own part, then each version."""
    with read(here.engine) as session:
        law = here.law_in(session, _mine(me, village))
    parts = [(day, tuple(each)) for day, each in groupby(sentences(law), lambda section: section.in_force)]
    versions = {version.in_force: version for version in law.versions}
    return page(
        request,
        "ordinance.html",
        law=law,
        parts=parts,
        versions=versions,
        current=law.on(here.today(village)),
    )


def _mine(me: Me, village: str) -> str:
    if village not in me.roles:
        raise no_village(village)
    return village
