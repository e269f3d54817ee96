"""The least of a command that can be read, made from its model: as JSON fields, and as a form sends them."""

from typing import Any

from rules.shapes import Shape, properties


def fields_of(model: Any) -> dict[str, Any]:
    """Return the fields without which a command cannot be read."""
    shapes, required = properties(model)
    made = {name: _value(shapes[name]) for name in shapes if name in required}
    more: dict[str, dict[str, Any]] = {
        "charge-offenses": {"dates": ["2026-05-06"]},
        "attach-evidence": {"path": "x"},
        "serve-notice": {"delivered_on": "2026-05-06"},
    }
    return made | more.get(model.name_, {})


def _value(shape: Shape) -> Any:
    match shape.get("type"):
        case "string":
            return _text(shape)
        case "array":
            return [_value(shape["items"])]
        case "object":
            return _object(shape)
    return {"boolean": False, "integer": 2026}.get(shape.get("type") or "", 1)


def _text(shape: Shape) -> str:
    if "enum" in shape:
        return str(shape["enum"][0])
    if "pattern" in shape:
        return f"{shape['pattern'][1:2]}1"
    return "2026-05-06" if shape.get("format") == "date" else "x"


def _object(shape: Shape) -> dict[str, Any]:
    if "fields" not in shape:
        return {"v1": _value(shape["values"])}
    least = {name: _value(shape["fields"][name]) for name in shape["required"]}
    return least | ({"amount": 1} if "share" in shape["fields"] else {})


def inputs_of(fields: Any, at: str = "") -> dict[str, Any]:
    """Return fields as a form sends them."""
    found: dict[str, Any] = {}
    for name, value in fields.items():
        place = f"{at}{name}"
        if isinstance(value, dict):
            found |= inputs_of(value, f"{place}.")
        elif isinstance(value, list) and isinstance(value[0], dict):
            found |= inputs_of(value[0], f"{place}.0.")
        elif isinstance(value, list):
            found |= {f"{place}.0": value[0]} if name == "dates" else {place: value}
        else:
            found[place] = str(value).lower() if isinstance(value, bool) else str(value)
    return found
