"""Reads docker-compose.yml as `docker compose` would: variables put in first, then the Compose specification."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml
from compose_spec import PyCompose

FILE = Path(__file__).parents[1] / "docker-compose.yml"

_VARIABLE = re.compile(r"\$\$|\$\{(?P<name>\w+)(?:(?P<how>:\?|:-)(?P<what>[^}]*))?\}|\$")


class VariableNotSet(Exception):  # noqa: N818 - the name says what is so
    """A variable the file asks for and nobody has set."""


def interpolate(text: str, variables: Mapping[str, str]) -> str:
    """Put the variables in; raises VariableNotSet, and ValueError on a lone dollar."""

    def value(match: re.Match[str]) -> str:
        if match.group() == "$$":
            return "$"
        if match["name"] is None:
            raise ValueError(f"a lone dollar: {text[match.start() : match.end() + 20]!r}")
        found = variables.get(match["name"], "")
        if not found and match["how"] == ":?":
            raise VariableNotSet(f"{match['name']}: {match['what']}")
        return found or match["what"] or ""

    return _VARIABLE.sub(value, text)


def load(variables: Mapping[str, str]) -> dict[str, Any]:
    """Check the file against the specification and give it as `docker compose` sees it."""
    text = interpolate(FILE.read_text(), variables)
    loaded: dict[str, Any] = yaml.safe_load(text)
    PyCompose.from_yaml(yaml.safe_dump(loaded)).validate()
    return loaded
