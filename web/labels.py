"""The names of fields as people read them; the names in the models are the contract and stay out of sight."""

from typing import Final

from rules.parsing import Place
from web.words import plain, title

BY_COMMAND: Final = {
    ("give-verbal-warning", "to"): "Given to",
    ("extend-remedy-date", "to"): "New remedy date",
    ("charge-offenses", "on"): "Day of filing",
    ("charge-offenses", "from"): "First offense date",
    ("charge-offenses", "to"): "Last offense date",
    ("charge-offenses", "dates"): "Offense dates, one by one",
    ("void-offenses", "from"): "First offense date",
    ("void-offenses", "to"): "Last offense date",
    ("serve-notice", "by"): "Served by",
    ("record-failed-service", "mode"): "Mode that was tried",
    ("record-failed-service", "outcome"): "What became of it",
    ("schedule-hearing", "on"): "Day of the hearing",
    ("file-appeal", "on"): "Filed on",
    ("set-exposure-threshold", "offenses"): "Number of offenses",
    ("decide-appeal", "on"): "Decided on",
    ("decide-appeal", "violations"): "Ruling on each violation",
    ("record-disposition", "on"): "Pronounced on",
    ("settle", "on"): "Settled on",
    ("rule-on-timeliness", "accepted"): "Is the late appeal heard?",
    ("lift-stop-work", "in_writing"): "Was the confirmation given in writing?",
    ("give-maintenance-notice", "emergency"): "Is this an emergency?",
    ("give-cost-notice", "hour"): "Hour of the hearing",
    ("give-cost-notice", "place"): "Place of the hearing",
    ("record-draw-result", "honored"): "Was the draw honored?",
}
BY_FIELD: Final = {
    "on": "Date",
    "to": "To",
    "by": "By",
    "remedy_by": "Remedy by",
    "do_by": "To be done by",
    "what": "What is to be done",
    "facts": "Facts",
    "findings": "Finding on each violation",
    "respondents": "Respondents",
    "allow_unsupported": "Charge dates that no inspection supports",
    "allow_time_barred": "Charge dates past the earlier time limit",
    "jail_days": "Days of jail",
    "departure_reason": "Why the court left the range",
    "draw_statement": "The letter's exact statement",
    "issuer_address": "Address for demands on the issuer",
    "county_clerk_ref": "County clerk's reference",
    "path": "File",
    "party": "Party",
    "parcel": "Parcel (tax map number)",
    "taken_on": "Taken on",
    "taken_by": "Taken by",
    "inspection_on": "Taken at the inspection of",
    "shows": "What it shows of the violation",
    "cured_on": "First day in compliance",
    "observed_on": "First observed on",
    "irrevocable": "It is irrevocable",
    "passed": "It was passed",
    "language": "Language of cover sheets",
}
OPTIONS: Final = {
    "not_checked": "not checked",
    "posting_and_mail": "posting, and mail",
    "en": "English",
    "es": "Spanish",
}


def label_of(command: str, at: Place) -> str:
    """Return the label of the field at a place in a command."""
    names = [part for part in at if isinstance(part, str)]
    name = names[-1] if names else command
    if isinstance(at[-1], int):
        return title(name)[: -1 if name.endswith("s") else None]
    if len(at) == 1 and (command, name) in BY_COMMAND:
        return BY_COMMAND[command, name]
    return BY_FIELD.get(name) or title(name)


def option_of(value: object) -> str:
    """Return a choice of a vocabulary as people read it."""
    return OPTIONS.get(str(value)) or plain(str(value))
