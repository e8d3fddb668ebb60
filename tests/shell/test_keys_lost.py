"""Journals put back without the keys of the table: what is closed needs none, what is open is void by two."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from controller.book.bookkeeper import Bookkeeper
from controller.book.journals import read_acts
from controller.book.sqlite import SqliteBook
from controller.book.verify import compare
from controller.boot.sessions import Session, open_session
from controller.clock import VirtualClock
from controller.game import events as e
from controller.game import inputs as i
from controller.game import requests as r
from controller.game.cards import DECK, FaceDown
from controller.game.felt import Spot
from controller.game.incidents.voiding import refund_of, seats_to_refund
from controller.game.inputs import Role
from controller.game.react import book_request, react
from controller.game.round import Jp1
from controller.game.session_terms import TableFacts
from controller.game.settling.showdown import spots_staked
from controller.game.state import Phase, TableState
from controller.journal.chain import Opening, WrongMaster
from controller.journal.heads import heads_path, read_heads
from controller.journal.keys import TableKeys, table_keys
from controller.journal.seal import fingerprint, master_of_seed
from controller.journal.verify import verify
from controller.journal.writer import Journal
from controller.settings.rules import load_profile
from controller.table.table import Table
from tests.builders import START_MS, Felt, facts
from tests.shell.book.jackpot_books import EXAMPLE
from tests.shell.journal.witnessed import SIGNER

LOST = master_of_seed(7)
TABLE = facts().table


def facts_of(session: int, first_round: int) -> TableFacts:
    return facts(session=session, first_round=first_round, simulated=False)


def put_back(folder: Path, felt: Felt, *, simulated: bool = False) -> Path:
    """The journal of this table under a master that is lost, and no head beside it."""
    folder.mkdir()
    path = folder / f"{TABLE}-000001.journal"
    opening = Opening(TABLE, 1, felt.state.facts.profile.digest, simulated=simulated)
    with Journal.create(path, opening, at_ms=START_MS, sealer_master=LOST, durable=False) as journal:
        for entry in felt.entries:
            journal.append([entry.event], START_MS + entry.seq)
    return path


def dealt() -> Felt:
    """A round of two players in the decisions, one of whom folds: his cards are never turned up."""
    felt = Felt().open().stakes(s1=1000, s3=1000).close()
    return felt.draw("Ah Ad 2c 7d Kh Qd").do(i.CallStreet()).draw("2s 7h 9c").do(i.CallStreet()).draw("Jd 3h")


def start(folder: Path, keys: TableKeys) -> Journal:
    """As a table starts on what lies here."""
    return open_session(
        *(folder, facts_of, TABLE, VirtualClock(START_MS), keys.master),
        durable=False,
        signer=SIGNER,
        keep_keys=keys.keep,
    ).journal


def test_a_closed_session_is_followed_without_its_keys(tmp_path: Path) -> None:
    felt = dealt().fold(1, 3).showdown().do(i.OpenSettlement()).settle().do(i.NextRound())
    felt.person("Chef 1", Role.CHEF).do(i.CloseTable())
    path = put_back(tmp_path / "journals", felt)
    keys = table_keys(tmp_path)
    with start(tmp_path / "journals", keys) as journal:
        assert (journal.opening.session, journal.opening.first_round) == (2, felt.state.last_round + 1)
        assert journal.has_keys
    assert read_heads(heads_path(path))[-1].size == len(felt.entries) + 1, "signed as it was found"
    assert bytes(table_keys(tmp_path).master) == bytes(keys.master), "the keys are kept from now on"
    assert verify(tmp_path / "journals").ok


# --- an open session ------------------------------------------------------------------------------

EQUIPMENT = i.Incident.EQUIPMENT
CUTS: dict[str, Callable[[Felt], Felt]] = {
    "the bets are closed": lambda felt: felt.stakes(s1=(1000, 500), s3=2000).chips(1, 3).do(i.CloseBets()),
    "JP1 is collected": lambda felt: felt.stakes(s1=(1000, 500), s3=2000).chips(1, 3).close(),
    "a card is out": lambda felt: CUTS["JP1 is collected"](felt).draw("Ah"),
    "the players decide": lambda felt: CUTS["JP1 is collected"](felt).draw("Ah Ad 2c 7d Kh Qd"),
    "a Play is bet": lambda felt: CUTS["the players decide"](felt).play(4, 3),
    "a board card is out": lambda felt: CUTS["a Play is bet"](felt).do(i.CallStreet()).draw("2s"),
    "the flop is open": lambda felt: CUTS["a board card is out"](felt).draw("7h 9c"),
}


@pytest.fixture
def book() -> Iterator[SqliteBook]:
    """The jackpot's."""
    with closing(SqliteBook.create(":memory:", EXAMPLE)) as made:
        yield made


class Books:
    """A real jackpot book, and the journals of a table whose master is lost."""

    def __init__(self, folder: Path, book: SqliteBook, **options: str) -> None:
        self.folder = folder / "journals"
        shipped = load_profile("fr-55-20-2021")
        self.profile = replace(shipped, options=replace(shipped.options, **options))  # type: ignore[arg-type]
        self.book = book

    def facts_of(self, session: int, first_round: int) -> TableFacts:
        return facts(self.profile, session=session, first_round=first_round, simulated=False)

    def open(self, master: bytes, *older: bytes) -> Session:
        clock = VirtualClock(START_MS)
        known = self.folder, self.facts_of, TABLE, clock, master
        return open_session(*known, durable=False, signer=SIGNER, older=older)

    def cut_off(self, monkeypatch: pytest.MonkeyPatch, play: Callable[[Felt], Felt]) -> TableState:
        """A night cut off there, in its second round; its journal on the disk, its stakes in the book."""
        self.folder.mkdir()
        with self.open(LOST).journal as journal:
            keeper = Bookkeeper(self.book, TABLE, journal.journal_id)
            monkeypatch.setattr(Felt, "answer", lambda felt, asked: keeper.perform(asked, START_MS))
            felt = Felt(self.profile, simulated=False).open().stakes(s1=1000).chips(1).close()
            felt.draw("2h 3d Kh Qd").do(i.CallStreet()).draw("2s 7h 9c").do(i.CallStreet()).draw("Jd 3h")
            felt.fold(1).showdown().do(i.OpenSettlement()).settle().do(i.NextRound())
            play(felt)
            for entry in felt.entries:
                journal.append([entry.event], START_MS + entry.seq)
        self.felt = felt
        return felt.state


class Started:
    """The table that starts without the master, beside the book."""

    def __init__(self, books: Books, session: Session) -> None:
        self.keeper = Bookkeeper(books.book, TABLE, session.journal.journal_id, session.told)
        ignore: Callable[[object], None] = lambda _: None  # noqa: E731
        self.table = Table(
            session.state, session.journal, VirtualClock(START_MS), show=ignore, ask=ignore, lost=session.lost
        )
        self.table.start()
        self.hear()

    @property
    def state(self) -> TableState:
        return self.table.state

    def hear(self) -> None:
        """The book has answered all that it is asked."""
        while isinstance(asked := book_request(self.state), r.BookRequest):
            self.table.take(self.keeper.perform(asked, START_MS))

    def tap(self, intent: i.Intent, person: str = "", role: Role = Role.CHEF) -> str:
        """The code of its refusal, or nothing; by this person's badge."""
        self.table.take(i.BadgeObserved(person, role) if person else i.BadgeGone())
        refusal = self.table.take(intent)
        self.hear()
        return refusal.code if refusal is not None else ""


@pytest.mark.parametrize("option", ["carry", "refund"])
@pytest.mark.parametrize("cut", CUTS)
def test_two_persons_void_the_open_round_and_every_stake_goes_back(
    cut: str, option: str, tmp_path: Path, book: SqliteBook, monkeypatch: pytest.MonkeyPatch
) -> None:
    books = Books(tmp_path, book, void_jp1=option)
    before = books.cut_off(monkeypatch, CUTS[cut])
    staked = {n: spots_staked(before, n) for n in before.players}
    chips = {n for n in before.players if before.seat(n).jp1 is not Jp1.NONE}
    new = table_keys(tmp_path).master
    session = books.open(new)
    assert session.lost == fingerprint(LOST)
    assert f"seal.key.{session.lost}" in session.why_lost[0]
    with session.journal:
        started = Started(books, session)
        assert started.state.held is not None
        assert {"A-113"} <= {up.code for up in started.state.alarms}
        assert started.tap(i.ConfirmFelt(), "Chef 1") == ""
        assert started.tap(i.Resume(), "Chef 1") == "void_only"
        started.table.take(i.CardObserved(FaceDown(DECK[20])))  # what leaves the shoe now lies nowhere
        assert started.tap(i.ArmVoid(EQUIPMENT), "Chef 1") == ""
        assert started.tap(i.VoidRound(EQUIPMENT), "Chef 2") == "badge_comite", (
            "whatever the cards, two persons"
        )
        assert started.tap(i.VoidRound(EQUIPMENT), "Durand", Role.COMITE) == ""
        back: dict[int, dict[Spot, int]] = {}
        for n in seats_to_refund(started.state):
            back[n] = {line.spot: line.cents for line in refund_of(started.state, n) if not line.carried}
            assert started.tap(i.RefundSeat(n)) == ""
        assert back == {n: staked[n] | ({Spot.JP1: 500} if n in chips else {}) for n in staked}
        assert started.state.phase is Phase.BETTING
        assert started.tap(i.SetStakes(1, 1000, 0)) == ""
        assert started.tap(i.CloseBets()) == "master_lost", "no card is dealt that cannot be sealed"
        assert started.tap(i.CloseTable(), "Chef 1") == ""
        assert r.EndProcess() in react(started.state)
        assert started.tap(i.OpenTable()) == "master_lost"
    acts = read_acts(books.folder)
    view = books.book.read(check=True)
    assert compare(acts.acts, books.book.acts(), view).findings == ()
    assert (view.stakes_count, view.meter_cents) == (1, 1_000_125), "of the round before alone"
    report = verify(books.folder)
    assert (report.ok, report.faults) == (True, ())
    after = books.open(new)
    with after.journal:
        assert (after.journal.opening.session, after.journal.has_keys, after.lost) == (2, True, "")


@pytest.mark.parametrize("cut", ["the players decide", "the flop is open"])
def test_a_start_that_has_the_master_again_goes_on_in_the_same_round(
    cut: str, tmp_path: Path, book: SqliteBook, monkeypatch: pytest.MonkeyPatch
) -> None:
    books = Books(tmp_path, book)
    before = books.cut_off(monkeypatch, CUTS[cut])
    with (session := books.open(table_keys(tmp_path).master)).journal:
        assert Started(books, session).tap(i.ArmVoid(EQUIPMENT), "Chef 1") == "felt_first"
    with (session := books.open(table_keys(tmp_path).master, LOST)).journal:
        started = Started(books, session)
        assert (session.lost, started.state.master_lost) == ("", "")
        assert "A-113" not in {up.code for up in started.state.alarms}
        assert started.state.playing.cards == before.playing.cards, "each as it was dealt"
        assert started.tap(i.ConfirmFelt(), "Chef 1") == ""
        assert started.tap(i.Resume(), "Chef 1") == ""
        assert (started.state.phase, started.state.held) == (before.phase, None)
    assert verify(books.folder).ok


def test_a_round_whose_hands_are_open_is_settled_without_the_master(
    tmp_path: Path, book: SqliteBook, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every card that counts is known by its reveal: a winner is paid, and the table is closed after."""
    books = Books(tmp_path, book)

    def play(felt: Felt) -> Felt:
        felt = CUTS["the flop is open"](felt).play(2, 1).do(i.CallStreet()).draw("Jd 3h")
        return felt.showdown().do(i.OpenSettlement(), i.SettleSeat(3))

    books.cut_off(monkeypatch, play)
    with (session := books.open(table_keys(tmp_path).master)).journal:
        started = Started(books, session)
        assert started.tap(i.ConfirmFelt(), "Chef 1") == ""
        assert started.state.held is None
        assert started.tap(i.ArmVoid(EQUIPMENT), "Chef 1") == "void_too_late"
        assert started.tap(i.SettleSeat(1)) == ""
        assert started.state.phase is Phase.CLEARING
        told = [one.event for one in session.journal.events() if isinstance(one.event, e.SeatSettled)]
        assert told[-1] == books.felt.do(i.SettleSeat(1)).events(e.SeatSettled)[-1]
        assert started.tap(i.NextRound()) == ""
        assert started.tap(i.CloseTable(), "Chef 1") == ""
    assert verify(books.folder).ok


def test_a_simulation_of_another_seed_is_refused_as_ever(tmp_path: Path) -> None:
    felt = dealt()
    path = put_back(tmp_path / "journals", felt, simulated=True)
    with pytest.raises(WrongMaster, match="another seed"):
        open_session(
            *(path.parent, lambda session, first: facts(session=session, first_round=first)),
            *(TABLE, VirtualClock(START_MS), table_keys(tmp_path).master),
            durable=False,
        )
