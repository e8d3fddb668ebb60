"""The pit's screen and tables of other machines: Qt's end of TLS against the table's."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.screens.remote import RemoteDoor, RemoteTerms, name_of
from tests.certificates import Authority, Files
from tests.ui.test_attached import until
from tests.ui.test_client import Ear, House
from ui.app import LARGE, Stage, application
from ui.attached_room import AttachedRoom
from ui.client import TableClient
from ui.table_line import Identity, NoCertificate, Place, TlsLine, tls_configuration

TABLE = "UTH-2"


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    application()
    return Authority(tmp_path_factory.mktemp("room"))


@pytest.fixture
def address(tmp_path: Path, authority: Authority) -> Iterator[str]:
    """A table of another machine, by its address."""
    house = House(tmp_path)
    shown = authority.table(TABLE)
    terms = RemoteTerms("127.0.0.1", 0, authority.ca, shown.certificate, shown.key)
    door = RemoteDoor(terms, TABLE, tmp_path, lambda line: None)
    door.open()
    yield f"127.0.0.1:{door.port}"
    door.close()
    house.close()


def identity(authority: Authority, files: Files) -> Identity:
    return Identity(authority.ca, files.certificate, files.key)


def client(address: str, authority: Authority, files: Files, table: str = TABLE) -> Ear:
    """A client with this certificate, that has begun to connect."""
    configuration = tls_configuration(identity(authority, files))
    ear = Ear(TableClient(TlsLine(address, table, configuration)))
    ear.client.start()
    return ear


def test_a_screen_with_its_certificate_is_shown_views_and_its_taps_are_answered(
    address: str, authority: Authority
) -> None:
    ear = client(address, authority, authority.screen("pit", name_of("pit", TABLE)))
    ear.until(lambda: ear.all("view"))
    asked = ear.client.tap({"act": "SeeCall"})
    ear.until(lambda: ear.all("answer"))
    kind, answered, taken, refusal = ear.all("answer")[0]
    assert (kind, answered, taken, refusal["code"]) == ("answer", asked, False, "no_call")
    assert ear.client.trouble == ""
    ear.client.close()


def test_a_screen_with_a_certificate_for_another_table_says_so(address: str, authority: Authority) -> None:
    ear = client(address, authority, authority.screen("pit", name_of("pit", "UTH-3")))
    ear.until(lambda: ear.client.trouble)
    assert ear.client.trouble == "this certificate is not for this table"
    assert ear.all("view") == []
    ear.client.close()


def test_a_screen_with_an_expired_certificate_is_told_by_the_line(address: str, authority: Authority) -> None:
    ear = client(address, authority, authority.screen("pit", name_of("pit", TABLE), days=(-9, -1)))
    ear.until(lambda: "expired" in ear.client.trouble)
    assert ear.all("view") == []
    ear.client.close()


def test_a_screen_does_not_believe_a_table_of_another_name(address: str, authority: Authority) -> None:
    ear = client(address, authority, authority.screen("pit", name_of("pit", "UTH-3")), "UTH-3")
    ear.until(lambda: ear.client.trouble)
    assert "host name" in ear.client.trouble
    assert ear.all("view") == []
    ear.client.close()


def test_files_that_are_no_certificates_are_named(tmp_path: Path, authority: Authority) -> None:
    good = authority.screen("pit")
    with pytest.raises(NoCertificate, match="No such file"):
        tls_configuration(Identity(tmp_path / "none.pem", good.certificate, good.key))
    with pytest.raises(NoCertificate, match="no certificate"):
        tls_configuration(Identity(authority.ca, good.key, good.key))
    with pytest.raises(NoCertificate, match="no private key"):
        tls_configuration(Identity(authority.ca, good.certificate, good.certificate))


def test_a_room_shows_tables_of_this_machine_and_of_others(
    address: str, authority: Authority, tmp_path: Path
) -> None:
    own = tmp_path / "own"
    own.mkdir()
    house = House(own)
    files = authority.screen("pit", name_of("pit", TABLE))
    places = [Place("UTH-1", str(own / "pit.sock")), Place(TABLE, f"tls://{address}")]
    places.append(Place("UTH-3", str(tmp_path / "nobody.sock")))
    screen = AttachedRoom(places, "fr", identity(authority, files))
    stage = Stage("PitScreen", screen.screen, LARGE)
    screen.start()
    try:
        until(stage, "muettes\u00a0: 1")
        rows = screen.screen.view["told"]["rows"]
        assert [(row["name"], row["stale"]) for row in rows] == [
            ("UTH-3", True),
            ("UTH-1", False),
            ("UTH-2", False),
        ]
        assert stage.warnings == []
    finally:
        screen.close()
        stage.close()
        house.close()
