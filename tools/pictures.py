"""Takes the pictures of the README: the demonstration, seen by a real browser, and one of its papers.

What stands on them follows from the day they are taken; all else is the same each time.
"""

import io
import re
import shutil
import signal
import subprocess
import sysconfig
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright
from sqlmodel import col, select

from documents.paper import Issue
from documents.render import pictures
from models.document import DocumentRow
from models.session import read
from runtime.database import open_engine

FOLDER: Final = Path(__file__).parents[1] / "docs" / "pictures"
WIDTH: Final = 1280
MOST_BYTES: Final = 250_000
COLORS: Final = 256
PAPER_PER_INCH: Final = 80
READY: Final = "ready;"
SAID: Final = re.compile(r"(\w+)  +(\S+)")  # a line of two columns


class Picture(NamedTuple):
    """The name of the file, who looks, at which page, and how much of its height is shown."""

    name: str
    who: str
    path: str
    height: int
    link: str | None = None
    """What to follow on the page, where the address is not known before."""


PICTURES: Final = (
    Picture("desk", "officer", "/?whose=all", 900),
    Picture("case", "attorney", "/cases?q=mockup", 1200, link="table a.id"),
    Picture("board", "attorney", "/board", 900),
)


@contextmanager
def demonstration() -> Iterator[dict[str, str]]:
    """Run the demonstration in a temporary folder, and give what it said: its address, and each user's password."""
    abate = Path(sysconfig.get_path("scripts")) / "abate"
    with tempfile.TemporaryDirectory(prefix="abate-pictures-") as folder:
        command = [str(abate), "up", "--demo", "--data", folder]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as up:
            try:
                yield dict(_said(up))
            finally:
                up.send_signal(signal.SIGINT)
                up.wait(60)


def _said(up: subprocess.Popen[str]) -> Iterator[tuple[str, str]]:
    """Yield what stands in columns, until everything runs."""
    assert up.stdout is not None
    for line in up.stdout:
        if found := SAID.fullmatch(line.strip()):
            yield found[1], found[2]
        if line.startswith(READY):
            return
    raise SystemExit("pictures: abate up ended before it was ready; run it by hand to see why")


def take(browser: Browser, demo: dict[str, str], picture: Picture) -> None:
    """Sign in and take one picture; raise SystemExit where it is too heavy for a README."""
    context = browser.new_context(
        base_url=demo["address"],
        viewport={"width": WIDTH, "height": picture.height},
        color_scheme="light",
        device_scale_factor=1,
        reduced_motion="reduce",
    )
    page = context.new_page()
    _sign_in(page, picture.who, demo[picture.who])
    page.goto(picture.path)
    if picture.link is not None:
        page.locator(picture.link).first.click()
        page.wait_for_load_state()
    raw = page.screenshot()
    context.close()
    _keep(raw, FOLDER / f"{picture.name}.png")


def _sign_in(page: Page, name: str, password: str) -> None:
    page.goto("/sign-in")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url("**/")


def _keep(raw: bytes, path: Path) -> None:
    """Write a picture with a palette of its own: a README should load at once, and nobody sees the difference."""
    whole = Image.open(io.BytesIO(raw)).convert("RGB")
    few = whole.quantize(COLORS, method=Image.Quantize.MAXCOVERAGE, kmeans=2, dither=Image.Dither.NONE)
    few.save(path, optimize=True)
    size = path.stat().st_size
    print(f"{path.name}: {size:,} bytes")
    if size > MOST_BYTES:
        raise SystemExit(f"pictures: {path.name} is over {MOST_BYTES:,} bytes; show less of the page")


def notice(folder: str) -> None:
    """Set the first page of a notice that the demonstration issued, as it is printed."""
    engine = open_engine(f"sqlite:///{Path(folder) / 'abate.db'}")
    with read(engine) as session:
        wanted = select(DocumentRow).where(col(DocumentRow.kind) == "notice-of-violation")
        row = session.exec(wanted.order_by(col(DocumentRow.dated).desc())).first()
    engine.dispose()
    if row is None:
        raise SystemExit("pictures: the demonstration issued no notice yet; take them again")
    first, *_ = pictures(Issue.model_validate_json(row.data), row.issued_at, per_inch=PAPER_PER_INCH)
    _keep(first, FOLDER / "notice.png")


def main() -> None:
    """Take them all."""
    chromium = shutil.which("chromium")
    if chromium is None:
        raise SystemExit("pictures: there is no chromium; tools/browser.sh installs it")
    FOLDER.mkdir(parents=True, exist_ok=True)
    with demonstration() as demo, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        for picture in PICTURES:
            take(browser, demo, picture)
        browser.close()
        notice(demo["data"])


if __name__ == "__main__":
    main()
