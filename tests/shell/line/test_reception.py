"""A live table and its register of people: PINs by a worker, revocations while it runs, tables of a chef."""

from __future__ import annotations

import logging
import shutil
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from controller.boot.people import cards_to
from controller.boot.pit_cards import PitCards
from controller.cli import main
from controller.clock import SystemClock
from controller.game import inputs as i
from controller.game.inputs import Role
from controller.game.meter.types import CorrectionReason
from controller.game.people.pin import Pin
from controller.game.refusals import Refusal
from controller.game.state import TableState
from controller.journal.chain import Opening
from controller.journal.seal import create_master, master_of_seed
from controller.journal.writer import Journal
from controller.people.journals import RegisterTold, registers_seen
from controller.people.pin_checks import Reception, ReceptionWorker, taken
from controller.people.pin_hash import LIGHT, PinHasher
from controller.people.register import Founder, Register
from controller.table.pump import Call, Pump
from controller.table.table import Table
from drivers.readers.badge import Badge
from drivers.sim.reader import InProcessReader
from tests.builders import facts
from tests.patience import PATIENCE_S

HASHER = PinHasher(b"pepper of the tests, worth nothing", LIGHT)
DIRECTOR = ("dir-1", "")
BOTH = ("dir-1", "mcd-3")
PIN = "135790"


class House:
    """A table at work on its own thread, with its reader, its reception and the register's file."""

    def __init__(
        self,
        folder: Path,
        table: str = "UTH-1",
        pit_cards: PitCards | None = None,
        state: TableState | None = None,
    ) -> None:
        """The table stands as `state`, or at its beginning."""
        self.path = folder / "people.db"
        if not self.path.exists():
            people(self.path)
        known = facts(table=table, register=True)
        self.clock = SystemClock()
        opening = Opening(table, 1, known.profile.digest, True, "", 1)
        self.journal_path = folder / f"{table}.journal"
        self.journal = Journal.create(
            self.journal_path, opening, at_ms=self.clock.now_ms(), sealer_master=master_of_seed(1)
        )
        self.show_to: Callable[[TableState], None] = lambda state: None
        self.reader = InProcessReader()
        badge = Badge(self.reader, {})
        self.table = Table(
            replace(state or TableState(known), seq=self.journal.head.seq),
            self.journal,
            self.clock,
            show=lambda state: self.show_to(state),
            ask=lambda request: self.reception.ask(request),
        )
        self.pump = Pump(self.table, [badge], self.clock)
        opens = partial(Register.open, self.path, HASHER)
        cards = cards_to([badge], self.pump.put, pit_cards)
        changes = self.table.state.register_changes
        self.reception = ReceptionWorker(opens, self.clock, self.pump.put, cards, changes)
        self.take = partial(taken, self.table, self.reception)
        self.reception.start()
        self.pump.start()
        self.thread = threading.Thread(target=self.pump.run)
        self.thread.start()

    def tap(self, intent: i.Intent) -> Refusal | None:
        """What the deciding thread answered."""
        answers: list[Refusal | None] = []
        done = threading.Event()
        self.pump.put(Call(lambda: (answers.append(self.take(intent)), done.set())[0]))
        assert done.wait(PATIENCE_S)
        return answers[0]

    def until(self, holds: Callable[[TableState], Any]) -> None:
        """The state has come to this."""
        late_s = time.monotonic() + PATIENCE_S
        while not holds(self.table.state):
            assert time.monotonic() < late_s, self.table.state.badge
            time.sleep(0.01)

    def show(self, card: str, pin: str = PIN) -> None:
        """The card is in the reader and its PIN was entered right."""
        self.reader.insert(card)
        self.until(lambda state: state.badge is not None)
        assert self.tap(i.EnterPin(Pin(pin))) is None
        self.until(lambda state: state.badge is not None and state.badge.proven)

    def close(self) -> None:
        self.pump.stop()
        self.thread.join(PATIENCE_S)
        self.reception.stop()
        self.journal.close()


def people(path: Path) -> None:
    register = Register.create(path, HASHER)
    register.begin(Founder("dir-1", "", Pin(PIN)), Founder("mcd-3", "", Pin(PIN)), 0)
    for person, role in (("chef-1", Role.CHEF), ("croupier-07", Role.DEALER), ("mcd-3", Role.COMITE)):
        if person != "mcd-3":
            register.add(person, "", (role,), BOTH, 0)
            register.set_pin(person, Pin(PIN), BOTH, 0)
        register.enrol(f"card of {person}", person, role, BOTH, 0)
    register.close()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    made = House(tmp_path)
    yield made
    made.close()


def change(house: House, act: Callable[[Register], object]) -> None:
    """Another process changes the register."""
    register = Register.open(house.path, HASHER)
    act(register)
    register.close()


def test_a_pin_proves_the_badge_and_lies_nowhere(
    house: House, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    caplog.set_level(logging.DEBUG)
    house.show("card of croupier-07")
    assert house.tap(i.SignOn()) is None
    assert house.tap(i.OpenTable()) is None
    house.reader.remove()
    house.until(lambda state: state.badge is None)
    house.reader.insert("card of chef-1")
    house.until(lambda state: state.badge is not None)
    assert house.tap(i.EnterPin(Pin("864209"))) is None
    house.until(lambda state: state.badge.tries_left == 4)
    assert [up.code for up in house.table.state.alarms] == ["A-207"]
    for file in tmp_path.iterdir():
        data = file.read_bytes()
        assert PIN.encode() not in data, file
        assert b"864209" not in data, file
    assert PIN not in caplog.text
    assert PIN not in repr(house.table.state)


def test_a_second_pin_waits_for_the_first_one_s_answer(house: House) -> None:
    house.reader.insert("card of chef-1")
    house.until(lambda state: state.badge is not None)
    answers: list[Refusal | None] = []
    done = threading.Event()

    def both() -> None:
        answers.extend(house.take(i.EnterPin(Pin(PIN))) for _ in range(2))
        done.set()

    house.pump.put(Call(both))
    assert done.wait(PATIENCE_S)
    assert answers == [None, Refusal("pin_waiting", "SE-11")]
    house.until(lambda state: state.badge.proven)


def test_a_lost_card_counts_for_nothing_while_the_table_runs(house: House) -> None:
    house.show("card of chef-1")
    change(house, lambda register: register.revoke("card of chef-1", DIRECTOR, 1))
    house.until(lambda state: state.badge is None)
    house.until(lambda state: [up.detail for up in state.alarms] == ["card_revoked"])
    change(house, lambda register: register.restore("card of chef-1", ("dir-1", "mcd-3"), 2))
    house.until(lambda state: state.badge is not None and not state.badge.proven)


def alarms(state: TableState) -> list[str]:
    return [up.code for up in state.alarms]


def test_a_revocation_is_heard_though_another_file_lies_in_the_register_s_place(
    house: House, tmp_path: Path
) -> None:
    """A copy moved over the register was read by nobody: what was revoked in it went on counting (SE-11)."""
    house.show("card of chef-1")
    copy = tmp_path / "copy"
    shutil.copy2(house.path, copy)
    copy.replace(house.path)
    change(house, lambda register: register.revoke("chef-1", DIRECTOR, 1))
    house.until(lambda state: state.badge is None)


@pytest.mark.parametrize("how", ["gone", "without a history", "no register"])
def test_a_register_that_cannot_be_read_is_an_alarm_until_it_can(
    house: House, tmp_path: Path, how: str
) -> None:
    """The worker that ends by it hears of no revocation and checks no PIN, and nobody is told."""
    house.reader.insert("card of chef-1")
    house.until(lambda state: state.badge is not None)
    away = tmp_path / "away"
    shutil.copy2(house.path, away)
    if how == "gone":
        house.path.unlink()
    elif how == "no register":
        house.path.write_bytes(b"no database" * 1000)
    else:
        with closing(sqlite3.connect(house.path, isolation_level=None)) as forger:
            forger.execute("DROP TABLE history")
    house.until(lambda state: alarms(state) == ["A-112"])
    assert house.tap(i.EnterPin(Pin(PIN))) is None
    away.replace(house.path)
    house.until(lambda state: state.badge.proven and not alarms(state))
    change(house, lambda register: register.revoke("chef-1", DIRECTOR, 1))
    house.until(lambda state: state.badge is None)


def test_a_change_of_the_register_stands_in_the_table_s_journal(house: House, tmp_path: Path) -> None:
    """Where the witness sees it: who rewrites the register's history afterwards no longer fits it."""

    def told(count: int) -> list[RegisterTold]:
        late_s = time.monotonic() + PATIENCE_S
        while len(found := list(registers_seen(house.journal_path))) < count:
            assert time.monotonic() < late_s, found
            time.sleep(0.02)
        return found

    def verified() -> Result:
        files = ("--register", str(house.path), "--pepper", str(tmp_path / "none"))
        pepper = tmp_path / "none"
        if not pepper.exists():
            create_master(pepper)
        words = ("verify", str(house.journal_path), "--lang", "en")
        return CliRunner().invoke(main, ["people", *files, *words])

    told(1)
    change(house, lambda register: register.revoke("card of chef-1", DIRECTOR, 1))
    first, second = told(2)
    assert (second.changes, second.head != first.head, second.holds != first.holds) == (
        first.changes + 1,
        True,
        True,
    )
    assert (verified().exit_code, "as 2 entries of the journals say" in verified().stdout) == (0, True)
    with closing(sqlite3.connect(house.path, isolation_level=None)) as forger:
        forger.execute("UPDATE card SET revoked = 0")
    told(3)
    assert "without any line" in verified().stderr
    with closing(sqlite3.connect(house.path, isolation_level=None)) as forger:
        forger.execute("UPDATE card SET revoked = 1 WHERE number = 'card of chef-1'")
        forger.execute("DROP TRIGGER history_never_DELETE")
        forger.execute("DELETE FROM history WHERE seq = (SELECT max(seq) FROM history)")
    done = verified()
    assert (done.exit_code, done.stderr.count("\n")) == (1, 1)
    assert f"line {second.changes} of the history is not the one that" in done.stderr


def test_a_revoked_person_is_nobody_at_every_table(tmp_path: Path) -> None:
    first, second = House(tmp_path, "UTH-1"), House(tmp_path, "UTH-2")
    try:
        first.show("card of croupier-07")
        assert first.tap(i.SignOn()) is None
        second.show("card of chef-1")
        change(first, lambda register: register.revoke("croupier-07", DIRECTOR, 1))
        change(first, lambda register: register.revoke("chef-1", DIRECTOR, 1))
        first.until(lambda state: state.dealer is None and state.badge is None)
        second.until(lambda state: state.badge is None)
    finally:
        first.close()
        second.close()


def test_a_chef_has_two_tables_and_the_third_says_why(tmp_path: Path) -> None:
    houses = [House(tmp_path, f"UTH-{number}") for number in (1, 2, 3)]
    try:
        for house in houses:
            house.show("card of croupier-07")
            assert house.tap(i.SignOn()) is None
            assert house.tap(i.OpenTable()) is None
            house.show("card of chef-1")
            house.until(lambda state: state.badge.charge != "unknown")
        assert [house.tap(i.ConfirmOpening()) for house in houses] == [
            None,
            None,
            Refusal("two_tables", "art. 55-20", (("tables", "UTH-1 UTH-2"),)),
        ]
        assert houses[0].tap(i.CloseTable()) is None
        register = Register.open(houses[0].path, HASHER)
        houses[0].until(lambda state: register.person("chef-1").charges == ("UTH-2",))
        register.close()
    finally:
        for house in houses:
            house.close()


def replaced(register: Register) -> None:
    """mcd-3 has another card, given by two others."""
    register.add("mcd-4", "", (Role.COMITE,), BOTH, 2)
    register.set_pin("mcd-4", Pin(PIN), BOTH, 2)
    register.enrol("next of mcd-3", "mcd-3", Role.COMITE, ("dir-1", "mcd-4"), 2)


def test_what_was_begun_with_a_lost_card_falls_when_the_card_is_revoked_and_its_owner_keeps_his_rights(
    house: House,
) -> None:
    house.pump.put(i.MeterObserved(1, 1_000_000, 1))
    house.until(lambda state: state.jackpot.open)
    house.show("card of mcd-3")
    corrected = i.CorrectMeter(-5_000, CorrectionReason.MALFUNCTION)
    assert house.tap(corrected) is None
    change(house, lambda register: register.revoke("card of mcd-3", ("chef-1", ""), 1))
    house.until(lambda state: state.badge is None and state.upkeep.proposal is None)
    house.reader.remove()
    change(house, replaced)
    house.show("next of mcd-3")
    assert house.tap(corrected) is None
    proposal = house.table.state.upkeep.proposal
    assert proposal is not None
    assert proposal.person == "mcd-3"


def test_a_dealer_whose_lost_card_is_revoked_deals_on(house: House) -> None:
    house.show("card of croupier-07")
    assert house.tap(i.SignOn()) is None
    change(house, lambda register: register.revoke("card of croupier-07", ("chef-1", ""), 1))
    house.until(lambda state: state.badge is None)
    assert house.table.state.dealer is not None
    assert not house.table.state.dealer.revoked


def test_a_card_that_was_lost_before_a_start_takes_nothing_of_its_owner_with_it(house: House) -> None:
    change(house, lambda register: register.revoke("card of mcd-3", ("chef-1", ""), 1))
    with closing(Register.open(house.path, HASHER)) as register:
        reception = Reception(register)
        news = reception.news()
        assert news is not None
        assert news[1] == []


def test_a_card_that_was_revoked_while_the_program_was_down_takes_what_was_begun_with_it(
    house: House, tmp_path: Path
) -> None:
    """The first look after a start knew of no card that was lost before: a thief's proposal stood."""
    house.pump.put(i.MeterObserved(1, 1_000_000, 1))
    house.until(lambda state: state.jackpot.open)
    house.show("card of mcd-3")
    assert house.tap(i.CorrectMeter(-5_000, CorrectionReason.MALFUNCTION)) is None
    house.close()
    before = house.table.state
    change(house, lambda register: register.revoke("card of mcd-3", ("chef-1", ""), 1))
    assert not started(tmp_path, "UTH-2", before).upkeep.proposal
    heard_of = replace(before, register_changes=before.register_changes + 1)
    assert started(tmp_path, "UTH-3", heard_of).upkeep.proposal, "it takes nothing that was begun since"


def started(folder: Path, table: str, state: TableState) -> TableState:
    """The state of a table that was started in that one, and has looked at the register."""
    house = House(folder, table, state=state)
    try:
        (line,) = waited(lambda: list(registers_seen(house.journal_path)))
        house.until(lambda state: state.register_changes == line.changes)
        return house.table.state
    finally:
        house.close()


def waited(found: Callable[[], list[RegisterTold]]) -> list[RegisterTold]:
    late_s = time.monotonic() + PATIENCE_S
    while not (told := found()):
        assert time.monotonic() < late_s
        time.sleep(0.02)
    return told
