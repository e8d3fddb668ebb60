"""The jackpot book and a process killed around each of its acts: every act once, whatever died when.

The crash points of a money act: before it is asked; asked and the book not reached; the book killed in its
transaction; the book committed and the answer not journalled; the answer journalled and not shown. Then
the files themselves: a journal older than the book, a book older than the journal (architecture, section 5).
"""

from __future__ import annotations

import json
import queue
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from controller.book.answers import Key, LastEntry
from controller.book.bookkeeper import Bookkeeper
from controller.book.differences import difference_of
from controller.book.port import Account, Book, BookUnreachable
from controller.book.worker import Worker
from controller.cli import main
from controller.game import inputs as i
from controller.game import requests as r
from controller.game.react import book_request
from controller.game.requests import Request
from controller.game.state import Phase
from tests.long import long
from tests.patience import PATIENCE_S
from tests.simulation.chain import Chain, Quiet, assert_like_the_uninterrupted
from tests.simulation.feeder import BOOK, JOURNALS, Feeder, Target
from tests.simulation.nights import PLACES, begin
from tests.simulation.script import TABLE

# --- one act, killed around ----------------------------------------------------------------------

ACTS: dict[str, tuple[type[Request], int]] = {
    "contribute": (r.Contribute, 1),
    "contribute of a seat that joins a new deal": (r.Contribute, 4),
    "claim": (r.Claim, 3),
    "award of the jackpot": (r.Award, 3),
    "award of a fixed prize": (r.Award, 2),
    "refuse": (r.RefuseClaim, 5),
    "refund of a seat that leaves": (r.Refund, 4),
    "finish": (r.Finish, 1),
}
"""The act, and the round of the night in which it happens; its last one there, for a contribution."""
FIRST = ("contribute", "award of the jackpot")
NAMES = {r.Contribute: "contribute", r.Claim: "claim", r.Award: "award", r.RefuseClaim: "refuse"}
NAMES |= {r.Refund: "refund", r.Finish: "finish"}

ASKING = {
    "before it is asked": "before_begin",
    "asked and not committed": "before_commit",
    "asked, the book not reached": "after_commit",
}
ANSWERING = {
    "the book reached and not begun": "{act}:before_begin",
    "in the transaction of the book": "{act}:before_commit",
    "the book committed, nothing heard": "{act}:after_commit",
    "answered, the answer not journalled": "before_begin",
    "answered, the answer not committed": "before_commit",
    "journalled and not shown": "after_commit",
}
IN_THE_BOOK = ("the book committed, nothing heard", "answered, the answer not journalled")
IN_THE_BOOK += ("answered, the answer not committed",)


def places_of(quiet: Quiet, kind: type[Request], round_: int) -> tuple[int, int]:
    """Where the act is asked, and where it is answered."""
    numbers = quiet.script.of_round(round_)
    answered = [number for number in quiet.script.answers(kind) if number in numbers]
    answer = answered[-1] if kind is r.Contribute else answered[0]
    money = [one["money"] for one in quiet.after]
    asked = max(n for n in quiet.steps if n < answer and money[n - 1] != money[n])
    return asked, answer


def kill_around(quiet: Quiet, kind: type[Request], round_: int, folder: Path) -> None:
    """The act is killed at every point, each time from the same files, and the round played to its end."""
    asked, answer = places_of(quiet, kind, round_)
    end = quiet.script.of_round(round_).stop
    Chain(quiet, folder / "before", asked)
    points = {name: Target(asked, point) for name, point in ASKING.items()}
    points |= {name: Target(answer, point.format(act=NAMES[kind])) for name, point in ANSWERING.items()}
    for name, target in points.items():
        where = folder / name
        shutil.copytree(folder / "before", where)
        chain = Chain(quiet, where)
        chain.position = asked
        chain.kill(target)
        in_flight = chain.verified()
        if name in IN_THE_BOOK:
            assert "the answer not in the journal" in in_flight[0], name
        elif name in (*list(ASKING)[2:], *list(ANSWERING)[:2]):
            assert "not in the book" in in_flight[0], name
        assert_like_the_uninterrupted(chain, end)
        with Feeder(quiet.script, where) as feeder:
            acts = list(feeder.book.acts())
        assert acts == quiet.acts[: len(acts)]
        assert all(act.key.round > round_ for act in quiet.acts[len(acts) :])


@pytest.mark.slow
@pytest.mark.parametrize("act", [act if act in FIRST else long(act) for act in ACTS])
def test_an_act_killed_at_every_point_is_in_the_book_once(act: str, carrying: Quiet, tmp_path: Path) -> None:
    kind, round_ = ACTS[act]
    kill_around(carrying, kind, round_, tmp_path)


@pytest.mark.slow
def test_refunds_of_a_void_round_killed_at_every_point_are_in_the_book_once(
    refunding: Quiet, tmp_path: Path
) -> None:
    kill_around(refunding, r.Refund, 1, tmp_path)


# --- files that were put back --------------------------------------------------------------------


class Copies:
    """A night in a folder whose files can be put back as they were."""

    def __init__(self, quiet: Quiet, folder: Path) -> None:
        self.quiet = quiet
        self.folder = folder
        self._kept = folder.with_name(folder.name + "-kept")
        self._position = 0

    def play_to(self, number: int) -> None:
        """The script was given to the table up to here, and the files are closed."""
        with Feeder(self.quiet.script, self.folder) as feeder:
            for n in range(feeder.start(self._position), number):
                feeder.feed(n)
        self._position = number

    def keep(self) -> None:
        """The files as they are now are put aside."""
        shutil.copytree(self.folder, self._kept)

    def put_back(self, name: str) -> None:
        """The journals, or the book, are again as they were put aside."""
        kept, here = self._kept / name, self.folder / name
        if here.is_dir():
            shutil.rmtree(here)
            shutil.copytree(kept, here)
        else:
            shutil.copy(kept, here)

    def agree(self) -> bool:
        """What `book verify` says."""
        paths = [str(self.folder / BOOK), "--journal", str(self.folder / JOURNALS)]
        code = CliRunner().invoke(main, ["book", "verify", *paths]).exit_code
        assert code in (0, 1)
        return code == 0


def assert_jp1_is_closed(feeder: Feeder) -> None:
    """No stake is taken, and a person is called."""
    state = feeder.table.state
    assert (state.jackpot.open, state.jackpot.closed_code) == (False, "book_differs")
    assert "A-102" in {alarm.code for alarm in state.alarms}


def betting(quiet: Quiet, round_: int) -> int:
    """A place at the beginning of the bets of a round."""
    return quiet.script.starts[round_] + 1


def bring_the_other_deck(feeder: Feeder) -> None:
    """The deck of the other colour left the shuffler's tray, counted (CS-04)."""
    decks = feeder.table.state.decks
    other = {"red": "blue", "blue": "red"}.get(decks.dealt, "red")
    shuffle = i.ShufflerMode.SHUFFLE
    feeder.table.take(i.ShufflerObserved(shuffle, decks.dealt, other, 52, True))
    feeder.table.take(i.ShufflerObserved(shuffle, decks.dealt, "", 0, False))


@pytest.mark.parametrize("older", [JOURNALS, BOOK])
def test_jp1_closes_when_journal_or_book_is_older_than_the_other(
    older: str, carrying: Quiet, tmp_path: Path
) -> None:
    copies = Copies(carrying, tmp_path / "night")
    copies.play_to(betting(carrying, 2))
    copies.keep()
    copies.play_to(betting(carrying, 3))
    assert copies.agree()
    copies.put_back(older)
    assert not copies.agree()
    for _ in range(2):  # and it stays closed: nobody has accepted the difference
        with Feeder(carrying.script, tmp_path / "night") as feeder:
            before = list(feeder.book.acts())
            feeder.start(betting(carrying, 2 if older == JOURNALS else 3))
            assert_jp1_is_closed(feeder)
            assert feeder.table.take(i.ConfirmRest()) is None
            feeder.table.take(i.ChipObserved(feeder.table.state.players[0], True))
            bring_the_other_deck(feeder)
            assert feeder.table.take(i.CloseBets()) is None
            assert feeder.table.state.phase is Phase.DEALING  # the main game goes on, without JP1
            assert list(feeder.book.acts()) == before
            feeder.table.take(i.BadgeObserved("Chef 1", i.Role.CHEF))
            for act in (i.ArmVoid(i.Incident.EQUIPMENT), i.VoidRound(i.Incident.EQUIPMENT)):
                assert feeder.table.take(act) is None
            for seat in reversed(feeder.table.state.players):
                assert feeder.table.take(i.RefundSeat(seat)) is None


def accept(feeder: Feeder) -> None:
    """Two of the comité have seen the difference and have JP1 taken up again."""
    for person, act in (("MCD 03", i.ReopenJackpot()), ("Le Goff", i.ApproveMeterAct())):
        badge = i.BadgeObserved(person, i.Role.COMITE)
        feeder.table.take(badge)
        state = feeder.table.state
        if state.facts.register and state.badge is not None:
            feeder.table.take(i.PinAnswered(person, state.badge.shown, True))
        assert feeder.table.take(act) is None
    request = book_request(feeder.table.state)
    assert isinstance(request, r.Reopen)
    feeder.table.take(feeder.keeper.perform(request, feeder.clock.now_ms()))


@pytest.mark.parametrize("older", [JOURNALS, BOOK])
def test_jp1_opens_on_the_difference_that_two_persons_accepted_and_stays_open(
    older: str, carrying: Quiet, tmp_path: Path
) -> None:
    """RC-04: shown, accepted by two, journalled; the next start goes on from the book as it stands."""
    copies = Copies(carrying, tmp_path / "night")
    copies.play_to(betting(carrying, 2))
    copies.keep()
    copies.play_to(betting(carrying, 3))
    copies.put_back(older)
    place = betting(carrying, 2 if older == JOURNALS else 3)
    with Feeder(carrying.script, tmp_path / "night") as feeder:
        feeder.start(place)
        assert_jp1_is_closed(feeder)
        shown = feeder.table.state.upkeep.difference
        assert shown is not None
        assert (shown.found_seq > shown.told_seq) is (older == JOURNALS)
        accept(feeder)
        state = feeder.table.state
        assert (state.jackpot.open, state.upkeep.stop, state.upkeep.difference) == (True, None, None)
        assert state.jackpot.meter_cents == feeder.book.meter().meter_cents
    with Feeder(carrying.script, tmp_path / "night") as feeder:
        feeder.start(place)
        assert feeder.table.state.jackpot.open, "the accepted difference is none any more"


def test_an_act_of_an_older_journal_is_heard_again_and_not_done_again(
    carrying: Quiet, tmp_path: Path
) -> None:
    """The journal was put back to where a contribution had just been asked; the book has gone on."""
    asked, answer = places_of(carrying, r.Contribute, 2)
    copies = Copies(carrying, tmp_path / "night")
    copies.play_to(asked + 1)
    copies.keep()
    copies.play_to(betting(carrying, 3))
    copies.put_back(JOURNALS)
    with Feeder(carrying.script, tmp_path / "night") as feeder:
        before = list(feeder.book.acts())
        feeder.start(answer)
        assert_jp1_is_closed(feeder)
        feeder.feed(answer)
        assert feeder.table.state.money is None
        assert feeder.table.state.playing.contributed
        assert_jp1_is_closed(feeder)
        assert list(feeder.book.acts()) == before


@pytest.mark.parametrize("lost", [JOURNALS, BOOK])
def test_jp1_stays_closed_when_journal_or_book_is_gone(lost: str, carrying: Quiet, tmp_path: Path) -> None:
    copies = Copies(carrying, tmp_path / "night")
    copies.play_to(betting(carrying, 2))
    shutil.move(tmp_path / "night" / lost, tmp_path / "away")
    with Feeder(carrying.script, tmp_path / "night") as feeder:
        feeder.start(betting(carrying, 2))
        assert_jp1_is_closed(feeder)


@pytest.mark.long
def test_a_night_with_an_older_book_plays_without_jp1(tmp_path: Path) -> None:
    """The comparison looks back beyond a session that had no JP1 act yet."""
    for _ in range(2):
        night = begin(tmp_path, PLACES[0], "--rounds", "5", "--seed", "7")
        assert night.result()["book"]["contributed_cents"] > 0
        if not (tmp_path / "older").exists():
            shutil.copy(night.book, tmp_path / "older")
    shutil.copy(tmp_path / "older", night.book)
    said = night.tapis("book", "verify", str(night.book), "--journal", str(night.journals), "--json")
    before = json.loads(said.stdout)
    assert not before["ok"]
    third = begin(tmp_path, PLACES[0], "--rounds", "5", "--seed", "7").result()
    assert third["rounds"] == 5
    assert third["book"]["contributed_cents"] == before["contributed_cents"]
    assert sum(third["jp1"].values()) == 0


@pytest.mark.parametrize("reached", [False, True])
def test_a_table_cut_off_agrees_with_its_book_whether_the_act_was_done_or_not(
    reached: bool, carrying: Quiet, tmp_path: Path
) -> None:
    asked, answer = places_of(carrying, r.Contribute, 2)
    target = Target(answer, "contribute:after_commit") if reached else Target(asked, "after_commit")
    Chain(carrying, tmp_path, asked).kill(target)
    with Feeder(carrying.script, tmp_path) as feeder:
        told = feeder.session.told
        assert [act.kind for act in told if not act.recorded] == ["contribute"]
        assert difference_of(feeder.book, TABLE, told) is None
        assert (difference_of(feeder.book, TABLE, told[:-1]) is None) is not reached


def test_what_persons_do_in_the_book_is_no_difference(carrying: Quiet, tmp_path: Path) -> None:
    copies = Copies(carrying, tmp_path / "night")
    copies.play_to(betting(carrying, 2))
    with Feeder(carrying.script, tmp_path / "night") as feeder:
        key = Key(TABLE, feeder.session.journal.journal_id, 0, 0, "correct")
        feeder.book.correct(key, Account.METER, 5, ("MCD 03", "OV 11"), "relevé", 7)
        assert difference_of(feeder.book, TABLE, feeder.session.told) is None


# --- the thread that asks the book ---------------------------------------------------------------


class Away:
    """A book that cannot be reached so many times."""

    def __init__(self, book: Book, times: int) -> None:
        self.times = times
        self._book = book

    def last(self, table: str) -> LastEntry | None:
        if self.times:
            self.times -= 1
            raise BookUnreachable("locked")
        return self._book.last(table)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._book, name)


@pytest.mark.parametrize("away", [0, 2])
def test_the_comparison_is_heard_before_anything_else(
    away: int, carrying: Quiet, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """JP1 is not opened on the word of a book that nobody has compared."""
    monkeypatch.setattr("controller.book.worker.ASK_AGAIN_MS", 1)
    copies = Copies(carrying, tmp_path / "night")
    copies.play_to(betting(carrying, 2))
    heard: queue.Queue[object] = queue.Queue()
    with Feeder(carrying.script, tmp_path / "night") as feeder:
        book: Any = Away(feeder.book, away)
        keeper = Bookkeeper(book, TABLE, feeder.session.journal.journal_id, feeder.session.told[:-1])
        worker = Worker(keeper, feeder.clock, heard.put)
        worker.ask(r.ReadMeter())
        worker.start()
        said = [heard.get(timeout=PATIENCE_S) for _ in range(away + 2)]
        worker.stop()
    assert [type(one) for one in said] == [i.BookUnreachable] * away + [i.BookRefused, i.MeterObserved]
    refused: Any = said[away]
    assert (refused.act, refused.code) == ("start", "book_differs")
    assert refused.difference.found_seq == refused.difference.told_seq + 1
