"""Tables instead of models, for what is asked with every page: rows come as they are, and no object is made of them.

Such statements are made once, with names for the values that differ from one question to the next.
"""

from functools import cache

from sqlalchemy import Table, inspect
from sqlmodel import SQLModel


@cache
def table(model: type[SQLModel]) -> Table:
    """Return the table of a model."""
    found = inspect(model).local_table
    assert isinstance(found, Table)
    return found
