"""docker-compose.yml is what the Compose specification and the programs it starts take it for."""

import asyncio
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from itertools import chain
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import Engine
from temporalio.api.enums.v1 import IndexedValueType
from temporalio.api.operatorservice.v1 import ListSearchAttributesRequest
from temporalio.api.workflowservice.v1 import DescribeNamespaceRequest
from temporalio.testing import WorkflowEnvironment

from models.session import read
from queries.users import find_user, password_fits
from rules.values import Role
from runtime.embedded import SEARCH_ATTRIBUTES, server_binary
from runtime.settings import CONNECTIONS
from tests import compose
from tests.postgres import Postgres

SECRETS = {
    "POSTGRES_PASSWORD": "p",
    "ABATE_DB_PASSWORD": 'it\'s "odd"',
    "TEMPORAL_DB_PASSWORD": "t\\'x",
    "ABATE_WEB_KEY": "k",
}
ROOT = compose.FILE.parent
ONCE = {"first-admin"}
JOBS = {"temporal-schema", "temporal-namespace", "migrate"}


@pytest.fixture
def stack() -> dict[str, Any]:
    return compose.load(dict.fromkeys(SECRETS, "secret"))


@pytest.mark.parametrize("missing", SECRETS)
def test_without_a_password_nothing_starts(missing: str) -> None:
    with pytest.raises(compose.VariableNotSet, match=missing):
        compose.load({name: "secret" for name in SECRETS if name != missing})


def test_the_example_of_an_env_file_names_every_variable_and_sets_no_password() -> None:
    asked = set(re.findall(r"\$\{(\w+)", compose.FILE.read_text()))
    lines = [
        line for line in (ROOT / ".env.example").read_text().splitlines() if "=" in line and line[0] != "#"
    ]
    example = dict(line.split("=", 1) for line in lines)

    assert example.keys() == asked
    assert all(example[name] == "" for name in SECRETS)


def test_every_image_has_a_tag_and_none_is_latest(stack: dict[str, Any]) -> None:
    for service in stack["services"].values():
        _name, colon, tag = service["image"].rpartition(":")

        assert colon
        assert tag != "latest"


def test_server_and_tools_of_temporal_are_of_one_release(stack: dict[str, Any]) -> None:
    tags = {
        service["image"].split(":")[1]
        for service in stack["services"].values()
        if service["image"].startswith(("temporalio/server", "temporalio/admin-tools"))
    }

    assert len(tags) == 1


def test_what_one_waits_for_can_come_about(stack: dict[str, Any]) -> None:
    services = stack["services"]
    for name, service in services.items():
        for other, how in service.get("depends_on", {}).items():
            condition = how["condition"]

            assert other in services, name
            assert (condition == "service_completed_successfully") == (other in JOBS), (name, other)
            assert condition != "service_healthy" or "healthcheck" in services[other], (name, other)


def test_nobody_waits_in_a_circle(stack: dict[str, Any]) -> None:
    waits = {name: set(service.get("depends_on", {})) for name, service in stack["services"].items()}
    while waits:
        ready = {name for name, others in waits.items() if not others & waits.keys()}

        assert ready, waits
        waits = {name: others for name, others in waits.items() if name not in ready}


def test_jobs_end_and_everything_else_is_watched_and_comes_back(stack: dict[str, Any]) -> None:
    for name, service in stack["services"].items():
        if name in ONCE:
            assert (service["restart"], service["profiles"]) == ("no", ["setup"]), name
        elif name in JOBS:
            assert service["restart"].startswith("on-failure"), name
        else:
            assert service["restart"] == "unless-stopped", name
            assert service["healthcheck"]["test"][0] == "CMD", name


def test_there_are_two_workers(stack: dict[str, Any]) -> None:
    worker = stack["services"]["worker"]

    assert worker["deploy"]["replicas"] == 2
    assert "container_name" not in worker
    assert "ports" not in worker


def test_postgresql_takes_all_the_connections_that_our_processes_may_open(stack: dict[str, Any]) -> None:
    *_, told = stack["services"]["postgresql"]["command"]
    processes = stack["services"]["worker"]["deploy"]["replicas"] + 1
    temporals = 160  # four parts, two stores, twenty each

    assert processes * CONNECTIONS + temporals <= int(told.removeprefix("max_connections="))


def test_nothing_listens_beyond_this_machine(stack: dict[str, Any]) -> None:
    published = list(chain.from_iterable(service.get("ports", []) for service in stack["services"].values()))

    assert published
    assert all(port.startswith("127.0.0.1:") for port in published)


def test_every_volume_and_config_is_used(stack: dict[str, Any]) -> None:
    services = stack["services"].values()
    volumes = {mount.split(":")[0] for service in services for mount in service.get("volumes", [])}
    configs = {config["source"] for service in services for config in service.get("configs", [])}

    assert volumes == stack["volumes"].keys()
    assert configs == stack["configs"].keys()


def test_workers_and_the_job_speak_of_one_namespace(stack: dict[str, Any]) -> None:
    services = stack["services"]
    names = {services[name]["environment"]["TEMPORAL_NAMESPACE"] for name in ("worker", "temporal-namespace")}

    assert names == {services["temporal-ui"]["environment"]["TEMPORAL_DEFAULT_NAMESPACE"]}


def test_the_number_of_shards_is_what_it_always_was(stack: dict[str, Any]) -> None:
    assert stack["services"]["temporal"]["environment"]["NUM_HISTORY_SHARDS"] == "128"


def test_the_image_holds_every_package_the_project_has() -> None:
    ignored = (ROOT / ".dockerignore").read_text().splitlines()
    packages = {path.parent.name for path in ROOT.glob("*/__init__.py")} - {"tests", "bench"}

    assert {f"!{name}" for name in packages} <= set(ignored)


@pytest.mark.parametrize("job", ["temporal-schema", "temporal-namespace"])
def test_the_script_of_a_job_is_one_that_sh_can_read(stack: dict[str, Any], job: str) -> None:
    (script,) = stack["services"][job]["command"]

    subprocess.run(["/bin/sh", "-n", "-c", script], check=True)


async def test_the_namespace_job_can_run_twice_on_a_real_server(
    stack: dict[str, Any], dev_server: WorkflowEnvironment
) -> None:
    service = stack["services"]["temporal-namespace"]
    shell = [*service["entrypoint"], *service["command"]]
    namespace = service["environment"]["TEMPORAL_NAMESPACE"]
    environment = os.environ | {
        "PATH": f"{server_binary().parent}:{os.environ['PATH']}",
        "TEMPORAL_ADDRESS": dev_server.client.service_client.config.target_host,
        "TEMPORAL_NAMESPACE": namespace,
    }

    for _ in range(2):
        await asyncio.to_thread(subprocess.run, shell, check=True, env=environment, timeout=60)

    client = dev_server.client
    described = await client.workflow_service.describe_namespace(
        DescribeNamespaceRequest(namespace=namespace)
    )
    listed = await client.operator_service.list_search_attributes(
        ListSearchAttributesRequest(namespace=namespace)
    )
    assert described.config.workflow_execution_retention_ttl.ToTimedelta().days == 30
    for name, kind in SEARCH_ATTRIBUTES.items():
        expected = IndexedValueType.Value(f"INDEXED_VALUE_TYPE_{kind.upper()}")
        assert listed.custom_attributes[name] == expected


@pytest.fixture
def without_our_roles(postgres_server: Postgres) -> Iterator[Postgres]:
    yield postgres_server
    for database in ("abate", "temporal", "temporal_visibility"):
        postgres_server.drop(database)
    for role in ("abate", "temporal"):
        postgres_server.drop_role(role)


def test_the_databases_are_made_with_passwords_of_any_kind_and_kept_apart(
    stack: dict[str, Any], without_our_roles: Postgres, tmp_path: Path
) -> None:
    server = without_our_roles
    script = tmp_path / "databases.sql"
    script.write_text(stack["configs"]["databases"]["content"])

    server.psql(script, SECRETS)

    abate, temporal = SECRETS["ABATE_DB_PASSWORD"], SECRETS["TEMPORAL_DB_PASSWORD"]
    for role, password, database in (
        ("abate", abate, "abate"),
        ("temporal", temporal, "temporal"),
        ("temporal", temporal, "temporal_visibility"),
    ):
        with closing(server.connect(role, password, database)) as connection:
            connection.execute("CREATE TABLE mine (id int)")
    with pytest.raises(psycopg.OperationalError, match="permission denied"):
        server.connect("temporal", temporal, "abate")
    with pytest.raises(psycopg.OperationalError, match="authentication failed"):
        server.connect("abate", "a guess", "abate")


def test_the_first_admin_is_made_by_the_command_of_the_stack_once(
    stack: dict[str, Any], postgresql_engine: Engine, tmp_path: Path
) -> None:
    service = stack["services"]["first-admin"]
    password, url = postgresql_engine.url.password or "", postgresql_engine.url
    told = {name: str(value) for name, value in service["environment"].items() if value} | {
        "ABATE_DATABASE_URL": url.set(password="").render_as_string(hide_password=False),
        "PGPASSWORD": password,
        "ABATE_DATA": str(tmp_path),
        "PYTHONTZPATH": "",
    }
    command = [sys.executable, *service["command"][1:]]

    first, again = (
        subprocess.run(command, cwd=ROOT, env=told, capture_output=True, text=True, check=False)
        for _ in range(2)
    )

    said = re.fullmatch(r"Sign in as admin with ([\w-]+), shown this once; .*\n", first.stdout)
    assert said, (first.stdout, first.stderr)
    with read(postgresql_engine) as session:
        assert password_fits(session, "admin", said[1])
        user = find_user(session, "admin")
    assert user is not None
    assert user.must_change
    assert user.roles == {"webster": (Role.ADMIN,), "williamsville": (Role.ADMIN,)}
    assert again.returncode == 3
    assert "There is an admin who can sign in already: admin." in again.stderr
