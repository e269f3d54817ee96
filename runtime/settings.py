"""Everything a process takes from its environment, read once; it wins over `run.json`, that over defaults.

ABATE_DATA          data folder; ./.abate
ABATE_DATABASE_URL  sqlite:///… or postgresql+psycopg://…; a file in the data folder
ABATE_USER          whose name commands carry when none is given
ABATE_ORDINANCES    a further folder of ordinances, laid out as ours
ABATE_LOG           auto, json or pretty
ABATE_HEALTH        host:port of /healthz and /metrics; 127.0.0.1:9464
ABATE_WEB           host:port of the web application; 127.0.0.1:8400
ABATE_WEB_KEY       what its cookies are signed with; else a file in the data folder
ABATE_WEB_THREADS   how many requests a process answers at once, each with a connection of its own; 24
ABATE_WEB_PROXIES   addresses of proxies whose X-Forwarded headers count, with commas between; 127.0.0.1
ABATE_PUBLIC_URL    address of the web application as people reach it, for links
ABATE_SMTP_URL      smtp://user:password@host:587 (?tls=none: without STARTTLS) or smtps://…; without it no mail is sent
ABATE_MAIL_FROM     whose name mails carry: abate@village.example or Abate <abate@village.example>
ABATE_OIDC_ISSUER, ABATE_OIDC_CLIENT_ID, ABATE_OIDC_CLIENT_SECRET  all three: sign-in through an OpenID provider
ABATE_OIDC_NAME     what people call that provider; the host of the issuer
ABATE_SCANNER       a command that gets each file of evidence on its standard input: 0 clean, 1 infected, else not taken
ABATE_SCANNER_SECONDS  how long it has for one file; 60
TEMPORAL_DEPLOYMENT_NAME and TEMPORAL_WORKER_BUILD_ID, both or neither: a worker with a pinned version
TEMPORAL_…          address, namespace, TLS, API key, profile, as every Temporal client reads them
"""

import os
import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field
from email.utils import parseaddr
from pathlib import Path
from typing import Any, Final, Literal, cast, get_args
from urllib.parse import parse_qs, unquote, urlsplit

from activities.scanner import SECONDS, Scanner
from runtime.runfile import RunFile, read_run

LogFormat = Literal["auto", "json", "pretty"]
Tls = Literal["starttls", "implicit", "none"]

WORKER_THREADS = 16
"""Activities at once in a worker: records waiting for SQLite's one writer, with some to spare for the nightly runs."""

WEB_THREADS = 24
"""Requests at once in a web process: the interpreter runs one at a time, the others wait for the database."""

_SPARE = 4  # /healthz, and the threads of asyncio itself
CONNECTIONS = WORKER_THREADS + WEB_THREADS + _SPARE
"""Connections a process may open: `abate up` is worker and web in one, and a thread holds one at a time.

PostgreSQL takes a hundred by default; docker-compose.yml asks for more, for Temporal has its own.
"""

# Any of these says which engine is meant; then nothing of it is taken from run.json.
_NAMES_AN_ENGINE = ("TEMPORAL_ADDRESS", "TEMPORAL_PROFILE", "TEMPORAL_CONFIG_FILE")


class SettingsError(ValueError):
    """A setting that cannot be understood."""

    def __init__(self, name: str, value: str, expected: str) -> None:
        """Name the variable, what it holds and what it may hold."""
        super().__init__(f"{name} is {value!r}; expected {expected}")


@dataclass(frozen=True, slots=True)
class MailSettings:
    """Where mails are handed in, as whom, and from whom they come."""

    host: str
    port: int
    tls: Tls
    sender: str
    user: str | None = None
    password: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class OidcSettings:
    """The OpenID Connect provider through which people may sign in, and what we are to it."""

    issuer: str
    client_id: str
    client_secret: str = field(repr=False)
    name: str = "the provider"


@dataclass(frozen=True, slots=True)
class Settings:
    """What a process knows of where it runs; an engine address of None is left to `temporalio.envconfig`."""

    data: Path
    database_url: str = field(repr=False)
    temporal_address: str | None = None
    temporal_namespace: str | None = None
    user: str | None = None
    ordinances: Path | None = None
    log_format: LogFormat = "auto"
    health_host: str = "127.0.0.1"
    health_port: int = 9464
    run: RunFile | None = field(default=None, repr=False)
    deployment: tuple[str, str] | None = None
    web_host: str = "127.0.0.1"
    web_port: int = 8400
    web_key: str | None = field(default=None, repr=False)
    web_proxies: str = "127.0.0.1"
    web_threads: int = WEB_THREADS
    public_url: str | None = None
    mail: MailSettings | None = None
    oidc: OidcSettings | None = None
    scanner: Scanner | None = None

    @property
    def connections(self) -> int:
        """How many threads of a process may ask for a connection to the database at once."""
        return CONNECTIONS - WEB_THREADS + self.web_threads


def load_settings(*, data: Path | None = None, environ: Mapping[str, str] | None = None) -> Settings:
    """Read the environment and, if there is one, the note of a running `abate up`.

    `data` is the data folder asked for on the command line, which wins over the environment. Raises
    SettingsError.
    """
    environ = os.environ if environ is None else environ
    folder = (data or Path(environ.get("ABATE_DATA") or ".abate")).expanduser().absolute()
    run = read_run(folder)
    address, namespace = _engine(environ, run)
    host, port = _address(environ, "ABATE_HEALTH", "127.0.0.1:9464")
    web_host, web_port = _address(environ, "ABATE_WEB", "127.0.0.1:8400")
    return Settings(
        data=folder,
        database_url=environ.get("ABATE_DATABASE_URL") or (run.database_url if run else sqlite_url(folder)),
        temporal_address=address,
        temporal_namespace=namespace,
        user=environ.get("ABATE_USER") or None,
        ordinances=_folder(environ, "ABATE_ORDINANCES"),
        log_format=_log_format(environ),
        health_host=host,
        health_port=port,
        run=run,
        deployment=_deployment(environ),
        web_host=web_host,
        web_port=web_port,
        web_key=environ.get("ABATE_WEB_KEY") or None,
        web_proxies=environ.get("ABATE_WEB_PROXIES") or "127.0.0.1",
        web_threads=_count(environ, "ABATE_WEB_THREADS", WEB_THREADS),
        public_url=_public_url(environ),
        mail=_mail(environ),
        oidc=_oidc(environ),
        scanner=_scanner(environ),
    )


def sqlite_url(data: Path) -> str:
    """Give the address of the SQLite file of a data folder."""
    return f"sqlite:///{data / 'abate.db'}"


def _engine(environ: Mapping[str, str], run: RunFile | None) -> tuple[str | None, str | None]:
    if run is None or any(environ.get(name) for name in _NAMES_AN_ENGINE):
        return None, None
    return run.temporal_address, environ.get("TEMPORAL_NAMESPACE") or run.namespace


def _folder(environ: Mapping[str, str], name: str) -> Path | None:
    value = environ.get(name)
    return Path(value).expanduser().absolute() if value else None


def _deployment(environ: Mapping[str, str]) -> tuple[str, str] | None:
    name, build = environ.get("TEMPORAL_DEPLOYMENT_NAME"), environ.get("TEMPORAL_WORKER_BUILD_ID")
    if name and not build:
        raise SettingsError("TEMPORAL_WORKER_BUILD_ID", "", "the build of the deployment that is named")
    return (name, build) if name and build else None


def _log_format(environ: Mapping[str, str]) -> LogFormat:
    value = environ.get("ABATE_LOG") or "auto"
    if value not in get_args(LogFormat):
        raise SettingsError("ABATE_LOG", value, "auto, json or pretty")
    return cast("LogFormat", value)


def _count(environ: Mapping[str, str], name: str, default: int) -> int:
    value = environ.get(name) or str(default)
    if not value.isdecimal() or int(value) == 0:
        raise SettingsError(name, value, "a whole number above zero")
    return int(value)


def _address(environ: Mapping[str, str], name: str, default: str) -> tuple[str, int]:
    value = environ.get(name) or default
    host, colon, port = value.rpartition(":")
    if not (colon and host and port.isdecimal()):
        raise SettingsError(name, value, "host:port")
    return host, int(port)


def _scanner(environ: Mapping[str, str]) -> Scanner | None:
    value = environ.get("ABATE_SCANNER", "").strip()
    try:
        command = tuple(shlex.split(value))
    except ValueError:
        raise SettingsError("ABATE_SCANNER", value, "a command as a shell would read it") from None
    return Scanner(command, _count(environ, "ABATE_SCANNER_SECONDS", SECONDS)) if command else None


# --- mail -------------------------------------------------------------------------------------------------

_SMTP: Final = (
    "smtp://user:password@host:port, with ?tls=starttls or ?tls=none, or smtps://user:password@host:port"
)
_PORTS: Final[dict[Tls, int]] = {"starttls": 587, "none": 25, "implicit": 465}


def _public_url(environ: Mapping[str, str]) -> str | None:
    value = (environ.get("ABATE_PUBLIC_URL") or "").rstrip("/")
    if value and not (urlsplit(value).scheme in {"http", "https"} and urlsplit(value).netloc):
        raise SettingsError("ABATE_PUBLIC_URL", value, "https://host, as people reach it")
    return value or None


def _mail(environ: Mapping[str, str]) -> MailSettings | None:
    url = environ.get("ABATE_SMTP_URL")
    if not url:
        return None
    try:
        found = _server(url)
    except ValueError:
        # What it holds is not said: there may be a password in it.
        raise SettingsError("ABATE_SMTP_URL", "…", _SMTP) from None
    if not environ.get("ABATE_PUBLIC_URL"):
        raise SettingsError("ABATE_PUBLIC_URL", "", "the address that links in mails lead to")
    return MailSettings(sender=_sender(environ), **found)


def _server(url: str) -> dict[str, Any]:
    """Return the server that an address names; raises ValueError."""
    parts, asked = urlsplit(url), parse_qs(urlsplit(url).query)
    tls = asked.get("tls", ["starttls"])[-1] if parts.scheme == "smtp" else "implicit"
    if parts.scheme not in {"smtp", "smtps"} or not parts.hostname or parts.path.strip("/"):
        raise ValueError(url)
    if tls not in _PORTS or bool(parts.username) != bool(parts.password) or not set(asked) <= {"tls"}:
        raise ValueError(url)
    return {
        "host": parts.hostname,
        "port": parts.port or _PORTS[tls],
        "tls": tls,
        "user": unquote(parts.username) if parts.username else None,
        "password": unquote(parts.password) if parts.password else None,
    }


def _sender(environ: Mapping[str, str]) -> str:
    value = environ.get("ABATE_MAIL_FROM") or ""
    name, at, domain = parseaddr(value)[1].partition("@")
    if not (name and at and domain) or not value.isprintable():
        raise SettingsError("ABATE_MAIL_FROM", value, "an address, such as Abate <abate@village.example>")
    return value


# --- sign-in through a provider ---------------------------------------------------------------------------

_ISSUER, _CLIENT, _SECRET = "ABATE_OIDC_ISSUER", "ABATE_OIDC_CLIENT_ID", "ABATE_OIDC_CLIENT_SECRET"


def _oidc(environ: Mapping[str, str]) -> OidcSettings | None:
    given = {name: environ.get(name, "").strip() for name in (_ISSUER, _CLIENT, _SECRET)}
    if not any(given.values()):
        return None
    for name, value in given.items():
        if not value:
            raise SettingsError(name, "", "a value, since another of ABATE_OIDC_… is set")
    issuer = urlsplit(given[_ISSUER])
    # What a provider answers lets people in: on the way it must be neither read nor changed.
    safe = issuer.scheme == "https" or (issuer.scheme == "http" and issuer.hostname in _THIS_MACHINE)
    if not (safe and issuer.hostname) or issuer.query or issuer.fragment:
        raise SettingsError(_ISSUER, given[_ISSUER], "https://…, as the provider writes it")
    name = environ.get("ABATE_OIDC_NAME", "").strip() or issuer.hostname
    return OidcSettings(given[_ISSUER], given[_CLIENT], given[_SECRET], name)


_THIS_MACHINE: Final = {"127.0.0.1", "::1", "localhost"}
