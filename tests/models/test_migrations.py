"""The migrations make the very tables that the models describe."""

import importlib
import pkgutil

from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Engine, inspect
from sqlmodel import SQLModel

import models
from runtime.database import alembic_config

for module in pkgutil.iter_modules(models.__path__):
    importlib.import_module(f"models.{module.name}")


def test_the_migrations_make_the_tables_of_the_models(engine: Engine) -> None:
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})

        assert compare_metadata(context, SQLModel.metadata) == []


def test_every_step_can_be_undone(engine: Engine) -> None:
    with engine.connect() as connection, connection.begin():
        command.downgrade(alembic_config(connection), "base")

    assert inspect(engine).get_table_names() == ["alembic_version"]


def test_the_offenses_of_a_sqlite_file_are_kept_in_their_key(sqlite_engine: Engine) -> None:
    with sqlite_engine.connect() as connection:
        made = connection.exec_driver_sql("SELECT sql FROM sqlite_master WHERE name = 'offense'").scalar_one()

    assert "WITHOUT ROWID" in made
