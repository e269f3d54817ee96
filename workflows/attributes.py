"""Makes sure the engine knows the search attributes that cases are listed by."""

from typing import Final

from temporalio.api.enums.v1 import IndexedValueType
from temporalio.api.operatorservice.v1 import AddSearchAttributesRequest, ListSearchAttributesRequest
from temporalio.client import Client
from temporalio.service import RPCError

from workflows.policy import NEXT_DUE, PHASE, VILLAGE

KINDS: Final = {
    VILLAGE.name: IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD,
    PHASE.name: IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD,
    NEXT_DUE.name: IndexedValueType.INDEXED_VALUE_TYPE_DATETIME,
}


async def ensure_attributes(client: Client) -> tuple[str, ...]:
    """Register what is missing, and give the names of those that still are.

    A cluster may leave this to its operators; without an attribute no case can be started.
    """
    missing = await _missing(client)
    if missing:
        try:
            await client.operator_service.add_search_attributes(
                AddSearchAttributesRequest(
                    namespace=client.namespace, search_attributes={name: KINDS[name] for name in missing}
                )
            )
        except RPCError:
            return await _missing(client)
    return ()


async def _missing(client: Client) -> tuple[str, ...]:
    known = await client.operator_service.list_search_attributes(
        ListSearchAttributesRequest(namespace=client.namespace)
    )
    return tuple(name for name, kind in KINDS.items() if known.custom_attributes.get(name) != kind)
