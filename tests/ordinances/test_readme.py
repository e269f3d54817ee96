"""The guide for the lawyer names every key that a data file can have."""

import re
from typing import Any, get_args

import pytest
from pydantic import BaseModel

from ordinances.load import HERE
from rules.law import Ordinance, State, Village

GUIDE = (HERE / "README.md").read_text(encoding="utf-8")


def keys_of(annotation: Any) -> set[str]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        fields = annotation.model_fields.items()
        own = {field.alias or name for name, field in fields}
        return own.union(*(keys_of(field.annotation) for _, field in fields))
    return set().union(*map(keys_of, get_args(annotation)))


@pytest.mark.parametrize("key", sorted(keys_of(State) | keys_of(Village) | keys_of(Ordinance)))
def test_the_guide_names_a_key(key: str) -> None:
    assert re.search(rf"`\[*(?:[a-z_.<>]+\.)?{key}\b|\b{key}( =|:)", GUIDE)
