"""Logs as events with fields: JSON lines on stderr, readable ones on a terminal, never a secret in them."""

import logging
import re
import sys
from typing import TextIO

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

from runtime.settings import LogFormat

_SECRET = re.compile(r"password|passwd|secret|token|api_?key|authorization|cookie", re.IGNORECASE)
_URL_PASSWORD = re.compile(r"(?<=://)([^/\s:@]*):[^/\s@]+@")


def configure_logging(
    log_format: LogFormat = "auto", *, level: int = logging.INFO, stream: TextIO | None = None
) -> None:
    """Send structlog's events and the standard library's, Temporal's among them, to one stream."""
    stream = stream or sys.stderr
    pretty = log_format == "pretty" or (log_format == "auto" and stream.isatty())
    structlog.configure(
        processors=[*_shared(), structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(stream)
    handler.setFormatter(_formatter(pretty=pretty))
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level)


def redact(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Mask fields named like secrets, and the passwords of addresses in any text."""
    return {name: "***" if _SECRET.search(name) else masked(value) for name, value in event.items()}


def masked(value: object) -> object:
    """Take the passwords of addresses out of a text."""
    return _URL_PASSWORD.sub(r"\1:***@", value) if isinstance(value, str) else value


def _shared() -> list[Processor]:
    return [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.StackInfoRenderer(),
    ]


def _formatter(*, pretty: bool) -> logging.Formatter:
    if pretty:
        # A plain traceback: the pretty one shows what variables hold, passwords among them, and takes seconds.
        plain = structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)
        last: list[Processor] = [redact, plain]
    else:
        # The traceback is text by the time secrets are looked for.
        last = [structlog.processors.format_exc_info, redact, structlog.processors.JSONRenderer()]
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=[*_shared(), structlog.stdlib.ExtraAdder()],
        processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *last],
    )
