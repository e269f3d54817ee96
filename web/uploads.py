"""Files that are attached to a case: only kinds that show something and run nothing, told by their content.

A file that was sent with a form is kept at once, so that it need not be chosen again where the form is refused.
"""

from typing import Any, Final, NamedTuple, Self

from sqlalchemy import Engine
from starlette.datastructures import FormData, UploadFile

from activities.evidence import store
from rules.refusals import Malformed
from web.seal import Seal

MOST_BYTES: Final = 25_000_000
LONGEST_NAME: Final = 200
SIGNS: Final = (
    (b"\xff\xd8\xff", 0, "image/jpeg"),
    (b"\x89PNG\r\n\x1a\n", 0, "image/png"),
    (b"GIF8", 0, "image/gif"),
    (b"WEBP", 8, "image/webp"),
    (b"ftypheic", 4, "image/heic"),
    (b"ftypheix", 4, "image/heic"),
    (b"ftypmif1", 4, "image/heic"),
    (b"ftypmp4", 4, "video/mp4"),
    (b"ftypisom", 4, "video/mp4"),
    (b"ftypqt", 4, "video/quicktime"),
    (b"II*\0", 0, "image/tiff"),
    (b"MM\0*", 0, "image/tiff"),
    (b"%PDF-", 0, "application/pdf"),
)


class Kept(NamedTuple):
    """A file in the record's store, and the name it was sent under."""

    sha256: str
    filename: str
    size: int

    @classmethod
    def opened(cls, seal: Seal, packed: str, owner: str) -> Self | None:
        """Return the file that a hidden field of this person's form names."""
        found: Any = seal.unpack(packed, f"kept {owner}")
        return cls(*found) if found else None

    def packed(self, seal: Seal, owner: str) -> str:
        """Return what a hidden field holds of it: signed, so that nobody names a file they never had."""
        return seal.pack(list(self), f"kept {owner}")

    @property
    def fields(self) -> dict[str, Any]:
        """The fields of the command that attaches it."""
        return self._asdict()


def chosen(form: FormData, name: str) -> UploadFile | None:
    """Return the file that was chosen in a form, if one was."""
    found = form.get(name)
    return found if isinstance(found, UploadFile) and found.filename else None


def keep(engine: Engine, upload: UploadFile, content: bytes) -> Kept:
    """Keep a file; raise Malformed for one that is too large or of a kind that is not taken."""
    if len(content) > MOST_BYTES:
        raise _refused(f"is larger than {MOST_BYTES // 1_000_000} MB")
    if not content:
        raise _refused("is empty")
    media_type = kind_of(content)
    if media_type is None:
        raise _refused("is no photograph, video or PDF that can be kept; use JPEG, PNG, HEIC, MP4 or PDF")
    name = (upload.filename or "file").replace("\\", "/").rpartition("/")[2][-LONGEST_NAME:]
    return Kept(store(engine, content, media_type), name or "file", len(content))


def kind_of(content: bytes) -> str | None:
    """Return the media type that a file's first bytes tell, or None where it is not taken."""
    return next((told for sign, at, told in SIGNS if content[at : at + len(sign)] == sign), None)


def _refused(what: str) -> Malformed:
    refusal = Malformed(f"The file {what}.", field="path")
    refusal.problems = ((("path",), what),)
    return refusal
