"""Tables reach the book over TLS with client certificates; a wrong one does not come in."""

from __future__ import annotations

import datetime
import ipaddress
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from controller.book.port import BookUnreachable, Linkage
from controller.book.postgres import PostgresBook
from controller.book.postgres_people import admit, create
from controller.cli import main
from controller.cli.link_address import certified
from tests.patience import PATIENCE_S
from tests.private_postgres import PrivateServer
from tests.shell.book.jackpot_books import EXAMPLE, stake

DAY = datetime.timedelta(days=1)
NOW = datetime.datetime.now(datetime.UTC)


class Authority:
    """A certificate authority of the house, or somebody else's."""

    def __init__(self, name: str) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
        self.certificate = (
            self._builder(self.name, self.key, NOW + 30 * DAY)
            .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
            .sign(self.key, hashes.SHA256())
        )

    def _builder(
        self, subject: x509.Name, key: ec.EllipticCurvePrivateKey, until: datetime.datetime
    ) -> x509.CertificateBuilder:
        return (
            x509.CertificateBuilder()
            .subject_name(subject)
            .issuer_name(self.name)
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(NOW - 30 * DAY)
            .not_valid_after(until)
        )

    def write(self, path: Path) -> Path:
        path.write_bytes(self.certificate.public_bytes(serialization.Encoding.PEM))
        return path

    def issue(
        self, name: str, folder: Path, stem: str, *, until: datetime.datetime = NOW + 10 * DAY
    ) -> tuple[Path, Path]:
        """The certificate and key of somebody of this name, in the folder."""
        key = ec.generate_private_key(ec.SECP256R1())
        subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
        addresses = x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))])
        signed = (
            self._builder(subject, key, until)
            .add_extension(addresses, critical=False)
            .sign(self.key, hashes.SHA256())
        )
        certificate, secret = folder / f"{stem}.crt", folder / f"{stem}.key"
        certificate.write_bytes(signed.public_bytes(serialization.Encoding.PEM))
        secret.touch(mode=0o600)
        secret.write_bytes(
            key.private_bytes(
                serialization.Encoding.PEM,
                serialization.PrivateFormat.PKCS8,
                serialization.NoEncryption(),
            )
        )
        return certificate, secret


@dataclass
class Guarded:
    """A server that lets only certificates of the house in, each for the role of its name."""

    server: PrivateServer
    folder: Path
    house: Authority
    other: Authority

    def book(
        self, role: str, stem: str | None, *, root: str = "house", mode: str = "verify-full"
    ) -> PostgresBook:
        url = f"postgresql://{role}@127.0.0.1:{self.server.port}/jackpot?sslmode={mode}"
        if mode != "disable":
            url += f"&sslrootcert={self.folder / root}.pem"
        if stem is not None:
            url += f"&sslcert={self.folder / stem}.crt&sslkey={self.folder / stem}.key"
        return PostgresBook(url)


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Guarded]:
    folder = tmp_path_factory.mktemp("certificates")
    house, other = Authority("house"), Authority("another house")
    house.write(folder / "house.pem")
    other.write(folder / "other.pem")
    house.issue("uth_1", folder, "uth_1")
    (folder / "link").mkdir()
    house.write(folder / "link" / "root.crt")
    for role in ("display", "pit"):
        house.issue(role, folder / "link", role)
    house.issue("uth_1", folder, "expired", until=NOW - DAY)
    other.issue("uth_1", folder, "foreign")

    def prepare(data: Path) -> None:
        house.write(data / "root.crt")
        house.issue("jackpot.casino.lan", data, "server")
        (data / "pg_hba.conf").write_text("local all all trust\nhostssl jackpot all 127.0.0.1/32 cert\n")

    settings = {"ssl": "on", "ssl_ca_file": "root.crt", "log_connections": "on"}
    server = PrivateServer(settings, prepare)
    url = server.url("jackpot")
    create(url, EXAMPLE, Linkage("fr-55-20-2021", "d" * 64, (), ""), simulated=False, at_ms=0)
    admit(url, "uth_1", "table", "T1")
    admit(url, "uth_2", "table", "T2")
    admit(url, "display", "reader", None)
    admit(url, "pit", "pit", None)
    yield Guarded(server, folder, house, other)
    server.remove()


def test_a_table_comes_in_by_its_certificate_and_stakes(guarded: Guarded) -> None:
    with closing(guarded.book("uth_1", "uth_1")) as book:
        assert stake(book, "T1", 1, 1).meter_cents == 1_000_125
    assert 'authenticated: identity="CN=uth_1" method=cert' in guarded.server.logged()


@pytest.mark.parametrize(
    ("role", "stem", "logged"),
    [
        ("uth_2", "uth_1", "certificate authentication failed for user"),
        ("uth_1", "foreign", "could not accept SSL connection"),
        ("uth_1", "expired", "could not accept SSL connection"),
        ("uth_1", None, "connection requires a valid client certificate"),
        ("casino", "uth_1", "certificate authentication failed for user"),
    ],
)
def test_a_wrong_certificate_does_not_come_in(
    guarded: Guarded, role: str, stem: str | None, logged: str
) -> None:
    before = guarded.server.logged().count(logged)
    with pytest.raises(BookUnreachable):
        guarded.book(role, stem)
    deadline_s = time.monotonic() + PATIENCE_S  # an alert of TLS is on the wire before it is in the log
    while guarded.server.logged().count(logged) == before and time.monotonic() < deadline_s:
        time.sleep(0.01)
    assert guarded.server.logged().count(logged) > before


def test_without_tls_nobody_comes_in(guarded: Guarded) -> None:
    with pytest.raises(BookUnreachable, match="takes nobody without TLS"):
        guarded.book("uth_1", None, mode="disable")


def test_a_table_does_not_speak_to_a_server_of_another_house(guarded: Guarded) -> None:
    with pytest.raises(BookUnreachable, match="of another house"):
        guarded.book("uth_1", "uth_1", root="other")


def test_a_command_finds_the_certificate_of_its_role(
    guarded: Guarded, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`tapis book verify`, `link tables` and `link close-round` as people write them."""
    at = f"@127.0.0.1:{guarded.server.port}/jackpot"
    close = ("link", "close-round", f"postgresql://pit{at}", "T1", "99", "--reason", "r", "--person", "a")
    commands: tuple[tuple[tuple[str, ...], str], ...] = (
        (("book", "verify", f"postgresql://display{at}", "--journal", str(guarded.folder)), "aucun journal"),
        (("link", "tables", f"postgresql://display{at}"), "uth_2"),
        ((*close, "--person", "b", "--lang", "en"), "no open round 99"),
    )
    for words, said in commands:
        assert said not in CliRunner().invoke(main, list(words)).output
    monkeypatch.setenv("TAPIS_CONFIG", str(guarded.folder))
    for words, said in commands:
        assert said in CliRunner().invoke(main, list(words)).output
    assert certified(f"postgresql://uth_1{at}") == f"postgresql://uth_1{at}", "no certificate of it is here"
    assert certified(f"postgresql://pit{at}?sslmode=disable").endswith("sslmode=disable")
    assert certified("/var/lib/tapis/jackpot.book") == "/var/lib/tapis/jackpot.book"
