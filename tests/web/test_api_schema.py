"""Whatever is sent to the HTTP interface: no fault, and only answers that its description tells of."""

import asyncio
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from rules.values import Role
from runtime.health import serve
from tests.web.house import House
from tests.web.programs import token_of

EXAMPLES = 4
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


@pytest.mark.timeout(300)
async def test_whatever_is_sent_is_answered_as_described(house: House) -> None:
    name = house.new_user(roles={"webster": (Role.OFFICER, Role.ATTORNEY, Role.CLERK)})
    token = await token_of(house, name)
    case, security = await house.town.worked(), await house.town.post()
    records = {"case_id": case, "security_id": security, "cases": case, "securities": security}
    records["villages"] = "webster"
    described = (await house.stranger().client.get("/api/v1/openapi.json")).json()
    schema = schemathesis.openapi.from_dict(described)

    async with serve(house.app) as address:
        for result in schema.get_all_operations():
            await asyncio.to_thread(_try, _operation(result), address, token, records)


def _operation(result: Any) -> Any:
    """Return the description of one address; it can be read, or the test fails here."""
    return result.ok()


def _try(operation: Any, address: str, token: str, records: dict[str, str]) -> None:
    """Send what the description allows to one address: half of it to a record that is there."""

    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(), there=st.booleans())
    def tried(case: Any, there: bool) -> None:  # noqa: FBT001  hypothesis hands it over
        kind = operation.path.split("/")[3]
        for parameter in case.path_parameters or {}:
            if there:
                case.path_parameters[parameter] = records.get(parameter) or records[kind]
        headers = {"Authorization": f"Bearer {token}"}
        answered = case.call(base_url=address, headers=headers)
        case.validate_response(answered, checks=CHECKS)

    tried()
