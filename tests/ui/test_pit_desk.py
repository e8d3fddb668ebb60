"""The reader inside the pit's screen: card, PIN and act at a live table, over its socket and over TLS."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from controller.game import events as e
from controller.game import inputs as i
from controller.game.inputs import Health, Machine
from controller.game.state import TableState
from controller.screens import wire
from drivers.readers.card_keys import act_digest, challenge_of, pit_digest
from tests.drivers.virtual_card import VirtualCard
from tests.patience import PATIENCE_S
from tests.shell.line.test_reception import PIN
from tests.shell.pit.pit_table import CHEF, MEMBER, TABLE, VIDEO, PitTable, awaiting, awaiting_state
from ui import attached_room
from ui.app import application
from ui.attached_room import AttachedRoom
from ui.pit_reader import PitReaderProcess
from ui.table_line import Identity, Place

CODE = "271828"
LOOK = {"act": "look", "table": TABLE, "tab": "payment"}


def until(holds: Callable[[], Any]) -> None:
    """Events are handled until this holds."""
    late_s = time.monotonic() + PATIENCE_S
    while not holds():
        assert time.monotonic() < late_s, "it never came"
        application().processEvents()
        time.sleep(0.002)


class ReaderHere(PitReaderProcess):
    """The reader of the pit without its process: a virtual card that signs."""

    def __init__(self) -> None:
        super().__init__("pcsc:")
        self.card: VirtualCard | None = None

    def start(self) -> None:
        return

    def close(self) -> None:
        self.blockSignals(True)

    def insert(self, card: VirtualCard | None) -> None:
        self.card, self.number = card, card.number if card is not None else ""
        self.changed.emit()

    def sign(self, number: str, told: dict[str, Any], code: str, act: str) -> None:
        assert self.card is not None
        what = act_digest(told["purpose"]) if act else pit_digest(code)
        challenge = challenge_of(told["table"], self.card.number, what, bytes.fromhex(told["nonce"]))
        self.signed.emit(number, self.card.number, self.card._sign(challenge).hex())


class PitStand:
    """The pit's screen with its reader, attached to a live table."""

    def __init__(self, table: PitTable, monkeypatch: pytest.MonkeyPatch, *, tls: bool = False) -> None:
        application()
        self.table, self.reader = table, ReaderHere()
        monkeypatch.setattr(attached_room, "PitReaderProcess", lambda where: self.reader)
        place, identity = Place(TABLE, str(table.run_dir / wire.socket_name("pit"))), None
        if tls:
            address, authority, files = table.opened_door()
            place = Place(TABLE, f"tls://{address}")
            identity = Identity(authority.ca, files.certificate, files.key)
        self.room = AttachedRoom([place], "fr", identity, reader="pcsc:")
        self.seen: list[str] = []
        self.room.screen.viewChanged.connect(lambda: self.seen.append(json.dumps(self.view)))
        self.room.start()
        until(lambda: self.view.get("tabs"))
        self.tap(LOOK)

    @property
    def view(self) -> dict[str, Any]:
        return self.room.screen.view

    @property
    def people(self) -> dict[str, Any]:
        return dict(self.view["told"]["people"])

    @property
    def button(self) -> dict[str, Any]:
        (one,) = [card["button"] for card in self.people["cards"] if card["button"]]
        return dict(one)

    def tap(self, tap: dict[str, Any]) -> None:
        self.room.screen.tap(tap)

    def types(self, digits: str) -> None:
        for digit in digits:
            self.tap({"act": "entry", "digit": digit})

    def shows(self, card: VirtualCard, pin: str = PIN) -> None:
        """The card is put in, its PIN typed on the screen, and the key that shows it pressed."""
        self.reader.insert(card)
        self.types(pin)
        self.tap(self.people["pad"]["sign"]["tap"])

    def close(self) -> None:
        self.room.close()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[PitTable]:
    made = PitTable(tmp_path, awaiting_state())
    yield made
    made.close()


@pytest.fixture
def stand(table: PitTable, monkeypatch: pytest.MonkeyPatch) -> Iterator[PitStand]:
    made = PitStand(table, monkeypatch)
    yield made
    made.close()


def test_without_a_card_no_key_of_the_page_does_anything(stand: PitStand, table: PitTable) -> None:
    assert stand.button["tap"] is None
    assert stand.people["pad"]["sign"]["tap"] is None
    stand.types(PIN)
    assert stand.people["pad"]["fields"][0]["dots"] == len(PIN)
    assert stand.people["pad"]["sign"]["tap"] is None
    assert stand.people["pad"]["note"] == "Mettre le badge dans le lecteur."
    assert table.journal.events == []


def test_the_light_button_is_there_once_the_awaited_persons_card_has_signed(
    stand: PitStand, table: PitTable
) -> None:
    stand.shows(table.cards[VIDEO])
    until(lambda: stand.button["tap"])
    assert stand.button["waits"] == f"{VIDEO}\u00a0: badge et PIN au lecteur du pit"
    assert stand.view["card"] == f"badge au pit\u00a0: {VIDEO}"
    stand.tap(stand.button["tap"])
    until(lambda: table.events(e.AmountRead))
    assert table.events(e.ActedAtPit) == [e.ActedAtPit(VIDEO, "ReadAmount", "pit")]
    until(lambda: "lecteur du pit" in json.dumps(stand.people["cards"], ensure_ascii=False))
    assert not any(PIN in seen for seen in stand.seen)


def test_over_tls_the_same(table: PitTable, monkeypatch: pytest.MonkeyPatch) -> None:
    stand = PitStand(table, monkeypatch, tls=True)
    try:
        stand.shows(table.cards[VIDEO])
        until(lambda: stand.button["tap"])
        stand.tap(stand.button["tap"])
        until(lambda: table.events(e.AmountRead))
        assert table.events(e.AmountRead) == [e.AmountRead(VIDEO)]
    finally:
        stand.close()


def test_the_same_person_twice_is_told_with_the_article_and_has_no_button(
    stand: PitStand, table: PitTable
) -> None:
    stand.shows(table.cards[MEMBER])
    until(lambda: stand.button["waits"].startswith(MEMBER))
    until(lambda: "art." in stand.button["waits"])
    assert stand.button["waits"] == f"{MEMBER}\u00a0: une autre personne est requise\nart. 55-20, 2°"
    assert stand.button["tap"] is None
    assert table.events(e.AmountRead) == []


def test_an_expired_card_is_told_and_a_wrong_pin_counts_its_tries(stand: PitStand, table: PitTable) -> None:
    stand.shows(table.cards["expired"])
    until(lambda: stand.people["pad"]["why"])
    assert stand.people["pad"]["why"] == "Badge périmé (SE-11)."
    stand.reader.insert(None)
    stand.shows(table.cards[VIDEO], "864209")
    until(lambda: stand.people["pad"] and "essais" in stand.people["pad"]["why"])
    assert stand.button["tap"] is None
    assert not any("864209" in seen for seen in stand.seen)
    stand.types(PIN)
    stand.tap(stand.people["pad"]["sign"]["tap"])
    until(lambda: stand.button["tap"])


def test_a_card_that_is_taken_out_takes_the_button_with_it(stand: PitStand, table: PitTable) -> None:
    stand.shows(table.cards[VIDEO])
    until(lambda: stand.button["tap"])
    stand.reader.insert(None)
    until(lambda: stand.button["tap"] is None)
    until(lambda: table.table.state.pit_card is None)


def test_a_refusal_is_proposed_by_a_card_with_its_reason(stand: PitStand, table: PitTable) -> None:
    stand.tap(stand.view["told"]["refuse"]["tap"])
    stand.shows(table.cards[MEMBER])
    until(lambda: stand.button["more"])
    reasons = {key["label"]: key["tap"] for key in stand.button["more"]}
    stand.tap(reasons["Cartes échangées"])
    until(lambda: table.events(e.RefusalProposed))
    assert table.events(e.RefusalProposed) == [e.RefusalProposed(MEMBER, i.ClaimDoubt.EXCHANGED)]


def test_an_acknowledgement_names_whose_card_is_in_the_pits_reader(stand: PitStand, table: PitTable) -> None:
    stand.reader.insert(table.cards[CHEF])
    table.alarmed()

    def keys() -> list[dict[str, Any]]:
        return [
            key["tap"]
            for card in stand.view["attention"]["cards"]
            if card["kind"] == "p1"
            for key in card["keys"]
        ]

    until(lambda: any(tap["act"] == "ask" for tap in keys()))
    stand.tap(next(tap for tap in keys() if tap["act"] == "ask"))
    until(lambda: table.events(e.AlarmSeen))
    assert (table.events(e.AlarmSeen)[0].person, table.events(e.AlarmSeen)[0].screen) == (CHEF, "pit")
    until(lambda: any(CHEF in card["seen_at"] for card in stand.view["attention"]["cards"]))
    (seen,) = [card for card in stand.view["attention"]["cards"] if CHEF in card["seen_at"]]
    assert seen["seen_at"].endswith(f", {CHEF}, au pit")


def test_what_is_seen_at_several_places_by_one_tap_names_the_card_at_each(
    stand: PitStand, table: PitTable
) -> None:
    """As of one cause at several tables; here one table has both, a call and an alarm."""
    stand.reader.insert(table.cards[CHEF])
    table.alarmed()

    def asks() -> list[dict[str, Any]]:
        cards = [card for card in stand.view["attention"]["cards"] if card["kind"] in ("p1", "call")]
        return [key["tap"] for card in cards for key in card["keys"] if key["tap"]["act"] == "ask"]

    until(lambda: len(asks()) == 2)
    stand.tap({"act": "ask_each", "asks": asks()})
    until(lambda: table.events(e.AlarmSeen) and table.events(e.CallSeen))
    assert [one.person for one in (*table.events(e.AlarmSeen), *table.events(e.CallSeen))] == [CHEF, CHEF]


def test_an_acknowledgement_without_a_card_names_the_screen(stand: PitStand, table: PitTable) -> None:
    call = next(card for card in stand.view["attention"]["cards"] if card["kind"] == "call")
    stand.tap(call["keys"][0]["tap"])
    until(lambda: table.events(e.CallSeen))
    assert table.events(e.CallSeen) == [e.CallSeen("", "pit")]
    until(lambda: "au pit" in json.dumps(stand.view["attention"], ensure_ascii=False))


def reader_lost_state() -> TableState:
    made = awaiting().see(i.HealthObserved(Machine.BADGE, Health.LOST, "silence"))
    return made.state


def test_a_table_whose_reader_is_lost_takes_code_pin_and_card_on_the_screen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = PitTable(tmp_path, reader_lost_state(), code=CODE)
    stand = PitStand(table, monkeypatch)
    try:
        assert CODE not in "".join(stand.seen)
        stand.tap({**LOOK, "tab": "desk"})
        assert stand.view["page"] == "PitDesk"
        stand.reader.insert(table.cards[CHEF])
        stand.types(CODE)
        stand.tap({"act": "entry", "field": "pin"})
        stand.types(PIN)
        stand.tap(stand.view["told"]["pad"]["sign"]["tap"])
        until(lambda: table.table.state.badge is not None and table.table.state.badge.proven)
        badge = table.table.state.badge
        assert badge is not None
        assert (badge.person, badge.remote) == (CHEF, True)
        assert not any(PIN in seen for seen in stand.seen)
    finally:
        stand.close()
        table.close()


def test_the_reader_is_a_process_of_its_own_that_says_what_is_wrong_and_ends_with_the_screen() -> None:
    application()
    reader = PitReaderProcess("usb://1209:ffff")
    heard: list[str] = []
    reader.changed.connect(lambda: heard.append(reader.trouble))
    reader.start()
    until(lambda: any(heard))
    assert reader.number == ""
    reader.close()
    assert reader._process.processId() == 0
