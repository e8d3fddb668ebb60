"""What the book will never do: nobody at the felt pays for it, it is named, and two persons accept it.

Rules, section 7, point 10; LK-04, RC-04. The book is one put back from an older copy: it refuses for good
what rests on a round that it has forgotten.
"""

from __future__ import annotations

import pytest

from controller.game import events as e
from controller.game import inputs as i
from controller.game import requests as r
from controller.game.felt import hole
from controller.game.inputs import ClaimDoubt, Role
from controller.game.jackpot.rules import JackpotConfig
from controller.game.meter.types import AsideAct
from controller.game.react import book_request
from controller.game.refusals import Refusal
from controller.game.state import Phase
from tests.builders import STAKE_CENTS, Felt, card
from tests.game.arranged import betting, royal, sealed

FORGOTTEN = "unknown_round"
WITH_THE_STAKE = 1_000_125
"""The meter with the round's one stake in it, in cents."""


def claiming() -> Felt:
    """Seat 1 holds a royal of his own with JP1, and the book has not answered its claim."""
    felt = betting().chips(1).close().draw("As Ks 2c 7d 3h 8c").do(i.CallStreet()).draw("Qs Js Ts")
    felt.do(i.CallStreet()).draw("4d 9h").do(i.BetRest())
    felt.answering = False
    return felt.showdown()


def refused(felt: Felt, act: str, code: str = FORGOTTEN) -> Felt:
    """The book will never do what it was asked for; it answers again."""
    felt.see(i.BookRefused(act, code))
    felt.answering = True
    return felt


def accepted(felt: Felt) -> Felt:
    """Two persons, one of the comité, accept it in mid-round and reopen JP1."""
    felt.badge("Durand", Role.COMITE).do(i.ReopenJackpot())
    return felt.badge("Le Goff", Role.DIRECTOR).do(i.ApproveMeterAct())


def jackpot_asked(felt: Felt) -> list[r.Request]:
    return [one for one in felt.asked if isinstance(one, r.Award) and ("jackpot", 0) in one.awards]


def test_a_claim_that_the_book_refuses_for_good_holds_the_round_and_keeps_its_value() -> None:
    felt = refused(claiming(), "claim")
    assert felt.state.upkeep.aside == (AsideAct("claim", 1, 1, 1, WITH_THE_STAKE, FORGOTTEN),)
    assert felt.state.held is not None
    assert felt.state.held.cause == "book_refused"
    assert (felt.state.jackpot.open, felt.state.jackpot.closed_code) == (False, FORGOTTEN)
    assert [up.code for up in felt.state.alarms if up.priority == 1] == ["A-105", "A-102"]
    checked = felt.state.playing.verification
    assert checked is not None
    assert (checked.claim_aside, checked.claimed, checked.value_cents) == (True, False, WITH_THE_STAKE)
    assert book_request(felt.state) is None


def test_the_jackpot_of_a_refused_claim_is_paid_as_two_persons_read_it() -> None:
    felt = refused(claiming(), "claim").badge().do(i.Resume()).prove_hand().release()
    assert felt.state.upkeep.aside[1:] == (AsideAct("award", 1, 1, 1, WITH_THE_STAKE, "no_claim"),)
    assert [slip.payment.cents for slip in felt.state.slips] == [WITH_THE_STAKE]
    assert [slip.awaited_cents for slip in felt.state.slips] == [0]
    felt.settle()
    assert felt.lines(1)["jp1"].paid_cents == WITH_THE_STAKE
    assert (felt.state.phase, jackpot_asked(felt)) == (Phase.CLEARING, [])
    assert felt.state.upkeep.session.prizes_aside_cents == WITH_THE_STAKE
    assert len(felt.state.upkeep.aside) == 2, "each waits by its name for two persons"


def award_refused() -> Felt:
    """The book has the claim and refuses its award for good, and the round is played to its end."""
    felt = claiming()
    felt.answering = True
    felt.see(i.CutCardObserved()).prove_hand()
    felt.answering = False
    return refused(felt.release(), "award").badge().do(i.Resume()).settle()


def second_refusal_refused() -> Felt:
    """The royal of seat 1 is truly that of seat 4; its claim is refused too, which the book will not take."""
    felt = royal(4).badge("Durand", Role.COMITE)
    true = {hole(1, 0): "2h", hole(1, 1): "7h", hole(4, 0): "As", hole(4, 1): "Ks"}
    felt.do(*(i.ReportCard(place, card(text)) for place, text in true.items())).refuse(ClaimDoubt.HAND)
    felt.answering = False
    return refused(felt.refuse(ClaimDoubt.IMAGES), "refuse_claim").badge().do(i.Resume()).settle()


def test_the_refusal_of_a_second_claim_that_the_book_refuses_is_named_with_its_seat() -> None:
    felt = second_refusal_refused()
    assert felt.state.upkeep.aside == (AsideAct("refusal", 1, 1, 4, 0, FORGOTTEN),)
    assert felt.lines(4)["jp1"].paid_cents == 0


def test_the_jackpot_whose_award_is_refused_for_good_is_paid_as_its_slip_says() -> None:
    felt = award_refused()
    assert felt.state.upkeep.aside == (AsideAct("award", 1, 1, 1, WITH_THE_STAKE, FORGOTTEN),)
    assert [slip.payment.cents for slip in felt.state.slips] == [WITH_THE_STAKE]
    assert felt.lines(1)["jp1"].paid_cents == WITH_THE_STAKE
    assert felt.state.upkeep.session.prizes_aside_cents == WITH_THE_STAKE


def test_what_two_persons_accepted_in_mid_round_covers_the_rest_of_that_round() -> None:
    felt = accepted(refused(claiming(), "claim")).badge().do(i.Resume())
    assert (felt.state.upkeep.aside, felt.state.jackpot.open) == ((), True)
    felt.prove_hand().release()
    told = felt.events(e.ActSetAside)[-1]
    assert told == e.ActSetAside(AsideAct("award", 1, 1, 1, WITH_THE_STAKE, "no_claim"), accepted=True)
    assert (felt.state.upkeep.aside, felt.state.jackpot.open, felt.state.held) == ((), True, None)
    assert felt.settle().lines(1)["jp1"].paid_cents == WITH_THE_STAKE


def test_a_prize_of_a_round_that_was_accepted_holds_nothing_again() -> None:
    felt = refused(claiming(), "claim")
    accepted(felt).badge().do(i.Resume()).prove_hand().release().do(i.OpenSettlement())
    felt.answering = False
    felt.settle()
    refused(felt, "finish")
    assert felt.events(e.ActSetAside)[-1] == e.ActSetAside(
        AsideAct("finish", 1, 1, 0, 0, FORGOTTEN), accepted=True
    )
    assert (felt.state.held, felt.state.upkeep.aside, felt.state.jackpot.open) == (None, (), True)


@pytest.mark.parametrize(
    ("generation", "meter_cents", "value_cents"),
    [
        (1, WITH_THE_STAKE + 2_375, WITH_THE_STAKE + 2_375),
        (1, WITH_THE_STAKE - 125, WITH_THE_STAKE),
        (2, WITH_THE_STAKE + 2_375, WITH_THE_STAKE),
    ],
    ids=["other tables staked meanwhile", "never less than with its stakes", "another cycle is not its own"],
)
def test_the_value_of_a_refused_claim_is_what_the_public_saw_of_its_own_cycle(
    generation: int, meter_cents: int, value_cents: int
) -> None:
    felt = claiming()
    felt.see(i.MeterObserved(generation, meter_cents, felt.book_seq + 7))
    assert refused(felt, "claim").state.upkeep.aside[0].cents == value_cents


def test_the_refusal_of_a_claim_that_the_book_never_had_is_set_aside_without_an_amount() -> None:
    felt = royal()
    felt.answering = False
    felt.refuse(ClaimDoubt.IMAGES)
    refused(felt, "refuse", "no_claim")
    assert felt.state.upkeep.aside == (AsideAct("refusal", 1, 1, 0, 0, "no_claim"),)
    assert felt.state.money is None
    felt.badge().do(i.Resume()).settle()
    assert (felt.lines(1)["jp1"].paid_cents, felt.state.slips) == (0, ())


def test_a_chip_whose_refund_the_book_refuses_for_good_is_its_player_s_all_the_same() -> None:
    felt = betting().chips(1).close().draw("2c 7d").void().see(i.BadgeGone())
    felt.answering = False
    felt.do(i.VacateSeat(1))
    assert book_request(felt.state) == r.Refund(1, 1, 1)
    refused(felt, "refund")
    assert felt.state.upkeep.aside == (AsideAct("refund", 1, 1, 1, STAKE_CENTS, FORGOTTEN),)
    session = felt.state.upkeep.session
    assert (session.refunds_aside, session.stakes_cents, session.chips_due) == (1, 0, 0)
    assert felt.state.jp1_seats == ()


def test_a_sealed_chip_whose_refund_the_book_refuses_for_good_keeps_no_seal_closed() -> None:
    """The press was in the book after all; its chip goes back to its player from the opened seal (LK-02)."""
    felt = sealed()
    felt.see(felt.answer(r.Contribute(1, 1, (1,), STAKE_CENTS))).badge()
    assert book_request(felt.state) == r.Refund(1, 1, 1)
    assert felt.tap(i.OpenSeal(1)) == Refusal("seal_unanswered", "LK-02")
    refused(felt, "refund")
    assert felt.state.upkeep.aside == (AsideAct("refund", 1, 1, 1, STAKE_CENTS, FORGOTTEN),)
    felt.do(i.OpenSeal(1))
    assert felt.state.aside is None


def test_a_claim_set_aside_is_worth_no_stake_that_was_given_back_before_the_deal() -> None:
    """The book cannot say the value: what the public saw is read, and a corrected stake was seen to leave."""
    felt = Felt().open().stakes(s1=1000, s4=1000).chips(1, 4).close()
    with_both = felt.meter_cents
    felt.do(i.ProposeCorrection(4)).badge().do(i.ApproveCorrection()).see(i.BadgeGone())
    left = felt.meter_cents
    assert left < with_both
    assert royal_set_aside(felt, "2c 7d 3h 8c") == left


def refund_set_aside() -> Felt:
    """Seats 1 and 4 had staked; the chip of seat 4 went back, and the book refused that for good."""
    felt = Felt().open().stakes(s1=1000, s4=1000).chips(1, 4).close()
    felt.answering = False
    felt.do(i.ProposeCorrection(4)).badge().do(i.ApproveCorrection())
    return refused(felt, "refund").do(i.Resume()).see(i.BadgeGone())


@pytest.mark.parametrize("after", ["", "accepted", "other tables staked"])
def test_a_claim_set_aside_is_worth_no_stake_whose_refund_the_book_refused(after: str) -> None:
    """The chip is its player's all the same, and the meter that the book told last has its share yet."""
    felt = refund_set_aside()
    if after == "accepted":
        felt.meter_cents = WITH_THE_STAKE - 125  # the book has neither stake, and is believed from here on
        accepted(felt).see(i.BadgeGone())
    elif after:
        felt.see(i.MeterObserved(1, felt.meter_cents + 2_375, felt.book_seq + 7))
    value_cents = WITH_THE_STAKE + (2_375 if after == "other tables staked" else 0)
    assert royal_set_aside(felt, "2c 7d 3h 8c") == value_cents


def left_after_a_refused_claim(left: bool = True) -> Felt:
    """The claim of seat 1 was refused, the deal void; seat 4 left with its JP1 stake before the next."""
    felt = royal(4).refuse(ClaimDoubt.IMAGES).see(i.BadgeGone()).void().see(i.BadgeGone())
    felt = felt.do(i.VacateSeat(4)) if left else felt
    return felt.other_deck().as_before(*((1,) if left else (1, 4))).close()


@pytest.mark.parametrize("left", [True, False])
def test_a_claim_after_one_that_two_persons_refused_is_worth_no_stake_that_left(left: bool) -> None:
    """The value went back to the meter, and the round plays for that: a refund is seen to leave it."""
    felt = left_after_a_refused_claim(left)
    assert felt.state.playing.generation == felt.generation == 2
    value_cents = royal_set_aside(felt, "3h 8c" if left else "2c 7d 3h 8c", attempt=2)
    assert value_cents == felt.meter_cents == WITH_THE_STAKE + (0 if left else 125)


def test_a_round_whose_claim_was_refused_shares_a_jackpot_that_another_table_claims() -> None:
    felt = royal(4)
    claims = (i.LinkedClaim("UTH-9", 1, WITH_THE_STAKE), *felt.state.jackpot.claims)
    felt.see(i.MeterObserved(felt.generation, felt.meter_cents, felt.book_seq, claims, None))
    felt.refuse(ClaimDoubt.IMAGES)
    assert (felt.state.playing.generation, felt.state.jackpot.generation) == (1, 2)


def royal_set_aside(felt: Felt, others: str, *, attempt: int = 1) -> int:
    """Seat 1 holds a royal, the other hands these cards; the book refuses the claim: what it is worth."""
    felt.draw(f"As Ks {others}").do(i.CallStreet()).draw("Qs Js Ts")
    felt.do(i.CallStreet()).draw("4d 9h").do(i.BetRest())
    felt.answering = False
    felt.showdown().see(i.BookRefused("Claim", "unknown_round", None, 1, attempt, 1))
    verification = felt.state.playing.verification
    assert verification is not None
    return verification.value_cents


@pytest.mark.parametrize(
    ("share", "limit_cents", "back"),
    [(250_000, None, (4,)), (333_333, None, (2, 3, 4, 5, 6, 7)), (250_000, 1_000_500, (2, 3, 4))],
    ids=["a whole cent", "a part of a cent", "the meter's limit"],
)
def test_what_a_claim_set_aside_is_worth_is_the_meter_that_the_book_told_after_the_refunds(
    share: int, limit_cents: int | None, back: tuple[int, ...]
) -> None:
    seats = range(1, 8)
    felt = (
        ByMicroCents(share, limit_cents).open().stakes(**{f"s{n}": 1000 for n in seats}).chips(*seats).close()
    )
    for seat in back:
        felt.do(i.ProposeCorrection(seat)).badge().do(i.ApproveCorrection()).see(i.BadgeGone())
    left = felt.meter_cents
    assert royal_set_aside(felt, "2c 7d 3h 8c 2d 7c 3s 8h 5c 9d 5h 9c 6c Td") == left


class ByMicroCents(Felt):
    """A felt whose book counts shares to the micro-cent, up to a limit of the meter."""

    def __init__(self, share: int, limit_cents: int | None) -> None:
        house = {"house_share": 850_000 - share, "reserve_share": 150_000, "meter_share": share}
        terms = JackpotConfig(500, 500_000, **house, fixed_prizes_paid_from="house", limit_cents=limit_cents)
        super().__init__(jp1_meter_share=share, **({"jp1_terms": terms} if limit_cents else {}))
        self._share, self._most = share, limit_cents
        self._micro, self._put = self.meter_cents * 1_000_000, {}  # type: ignore[var-annotated]

    def answer(self, request: r.Request) -> i.Observation:
        if not isinstance(request, r.Contribute | r.Refund):
            return super().answer(request)
        self.book_seq += 1
        before = self._micro // 1_000_000
        if isinstance(request, r.Contribute):
            for seat in request.seats:
                room = self._most * 1_000_000 - self._micro if self._most else self._micro
                self._put[seat] = min(request.stake_cents * self._share, room)
                self._micro += self._put[seat]
        else:
            self._micro -= self._put[request.seat]
        self.meter_cents = self._micro // 1_000_000
        deal = request.round, request.attempt
        if isinstance(request, r.Contribute):
            told = (self.generation, before, self.meter_cents, self.book_seq)
            return i.ContributionObserved(*deal, *told)
        return i.RefundObserved(*deal, request.seat, self.meter_cents, self.book_seq)
