"""`abate mail status`: how it stands with the reminders by mail."""

from cyclopts import App

from console import speak
from console.case import HERE, Here
from console.desk import Desk
from console.figures import Json
from models.session import read
from queries.reminders import failed_mails, tally
from rules.reminders import MailState

app = App(name="mail")


@app.command(sort_key=1)
def status(*, json: Json = False, here: Here = HERE) -> None:
    """Count the mails of your villages by state, and show those that met with trouble."""
    with Desk.at(here) as desk:
        places = desk.villages()
        with read(desk.engine) as session:
            counted, failed = tally(session, places), failed_mails(session, places)
    if json:
        found = [each.model_dump(mode="json") for each in failed]
        speak.document({"mails": counted, "trouble": found})
        return
    told = ", ".join(f"{number} {_state(state)}" for state, number in counted.items() if number)
    speak.sentence(f"{told or 'No mail yet; where ABATE_SMTP_URL is not set, none is sent'}.")
    rows = [(each.user, each.record, each.kind, _state(each.state), each.trouble) for each in failed]
    if rows:
        speak.table(("to", "of", "kind", "state", "what was in its way"), rows)


def _state(state: MailState) -> str:
    return state.replace("_", " ")
