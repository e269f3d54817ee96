"""Logs are one JSON object a line, and hold no secret."""

import io
import json
import logging
from collections.abc import Iterator

import pytest
import structlog

from runtime.logging import configure_logging


@pytest.fixture
def stream() -> Iterator[io.StringIO]:
    root = logging.getLogger()
    before = root.handlers, root.level
    stream = io.StringIO()
    configure_logging("json", stream=stream)
    yield stream
    root.handlers, root.level = before
    structlog.reset_defaults()


def _lines(stream: io.StringIO) -> list[dict[str, object]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_an_event_is_one_json_line_with_its_fields(stream: io.StringIO) -> None:
    with structlog.contextvars.bound_contextvars(case="webster-2026-0001"):
        structlog.get_logger("abate").info("notice.served", respondent="r1")

    (line,) = _lines(stream)
    assert line["event"] == "notice.served"
    assert (line["case"], line["respondent"], line["level"]) == ("webster-2026-0001", "r1", "info")
    assert str(line["timestamp"]).endswith("Z")


def test_the_standard_library_speaks_the_same_way(stream: io.StringIO) -> None:
    logging.getLogger("temporalio").warning("worker %s", "started", extra={"queue": "abate"})

    (line,) = _lines(stream)
    assert (line["event"], line["logger"], line["queue"]) == ("worker started", "temporalio", "abate")


def test_secrets_are_masked_wherever_they_stand(stream: io.StringIO) -> None:
    log = structlog.get_logger("abate")
    log.info("connect", api_key="k-123", url="postgresql://abate:hunter2@db/abate")
    try:
        raise ValueError("postgresql://abate:hunter2@db/abate")
    except ValueError:
        log.exception("failed")

    assert "k-123" not in stream.getvalue()
    assert "hunter2" not in stream.getvalue()
    assert "postgresql://abate:***@db/abate" in stream.getvalue()
    assert "ValueError" in stream.getvalue()


def test_on_request_lines_are_for_reading() -> None:
    stream = io.StringIO()
    root = logging.getLogger()
    before = root.handlers, root.level

    configure_logging("pretty", stream=stream)
    structlog.get_logger("abate").info("notice.served", respondent="r1")

    root.handlers, root.level = before
    structlog.reset_defaults()
    assert "notice.served" in stream.getvalue()
    assert not stream.getvalue().startswith("{")
