"""A live table that waits for the second reading of a jackpot, its register of people, and its pits."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from pathlib import Path
from queue import Queue
from typing import Any

from controller.boot.people import cards_to
from controller.boot.pit_attendant import PitAttendant
from controller.boot.pit_cards import PitCards
from controller.clock import SystemClock
from controller.game import events as e
from controller.game import inputs as i
from controller.game import views
from controller.game.inputs import Role
from controller.game.payment.winning_hand import hand_places
from controller.game.people.pin import Pin
from controller.game.state import TableState
from controller.people.pin_checks import ReceptionWorker, taken
from controller.people.register import Founder, Register
from controller.screens import wire
from controller.screens.pit_card import CardShown, card_line, nonce_asked_line
from controller.screens.remote import RemoteDoor, RemoteTerms, name_of
from controller.screens.server import Screens
from controller.screens.unix_socket import Doors
from controller.settings.room import CertificateFile, RoomFile, RoomTable
from controller.table.pump import Pump
from controller.table.table import Table
from controller.witness.table_line import TableLine
from tests.builders import Felt
from tests.certificates import Authority, Files
from tests.drivers.virtual_card import VirtualCard
from tests.patience import PATIENCE_S
from tests.shell.line.test_reception import BOTH, HASHER, PIN
from tests.shell.pit.card_in_reader import CardInReader
from tests.ui import payment_states

TABLE = "UTH-2"
MEMBER, VIDEO, CHEF = "mcd-3", "video-2", "chef-1"


@cache
def awaiting_state(*, pit_cards: bool = True) -> TableState:
    """The state of a table that is `awaiting`."""
    return awaiting(pit_cards=pit_cards).state


def awaiting(*, pit_cards: bool = True) -> Felt:
    """The comité has read the amounts at the table; the images conform; the dealer calls anew."""
    made = payment_states.frozen(pit_cards=pit_cards)
    made = payment_states.here(payment_states.later(made, 17).do(i.CallChef()), MEMBER, Role.COMITE)
    made.do(*(i.ConfirmCard(place) for place in hand_places(made.state)), i.ConfirmHand())
    made = payment_states.here(made, VIDEO, Role.VIDEO).do(i.ReviewVideo(True, "C-31", True))
    read = payment_states.here(made, MEMBER, Role.COMITE).do(i.ReadAmount()).see(i.BadgeGone())
    return read.do(i.CallChef())


class Kept:
    """A journal in memory that goes on from this state."""

    def __init__(self) -> None:
        self.events: list[e.Event] = []

    def append(self, events: Sequence[e.Event], at_ms: int) -> int:
        self.events += events
        return len(self.events)


class PitTable:
    """The table at work on its own thread, its pit's socket, and a door for TLS when it is asked for."""

    def __init__(self, folder: Path, state: TableState, *, code: str = "") -> None:
        self.folder, self.run_dir = folder, folder / "run"
        self.run_dir.mkdir()
        self.cards = {
            MEMBER: VirtualCard(0x301),
            VIDEO: VirtualCard(0x302, ed=True),
            CHEF: VirtualCard(0x303),
            "expired": VirtualCard(0x304),
        }
        self.path = folder / "people.db"
        self._people()
        self.clock = SystemClock()
        known = PitCards(TABLE, {}, typed=False)
        shown = {"pit": views.pit, "dealer": views.console}
        self.screens = Screens(Doors(self.run_dir), shown, self.clock, pit_cards=known, pace_ms={})
        self.journal = Kept()
        self.table = Table(
            state,
            self.journal,
            self.clock,
            show=self.screens.show,
            ask=lambda asked: self.reception.ask(asked),
        )
        self.pump = Pump(self.table, (), self.clock)
        opens = partial(Register.open, self.path, HASHER)
        tells, counts = cards_to((), self.pump.put, known), threading.Event()

        def told(cards: Any) -> None:
            tells(cards)
            counts.set()

        self.reception = ReceptionWorker(opens, self.clock, self.pump.put, told)
        self.screens.open(self.pump.put, partial(taken, self.table, self.reception))
        self.reception.start()
        self.pump.start()
        self.door: RemoteDoor | None = None
        self.lines: list[PitMachine] = []
        self.thread = threading.Thread(target=self.pump.run)
        self.thread.start()
        assert counts.wait(PATIENCE_S)
        self.pump.put(i.ConfirmFelt())  # the table was started anew in this state
        self.until(lambda state: not state.resumed)
        if code:
            self.pump.put(i.AskPit(code))  # the one before was drawn long ago
            self.until(lambda state: state.pit_code == code)
        self.journal.events.clear()

    def _people(self) -> None:
        register = Register.create(self.path, HASHER)
        register.begin(Founder("dir-1", "", Pin(PIN)), Founder(MEMBER, "", Pin(PIN)), 0)
        for person, role in ((MEMBER, Role.COMITE), (VIDEO, Role.VIDEO), (CHEF, Role.CHEF)):
            if person != MEMBER:
                register.add(person, "", (role,), BOTH, 0)
                register.set_pin(person, Pin(PIN), BOTH, 0)
            card = self.cards[person]
            register.enrol(card.number, person, role, BOTH, 0, card.key_hex)
        old = self.cards["expired"]
        register.enrol(old.number, VIDEO, Role.VIDEO, BOTH, 0, old.key_hex, until_ms=1)
        register.close()

    def alarmed(self) -> int:
        """The number of a critical alarm that nobody has seen: that of the hand was answered by the call."""
        self.pump.put(i.HostObserved(i.HostTrouble.DISK_LOW))
        self.until(lambda state: any(not up.seen_ms for up in state.alarms))
        return next(up.number for up in self.table.state.alarms if not up.seen_ms)

    def pit(self) -> PitMachine:
        """A pit on this machine, connected."""
        return self._joined(TableLine.to_socket(self.run_dir / wire.socket_name("pit")))

    def opened_door(self, role: str = "pit") -> tuple[str, Authority, Files]:
        """The address of the table's door for other machines, and a certificate that names this role."""
        authority = Authority(self.folder / f"room-{role}")
        shown, files = authority.table(TABLE), authority.screen(role, name_of(role, TABLE))
        terms = RemoteTerms("127.0.0.1", 0, authority.ca, shown.certificate, shown.key, None)
        self.door = RemoteDoor(terms, TABLE, self.run_dir, lambda line: None)
        self.door.open()
        return f"127.0.0.1:{self.door.port}", authority, files

    def remote_pit(self, role: str = "pit") -> PitMachine:
        """A pit on another machine whose certificate names this role, connected by TLS."""
        address, authority, files = self.opened_door(role)
        room = RoomFile(
            certificate=CertificateFile(ca=authority.ca, certificate=files.certificate, key=files.key),
            table=[RoomTable(name=TABLE, address=address)],
        )
        return self._joined(TableLine.to_table(room.table[0], room))

    def _joined(self, line: TableLine) -> PitMachine:
        made = PitMachine(self, line)
        self.lines.append(made)
        return made

    def events(self, kind: type[Any]) -> list[Any]:
        """What was written of this kind, in order."""
        return [event for event in self.journal.events if isinstance(event, kind)]

    def until(self, holds: Callable[[TableState], Any]) -> None:
        """The state has come to this."""
        late_s = time.monotonic() + PATIENCE_S
        while not holds(self.table.state):
            assert time.monotonic() < late_s, self.table.state.pit_card
            time.sleep(0.005)

    def close(self) -> None:
        for line in self.lines:
            line.line.__exit__(None, None, None)
        if self.door is not None:
            self.door.close()
        self.pump.stop()
        self.thread.join(PATIENCE_S)
        self.reception.stop()
        self.screens.close()


def attended(card: VirtualCard, told: dict[str, Any]) -> dict[str, str]:
    """What the attendant of a reader with this card in it says when the screen has it sign what was told."""
    said: Queue[dict[str, str]] = Queue()
    answers: list[dict[str, str]] = []

    def screen() -> Iterator[str]:
        while not said.get(timeout=PATIENCE_S).get("reader"):
            pass  # the card is not read yet
        asked = {"sign": "1", "code": "", "table": told["table"], "nonce": told["nonce"]}
        yield json.dumps({**asked, "act": told["act"], "purpose": told["purpose"]})
        answers.append(said.get(timeout=PATIENCE_S))

    PitAttendant(CardInReader(card), said.put).attend(screen())
    return answers[0]


class PitMachine:
    """A pit: a mouse, a keyboard and a card reader at the end of one line."""

    def __init__(self, table: PitTable, line: TableLine) -> None:
        self.table, self.line = table, line
        self.view: dict[str, Any] = {}
        self._asked = 0

    def hear(self, name: str) -> dict[str, Any]:
        while name not in (said := self.line.hear()):
            assert "dropped" not in said, said
            self.view = said.get("view", self.view)
        self.view = said.get("view", self.view)
        return said

    def click(self, act: str, **arguments: Any) -> dict[str, Any]:
        """A click, whether the screen offers it or not; what the table answered."""
        self._asked += 1
        tap = {"act": act, **arguments}
        seq = self.table.table.state.seq
        self.line.send(wire.ask_line(f"{id(self)}-{self._asked}", seq, tap))
        return self.hear("answer")

    def refused(self, act: str, **arguments: Any) -> tuple[str, str]:
        """The code and the article with which a click is refused."""
        said = self.click(act, **arguments)
        assert not said["ok"], said
        return said["refusal"]["code"], said["refusal"]["article"]

    def asked(self, act: str) -> dict[str, Any]:
        self.line.send(nonce_asked_line(act))
        return self.hear("nonce")

    def shows(self, shown: CardShown) -> str:
        self.line.send(card_line(shown))
        return str(self.hear("card")["card"])

    def signs(self, card: VirtualCard, act: str, pin: str = PIN, *, purpose: str = "") -> str:
        """The card signs for the act, or for `purpose` instead of what the table told; why it is refused."""
        told = self.asked(act)
        signed = attended(card, {**told, "act": act, "purpose": purpose or told["purpose"]})
        signature = bytes.fromhex(signed["signature"])
        return self.shows(CardShown(signed["number"], "", signature, Pin(pin) if pin else None, act))

    def takes_out(self) -> None:
        """The card leaves the pit's reader."""
        self.line.send(wire.encode({"card": ""}))
        self.hear("card")

    def until(self, holds: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
        """The view has come to this."""
        while not self.view or not holds(self.view):
            said = self.line.hear()
            self.view = said.get("view", self.view)
        return self.view
