"""Runs the migrations on the connection it is handed, inside that connection's transaction."""

import importlib
import pkgutil

from alembic import context
from sqlmodel import SQLModel

import models

for module in pkgutil.iter_modules(models.__path__):
    importlib.import_module(f"models.{module.name}")

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=SQLModel.metadata,
    render_as_batch=True,  # SQLite alters a table by making it anew
    compare_type=True,
)
with context.begin_transaction():
    context.run_migrations()
