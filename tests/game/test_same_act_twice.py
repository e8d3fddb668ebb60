"""Two acts of the book are never one: what a seat stakes or wins once more in a deal has a key of its own.

The felt plays on the real book, by the keys that the bookkeeper makes of its requests.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import pytest

from controller.book.answers import BookView
from controller.book.bookkeeper import Bookkeeper
from controller.book.shares import Terms
from controller.book.sqlite import SqliteBook
from controller.book.verify import acts_of, compare
from controller.game import events as e
from controller.game import inputs as i
from controller.game import requests as r
from controller.game.dealing.declared_hand import Outcome
from controller.game.felt import Pile, Place, board, dealer, hole
from controller.game.hands import HandClass
from controller.game.inputs import ClaimDoubt, Health, Machine, Role
from controller.game.react import react
from tests.builders import SHARE, STAKE_CENTS, Felt, card

TERMS = Terms(STAKE_CENTS, 1_000_000, SHARE, 0, 1_000_000 - SHARE)
JOURNAL = "ab" * 32


class BookedFelt(Felt):
    """A felt whose requests are performed by the bookkeeper on a book of its own."""

    def __init__(self) -> None:
        super().__init__(jp1=False)
        self.book = SqliteBook.create(":memory:", TERMS)
        self.keeper = Bookkeeper(self.book, self.state.facts.table, JOURNAL)
        self.see(self.keeper.perform(r.ReadMeter(), self.now_ms))

    def _answer(self) -> None:
        """A request is asked as often as the state wants it, as a table does after a restart."""
        asked = [one for one in self.wanted() if isinstance(one, r.BookRequest)]
        if asked and self.answering:
            self.asked.append(asked[0])
            self.see(self.keeper.perform(asked[0], self.now_ms))

    def wanted(self) -> tuple[r.Request, ...]:
        """What the table wants now."""
        return react(self.state)

    def assert_agrees(self) -> BookView:
        """Journal and book tell the same acts, and the ledger adds up."""
        view = self.book.read(check=True)
        told = acts_of(self.state.facts.table, JOURNAL, [entry.event for entry in self.entries])
        verdict = compare(told, self.book.acts(), view)
        assert verdict.sound, verdict.findings
        assert not verdict.in_flight
        return view


@contextmanager
def booked() -> Iterator[BookedFelt]:
    """A felt on its book, open; the book is closed at the end."""
    felt = BookedFelt()
    try:
        felt.open()
        yield felt
    finally:
        felt.book.close()


def left_and_taken_again(felt: BookedFelt) -> None:
    """Seat 1 leaves with a carried stake, and a new player sits down there with a chip of his own."""
    felt.stakes(s1=1000, s2=1000).chips(1, 2).close()
    felt.draw("As Kd")
    felt.void().see(i.BadgeGone()).do(i.VacateSeat(1)).as_before(2)
    assert felt.book.read().stakes_count == 1
    felt.stakes(s1=500).sweep().chips(1)


def test_a_seat_taken_again_in_a_new_deal_is_refunded_once_more() -> None:
    """Void, the player leaves, another one stakes JP1 at his seat in the new deal, and takes it back."""
    with booked() as felt:
        left_and_taken_again(felt)
        felt.close()
        assert felt.book.read().stakes_count == 2
        felt.do(i.ProposeCorrection(1)).badge().do(i.ApproveCorrection())
        assert len(felt.events(e.RefundRecorded)) == 2
        assert felt.assert_agrees().stakes_count == 1, "the second stake is still in the book"


def test_the_sealed_chip_of_a_seat_taken_again_leaves_the_book() -> None:
    """The same seat, and nobody answers the press: its chip is sealed, and given back once it is out."""
    with booked() as felt:
        left_and_taken_again(felt)
        felt.answering = False
        felt.do(i.CloseBets(), i.CollectJp1()).sweep()
        press = next(one for one in felt.wanted() if isinstance(one, r.Contribute))
        felt.keeper.perform(press, felt.now_ms)  # it arrives, and its answer is lost
        felt.see(i.BookUnreachable("contribute", "timeout"))
        felt.see(i.TimeObserved(felt.now_ms + felt.state.facts.unanswered_ms)).badge()
        felt.do(i.SetStakesAside(1))
        felt.answering = True
        felt.see(i.BadgeGone())
        aside = felt.state.aside
        assert aside is not None
        assert aside.refunded == (1,)
        assert felt.assert_agrees().stakes_count == 1, "the sealed chip goes back, and its stake does not"


def quads_then_a_contested_royal(felt: BookedFelt) -> BookedFelt:
    """By hand: seat 4 is settled on four queens; then seat 7, told as a straight, is keyed as a royal."""
    felt.stakes(s4=1000, s7=1000).chips(4, 7)
    felt.see(i.HealthObserved(Machine.SHOE, Health.LOST)).badge().do(i.DealByHand()).close()
    felt.do(i.ConfirmDealt())
    keys(felt, keyed("board", "Qs Js Ts Qd Qh"))
    felt.do(i.BetRest())
    keys(felt, [*keyed("dealer", "3h 7c"), *keyed("hole", "Qc 2c", seat=4)])
    felt.do(told_as_straight(7), i.OpenHands(), i.OpenSettlement(), i.ContestSeat(7), i.SettleSeat(4))
    assert felt.events(e.AwardAsked) == [], "another hand may still change the prize"
    keys(felt.badge(), keyed("hole", "As Ks", seat=7))
    return felt


def keys(felt: Felt, cards: Iterable[tuple[Place, str]]) -> None:
    for place, text in cards:
        felt.do(i.KeyCard(place, card(text)), i.KeyCard(place, card(text)))
        if place.pile is Pile.BOARD:
            felt.tap(i.CheckRest())


@pytest.mark.parametrize(
    ("true", "booked_cents"),
    [("9s", 0), ("2s", 10 * STAKE_CENTS)],
    ids=["no prize", "a full house"],
)
def test_a_prize_that_rested_on_a_card_keyed_wrongly_is_booked_as_it_truly_is(
    true: str, booked_cents: int
) -> None:
    """The queen of spades was another card: quads of 500 € stood in the book, and nobody had them."""
    with booked() as felt:
        quads_then_a_contested_royal(felt).badge("Durand", Role.COMITE)
        felt.do(i.ReportCard(board(0), card(true))).refuse(ClaimDoubt.HAND)
        felt.badge().do(i.OpenSettlement()).settle()
        assert felt.lines(4)["jp1"].paid_cents == booked_cents
        assert felt.state.jackpot.open, felt.state.jackpot.closed_code
        assert felt.state.held is None
        assert felt.assert_agrees().awarded_house_cents == booked_cents


def test_a_consolation_found_after_a_prize_was_paid_is_booked_with_it() -> None:
    """A contested hand, keyed as cards at the end, is a royal: whose quads are paid has a consolation too."""
    with booked() as felt:
        quads_then_a_contested_royal(felt).prove_hand().release().settle()
        prizes = [prize for asked in felt.events(e.AwardAsked) for prize in asked.awards]  # type: ignore[attr-defined]
        assert [prize.kind for prize in prizes] == ["jackpot", "quads", "consolation"]
        assert felt.state.jackpot.open, felt.state.jackpot.closed_code
        assert felt.state.held is None
        view = felt.assert_agrees()
        assert view.awarded_house_cents == 200 * STAKE_CENTS
        assert view.wins_count == 1


def keyed(pile: str, texts: str, seat: int = 0) -> list[tuple[Place, str]]:
    """The cards of one hand, or of the board, and where they lie."""
    places = {"board": board, "dealer": dealer, "hole": lambda slot: hole(seat, slot)}[pile]
    return [(places(slot), text) for slot, text in enumerate(texts.split())]


def told_as_straight(seat: int) -> i.EnterHand:
    """The hand of this seat, told by its class."""
    return i.EnterHand(seat, Outcome.WIN, HandClass.STRAIGHT)
