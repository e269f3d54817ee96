"""A program at the HTTP interface: its token, and what it asks."""

import re

from httpx2 import Response

from tests.web.house import House


async def token_of(house: House, name: str) -> str:
    """Make a token for a user through the page."""
    made = await house.visitor(name).send("/tokens", {"name": "a script"})
    found = re.search(r"<code>(abate_[\w-]+)</code>", made.text)
    assert found
    return found[1]


async def ask(house: House, token: str, path: str, body: object = None, **headers: str) -> Response:
    """Ask for a path, or send a body to it."""
    client = house.stranger().client
    carried = {"authorization": f"Bearer {token}", **headers}
    if body is None:
        return await client.get(f"/api/v1{path}", headers=carried)
    return await client.post(f"/api/v1{path}", json=body, headers=carried)
