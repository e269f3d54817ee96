"""`python -m runtime.migrate` makes the tables, or says why it cannot."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def _migrate(url: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "runtime.migrate"],
        cwd=ROOT,
        env=os.environ | {"ABATE_DATABASE_URL": url},
        capture_output=True,
        text=True,
        check=False,
    )


def test_it_makes_the_tables_and_may_be_run_again(sqlite_url: str) -> None:
    assert [_migrate(sqlite_url).returncode for _ in range(2)] == [0, 0]


def test_a_database_out_of_reach_is_one_sentence_and_exit_code_5() -> None:
    done = _migrate("postgresql://abate@127.0.0.1:1/abate")

    assert done.returncode == 5
    assert done.stderr.startswith("cannot reach the database at")
    assert done.stderr.count("\n") == 1
