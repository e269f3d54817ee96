"""`abate up` comes up in seconds, stops in order, shares no folder, leaves no orphan, and forgets nothing."""

import json
import signal
import sys
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import psutil
import pytest

from tests.cli.office import Office, office, opening
from tests.cli.terminal import shell

linux = pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a child of its parent's death")


def _engine_of(running: Office) -> psutil.Process:
    (engine,) = psutil.Process(running.process.pid).children()
    assert engine.name() == "temporal"
    return engine


def _notes(running: Office, case: str) -> int:
    shown = running.give("case", "show", case, "--json").json
    return sum(event["kind"] == "note-added" for event in shown["events"])


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
def test_it_says_where_it_is_and_who_may_work_and_stops_when_asked(
    tmp_path: Path, sign: signal.Signals
) -> None:
    running = Office(tmp_path / "data").ready()
    note = json.loads((tmp_path / "data" / "run.json").read_text())
    engine = _engine_of(running)

    code = running.stop(sign)

    assert code == 0
    assert "http://127.0.0.1:" in running.out
    assert "admin, attorney, clerk, officer, viewer" in running.out
    assert running.out.endswith("stopping …\nstopped.\n")
    assert note["pid"] == running.process.pid
    assert not (tmp_path / "data" / "run.json").exists()
    assert not engine.is_running()
    assert "Traceback" not in running.err.read_text()


def test_a_second_one_on_the_same_folder_is_told_of_the_first(running_office: Office) -> None:
    second = shell("up", "--data", str(running_office.data))

    assert second.code == 2
    assert f"already runs on {running_office.data} (process {running_office.process.pid})" in second.err
    assert second.err.count("\n") == 1


def test_two_run_side_by_side_and_a_taken_port_is_replaced_and_said(
    tmp_path: Path, running_office: Office
) -> None:
    taken = int(json.loads((running_office.data / "run.json").read_text())["health_url"].rpartition(":")[2])

    with office(tmp_path / "data", port=taken) as two:
        first, second = running_office.open(), two.open()
        note = two.give("act", second, "add-note", "--text", "here")

        assert f"port {taken} is taken: http://127.0.0.1:" in two.err.read_text()
        assert note.code == 0
        assert second == "webster-2026-0001".replace("2026", second.split("-")[1])
        assert (_notes(running_office, first), _notes(two, second)) == (0, 1)


@linux
def test_whatever_is_killed_nothing_is_lost_and_no_orphan_is_left(tmp_path: Path) -> None:
    data = tmp_path / "data"
    running = Office(data).ready()
    case = running.open()

    _engine_of(running).kill()
    during = running.give("act", case, "add-note", "--text", "while the engine comes up again")
    engine = _engine_of(running)
    running.stop(signal.SIGKILL)
    psutil.wait_procs([engine], timeout=10)
    alone = running.give("act", case, "add-note", "--text", "nobody there", "--op-id", "kept")

    assert during.code == 0, during.err
    assert not engine.is_running()
    assert alone.code == 5
    assert "is not running" in alone.err

    with office(data) as again:
        retried = again.give("act", case, "add-note", "--text", "nobody there", "--op-id", "kept")
        assert retried.code == 0, retried.err
        assert _notes(again, case) == 2
        assert again.give("audit", "--json").json["differences"] == []

    for file in data.glob("temporal.db*"):
        file.unlink()
    with office(data) as without:
        assert without.give("recover", "--json").json == {"started": []}  # it has been done at the start
        assert without.give("act", case, "add-note", "--text", "still here").code == 0
        assert _notes(without, case) == 3


def test_the_demonstration_loaded_twice_adds_nothing_and_shows_every_phase(tmp_path: Path) -> None:
    with office(tmp_path / "data", "--demo") as first:
        before = first.give("case", "list", "--json").json
        entries = first.give("audit", "--json").json["events"]
    with office(tmp_path / "data", "--demo") as second:
        after = second.give("case", "list", "--json").json
        audit = second.give("audit", "--json").json

    assert "demonstration loaded: 17 cases" in first.out
    assert len(before) == 17
    assert {each["phase"] for each in before} == {
        "opened",
        "noticed",
        "served",
        "under_appeal",
        "final",
        "closed",
    }
    assert [each["id"] for each in after] == [each["id"] for each in before]
    assert (audit["differences"], audit["events"]) == ([], entries)


def test_a_case_five_years_old_catches_up_within_ten_seconds(running_office: Office) -> None:
    observed = datetime.now(UTC).date() - timedelta(days=1826)
    fields = opening(violation={"observed_on": observed.isoformat(), "remedy_by": None})
    begun = time.monotonic()
    case = running_office.give("case", "open", "--json", "-", stdin=json.dumps(fields)).json["case"]

    shown = running_office.give("case", "show", case, "--json").json

    assert time.monotonic() - begun < 10
    assert 1820 < shown["exposure"]["count"] <= 1826
    assert shown["exposure"]["minimum"] == 250 * shown["exposure"]["count"]
    assert shown["exposure"]["maximum"] is None


def test_it_never_answers_with_a_traceback_where_it_cannot_start(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("no folder")

    said = shell("up", "--data", str(blocked))

    assert said.code == 2
    assert said.err.startswith("abate: ")
    assert said.err.count("\n") == 1


def test_nothing_runs_on_after_a_test_of_this_file() -> None:
    mine = psutil.Process().children(recursive=True)
    told = [" ".join(each.cmdline()) for each in mine if "cli.py" in " ".join(each.cmdline())]

    assert len([line for line in told if " up " in line]) <= 1  # the office of the session
