"""What wins: the command line over the environment, that over run.json, that over defaults."""

from pathlib import Path

import pytest

from activities.scanner import Scanner
from runtime.runfile import RunFile, is_running, read_run, remove_run, run_path, write_run
from runtime.settings import CONNECTIONS, WEB_THREADS, SettingsError, load_settings

RUN = RunFile(
    pid=4_000_000,
    temporal_address="127.0.0.1:7999",
    namespace="default",
    database_url="sqlite:////elsewhere/abate.db",
    health_url="http://127.0.0.1:9464",
)


def test_with_nothing_said_everything_lies_in_the_folder_abate(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    settings = load_settings(environ={})

    assert settings.data == tmp_path / ".abate"
    assert settings.database_url == f"sqlite:///{tmp_path}/.abate/abate.db"
    assert settings.temporal_address is None
    assert settings.user is None


def test_run_json_says_where_the_running_abate_is(tmp_path: Path) -> None:
    write_run(tmp_path, RUN)

    settings = load_settings(environ={"ABATE_DATA": str(tmp_path)})

    assert settings.database_url == RUN.database_url
    assert settings.temporal_address == RUN.temporal_address
    assert settings.temporal_namespace == "default"
    assert settings.run == RUN


def test_the_environment_wins_over_run_json(tmp_path: Path) -> None:
    write_run(tmp_path, RUN)
    environ = {"ABATE_DATABASE_URL": "postgresql://db/abate", "TEMPORAL_ADDRESS": "cluster:7233"}

    settings = load_settings(data=tmp_path, environ=environ)

    assert settings.database_url == "postgresql://db/abate"
    assert settings.temporal_address is None


def test_the_command_line_wins_over_the_environment(tmp_path: Path) -> None:
    settings = load_settings(data=tmp_path / "mine", environ={"ABATE_DATA": str(tmp_path / "theirs")})

    assert settings.data == tmp_path / "mine"


def test_an_empty_variable_is_one_not_set(tmp_path: Path) -> None:
    settings = load_settings(data=tmp_path, environ={"ABATE_DATABASE_URL": "", "ABATE_USER": ""})

    assert settings.database_url.startswith("sqlite:///")
    assert settings.user is None


@pytest.mark.parametrize(
    "environ",
    [
        pytest.param({"ABATE_LOG": "xml"}, id="log"),
        pytest.param({"ABATE_HEALTH": "9464"}, id="health without a host"),
        pytest.param({"ABATE_HEALTH": "here:there"}, id="health without a number"),
        pytest.param({"ABATE_SCANNER": "clamdscan 'x"}, id="a command without its end"),
        pytest.param({"ABATE_SCANNER_SECONDS": "0", "ABATE_SCANNER": "x"}, id="no time to scan"),
    ],
)
def test_a_setting_not_understood_names_its_variable(tmp_path: Path, environ: dict[str, str]) -> None:
    with pytest.raises(SettingsError, match=next(iter(environ))):
        load_settings(data=tmp_path, environ=environ)


def test_settings_do_not_show_the_password_of_the_database(tmp_path: Path) -> None:
    settings = load_settings(data=tmp_path, environ={"ABATE_DATABASE_URL": "postgresql://a:hunter2@db/abate"})

    assert "hunter2" not in repr(settings)


@pytest.mark.parametrize("content", ["", "{}", "[1]", "not json"])
def test_a_run_json_that_is_none_is_as_if_it_were_not_there(tmp_path: Path, content: str) -> None:
    run_path(tmp_path).write_text(content)

    assert read_run(tmp_path) is None


def test_run_json_is_for_its_owner_alone_and_goes_at_a_clean_stop(tmp_path: Path) -> None:
    write_run(tmp_path, RUN)

    assert run_path(tmp_path).stat().st_mode & 0o077 == 0
    remove_run(tmp_path, pid=RUN.pid + 1)
    assert read_run(tmp_path) == RUN
    remove_run(tmp_path, pid=RUN.pid)
    assert list(tmp_path.iterdir()) == []


def test_a_note_outlives_a_killed_process_but_says_so(tmp_path: Path) -> None:
    assert not is_running(RUN)


def test_a_process_may_open_as_many_connections_as_it_has_threads(tmp_path: Path) -> None:
    usual = load_settings(data=tmp_path, environ={})
    more = load_settings(data=tmp_path, environ={"ABATE_WEB_THREADS": "60"})

    assert usual.connections == CONNECTIONS
    assert more.connections == CONNECTIONS - WEB_THREADS + 60


@pytest.mark.parametrize("value", ["0", "-1", "many"])
def test_a_number_of_threads_is_above_zero(tmp_path: Path, value: str) -> None:
    with pytest.raises(SettingsError, match="a whole number above zero"):
        load_settings(data=tmp_path, environ={"ABATE_WEB_THREADS": value})


def test_the_scanner_is_a_command_as_a_shell_reads_it(tmp_path: Path) -> None:
    environ = {"ABATE_SCANNER": "clamdscan --no-summary '-'", "ABATE_SCANNER_SECONDS": "9"}

    settings = load_settings(data=tmp_path, environ=environ)

    assert settings.scanner == Scanner(("clamdscan", "--no-summary", "-"), 9)
    assert load_settings(data=tmp_path, environ={"ABATE_SCANNER": " "}).scanner is None
