"""Stakes that a cheat lets go between the felt and the book: the auditor asks where each of them went.

Chain, heads and book are right in all of these stories: whoever has the table's key tells them so.
"""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import Any

import pytest

from tests.shell.journal.auditor import AUDITOR
from tests.shell.journal.falsified import SCRIPTS, House, houses, scene
from tests.shell.journal.retold import Story, story_of
from tests.shell.journal.test_auditor_order import Change, finds

ROUNDS = 16
HARD_NIGHT = "fr-55-20-2021"
ROYAL = "royal-at-seat-3"
REFUSED = "royale-communautaire-une-mise-refusee"
PERSONS = ["MCD 03", "OV 11"]


@pytest.fixture(scope="module")
def nights(tmp_path_factory: pytest.TempPathFactory) -> dict[str, House]:
    """The scripts, a hard night of the first profile, and a scene with a stake refused, by name."""
    place = tmp_path_factory.mktemp("nights")
    found = [*islice(houses(place, ROUNDS, 3), len(SCRIPTS) + 1), scene(place / REFUSED, REFUSED)]
    return {one.folder.name: one for one in found}


def body_of(told: Story, kind: str, after: int = 0) -> dict[str, Any]:
    return told.entries[told.at(kind, after)].body


# --- chips between the closed bets and the book ------------------------------------------------------


def one_seat_twice(told: Story) -> None:
    """Two stakes of one seat, and the other seat's is gone."""
    seats = body_of(told, "ContributionAsked")["seats"]
    seats[-1] = seats[0]


def seats_out_of_their_order(told: Story) -> None:
    body_of(told, "ContributionAsked")["seats"].reverse()


def chip_that_nobody_mentions_again(told: Story) -> None:
    """A seat that has stakes and did not play for JP1 has a chip there, too, as the bets close."""
    asked = told.at("ContributionAsked")
    body_of(told, "ContributionAsked")["seats"].pop()
    closed = told.entries[told.before("BetsClosed", asked)]
    assert len(closed.body["jp1_seats"]) > 1


def chip_of_a_seat_without_stakes(told: Story) -> None:
    closed = told.entries[told.before("BetsClosed", told.at("ContributionAsked"))]
    closed.body["jp1_seats"].append(9)


def chips_that_are_never_registered(told: Story) -> None:
    """Nor given back: the round is played to its end without them."""
    asked = told.at("ContributionAsked")
    del told.entries[asked : asked + 2]


def table_closed_over_a_round_whose_bets_are_closed(told: Story) -> None:
    closes = told.at("TableClosed")
    opened = told.entries[told.before("RoundOpened", closes)].body
    bets = {"jp1_seats": [], "by_clock": False, "manual": []}
    told.put(closes, ("RoundOpened", opened), ("StakesSet", body_of(told, "StakesSet")), ("BetsClosed", bets))


def table_closed_over_a_stake_that_the_book_refused(told: Story) -> None:
    table_closed_over_a_round_whose_bets_are_closed(told)
    closes = told.at("TableClosed")
    opened = told.entries[told.before("RoundOpened", closes)].body
    asked = opened | {"seats": [body_of(told, "StakesSet")["seat"]]}
    told.entries[closes - 1].body["jp1_seats"] = asked["seats"]
    cents = body_of(told, "ContributionAsked")["stake_cents"]
    refused = opened | {"code": "away"}
    told.put(closes, ("ContributionAsked", asked | {"stake_cents": cents}), ("ContributionRefused", refused))


CHIPS: dict[Change, str] = {
    one_seat_twice: "the seats whose JP1 stakes are registered: [",
    seats_out_of_their_order: "the seats whose JP1 stakes are registered: [",
    chip_that_nobody_mentions_again: "neither registered nor given back",
    chip_of_a_seat_without_stakes: "the seats whose JP1 chips are latched: [",
    chips_that_are_never_registered: "neither registered nor given back",
    table_closed_over_a_round_whose_bets_are_closed: ": missing, not closed or voided",
    table_closed_over_a_stake_that_the_book_refused: ": missing, not closed or voided",
}


@pytest.mark.parametrize("tell", CHIPS, ids=lambda tell: tell.__name__)
def test_every_chip_that_the_closed_bets_latched_is_registered_or_given_back(
    nights: dict[str, House], tell: Change
) -> None:
    finds(nights[HARD_NIGHT], tell, CHIPS[tell])


# --- acts set aside ----------------------------------------------------------------------------------


def instead_of(asked: str, told: Story, **named: Any) -> None:
    """The first act that this entry asks is set aside by another name than it was asked under."""
    at = told.at(asked)
    body = told.entries[at].body
    act = {"kind": "refund", "attempt": 1, "seat": 0, "cents": 0, "code": "unknown_round"}
    act |= {name: body[name] for name in ("round", "attempt", "seat") if name in body}
    told.entries[at + 1].kind = "ActSetAside"
    told.entries[at + 1].body = {"act": act | named, "accepted": False}


def jackpot_that_nobody_asked_for(told: Story) -> None:
    """No claim and no award: one act set aside, and the winner is paid nothing."""
    claimed = told.at("ClaimAsked")
    act = told.entries[claimed].body | {"kind": "award", "cents": 0, "code": "no_claim"}
    del told.entries[claimed : claimed + 2]
    told.put(claimed, ("ActSetAside", {"act": act, "accepted": True}))


def refund_that_nobody_asked_for(told: Story) -> None:
    asked = body_of(told, "ContributionAsked")
    act = {"kind": "refund", "round": asked["round"], "attempt": 1, "seat": asked["seats"][0], "cents": 500}
    told.put(told.at("RoundClosed"), ("ActSetAside", {"act": act, "accepted": True}))


def jackpot_set_aside_for_nothing(told: Story) -> None:
    instead_of("AwardAsked", told, kind="award", cents=0)


def claim_set_aside_for_less_than_the_meter(told: Story) -> None:
    instead_of("ClaimAsked", told, kind="claim", cents=100)


def prizes_set_aside_as_a_claim(told: Story) -> None:
    instead_of("AwardAsked", told, kind="claim")


def act_accepted_though_nobody_reopened(told: Story) -> None:
    instead_of("FinishAsked", told, kind="finish")
    told.entries[told.at("ActSetAside")].body["accepted"] = True


ASIDE: dict[Change, str] = {
    jackpot_that_nobody_asked_for: "an act set aside: award, not one that the book was asked for, and owes",
    refund_that_nobody_asked_for: "an act set aside: refund, not one that the book was asked for, and owes",
    jackpot_set_aside_for_nothing: "cents of the act set aside: 0",
    claim_set_aside_for_less_than_the_meter: "cents of the act set aside: 100",
    prizes_set_aside_as_a_claim: "kind of the act set aside: claim, not award",
    act_accepted_though_nobody_reopened: "accepted, not once JP1 was reopened over them",
}


@pytest.mark.parametrize("tell", ASIDE, ids=lambda tell: tell.__name__)
def test_no_act_is_set_aside_but_one_that_the_book_was_asked_for_and_owes(
    nights: dict[str, House], tell: Change
) -> None:
    finds(nights[ROYAL], tell, ASIDE[tell])


# --- stakes that go back, or do not hold -------------------------------------------------------------


def winner(told: Story) -> dict[str, Any]:
    claimed = body_of(told, "ClaimAsked")
    return {name: claimed[name] for name in ("round", "attempt", "seat")}


def correct(told: Story, at: int, *, hold: bool, persons: list[str]) -> None:
    """The winner's stake goes back by a correction at this place, with all that an honest one has."""
    body = winner(told)
    proposed = ("CorrectionProposed", body | {"person": persons[0]})
    held = ("RoundHeld", {"cause": "jp1_correction_late", "seat": body["seat"], "detail": "", "frame": 0})
    approved = ("CorrectionApproved", body | {"persons": persons})
    refund = ("RefundAsked", body)
    told.put(at, *((proposed, held) if hold else ()), approved, refund)


def corrected_over_the_royal(told: Story) -> None:
    correct(told, told.at("ShowdownOpened"), hold=True, persons=PERSONS)


def corrected_and_not_proposed(told: Story) -> None:
    correct(told, told.at("DecisionsOpened"), hold=False, persons=PERSONS)


def corrected_by_one(told: Story) -> None:
    correct(told, told.at("DecisionsOpened"), hold=True, persons=["MCD 03", "MCD 03"])


def stake_refused_of_who_alone_claims(told: Story) -> None:
    refused = winner(told) | {"persons": PERSONS}
    doubted = {"person": PERSONS[0], "reason": "stake", "seat": refused["seat"]}
    told.put(told.at("ClaimAsked"), ("RefusalProposed", doubted), ("StakeRefused", refused))


def stake_refused_in_an_ordinary_round(told: Story) -> None:
    refused = {"round": 1, "attempt": 1, "seat": winner(told)["seat"], "persons": PERSONS}
    told.put(told.at("ShowdownOpened"), ("StakeRefused", refused))


def stake_refused_by_one(told: Story) -> None:
    body_of(told, "StakeRefused")["persons"] = ["MCD 03", "MCD 03"]


def stake_refused_that_nobody_doubted(told: Story) -> None:
    doubted = told.before("RefusalProposed", told.at("StakeRefused"))
    del told.entries[doubted]


GONE: dict[Change, tuple[str, str]] = {
    corrected_over_the_royal: (ROYAL, "corrected, not one registered, with the hands down"),
    corrected_and_not_proposed: (ROYAL, "corrected, not proposed before, in a hold"),
    corrected_by_one: (ROYAL, "by MCD 03, MCD 03, not by two persons"),
    stake_refused_of_who_alone_claims: (ROYAL, "refused, not one of several that claim"),
    stake_refused_in_an_ordinary_round: (ROYAL, "a JP1 stake refused: in a round without"),
    stake_refused_by_one: (REFUSED, "by MCD 03, MCD 03, not by two persons"),
    stake_refused_that_nobody_doubted: (REFUSED, "refused, not doubted by the comité before"),
}


@pytest.mark.parametrize("tell", GONE, ids=lambda tell: tell.__name__)
def test_a_jp1_stake_is_corrected_or_refused_as_the_rules_have_it(
    nights: dict[str, House], tell: Change
) -> None:
    house, words = GONE[tell]
    finds(nights[house], tell, words)


def test_a_stake_that_was_refused_among_several_is_told_without_a_word(nights: dict[str, House]) -> None:
    assert story_of(nights[REFUSED]).found() == []


# --- voids and counts --------------------------------------------------------------------------------


def void_that_nobody_armed(told: Story) -> None:
    told.entries = [one for one in told.entries if one.kind != "VoidArmed"]


def void_for_another_reason(told: Story) -> None:
    body_of(told, "RoundVoided")["reason"] = "evacuation"


def void_that_was_disarmed(told: Story) -> None:
    voided = told.at("RoundVoided")
    disarmed = {"round": 1, "attempt": 1, "person": "Chef 1"}
    told.put(voided, ("VoidDisarmed", disarmed))


VOIDS: tuple[Change, ...] = (void_that_nobody_armed, void_for_another_reason, void_that_was_disarmed)


@pytest.mark.parametrize("tell", VOIDS, ids=lambda tell: tell.__name__)
def test_a_deal_is_void_as_somebody_armed_it(nights: dict[str, House], tell: Change) -> None:
    finds(nights["misdeal-carries-jp1"], tell, "confirmed, not armed before, by its chef and for its reason")


@pytest.mark.parametrize(("piece_cents", "count"), [(-50, 10_000_000), (500, -3)])
def test_no_piece_of_a_count_is_worth_less_than_nothing(
    nights: dict[str, House], piece_cents: int, count: int
) -> None:
    def tell(told: Story) -> None:
        counted = told.at("PiecesCounted", told.at("ClosingBegun"))
        told.put(
            counted, ("PiecesCounted", {"purpose": "closing", "piece_cents": piece_cents, "count": count})
        )

    finds(nights[HARD_NIGHT], tell, f"pieces counted: {count} of {piece_cents}")


# --- the end of a session ----------------------------------------------------------------------------


def ends(told: Story, *, followed: bool) -> Any:
    """What is told of this journal, with or without another session of its table beside it."""
    said = AUDITOR.Told("rows")
    audit = AUDITOR.audit_rows(told.rows(), AUDITOR.RuleBook([told.house.rules]), None, Counter(), said)
    other = {("UTH-1", 2): (None, AUDITOR.Told("other"))} if followed else {}
    AUDITOR.held_to_next({("UTH-1", 1): (audit, said)} | other)
    return said


def test_a_session_that_was_closed_leaves_nothing_whatever_follows(nights: dict[str, House]) -> None:
    for name in SCRIPTS:
        said = ends(story_of(nights[name]), followed=True)
        assert (said.found, said.left) == ([], [])


def test_a_session_cut_before_the_end_of_its_round_is_told_with_what_the_book_owes(
    nights: dict[str, House],
) -> None:
    """A table at work ends so, and one that died; but no other session follows such a one."""
    told = story_of(nights[ROYAL])
    asked = told.at("FinishAsked")
    number = told.entries[asked].body["round"]
    del told.entries[asked:]
    left = ["the table is not closed", f"the book owes acts of rounds {number}"]
    at_work = ends(told, followed=False)
    assert (at_work.found, at_work.left) == ([], left)
    assert [one["stands"] for one in ends(told, followed=True).found] == left
