"""The door for screens of other machines: who is let in, as what, and that nobody else changes anything."""

from __future__ import annotations

import socket
import ssl
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest

from controller.boot.remote import remote_door
from controller.cli.screen import _of_room
from controller.game import inputs as i
from controller.screens import wire
from controller.screens.remote import OF_CERTIFICATE_MAX, NoRemote, RemoteDoor, RemoteTerms, name_of
from controller.screens.remote_refusals import ADDRESSES_MAX, LINES_OF_ADDRESS, PERIOD_S, Refusals
from controller.settings.room import CertificateFile, RoomFile, RoomTable, load_room
from controller.settings.settings_error import SettingsError
from controller.settings.table import load_table
from controller.witness.table_line import LineDown, TableLine
from tests.certificates import Authority, Files
from tests.patience import PATIENCE_S
from tests.shell.line.served_table import House
from tests.shell.live_table import write_settings

TABLE = "UTH-2"
PIT, DISPLAY = name_of("pit", TABLE), name_of("jackpot", TABLE)


class Door:
    """A table with its door open, and what the door said of those who knocked."""

    def __init__(self, folder: Path, authority: Authority, revoked: Path | None = None) -> None:
        run_dir = folder / "run"
        run_dir.mkdir()
        self.said: list[str] = []
        self.house = House(run_dir)
        shown = authority.table(TABLE)
        terms = RemoteTerms("127.0.0.1", 0, authority.ca, shown.certificate, shown.key, revoked)
        self.door = RemoteDoor(terms, TABLE, run_dir, self.said.append)
        self.door.open()

    def close(self) -> None:
        self.door.close()
        self.house.close()

    def room(self, authority: Authority, files: Files, name: str = TABLE) -> RoomFile:
        table = RoomTable(name=name, address=f"127.0.0.1:{self.door.port}")
        return RoomFile(
            certificate=CertificateFile(ca=authority.ca, certificate=files.certificate, key=files.key),
            table=[table],
        )

    def line(self, authority: Authority, files: Files, name: str = TABLE) -> TableLine:
        room = self.room(authority, files, name)
        return TableLine.to_table(room.table[0], room)

    def refuses(self, authority: Authority, files: Files) -> str:
        """What the door says of this one, who hears no view and whose tap comes to nothing."""
        before = self.house.table.state
        with pytest.raises(LineDown):
            self.tap(self.line(authority, files), "CallChef")
        self.house.wait()
        assert self.house.table.state is before
        return self.told()

    def tap(self, line: TableLine, act: str) -> dict[str, Any]:
        """The answer to this act; a view on the way is passed over."""
        with line:
            line.send(wire.ask_line("1", 0, {"act": act}))
            while "answer" not in (said := line.hear()):
                assert "dropped" not in said or _down(str(said["dropped"]))
        return said

    def told(self) -> str:
        """The last refusal that was logged."""
        late_s = time.monotonic() + PATIENCE_S
        while time.monotonic() < late_s:
            refused = [line for line in self.said if "refused" in line]
            if refused:
                return refused[-1]
            time.sleep(0.01)
        raise AssertionError(f"nothing was logged: {self.said}")


def _down(why: str) -> bool:
    raise LineDown(why)


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return Authority(tmp_path_factory.mktemp("room"))


@pytest.fixture
def door(tmp_path: Path, authority: Authority) -> Iterator[Door]:
    made = Door(tmp_path, authority)
    yield made
    made.close()


def test_a_certificate_of_the_pit_sees_the_pits_view_and_may_do_what_the_pit_may(
    door: Door, authority: Authority
) -> None:
    door.house.open_table()
    door.house.do(i.CallChef())
    with door.line(authority, authority.screen("pit of the house", PIT)) as line:
        seen = line.hear()
        assert seen["view"]["screen"] == "pit"
        line.send(wire.ask_line("a", seen["seq"], {"act": "SeeCall"}))
        while "answer" not in (said := line.hear()):
            pass
        assert said["ok"] is True
    assert door.house.table.state.call_seen_ms > 0
    assert f"{TABLE}: remote 127.0.0.1 joined as pit: pit of the house" in door.said


def test_a_remote_pit_may_not_deal(door: Door, authority: Authority) -> None:
    door.house.open_table()
    said = door.tap(door.line(authority, authority.screen("pit", PIT)), "CloseBets")
    assert (said["ok"], said["refusal"]["code"]) == (False, "not_this_screen")


def test_a_certificate_of_the_display_sees_no_seat(door: Door, authority: Authority) -> None:
    with door.line(authority, authority.screen("display", DISPLAY)) as line:
        seen = line.hear()["view"]
    assert seen["screen"] == "jackpot"
    assert "seats" not in seen


def test_one_certificate_may_be_the_pit_of_many_tables(door: Door, authority: Authority) -> None:
    files = authority.screen("pit", name_of("pit", "UTH-1"), PIT, name_of("pit", "UTH-3"))
    with door.line(authority, files) as line:
        assert line.hear()["view"]["screen"] == "pit"


@pytest.mark.parametrize(
    ("names", "why"),
    [
        ((name_of("pit", "UTH-3"),), "is for tapis://UTH-3/pit, not for UTH-2"),
        ((), "is for no table, not for UTH-2"),
        ((name_of("dealer", TABLE),), "may not be dealer of UTH-2 from another machine"),
        ((PIT, DISPLAY), "may not be jackpot and pit of UTH-2 from another machine"),
        (("tapis://UTH-22/pit",), "is for tapis://UTH-22/pit, not for UTH-2"),
        (("tapis://UTH-2/pit/../dealer",), "may not be pit/../dealer of UTH-2 from another machine"),
    ],
)
def test_a_certificate_with_another_role_or_table_is_refused(
    door: Door, authority: Authority, names: tuple[str, ...], why: str
) -> None:
    told = door.refuses(authority, authority.screen("somebody", *names))
    assert told == f"{TABLE}: remote 127.0.0.1 refused: the certificate of somebody {why}"


def test_an_expired_certificate_is_refused(door: Door, authority: Authority) -> None:
    told = door.refuses(authority, authority.screen("old", PIT, days=(-20, -1)))
    assert told.endswith("refused: certificate certificate has expired")


def test_a_certificate_that_is_not_valid_yet_is_refused(door: Door, authority: Authority) -> None:
    told = door.refuses(authority, authority.screen("early", PIT, days=(2, 9)))
    assert told.endswith("refused: certificate certificate is not yet valid")


def test_a_certificate_of_another_authority_is_refused(
    door: Door, authority: Authority, tmp_path: Path
) -> None:
    stranger = Authority(tmp_path / "stranger", "stranger").screen("pit", PIT)
    assert "refused: certificate unable to get local issuer certificate" in door.refuses(authority, stranger)


def test_a_certificate_without_its_authoritys_key_is_refused_on_every_debian(
    tmp_path: Path, authority: Authority
) -> None:
    """Python 3.13 refuses it by itself, 3.11 does not: a room must not stop at a machine's next Debian."""
    short = Authority(tmp_path / "short", linked=False)
    door = Door(tmp_path, short)
    try:
        with pytest.raises(LineDown, match="Missing Authority Key Identifier"):
            door.line(short, authority.screen("pit", PIT))
        assert "refused" in door.told()
        door.said.clear()
        context = ssl.create_default_context(cafile=str(short.ca))
        context.verify_flags &= ~ssl.VerifyFlags.VERIFY_X509_STRICT
        files = short.screen("pit", PIT)
        context.load_cert_chain(files.certificate, files.key)
        plain = socket.create_connection(("127.0.0.1", door.door.port), PATIENCE_S)
        with context.wrap_socket(plain, server_hostname=TABLE):
            assert door.told().endswith("refused: certificate Missing Authority Key Identifier")
    finally:
        door.close()


def test_the_certificate_of_a_table_is_none_of_a_screen(door: Door, authority: Authority) -> None:
    assert "refused: certificate unsuitable certificate purpose" in door.refuses(
        authority, authority.table(TABLE)
    )


def test_a_certificate_that_was_taken_back_is_refused(tmp_path: Path, authority: Authority) -> None:
    lost, kept = authority.screen("lost", PIT), authority.screen("kept", PIT)
    door = Door(tmp_path, authority, authority.revoke(lost))
    try:
        assert "refused: certificate certificate revoked" in door.refuses(authority, lost)
        with door.line(authority, kept) as line:
            assert line.hear()["view"]["screen"] == "pit"
    finally:
        door.close()


def test_without_a_certificate_nothing_is_heard(door: Door, authority: Authority) -> None:
    context = ssl.create_default_context(cafile=str(authority.ca))
    plain = socket.create_connection(("127.0.0.1", door.door.port), PATIENCE_S)
    with context.wrap_socket(plain, server_hostname=TABLE) as line, pytest.raises(ssl.SSLError):
        line.recv(1)  # in TLS 1.3 the client learns of it only with the first byte
    assert "refused: peer did not return a certificate" in door.told()


def test_an_older_tls_is_refused(door: Door, authority: Authority) -> None:
    context = ssl.create_default_context(cafile=str(authority.ca))
    context.maximum_version = ssl.TLSVersion.TLSv1_2
    with (
        socket.create_connection(("127.0.0.1", door.door.port), PATIENCE_S) as plain,
        pytest.raises(ssl.SSLError),
    ):
        context.wrap_socket(plain, server_hostname=TABLE)
    assert "unsupported protocol" in door.told()


def test_who_speaks_no_tls_is_refused(door: Door) -> None:
    with socket.create_connection(("127.0.0.1", door.door.port), PATIENCE_S) as plain:
        plain.sendall(b'{"id":"1","view":0,"tap":{"act":"CallChef"}}\n' * 4)
        assert "refused: " in door.told()
    assert door.house.table.state.seq == 0


def test_a_table_that_shows_another_name_is_no_table_of_the_room(door: Door, authority: Authority) -> None:
    with pytest.raises(LineDown, match="Hostname mismatch"):
        door.line(authority, authority.screen("pit", name_of("pit", "UTH-7")), "UTH-7")


@pytest.mark.parametrize("number", [40, 400])
def test_connections_that_say_nothing_keep_no_screen_out_and_fill_no_log(
    door: Door, authority: Authority, number: int
) -> None:
    """All of one address, which is the screens' too; whoever is left comes again at once."""
    pit, display = authority.screen("pit", PIT), authority.screen("display", DISPLAY)
    with Crowd(door.door.port, number) as crowd:
        for files, role in ((pit, "pit"), (display, "jackpot")) * 4:
            crowd.come_again()
            with door.line(authority, files) as line:
                assert line.hear()["view"]["screen"] == role
    refused = [line for line in door.said if "refused" in line]
    assert len(refused) <= LINES_OF_ADDRESS
    assert len([line for line in door.said if "joined as" in line]) == 8


class Crowd:
    """Bare connections that say nothing, or half of a first word."""

    def __init__(self, port: int, number: int) -> None:
        self._port = port
        self._held = [self._one(at) for at in range(number)]

    def _one(self, at: int) -> socket.socket:
        sock = socket.create_connection(("127.0.0.1", self._port), PATIENCE_S)
        sock.setblocking(False)
        if at % 4 == 0:
            with suppress(OSError):
                sock.send(b"\x16\x03\x01\x02")
        return sock

    def come_again(self) -> None:
        """Those that were left have connected again."""
        for at, sock in enumerate(self._held):
            try:
                left = sock.recv(1) == b""
            except BlockingIOError:
                left = False
            except OSError:
                left = True
            if left:
                sock.close()
                self._held[at] = self._one(at)

    def __enter__(self) -> Crowd:
        return self

    def __exit__(self, *_: object) -> None:
        for sock in self._held:
            sock.close()


def test_a_certificate_has_places_of_its_own_and_its_oldest_line_goes_first(
    door: Door, authority: Authority
) -> None:
    """A machine whose old lines are half open is not kept out by them, and keeps no other out."""
    pit, display = authority.screen("pit", PIT), authority.screen("display", DISPLAY)
    with ExitStack() as lines:
        other = lines.enter_context(door.line(authority, display))
        assert other.hear()["view"]
        held = []
        for _ in range(OF_CERTIFICATE_MAX + 1):
            held.append(lines.enter_context(door.line(authority, pit)))
            assert held[-1].hear()["view"]
        with pytest.raises(LineDown):
            heard_to_the_end(held[0])
        assert "tick" in [*other.hear(), *other.hear()]
        assert held[1].hear()


def heard_to_the_end(line: TableLine) -> None:
    while line.hear():
        pass


def test_refusals_are_told_one_by_one_and_then_as_sums() -> None:
    said: list[str] = []
    refusals = Refusals(said.append)
    for _ in range(LINES_OF_ADDRESS + 7):
        refusals.refused("192.0.2.1", "no TLS", 100.0)
    for number in range(ADDRESSES_MAX + 3):
        refusals.refused(f"198.51.100.{number}", "no handshake in time", 101.0)
    assert said.count("192.0.2.1 refused: no TLS") == LINES_OF_ADDRESS
    assert len(said) == LINES_OF_ADDRESS + ADDRESSES_MAX - 1
    said.clear()
    refusals.look(100.0 + PERIOD_S)
    assert said == [
        "192.0.2.1 refused 7 times more: no TLS (7)",
        "4 other addresses refused 4 times",
    ]
    refusals.refused("192.0.2.1", "no TLS", 161.0)
    assert said[-1] == "192.0.2.1 refused: no TLS"


def test_a_remote_pit_that_reads_nothing_holds_nobody_up(door: Door, authority: Authority) -> None:
    door.house.open_table()
    with door.line(authority, authority.screen("pit", PIT)) as line:
        line.hear()
        for seat in range(1, 8):
            for units in range(1, 30):
                door.house.do(i.SetStakes(seat, 500 * units, 0))
        last = door.house.table.state.seq
        late_s = time.monotonic() + PATIENCE_S
        while line.hear().get("seq") != last:
            assert time.monotonic() < late_s


def test_a_door_without_its_files_is_named(tmp_path: Path, authority: Authority) -> None:
    terms = RemoteTerms("127.0.0.1", 0, authority.ca, tmp_path / "none.pem", tmp_path / "none.key")
    with pytest.raises(NoRemote, match="No such file"):
        RemoteDoor(terms, TABLE, tmp_path)


def test_a_port_that_is_taken_is_named(door: Door, authority: Authority, tmp_path: Path) -> None:
    shown = authority.table(TABLE)
    terms = RemoteTerms("127.0.0.1", door.door.port, authority.ca, shown.certificate, shown.key)
    second = RemoteDoor(terms, TABLE, tmp_path)
    with pytest.raises(NoRemote, match="Address already in use"):
        second.open()
    second.close()


def test_the_settings_of_a_table_name_its_door_and_what_is_wrong_with_it(
    tmp_path: Path, authority: Authority
) -> None:
    shown = authority.table("UTH-9")
    path = write_settings(tmp_path)
    assert remote_door(load_table(path)) is None
    remote = f'[remote]\nlisten = "127.0.0.1:0"\nca = "{authority.ca}"\nkey = "{shown.key}"\n'
    settings = path.read_text(encoding="utf-8") + remote
    path.write_text(f'{settings}certificate = "{shown.certificate}"\n', encoding="utf-8")
    door = remote_door(load_table(path))
    assert door is not None
    door.open()
    assert door.port > 0
    door.close()
    path.write_text(f'{settings}certificate = "{tmp_path}/none.pem"\n', encoding="utf-8")
    with pytest.raises(SettingsError, match="No such file"):
        remote_door(load_table(path))


def test_room_files_name_what_is_wrong(tmp_path: Path) -> None:
    def fault(text: str) -> str:
        path = tmp_path / "room.toml"
        path.write_text(text, encoding="utf-8")
        with pytest.raises(SettingsError) as found:
            load_room(path)
        return str(found.value)

    table = '[[table]]\nname = "UTH-{0}"\nsocket = "/run/{0}"\n'
    assert "needs either socket or address" in fault('[[table]]\nname = "UTH-1"\n')
    assert "UTH-1 stands twice" in fault(table.format(1) * 2)
    far = '[[table]]\nname = "UTH-1"\naddress = "uth-1.lan:7443"\n'
    assert "need [certificate]" in fault(far)
    three = "".join(table.format(n) for n in (1, 2, 3))
    assert "a chef de table has 2 tables at most (art. 55-20, RP-13)" in fault(
        '[room]\nof = "chef"\n' + three
    )
    assert "a reader that types needs its url" in fault('[reader]\nreader = "keyboard"\n' + table.format(1))
    typed = '[reader]\nreader = "pcsc"\nurl = "usb://1234:5678"\n'
    assert "one of smart cards has none" in fault(typed + table.format(1))


def test_the_pits_screen_is_started_with_the_reader_of_its_machine_and_a_chefs_with_its_name(
    tmp_path: Path,
) -> None:
    path = tmp_path / "room.toml"
    table = '[[table]]\nname = "UTH-1"\nsocket = "/run/1"\n'
    path.write_text('[room]\nof = "chef"\n[reader]\nname = "Gemalto"\n' + table, encoding="utf-8")
    words = _of_room(load_room(path))
    assert words[words.index("--reader") + 1] == "pcsc:Gemalto"
    assert words[words.index("--name") + 1] == "chef"
    path.write_text('[reader]\nreader = "keyboard"\nurl = "usb://1234:5678"\n' + table, encoding="utf-8")
    words = _of_room(load_room(path))
    assert words[words.index("--reader") + 1] == "usb://1234:5678"
    assert "--name" not in words
