"""What every address of the HTTP interface has in common: whose token it is, how a body is read, how it is described.

A command's body is read by the same `parse` as every other face's, so what is wrong with it is told in the same words;
here its schema is only described, with everything it refers to written out.
"""

import secrets
from typing import Annotated, Any, Final

from fastapi import Depends, Header, Path, Query, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import BaseModel, Field

from activities import sign_in
from models.session import read
from queries.record import no_village
from queries.sign_in import token_of
from rules.law import Law
from rules.refusals import Malformed
from web.auth import SEEN_AGAIN_AFTER, Person
from web.errors import NotSignedIn
from web.office import Here, Office

Bearer = Annotated[HTTPAuthorizationCredentials | None, Depends(HTTPBearer(auto_error=False))]
Key = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        max_length=200,
        description="Key of the command: repeated under it by the same user it counts once, another is refused.",
    ),
]
RecordId = Annotated[str, Path(min_length=1, max_length=100, pattern=r"^[^\x00-\x1f]+$")]
Village = Annotated[str, Query(min_length=1, max_length=100, description="key of one of the user's villages")]
Offset = Annotated[int, Query(ge=0, le=1_000_000)]
Limit = Annotated[int, Query(ge=1, le=1_000)]


def program(request: Request, here: Here, bearer: Bearer) -> Person:
    """Return whose token it is; raise NotSignedIn."""
    found, now = None, here.clock()
    if bearer is not None:
        with read(here.engine) as session:
            found = token_of(session, sign_in.hashed(bearer.credentials))
    if found is None or found.must_change:
        raise NotSignedIn("The request carries no valid token.")
    if found.seen_at is None or now - found.seen_at > SEEN_AGAIN_AFTER:
        sign_in.touch_token(here.engine, found.id, now=now)
    request.state.person = Person(name=found.user, roles=found.roles, key=found.id)
    return Person(name=found.user, roles=found.roles, key=found.id)


Who = Annotated[Person, Depends(program)]


def new_key(given: str | None) -> str:
    """Return the key that came with a command, or one for a command that is not to be repeated."""
    return given or secrets.token_hex(16)


async def body_of(request: Request) -> dict[str, Any]:
    """Return the fields in a request's body; raise Malformed."""
    try:
        found = await request.json()
    except (ValueError, RecursionError):
        raise Malformed("The body is not JSON.", remedy="Send one JSON object.") from None
    if not isinstance(found, dict):
        raise Malformed("The body holds no JSON object.", remedy="Send the fields in { }.")
    return found


def law_of(here: Office, me: Person, village: str) -> Law:
    """Return the law of one of the user's villages as it is read now; raise NotFound."""
    if village not in me.roles:
        raise no_village(village)
    with read(here.engine) as session:
        return here.law_in(session, village)


# --- how it is described ----------------------------------------------------------------------------------


class Problem(BaseModel):
    """What was refused (RFC 9457): `kind` and `what` say it, `section` under which law, `remedy` what to do."""

    type: str
    title: str
    status: int
    detail: str
    kind: str
    what: str
    section: str | None = None
    remedy: str | None = None
    field: str | None = Field(
        default=None, description="the field it is about, e.g. violations.0.observed_on"
    )


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Return the description of the refusals an address answers with."""
    schema = {"schema": Problem.model_json_schema()}
    return {
        each: {"description": SAID[each], "content": {"application/problem+json": schema}}
        for each in statuses
    }


SAID: Final = {
    401: "No valid token.",
    403: "Not for any role of the user's.",
    404: "There is no such thing, or it is of a village that is not the user's.",
    409: "The law or the record does not allow it.",
    413: "Larger than is taken.",
    422: "It cannot be read, or facts are missing, in the future or out of order.",
    503: "The engine or the database cannot be reached.",
}
LOOKS: Final = problems(401, 404, 422, 503)
ACTS: Final = problems(401, 403, 404, 409, 413, 422, 503)


def takes(model: type[BaseModel]) -> dict[str, Any]:
    """Return the description of an address whose body is a command."""
    schema = model.model_json_schema()
    told = written_out(schema, schema.pop("$defs", {}))
    return {"requestBody": {"required": True, "content": {"application/json": {"schema": told}}}}


def written_out(schema: Any, definitions: dict[str, Any]) -> Any:
    """Return a schema with what it refers to in its place."""
    if isinstance(schema, list):
        return [written_out(each, definitions) for each in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        beside = {name: each for name, each in schema.items() if name != "$ref"}
        return written_out(definitions[schema["$ref"].rpartition("/")[2]], definitions) | beside
    return {name: written_out(each, definitions) for name, each in schema.items()}
