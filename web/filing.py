"""Where a signed-in person looks at papers and asks for them; what is of another village is not there."""

from activities.statements import Asking
from models.session import read
from queries.documents import StoredPaper, stored_paper
from queries.paper_list import PaperList, paper_list
from queries.record import nothing
from rules.law import Law
from rules.series import Series, series_of
from web import counter
from web.auth import Person
from web.office import Office
from web.subjects import CASES, SECURITIES, AnySubject


def law_of(here: Office, me: Person, record_id: str, series: Series | None = None) -> Law:
    """Return the law of a record that the person may see; raise NotFound, also where it is of another series."""
    found = series_of(record_id)
    if series not in (None, found):
        raise nothing(record_id)
    subject: AnySubject = SECURITIES if found is Series.SECURITY else CASES
    with read(here.engine) as session:
        return here.law_in(session, subject.village_of(session, me, record_id))


def papers_of(here: Office, me: Person, record_id: str, series: Series | None = None) -> PaperList:
    """Return the papers of a record; raise NotFound."""
    law = law_of(here, me, record_id, series)
    roles = me.roles_in(law.village.key)
    with read(here.engine) as session:
        return paper_list(session, law, record_id, roles)


def file_of(here: Office, me: Person, record_id: str, key: str, series: Series | None = None) -> StoredPaper:
    """Return the file of a paper, byte for byte as it was issued; raise NotFound."""
    law_of(here, me, record_id, series)
    with read(here.engine) as session:
        return stored_paper(session, record_id, key)


def asking(here: Office, me: Person, law: Law, record_id: str, op: str) -> Asking:
    """Return who asks, when, and under which key: what the form or the program gave, and whose it is."""
    return Asking(record_id, me.name, me.roles_in(law.village.key), here.clock(), counter.key_of(me, op))
