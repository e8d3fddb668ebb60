"""Any book, any difference: the round goes on, two persons accept it by name, the table closes.

Every act that a table asks of its book meets a book that has forgotten what the act rests on, that forgets it
once it has acknowledged it, that refuses it for good, or that has another act under its key; of both kinds,
accepted in mid-round, between rounds, or after the program was started again (rules,
section 7, point 10).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from controller.book.answers import Key
from controller.book.bookkeeper import _KINDS
from controller.book.port import Account, award_kind
from controller.game import events as e
from controller.game import inputs as i
from controller.game import requests as r
from controller.game.jackpot.owed_at_closing import still_owing
from controller.game.meter.acts import residual_cents
from controller.game.meter.interruption import closed_for_good
from controller.game.meter.types import CorrectionReason, StopCause, StopFate
from controller.game.money import MICRO
from controller.game.state import Phase
from controller.journal.verify import verify
from tests.builders import CHEF, COMITE
from tests.law.requirements import requirement
from tests.long import long
from tests.private_postgres import PrivateServer
from tests.shell.book.jackpot_books import STAKE, TWO
from tests.shell.book.room import DIRECTOR, TABLE, FileShelf, Room, ServerShelf, Shelf
from tests.shell.journal.inspector import INSPECTOR

ROYAL = ("As Ks 2c 7d 3h 4s", "Qs Js Ts", "4d 9h")
BOARD_MADE = ("2c 3d 5c 6d Qs Js", "Kc Kd Kh", "9s 9d")
NOTHING = ("2c 3d 4c 5d Qs Js", "Kc 8d 7h", "9s 4d")
OTHER = 9
"""A deal that no table asks of: under its number another hand writes in the book."""


# --- the acts: a round, or the quiet before it, in which each is asked ---------------------------


def quiet_round(room: Room) -> None:
    room.bets(1, 2).played(NOTHING).settled()


def prize(room: Room) -> None:
    room.bets(1, 2).played(BOARD_MADE).settled()


def royal(room: Room) -> None:
    room.bets(1, 2).played(ROYAL).resumed()
    if room.state.playing.verification is not None:  # or its stakes were refused
        room.prove_hand().release()
    room.settled()


def royal_refused(room: Room) -> None:
    room.bets(1, 2).played(ROYAL).resumed()
    if room.state.playing.verification is not None:
        room.refuse(i.ClaimDoubt.IMAGES)
    room.settled()


def seat_leaves(room: Room) -> None:
    """The deal is void, its stakes carried; both players leave and take theirs with them."""
    room.bets(1, 2).draw("2c").void()
    for seat in (1, 2):
        room.resumed().do(i.VacateSeat(seat))
    if room.resumed().state.playing.attempt > 1:  # or no stake was carried
        room.do(i.CloseBets()).resumed()


def sealed(room: Room) -> None:
    """The book is away when the stakes are collected; the chips are sealed, and it is asked what it has."""
    room.before.append((of(r.Contribute), lambda room, asked: room.shelf.away()))
    room.bets(1, 2)
    assert isinstance(room.state.money, e.ContributionAsked)
    room.at.advance_to(room.at.now_ms() + room.state.facts.unanswered_ms)
    room.see(i.TimeObserved(room.at.now_ms())).badge(*CHEF)
    room.deaf = True
    room.do(i.SetStakesAside(2)).refund()
    room.shelf.there()
    room.deaf = False
    room.see(i.TimeObserved(room.at.now_ms())).resumed()
    assert not isinstance(room.state.money, e.ContributionAsked)
    room.badge(*CHEF).do(i.OpenSeal(2))


def corrected(room: Room) -> None:
    room.badge(*COMITE).do(i.CorrectMeter(-100, CorrectionReason.MALFUNCTION))
    room.badge(*DIRECTOR).do(i.ApproveMeterAct())


def stopped(room: Room) -> None:
    room.badge(*COMITE).do(i.StopJackpot(StopFate.ORPHANS)).badge(*DIRECTOR).do(i.ApproveMeterAct())


def taken_up(room: Room) -> None:
    stopped(room)
    if not room.mends:
        room.reopened()


def read(room: Room) -> None:
    room.badge(*COMITE).do(i.Reconcile())


def of(kind: type[r.BookRequest], word: str = "") -> Callable[[r.BookRequest], bool]:
    """A request of this kind; of awards, of these prizes."""

    def wanted(asked: r.BookRequest) -> bool:
        if not isinstance(asked, kind) or (isinstance(asked, r.Reopen) and asked.reason != "stopped"):
            return False
        return not word or (isinstance(asked, r.Award) and {name for name, _ in asked.awards} == {word})

    return wanted


@dataclass(frozen=True)
class Asked:
    """An act of the book: how it comes to be asked, which request it is, and who else does it first."""

    play: Callable[[Room], None]
    request: Callable[[r.BookRequest], bool]
    first: Callable[[Room, Key], Any] | None
    """Another hand that leaves the book with nothing to do for this act, so that it refuses it for good."""


def by_hand(key: Key, kind: str) -> Key:
    return Key(key.table, key.journal_id, key.round, OTHER, kind, key.seat)


def ended(room: Room, key: Key) -> None:
    room.book.finish(by_hand(key, "finish"), 1)


def withdrawn(room: Room, key: Key) -> None:
    room.book.refuse(by_hand(key, "refuse"), TWO, "ailleurs", 1)


def drained(room: Room, key: Key) -> None:
    micro = room.book.read().meter_micro
    room.book.correct(by_hand(key, "correct"), Account.METER, -micro, TWO, "ailleurs", 1)


ACTS = {
    "contribute": Asked(
        quiet_round,
        of(r.Contribute),
        lambda room, key: room.book.contribute(by_hand(key, "contribute"), (2,), STAKE, 1),
    ),
    "finish": Asked(quiet_round, of(r.Finish), ended),
    "award": Asked(prize, of(r.Award), ended),
    "claim": Asked(royal, of(r.Claim), ended),
    "jackpot": Asked(royal, of(r.Award, "jackpot"), withdrawn),
    "consolation": Asked(royal, of(r.Award, "consolation"), ended),
    "refuse": Asked(royal_refused, of(r.RefuseClaim), withdrawn),
    "refund": Asked(
        seat_leaves,
        of(r.Refund),
        lambda room, key: room.book.refund(by_hand(key, "refund"), key.seat or 0, 1),
    ),
    "forgo": Asked(sealed, of(r.Forgo), None),
    "correct": Asked(corrected, of(r.Correct), drained),
    "stop": Asked(
        stopped,
        of(r.Stop),
        lambda room, key: room.book.stop(by_hand(key, "stop"), "orphans", TWO, "ailleurs", 1),
    ),
    "reopen": Asked(
        taken_up,
        of(r.Reopen),
        lambda room, key: room.book.reopen(by_hand(key, "reopen"), TWO, "ailleurs", 1),
    ),
    "read": Asked(read, of(r.ReadBook), None),
}


# --- the differences -----------------------------------------------------------------------------


def key_of(room: Room, asked: r.BookRequest) -> Key:
    kind: str = _KINDS[type(asked)]
    if isinstance(asked, r.Award):
        kind = award_kind(name for name, _ in asked.awards)
    return Key(TABLE, room.journal_id, asked.round, asked.attempt, kind, getattr(asked, "seat", None))


def forgotten(room: Room, act: Asked) -> None:
    """What the act rests on is gone from the book when it is asked."""
    room.before.append((act.request, lambda room, asked: room.shelf.put_back()))


def forgets(room: Room, act: Asked) -> None:
    """The act is acknowledged, and gone from the book a moment later."""
    room.after.append((act.request, lambda room, asked: room.shelf.put_back()))


def refuses(room: Room, act: Asked) -> None:
    """Another hand was first, and the book refuses the act for good."""
    assert act.first is not None
    first = act.first
    room.before.append((act.request, lambda room, asked: first(room, key_of(room, asked))))


def another(room: Room, act: Asked) -> None:
    """The book has another act under the key: the journal was once put back, and played on otherwise."""
    room.before.append(
        (act.request, lambda room, asked: room.book.forgo(key_of(room, asked), (7,), STAKE, 1))
    )


DIFFERENCES = {each.__name__: each for each in (forgotten, forgets, refuses, another)}
MOMENTS = ("in mid-round", "between rounds", "after a restart")


def verified(room: Room) -> bool:
    """`tapis journal verify` and the verifier that stands alone find the journals good."""
    folder, before = room.folder / "journals", None
    for one in INSPECTOR.journals_of([folder]):
        try:
            _, last, _ = one.check(INSPECTOR.Trust(), before, "", False)
        except INSPECTOR.Bad:
            return False
        before = one.order[1], last
    return verify(folder).ok


def cases() -> Iterator[Any]:
    """Every act with every difference, at every moment, of both books. A run has each pair once, at one
    moment or another, and some with the linked book; the trials have all."""
    pairs = [
        (act, difference)
        for act, asked in ACTS.items()
        for difference in DIFFERENCES
        if not (difference == "refuses" and asked.first is None) and (act, difference) != ("read", "another")
    ]
    for n, (act, difference) in enumerate(pairs):
        for m, moment in enumerate(MOMENTS):
            for book in ("sqlite", "postgres"):
                now = n % len(MOMENTS) == m and (book == "sqlite" or n % len(DIFFERENCES) == 1)
                yield (act, difference, moment, book) if now else long(act, difference, moment, book)


@pytest.fixture
def shelf(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Shelf]:
    made: Shelf
    if request.param == "sqlite":
        made = FileShelf(tmp_path)
    else:
        server: PrivateServer = request.getfixturevalue("postgres")
        made = ServerShelf(server)
    yield made
    made.clear()


@requirement("RC-04")
@pytest.mark.parametrize(("act", "difference", "moment", "shelf"), list(cases()), indirect=["shelf"])
def test_two_persons_can_go_on(tmp_path: Path, act: str, difference: str, moment: str, shelf: Shelf) -> None:
    room = Room(tmp_path, shelf)
    try:
        goes_on(room, ACTS[act], difference, moment)
    finally:
        room.stop()


def goes_on(room: Room, asked: Asked, difference: str, moment: str) -> None:
    room.open()
    room.bets(1).played(("2c 3d Qs Js", *NOTHING[1:])).settled().do(i.NextRound()).copy()
    room.bets(1, 2).played(NOTHING).settled().do(i.NextRound())
    DIFFERENCES[difference](room, asked)
    room.mends = moment == "in mid-round"
    asked.play(room)
    assert room.before == room.after == [], "the book was meddled with"
    if moment == "after a restart":
        room.stop().start()
    if room.state.phase is Phase.CLEARING:
        room.resumed().do(i.NextRound())
    room.see(i.TimeObserved(room.at.now_ms()), i.TimeObserved(room.at.now_ms()))
    listed = set(room.names())
    for _ in range(3):  # what the book tells when it is asked to reopen is shown first
        if not closed_for_good(room.state):
            break
        room.reopened()
    assert room.state.jackpot.open
    named = {
        (act.kind, act.round, act.seat, act.code) for one in room.told(e.JackpotReopened) for act in one.acts
    }
    assert listed <= named, "what was accepted was told by its name"
    assert room.state.upkeep.aside == ()
    room.bets(3).played(("2c 3d Qs Js", *NOTHING[1:])).settled().closed()
    assert room.state.phase is Phase.CLOSED
    assert not still_owing(room.state)
    found = room.verdict()
    told = [one for one in found.findings if f"/{OTHER}" not in one]  # the other hand has no journal
    assert (told, found.in_flight) == ([], ())
    assert verified(room)


def test_the_journal_of_a_round_that_goes_on_in_a_book_that_went_back_verifies(tmp_path: Path) -> None:
    """Its end is written below a prize that the book has lost, before anybody could accept that."""
    room = Room(tmp_path).open()
    assert isinstance(room, Room)
    room.bets(1, 2)
    room.shelf.copy()
    room.before.append((of(r.Finish), lambda room, asked: room.shelf.put_back()))
    room.played(("Kh Kd 4c 9h 2c 3d", "Kc 8d 8h", "9s 4d")).settled()
    for _ in range(3):
        room.see(i.TimeObserved(room.at.now_ms()))
    [prize_told], [end] = room.told(e.AwardRecorded), room.told(e.FinishRecorded)
    assert isinstance(prize_told, e.AwardRecorded)
    assert isinstance(end, e.FinishRecorded)
    assert end.book_seq <= prize_told.book_seq
    assert verified(room)
    room.reopened().closed()
    assert verified(room)
    room.stop()


def test_what_another_hand_moved_while_two_signed_for_the_book_is_accepted_by_the_next_two(
    tmp_path: Path,
) -> None:
    """PM-11, AC-08: the book of a table alone was silent, and 7,000 € were first told by its answer."""
    room = Room(tmp_path).open()
    assert isinstance(room, Room)
    room.bets(1).played(("2c 3d Qs Js", *NOTHING[1:])).settled().do(
        i.NextRound(), i.ReportStop(StopCause.DISPLAY)
    )
    other = Key("UTH-9", "9" * 64, 0, OTHER, "correct", None)
    room.before.append(
        (
            lambda asked: isinstance(asked, r.Reopen),
            lambda room, asked: room.book.correct(
                other, Account.METER, 7_000 * 100 * MICRO, TWO, "ailleurs", 1
            ),
        )
    )
    room.reopened()
    assert (room.before, room.state.jackpot.closed_code) == ([], "residual")
    assert (room.state.upkeep.session.accepted_cents, residual_cents(room.state)) == (0, 700_000)
    room.reopened()
    assert room.state.jackpot.open
    room.bets(3).played(("2c 3d Qs Js", *NOTHING[1:])).settled().closed()
    assert (room.state.phase, verified(room)) == (Phase.CLOSED, True)
    (certified,) = room.told(e.HistoryCertified)
    assert isinstance(certified, e.HistoryCertified)
    assert certified.session.accepted_cents == 700_000
    room.stop()
