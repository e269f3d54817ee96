"""What a command's fields look like, from its JSON schema: one description for every face that asks for them."""

from functools import cache
from typing import Any

from pydantic import BaseModel

Shape = dict[str, Any]


@cache
def properties(model: type[BaseModel]) -> tuple[dict[str, Shape], frozenset[str]]:
    """Return the schemas of a model's fields by their JSON names, as resolved by `shape`, and which are required."""
    schema = model.model_json_schema()
    return _resolved(schema, schema.get("$defs", {}))


def shape(told: Shape, definitions: dict[str, Any]) -> Shape:
    """Return the schema of a value itself: references followed, null left out.

    `items` is the shape in a list, `values` that of a keyed field, `fields` and `required` those of an object.
    """
    if "$ref" in told:
        return shape(definitions[told["$ref"].rpartition("/")[2]], definitions)
    if "anyOf" in told:
        value = shape(next(each for each in told["anyOf"] if each.get("type") != "null"), definitions)
        return {**value, "nullable": any(each.get("type") == "null" for each in told["anyOf"])}
    found = dict(told)
    if "items" in told:
        found["items"] = shape(told["items"], definitions)
    if "properties" in told:
        found["fields"], found["required"] = _resolved(told, definitions)
    values = next(iter(told.get("patternProperties", {}).values()), None)
    return {**found, "values": shape(values, definitions)} if values else found


def _resolved(schema: Shape, definitions: dict[str, Any]) -> tuple[dict[str, Shape], frozenset[str]]:
    fields = {
        name: {
            **shape(told, definitions),
            "help": told.get("description", ""),
            "default": told.get("default"),
        }
        for name, told in schema.get("properties", {}).items()
    }
    return fields, frozenset(schema.get("required", []))
