"""A card at the pit for a table without its reader: real sockets, a live table, cards with keys."""

from __future__ import annotations

import json
import signal
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from controller.boot.cards import NoCard
from controller.boot.pit_cards import PitCards
from controller.boot.pit_reader import PitReader
from controller.cli.pit_reader import WHY, authorised
from controller.game import events as e
from controller.game import inputs as i
from controller.game import views
from controller.game.inputs import Health, Machine, Mode, Role
from controller.game.machines.judge import PIT_CODE_MS
from controller.game.people.pin import Pin
from controller.game.refusals import Refusal
from controller.people.register import Register
from controller.ports import Deliver, LinkDown, LinkUp
from controller.screens import wire
from controller.screens.pit_card import CardShown, card_line, nonce_asked_line, parse_pit
from controller.screens.remote import RemoteDoor, RemoteTerms, name_of
from controller.screens.server import Screens
from controller.screens.unix_socket import Doors
from controller.screens.wire import WireError
from controller.settings.room import CertificateFile, RoomFile, RoomTable
from controller.witness.table_line import TableLine
from controller.words.money import EN
from drivers.readers.card_keys import challenge_of, pit_digest
from tests.builders import Felt
from tests.certificates import Authority
from tests.drivers.virtual_card import VirtualCard
from tests.game.test_decks import reader_lost
from tests.shell.line.test_reception import BOTH, HASHER, PIN, House
from tests.shell.live_table import LiveTable, tapis, write_settings
from tests.shell.pit.card_in_reader import CardInReader

CARDS = """
[badge]
reader = "{reader}"
{more}

[badges.{chef}]
person = "A. Martin"
role = "chef"
key = "{chef_key}"

[badges.{gone}]
person = "B. Petit"
role = "chef"
key = "{gone_key}"
revoked = true
"""
NO_PCSCD = {"PCSCLITE_CSOCK_NAME": "/nonexistent/pcscd.comm"}


class TypedNumber(CardInReader):
    """A reader that types the number of the card."""

    signs = False


class PulledOut(CardInReader):
    """A reader whose cable is pulled out before a card is in it."""

    def open(self, deliver: Deliver) -> None:
        deliver(LinkUp())
        deliver(LinkDown("badge reader: pulled out"))


class Pit:
    """A live table whose reader is not there, and the pit of it."""

    def __init__(self, folder: Path, reader: str = "pcsc", more: str = "") -> None:
        self.chef, self.gone, self.stranger = (
            VirtualCard(0x417, ed=True),
            VirtualCard(0xDEAD),
            VirtualCard(0xBAD),
        )
        settings = write_settings(folder)
        keyed = CARDS.format(
            reader=reader,
            more=more,
            chef=self.chef.number,
            chef_key=self.chef.key_hex,
            gone=self.gone.number,
            gone_key=self.gone.key_hex,
        )
        text = settings.read_text(encoding="utf-8")
        if reader == "pcsc":
            text = text.partition("[badges.")[0]  # whose card has no key, which such a reader does not allow
        settings.write_text(text + keyed, encoding="utf-8")
        self.table = LiveTable(settings, **NO_PCSCD)
        self.table.until(lambda view: view["reader_lost"])
        self.socket = folder / "run" / wire.socket_name("pit")

    def code(self) -> str:
        """The code that the console shows, drawn just now."""
        assert self.table.tap("AskPit", code="")["ok"]
        return str(self.table.view["pit_code"])

    def shows(self, reader: CardInReader, code: str, name: str = "UTH-9") -> str:
        """What the pit's machine says of the card; empty when it counts."""
        table = RoomTable(name=name, socket=self.socket)
        return authorised(PitReader(reader), table, None, code, None, 5.0, "en")


@pytest.fixture(scope="module")
def pit(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pit]:
    made = Pit(tmp_path_factory.mktemp("pit"))
    yield made
    assert made.table.stop(signal.SIGTERM)[0] == 0


def test_a_chefs_card_at_the_pit_counts_once_at_the_table_that_asked(pit: Pit) -> None:
    assert pit.table.tap("OpenTable")["ok"]
    assert pit.table.tap("ConfirmOpening")["refusal"]["code"] == "badge_chef"
    assert pit.shows(CardInReader(pit.chef), pit.code()) == ""
    view = pit.table.until(lambda view: view["badge"] is not None)
    assert view["badge"]["person"] == "A. Martin"
    assert "no_reader" in view["modes"]
    assert view["pit_code"] == ""
    assert pit.table.tap("ConfirmOpening")["ok"]
    assert pit.table.view["badge"] is None


def test_a_wrong_code_is_refused_and_spends_the_right_one(pit: Pit) -> None:
    code = pit.code()
    wrong = f"{(int(code) + 1) % 1_000_000:06}"
    assert pit.shows(CardInReader(pit.chef), wrong) == WHY["code"][EN]
    assert pit.shows(CardInReader(pit.chef), code) == WHY["not_asked"][EN]


def test_a_revoked_card_is_refused_at_the_pit(pit: Pit) -> None:
    assert pit.shows(CardInReader(pit.gone), pit.code()) == WHY["card_revoked"][EN]


def test_an_unknown_card_is_refused_at_the_pit(pit: Pit) -> None:
    assert pit.shows(CardInReader(pit.stranger), pit.code()) == WHY["unknown_card"][EN]


def test_a_card_that_says_the_number_of_another_is_refused_at_the_pit(pit: Pit) -> None:
    assert pit.shows(CardInReader(pit.stranger, pit.chef.number), pit.code()) == WHY["card_refused"][EN]


def test_a_card_that_signed_for_another_table_is_refused(pit: Pit) -> None:
    assert pit.shows(CardInReader(pit.chef), pit.code(), name="UTH-8") == WHY["card_refused"][EN]


def test_a_number_that_is_typed_is_refused_where_the_card_has_a_key(pit: Pit) -> None:
    assert pit.shows(TypedNumber(pit.chef), pit.code()) == WHY["card_refused"][EN]


def test_a_signature_of_before_is_refused(pit: Pit) -> None:
    code = pit.code()
    with TableLine.to_socket(pit.socket) as line:
        signature = _signed(pit.chef, "UTH-9", code, _nonce(line))
        shown = CardShown(pit.chef.number, code, signature)
        _nonce(line)  # another one is open now
        assert _says(line, shown) == "card_refused"
        assert _says(line, shown) == "replayed"
        again = pit.code()
        shown = CardShown(pit.chef.number, again, _signed(pit.chef, "UTH-9", again, _nonce(line)))
        assert _says(line, shown) == ""
        pit.code()
        assert _says(line, shown) == "replayed"


def test_a_reader_whose_cable_was_pulled_out_is_what_is_wrong() -> None:
    with pytest.raises(NoCard, match="badge reader: pulled out"):
        PitReader(PulledOut(VirtualCard(0x417))).card(0)


@pytest.mark.long
def test_the_command_says_what_is_missing(pit: Pit) -> None:
    missing = pit.socket.parent / "none.sock"
    for lang, no_code, no_table in (
        ("en", "the code on the console of the table has digits", "UTH-9: there is no such file or folder"),
        ("fr", "le code de la console de la table a des chiffres", "UTH-9\u00a0: cette socket n’est pas là"),
    ):
        told = ("--lang", lang)
        said = tapis("pit-reader", f"UTH-9={pit.socket}", "--wait", "0", *told, **NO_PCSCD)
        assert (said.returncode, said.stdout) == (2, "")
        assert no_code in said.stderr
        said = tapis("pit-reader", f"UTH-9={missing}", *told)
        assert (said.returncode, said.stdout) == (2, "")
        assert no_table in said.stderr


def test_a_typed_number_counts_where_the_table_allows_readers_that_type(tmp_path: Path) -> None:
    pit = Pit(tmp_path, "keyboard", 'url = "usb://1209:ffff"\nallow_keyboard_badge = true')
    try:
        assert pit.shows(TypedNumber(pit.chef, "chef-1"), pit.code()) == ""
        pit.table.until(lambda view: view["badge"] is not None)
        assert pit.shows(TypedNumber(pit.chef), pit.code()) == WHY["card_refused"][EN]
    finally:
        pit.table.stop(signal.SIGTERM)


def _hear(line: TableLine, name: str) -> Any:
    while name not in (said := line.hear()):
        assert "dropped" not in said
    return said[name]


def _nonce(line: TableLine) -> bytes:
    line.send(nonce_asked_line())
    return bytes.fromhex(_hear(line, "nonce"))


def _says(line: TableLine, shown: CardShown) -> str:
    line.send(card_line(shown))
    return str(_hear(line, "card"))


def _signed(card: VirtualCard, table: str, code: str, nonce: bytes) -> bytes:
    return card._sign(challenge_of(table, card.number, pit_digest(code), nonce))


# --- with a register of people, over TLS ----------------------------------------------------------


class RoomHouse:
    """A table with a register of people and its reader lost, reached by the pit over TLS."""

    def __init__(self, folder: Path) -> None:
        self.chef, self.old = VirtualCard(0x417), VirtualCard(0x418, ed=True)
        self.house = House(folder, pit_cards=(cards := PitCards("UTH-1", {}, typed=False)))
        register = Register.open(self.house.path, HASHER)
        register.enrol(self.chef.number, "chef-1", Role.CHEF, BOTH, 0, self.chef.key_hex)
        register.enrol(self.old.number, "chef-1", Role.CHEF, BOTH, 0, self.old.key_hex, until_ms=1)
        register.close()
        run_dir = folder / "run"
        run_dir.mkdir()
        self.screens = Screens(Doors(run_dir), {"pit": views.pit}, self.house.clock, pit_cards=cards)
        self.house.show_to = self.screens.show
        self.screens.open(self.house.pump.put, self.house.take)
        self.house.show("card of croupier-07")
        assert self.house.tap(i.SignOn()) is None
        self.house.reader.remove()
        self.house.pump.put(i.HealthObserved(Machine.BADGE, Health.LOST, "silence"))
        authority = Authority(folder / "room")
        shown, files = authority.table("UTH-1"), authority.screen("pit", name_of("pit", "UTH-1"))
        terms = RemoteTerms("127.0.0.1", 0, authority.ca, shown.certificate, shown.key, None)
        self.door = RemoteDoor(terms, "UTH-1", run_dir, lambda line: None)
        self.door.open()
        self.room = RoomFile(
            certificate=CertificateFile(ca=authority.ca, certificate=files.certificate, key=files.key),
            table=[RoomTable(name="UTH-1", address=f"127.0.0.1:{self.door.port}")],
        )

    def shows(self, card: VirtualCard, pin: str, lang: str = "en") -> str:
        assert self.house.tap(i.AskPit("271828")) is None
        reader = PitReader(CardInReader(card))
        return authorised(reader, self.room.table[0], self.room, "271828", Pin(pin), 5.0, lang)

    def close(self) -> None:
        self.door.close()
        self.screens.close()
        self.house.close()


@pytest.fixture
def room(tmp_path: Path) -> Iterator[RoomHouse]:
    made = RoomHouse(tmp_path)
    yield made
    made.close()


def test_over_tls_the_register_checks_the_pin_that_was_entered_at_the_pit(room: RoomHouse) -> None:
    assert room.shows(room.old, PIN) == WHY["card_expired"][EN]
    assert room.shows(room.chef, "864209") == "the PIN is wrong, 4 tries are left"
    assert room.shows(room.chef, "864209", "fr") == "le PIN est faux, il reste 3 essais"
    assert room.shows(room.chef, PIN) == ""
    room.house.until(lambda state: state.badge is not None and state.badge.proven)
    badge = room.house.table.state.badge
    assert badge is not None
    assert (badge.person, badge.remote) == ("chef-1", True)
    written = room.house.journal_path.read_bytes()
    assert PIN.encode() not in written
    assert b"864209" not in written


# --- the letter of the line, and the age of a code -------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "where"),
    [
        ({"pin": "12345"}, "card.pin"),
        ({"pin": 135790}, "card.pin"),
        ({"code": "12a4"}, "card.code"),
        ({"number": "\u20ac"}, "card.number"),
        ({"signature": "9"}, "card.signature"),
        ({"role": "chef"}, "card"),
        ({"act": "ReadAmount"}, "card.act"),
        ({"act": "EnterPin", "code": ""}, "card.act"),
    ],
)
def test_a_card_that_is_not_to_the_letter_is_none_and_nothing_of_it_is_repeated(
    changes: dict[str, Any], where: str
) -> None:
    card = {"number": "4f", "code": "1234", "act": "", "signature": "", "pin": "135790", **changes}
    with pytest.raises(WireError) as refused:
        parse_pit("pit", json.dumps({"card": card}, separators=(",", ":")).encode())
    assert refused.value.where == where
    assert "135790" not in str(refused.value)


def test_only_the_pit_shows_cards() -> None:
    line = card_line(CardShown("4f", "1234")).rstrip(b"\n")
    assert parse_pit("pit", line) == CardShown("4f", "1234")
    assert parse_pit("dealer", line) is None
    assert parse_pit("jackpot", nonce_asked_line().rstrip(b"\n")) is None


def test_a_code_is_too_old_after_three_minutes() -> None:
    felt = reader_lost().do(i.AskPit("1234"))
    drawn_ms = felt.state.pit_code_ms
    in_time = i.RemoteBadgeObserved("Chef 1", Role.CHEF, "1234", at_ms=drawn_ms + PIT_CODE_MS - 1)
    late = reader_lost().do(i.AskPit("1234"))
    late.see(replace(in_time, at_ms=late.state.pit_code_ms + PIT_CODE_MS))
    assert [event.why for event in late.events(e.PitRefused)] == ["expired"]
    assert (late.state.badge, late.state.pit_code) == (None, "")
    felt.see(in_time)
    assert felt.state.badge is not None


def test_a_code_that_is_too_old_leaves_the_console_by_itself() -> None:
    felt = reader_lost().do(i.AskPit("1234"))
    felt.now_ms = felt.state.pit_code_ms + PIT_CODE_MS - 1
    assert felt.see(i.TimeObserved(felt.now_ms)).state.pit_code == "1234"
    felt.now_ms += 1
    assert felt.see(i.TimeObserved(felt.now_ms)).state.pit_code == ""
    assert felt.events(e.PitCodeExpired) == [e.PitCodeExpired()]


def test_a_table_whose_reader_is_lost_before_the_first_sign_on_can_still_ask_the_pit() -> None:
    felt = Felt(register=True).see(i.HealthObserved(Machine.BADGE, Health.UP))
    felt.see(i.HealthObserved(Machine.BADGE, Health.LOST, "silence"))
    assert felt.state.dealer is None
    felt.do(i.AskPit("1234")).see(_at_pit(felt, "chef-1", Role.CHEF, "1234"))
    assert Mode.NO_READER in felt.state.modes
    # The chef has let the pit's reader stand for the table's: the dealer signs on by his own card there.
    felt.do(i.AskPit("5678")).see(_at_pit(felt, "croupier-07", Role.DEALER, "5678"))
    felt.see(i.PinAnswered("croupier-07", felt.state.badge.shown, True)).do(i.SignOn())
    assert felt.state.dealer is not None
    assert felt.state.dealer.person == "croupier-07"


def test_without_a_chefs_card_at_the_pit_the_code_lets_nothing_happen() -> None:
    felt = Felt(register=True).see(i.HealthObserved(Machine.BADGE, Health.UP))
    felt.see(i.HealthObserved(Machine.BADGE, Health.LOST, "silence")).do(i.AskPit("1234"))
    assert felt.tap(i.OpenTable()) == Refusal("no_dealer", "RO-01")
    felt.see(_at_pit(felt, "croupier-07", Role.DEALER, "1234"))
    assert [event.why for event in felt.events(e.PitRefused)] == ["role"]
    assert felt.tap(i.SignOn()) == Refusal("badge_dealer", "RO-01")


def _at_pit(felt: Felt, person: str, role: Role, code: str) -> i.RemoteBadgeObserved:
    return i.RemoteBadgeObserved(person, role, code, at_ms=felt.state.pit_code_ms)


def test_a_card_that_counts_for_nothing_is_kept_and_spends_the_code() -> None:
    felt = reader_lost().see(i.PitCardRefused("", "unknown_card"))
    assert felt.events(e.PitRefused) == []
    felt.do(i.AskPit("1234")).see(i.PitCardRefused("Petit", "card_revoked"))
    assert [(event.person, event.why) for event in felt.events(e.PitRefused)] == [("Petit", "card_revoked")]
    assert felt.state.pit_code == ""
