"""The files a page loads: under a name that changes with their content, so that a browser may keep them for good."""

import gzip
import hashlib
import mimetypes
import re
from pathlib import Path
from typing import Final, NamedTuple

from fastapi import APIRouter, Request, Response

from web.errors import no_page

STATIC: Final = Path(__file__).with_name("static")
FOR_GOOD: Final = "public, max-age=31536000, immutable"


class Asset(NamedTuple):
    """One file as it is sent, and with gzip: nothing in it is secret, so that packing it tells nobody anything."""

    content: bytes
    media_type: str
    packed: bytes


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
        content = _small(path.read_bytes()) if path.suffix == ".css" else path.read_bytes()
        digest = hashlib.sha256(content).hexdigest()[:12]
        hashed = f"{path.stem}.{digest}{path.suffix}"
        media_type = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        self._urls[path.name] = f"/static/{hashed}"
        self._files[hashed] = Asset(content, media_type, gzip.compress(content, mtime=0))


def _small(styles: bytes) -> bytes:
    """Return style sheets of ours without comments and the space that is for those who write them."""
    bare = re.sub(rb"/\*.*?\*/", b"", styles, flags=re.DOTALL)
    bare = re.sub(rb"\s+", b" ", bare).strip()
    return re.sub(rb" ?([{};,]) ?|(?<=:) ", rb"\1", bare).replace(b";}", b"}")


router = APIRouter()


@router.get("/static/{name}")
async def asset(request: Request, name: str) -> Response:
    """Send a file."""
    assets: Assets = request.app.state.assets
    found = assets.get(name)
    if found is None:
        raise no_page()
    headers = {"Cache-Control": FOR_GOOD, "Vary": "Accept-Encoding"}
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(found.content, media_type=found.media_type, headers=headers)
    headers["Content-Encoding"] = "gzip"
    return Response(found.packed, media_type=found.media_type, headers=headers)
