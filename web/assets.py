"""The files a page loads: under a name that changes with their content, so that a browser may keep them for good."""

import hashlib
import mimetypes
from pathlib import Path
from typing import Final, NamedTuple

from fastapi import APIRouter, Request, Response

from web.errors import no_page

STATIC: Final = Path(__file__).with_name("static")
FOR_GOOD: Final = "public, max-age=31536000, immutable"


class Asset(NamedTuple):
    """One file as it is sent."""

    content: bytes
    media_type: str


class Assets:
    """Every file of a folder, read once; `url` gives the address of one by its plain name."""

    def __init__(self, folder: Path = STATIC) -> None:
        self._urls: dict[str, str] = {}
        self._files: dict[str, Asset] = {}
        for path in sorted(folder.iterdir()):
            self._take(path)

    def url(self, name: str) -> str:
        """Return the address of a file; raises KeyError where there is none."""
        return self._urls[name]

    def get(self, name: str) -> Asset | None:
        """Return a file by the name in its address."""
        return self._files.get(name)

    def _take(self, path: Path) -> None:
        content = path.read_bytes()
        digest = hashlib.sha256(content).hexdigest()[:12]
        hashed = f"{path.stem}.{digest}{path.suffix}"
        media_type = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        self._urls[path.name] = f"/static/{hashed}"
        self._files[hashed] = Asset(content, media_type)


router = APIRouter()


@router.get("/static/{name}")
async def asset(request: Request, name: str) -> Response:
    """Send a file."""
    assets: Assets = request.app.state.assets
    found = assets.get(name)
    if found is None:
        raise no_page()
    return Response(found.content, media_type=found.media_type, headers={"Cache-Control": FOR_GOOD})
