"""A process is well when all it needs answers; asking never takes long."""

import asyncio
import json
import signal
import socket
import urllib.error
import urllib.request

import pytest
from prometheus_client import CollectorRegistry, Counter

from runtime import health
from runtime.health import health_app, serve


async def _well() -> None:
    return None


async def _broken() -> None:
    raise OSError("postgresql://abate:hunter2@db/abate is gone")


async def _silent() -> None:
    await asyncio.Event().wait()


def _fetch(url: str) -> tuple[int, str]:
    try:
        with urllib.request.urlopen(url, timeout=5) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read().decode()


async def test_all_well_is_200() -> None:
    async with serve(health_app({"database": _well, "engine": _well})) as url:
        status, body = await asyncio.to_thread(_fetch, f"{url}/healthz")

    assert status == 200
    assert json.loads(body) == {"status": "ok", "checks": {"database": "ok", "engine": "ok"}}


async def test_one_unwell_is_503_and_named_without_a_password() -> None:
    async with serve(health_app({"database": _broken, "engine": _well})) as url:
        status, body = await asyncio.to_thread(_fetch, f"{url}/healthz")

    assert status == 503
    assert json.loads(body)["checks"] == {
        "database": "OSError: postgresql://abate:***@db/abate is gone",
        "engine": "ok",
    }


async def test_a_probe_that_never_answers_is_unwell(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "_PROBE_SECONDS", 0.05)
    async with serve(health_app({"engine": _silent})) as url:
        status, body = await asyncio.to_thread(_fetch, f"{url}/healthz")

    assert status == 503
    assert "no answer" in body


async def test_metrics_are_for_prometheus() -> None:
    registry = CollectorRegistry()
    Counter("abate_commands", "Commands recorded.", registry=registry).inc()
    async with serve(health_app({}, registry)) as url:
        status, body = await asyncio.to_thread(_fetch, f"{url}/metrics")

    assert status == 200
    assert "abate_commands_total 1.0" in body


async def test_a_taken_port_is_replaced_by_a_free_one_and_signals_stay_ours() -> None:
    before = signal.getsignal(signal.SIGTERM)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        async with serve(health_app({}), port=port) as url:
            assert not url.endswith(f":{port}")
            assert signal.getsignal(signal.SIGTERM) is before
            assert (await asyncio.to_thread(_fetch, f"{url}/healthz"))[0] == 200
