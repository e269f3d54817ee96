"""TLS to the mail server: a certificate nobody vouches for gets no mail, and no password."""

import asyncio
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest
from aiosmtpd.smtp import SMTP, AuthResult
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from activities.smtp import Fate, Outcome, Server, Session, Tls
from tests.post_office import Inbox

SENDER, TO = "abate@webster.test", "clerk@webster.test"


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    """Give a certificate of 127.0.0.1 that signs itself, with its key, in one file."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(datetime.now(UTC) - timedelta(days=1))
        .not_valid_after(datetime.now(UTC) + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    path = tmp_path / "server.pem"
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    path.write_bytes(private + made.public_bytes(serialization.Encoding.PEM))
    return path


@asynccontextmanager
async def serving(inbox: Inbox, certificate: Path, *, tls: Tls) -> AsyncIterator[list[bytes]]:
    """Run a server that wants TLS and a password, and yield the passwords it was told."""
    told: list[bytes] = []
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate)
    loop = asyncio.get_running_loop()

    def let_in(_server: object, _session: object, _envelope: object, _kind: str, data: object) -> AuthResult:
        told.append(data.password)  # type: ignore[attr-defined]  # its class is not exported
        return AuthResult(success=True)

    def made() -> SMTP:
        starttls = context if tls == "starttls" else None
        return SMTP(
            inbox,
            tls_context=starttls,
            require_starttls=starttls is not None,
            authenticator=let_in,
            auth_required=starttls is not None,
            auth_require_tls=starttls is not None,
            loop=loop,
        )

    wrapped = context if tls == "implicit" else None
    server = await loop.create_server(made, host="127.0.0.1", port=0, ssl=wrapped)
    inbox.port = server.sockets[0].getsockname()[1]
    try:
        yield told
    finally:
        server.close()
        await server.wait_closed()


async def deliver(inbox: Inbox, tls: Tls) -> Outcome:
    message = EmailMessage()
    message["To"] = TO
    async with Session(Server("localhost", inbox.port, tls, "abate", "hunter2")) as session:
        return await session.deliver(message, sender=SENDER, to=TO)


@pytest.mark.parametrize("tls", ["starttls", "implicit"])
async def test_a_server_that_is_vouched_for_is_told_the_password_and_the_mail(
    certificate: Path, monkeypatch: pytest.MonkeyPatch, tls: Tls
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    inbox = Inbox()

    async with serving(inbox, certificate, tls=tls) as told:
        outcome = await deliver(inbox, tls)

    assert outcome == Outcome(Fate.TAKEN)
    assert told == [b"hunter2"]
    assert len(inbox.mails) == 1


@pytest.mark.parametrize("tls", ["starttls", "implicit"])
async def test_a_server_nobody_vouches_for_is_told_nothing(certificate: Path, tls: Tls) -> None:
    inbox = Inbox()

    async with serving(inbox, certificate, tls=tls) as told:
        outcome = await deliver(inbox, tls)

    assert outcome.fate is Fate.NO_SERVER
    assert "hunter2" not in outcome.why
    assert (told, inbox.mails) == ([], [])


async def test_a_server_without_tls_is_told_nothing_where_tls_is_asked_for() -> None:
    inbox, loop = Inbox(), asyncio.get_running_loop()
    server = await loop.create_server(lambda: SMTP(inbox, loop=loop), host="127.0.0.1", port=0)
    inbox.port = server.sockets[0].getsockname()[1]

    outcome = await deliver(inbox, "starttls")
    server.close()
    await server.wait_closed()

    assert outcome.fate is Fate.NO_SERVER
    assert inbox.mails == []
