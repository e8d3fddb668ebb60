"""What an honest journal never tells in that order, or without what has to follow, the auditor finds."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any

import pytest

from tests.shell.journal.falsified import SCRIPTS, House, houses, scene
from tests.shell.journal.retold import Story, Told, story_of

ROUNDS = 16
RECTIFIED = "rectifier-un-coup-clos"
Change = Callable[[Story], None]


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory) -> dict[str, House]:
    """The scripts, a hard night of the first profile, and a scene with a rectification, by name."""
    place = tmp_path_factory.mktemp("honest")
    found = [*islice(houses(place, ROUNDS, 3), len(SCRIPTS) + 1), scene(place / RECTIFIED, RECTIFIED)]
    return {one.folder.name: one for one in found}


def finds(house: House, tell: Change, words: str) -> None:
    """The auditor names it so."""
    told = story_of(house)
    tell(told)
    found = told.found()
    assert any(words in line for line in found), found


# --- the order of a deal -----------------------------------------------------------------------------


def fold_after_a_bet(told: Story) -> None:
    bet = told.at("PlayBet", told.at("DecisionsOpened", street=0))
    told.put(told.at("StreetCalled", bet, street=2), ("SeatFolded", seat_of(told, bet)))


def neither_bet_nor_fold(told: Story) -> None:
    del told.entries[told.at("PlayBet", told.at("DecisionsOpened", street=2))]


def fold_before_the_river(told: Story) -> None:
    bet = told.at("PlayBet", told.at("DecisionsOpened", street=0))
    told.entries[bet].kind = "SeatFolded"


def bet_after_all_cards(told: Story) -> None:
    opened = told.at("DecisionsOpened", street=2)
    told.put(opened + 1, ("DecisionsOpened", {"street": 0}))


def bet_while_no_street_is_open(told: Story) -> None:
    bet = told.entries.pop(told.at("PlayBet"))
    told.put(told.at("StreetCalled") + 1, (bet.kind, bet.body))


def bet_taken_back_on_another_street(told: Story) -> None:
    bet = told.at("PlayBet", told.at("DecisionsOpened", street=0))
    opened = told.at("DecisionsOpened", bet, street=1)
    told.put(opened + 1, ("PlayTakenBack", seat_of(told, bet)))


def stakes_raised_after_the_cards(told: Story) -> None:
    staked = told.entries[told.at("StakesSet")]
    told.put(told.at("DecisionsOpened"), (staked.kind, staked.body))


def loser_who_leaves(told: Story) -> None:
    settled = told.at("SeatSettled")
    told.put(told.before("ShowdownOpened", settled), ("SeatVacated", seat_of(told, settled)))


def river_shown_before_the_flop_is_over(told: Story) -> None:
    turned = told.entries.pop(told.before("CardsRevealed", told.at("DecisionsOpened", street=2)))
    told.put(told.at("DecisionsOpened", street=1) + 1, (turned.kind, turned.body))


def street_called_back_once_the_next_lies_open(told: Story) -> None:
    turned = told.before("CardsRevealed", told.at("DecisionsOpened", street=2))
    told.put(turned + 1, ("StreetTakenBack", {"street": 1}))


def jp1_stakes_after_the_cards(told: Story) -> None:
    asked = told.at("ContributionAsked")
    two, told.entries[asked : asked + 2] = told.entries[asked : asked + 2], []
    told.put(told.at("DecisionsOpened"), *((one.kind, one.body) for one in two))


def jp1_stakes_over_the_first_card(told: Story) -> None:
    asked = told.at("ContributionAsked")
    three, told.entries[asked : asked + 3] = told.entries[asked : asked + 3], []
    told.put(told.at("CardDealt") + 1, *((one.kind, one.body) for one in three))


def bets_opened_again_over_a_card(told: Story) -> None:
    told.put(told.at("DecisionsOpened"), ("BetsReopened", {"chef": "Chef 1"}))


def settlement_taken_back_after_the_end(told: Story) -> None:
    closed = told.at("RoundClosed")
    seat = seat_of(told, told.before("SeatSettled", closed))["seat"]
    told.put(closed + 1, ("SettlementTakenBack", {"seat": seat, "paid": False}))


def showdown_before_the_river(told: Story) -> None:
    shown = told.entries[told.at("ShowdownOpened")]
    told.put(told.at("DecisionsOpened", street=2), (shown.kind, shown.body))


def seat_of(told: Story, at: int) -> dict[str, Any]:
    return {"seat": told.entries[at].body["seat"]}


OUT_OF_ORDER: dict[Change, str] = {
    fold_after_a_bet: "folds: after it has bet on play",
    neither_bet_nor_fold: "neither bets nor folds",
    fold_before_the_river: "folds: on street preflop",
    bet_after_all_cards: "the street that opens: 0",
    bet_while_no_street_is_open: "while no street is open",
    bet_taken_back_on_another_street: "what is taken back of seat",
    stakes_raised_after_the_cards: "after the bets were closed",
    loser_who_leaves: "leaves: after the bets were closed",
    river_shown_before_the_flop_is_over: "a card still face down",
    street_called_back_once_the_next_lies_open: "open again, not over",
    jp1_stakes_after_the_cards: "between the closed bets and the second card",
    jp1_stakes_over_the_first_card: "over the first card: nobody was asked",
    bets_opened_again_over_a_card: "the bets: open again",
    settlement_taken_back_after_the_end: "final: the round is over",
    showdown_before_the_river: "the showdown: opened",
}


@pytest.mark.parametrize("tell", OUT_OF_ORDER, ids=lambda tell: tell.__name__)
def test_what_a_deal_does_out_of_its_order_is_found_and_named(honest: dict[str, House], tell: Change) -> None:
    finds(honest["fr-55-20-2021"], tell, OUT_OF_ORDER[tell])


# --- once, and not without ---------------------------------------------------------------------------


def without(*kinds: str) -> Change:
    """The first entry of each kind is left out."""

    def tell(told: Story) -> None:
        for kind in kinds:
            del told.entries[told.at(kind)]

    return tell


def again(kind: str) -> Change:
    """The first entry of the kind stands there twice."""

    def tell(told: Story) -> None:
        at = told.at(kind)
        told.put(at, (kind, told.entries[at].body))

    return tell


def a_card_keyed_over_a_read_one(told: Story) -> None:
    dealt = told.at("CardDealt")
    told.put(told.at("DecisionsOpened"), ("CardKeyed", told.entries[dealt].body))


def two_equal_cards_and_no_settlement_opened(told: Story) -> None:
    turned = told.entries[told.before("CardsRevealed", told.at("ShowdownOpened"))].body["cards"]
    turned[0]["card"] = turned[-1]["card"]
    del told.entries[told.at("SettlementOpened")]


ONCE: dict[str, tuple[Change, str]] = {
    "no showdown": (without("ShowdownOpened"), "opened without a showdown"),
    "neither": (without("ShowdownOpened", "SettlementOpened"), "before the settlement is opened"),
    "no settlement": (without("SettlementOpened"), "before the settlement is opened"),
    "two showdowns": (again("ShowdownOpened"), "the showdown: opened twice"),
    "two settlements": (again("SettlementOpened"), "the settlement: opened twice"),
    "turned up twice": (again("CardsRevealed"), "once more"),
    "keyed over": (a_card_keyed_over_a_read_one, "over one that is known"),
    "equal cards": (two_equal_cards_and_no_settlement_opened, "at 2 places"),
}


@pytest.mark.parametrize("name", ONCE)
def test_what_comes_once_in_a_deal_is_found_where_it_comes_twice_or_never(
    honest: dict[str, House], name: str
) -> None:
    finds(honest["fr-55-20-2021"], *ONCE[name])


# --- JP1 stakes, prizes and refunds ------------------------------------------------------------------


def no_prize(*kinds: str) -> Change:
    """The act of the book for these prizes of the last winner, and what answers it, never were."""

    def tell(told: Story) -> None:
        prizes = {"AwardAsked", *(("ClaimAsked",) if "jackpot" in kinds else ())}
        asked = [
            at
            for at, one in enumerate(told.entries)
            if one.kind in prizes and {prize["kind"] for prize in one.body.get("awards", ())} <= {*kinds}
        ]
        for at in asked[::-1]:
            del told.entries[at : at + 2]

    return tell


def no_end_of_the_round(told: Story) -> None:
    asked = told.at("FinishAsked")
    del told.entries[asked : asked + 2]


def refund_without_a_cause(told: Story) -> None:
    body = told.entries[told.at("ContributionAsked")].body
    asked = {"round": body["round"], "attempt": body["attempt"], "seat": body["seats"][0]}
    told.put(told.at("SettlementOpened"), ("RefundAsked", asked))


def corrected_and_no_refund(told: Story) -> None:
    body = told.entries[told.at("ContributionAsked")].body
    corrected = {"round": body["round"], "attempt": body["attempt"], "seat": body["seats"][0], "persons": []}
    told.put(told.at("DealBegun"), ("CorrectionApproved", corrected))


def set_aside_though_the_book_has_answered(told: Story) -> None:
    body = told.entries[told.at("ContributionAsked")].body
    told.put(told.at("DealBegun"), ("StakesSetAside", body | {"person": "Chef 1"}))


def carried_and_not_played_for(told: Story) -> None:
    for one in told.entries[told.at("RoundVoided") + 1 :]:
        if one.body.get("attempt") == 2:
            one.body |= {"round": 2, "attempt": 1}


def void_and_closed(told: Story) -> None:
    del told.entries[told.at("RoundVoided") + 1 : told.at("TableClosed")]


def seat_ruled_void_in_an_ordinary_round(told: Story) -> None:
    settled = told.at("SeatSettled")
    ruled = seat_of(told, settled) | {"ruling": "void", "persons": ["MCD 03", "Video 04"]}
    told.put(settled, ("SeatRuled", ruled))


def claim_refused_in_an_ordinary_round(told: Story) -> None:
    refused = {"reason": "images", "claimed": False, "seat": 0, "persons": ["MCD 03", "OV 11"]}
    told.put(told.at("SettlementOpened"), ("AwardRefused", refused))


JP1: dict[str, tuple[str, Change, str]] = {
    "no claim, no award": ("royal-at-seat-3", no_prize("jackpot"), "jackpot not asked"),
    "no consolation": ("royal-at-seat-3", no_prize("consolation"), "consolation not asked"),
    "no full house": ("fixed-jp1-prizes", no_prize("full_house"), "full_house not asked"),
    "no end": ("fixed-jp1-prizes", no_end_of_the_round, "and it was not asked"),
    "refund of nobody": ("fixed-jp1-prizes", refund_without_a_cause, "not a cause"),
    "correction alone": ("fixed-jp1-prizes", corrected_and_no_refund, "no refund was asked"),
    "sealed": ("fixed-jp1-prizes", set_aside_though_the_book_has_answered, "the book owes no answer"),
    "carried for ever": ("misdeal-carries-jp1", carried_and_not_played_for, "over carried JP1 stakes"),
    "void at the end": ("misdeal-carries-jp1", void_and_closed, "no refund of seats"),
    "ruled": ("fixed-jp1-prizes", seat_ruled_void_in_an_ordinary_round, "no card was exchanged"),
    "refused": ("fixed-jp1-prizes", claim_refused_in_an_ordinary_round, "without one of the two best hands"),
}


@pytest.mark.parametrize("name", JP1)
def test_a_jp1_stake_ends_in_a_line_or_a_refund_and_a_prize_in_the_book(
    honest: dict[str, House], name: str
) -> None:
    house, tell, words = JP1[name]
    finds(honest[house], tell, words)


# --- sheets and slips --------------------------------------------------------------------------------


def told_again(kind: str, before: str, **holds: str) -> Change:
    """Every entry of the kind is told once more, before the first of another."""

    def tell(told: Story) -> None:
        same = [(one.kind, one.body) for one in told.entries if one.kind == kind and _holds(one.body, holds)]
        assert same
        told.put(told.at(before), *same)

    return tell


def _holds(body: dict[str, Any], holds: dict[str, str]) -> bool:
    return holds.items() <= body.items()


def another_slip(told: Story) -> None:
    told.entries[told.at("SlipSigned")].body["slip"] = "B-99"


def closing_count_of_a_closing_that_was_left(told: Story) -> None:
    begun = told.at("ClosingBegun")
    counted = [one for one in told.entries[begun:] if one.kind in ("PiecesCounted", "CashSigned")]
    kept = [one for one in told.entries[begun:] if one not in counted]
    left = [Told("ClosingBegun", {"person": "Chef 1"}), *counted, Told("ClosingLeft", {"person": "Chef 1"})]
    told.entries[begun:] = [*left, *kept]


def played_on_after_the_closing(told: Story) -> None:
    told.put(told.at("RoundOpened", told.at("RoundClosed")), ("TableClosed", {"chef": "Chef 1"}))


SHEETS: dict[str, tuple[str, Change, str]] = {
    "another slip": ("royal-at-seat-3", another_slip, "slip: B-99"),
    "slip twice": ("royal-at-seat-3", again("SlipSigned"), "signed twice"),
    "float twice": ("fr-55-20-2021", told_again("CashSigned", "ClosingBegun", purpose="float"), "signed for"),
    "float counted later": (
        "fr-55-20-2021",
        told_again("PiecesCounted", "ClosingBegun", purpose="float"),
        "what is counted: float",
    ),
    "opening again": ("fr-55-20-2021", told_again("OpeningBegun", "ClosingBegun"), "the opening begins"),
    "opened again": ("fr-55-20-2021", told_again("TableOpened", "ClosingBegun"), "the table opens"),
    "played on": ("fr-55-20-2021", played_on_after_the_closing, "a deal opens: while the table is closed"),
    "old count": ("fr-55-20-2021", closing_count_of_a_closing_that_was_left, "encaisse_cents"),
    "no result": ("fr-55-20-2021", without("ResultRecorded"), "the results of the table: 0"),
    "two results": ("fr-55-20-2021", again("ResultRecorded"), "the results of the table: 2"),
}


@pytest.mark.parametrize("name", SHEETS)
def test_a_sheet_that_is_told_twice_or_at_another_time_is_found(honest: dict[str, House], name: str) -> None:
    house, tell, words = SHEETS[name]
    finds(honest[house], tell, words)


# --- what people say ---------------------------------------------------------------------------------


def hand_told_over_cards_that_were_read(told: Story) -> None:
    settled = told.at("SeatSettled")
    hand = seat_of(told, settled) | {"outcome": "win", "hand_class": "straight_flush"}
    told.put(settled, ("HandEntered", hand))


def fold_by_a_clock_that_is_not_there(told: Story) -> None:
    told.entries[told.at("SeatFolded")].body["by_clock"] = True


def jp1_stakes_while_it_is_closed(told: Story) -> None:
    told.put(told.at("ContributionAsked"), ("Jp1Closed", {"code": "link_lost"}))


def void_by_one(told: Story) -> None:
    voided = next(one.body for one in told.entries if one.kind == "RoundVoided" and one.body["jp1_carried"])
    voided["confirmed_by"] = voided["chef"]


def decision_of_another_game(told: Story) -> None:
    for one in told.entries:
        if one.kind in ("RectificationProposed", "RectificationRecorded"):
            one.body["truth"]["decision"] = "play9"


def rejected_and_recorded(told: Story) -> None:
    recorded = told.at("RectificationRecorded")
    told.put(recorded, ("RectificationRejected", told.entries[recorded].body))


SAID: dict[str, tuple[str, Change, str]] = {
    "hand": ("fr-55-20-2021", hand_told_over_cards_that_were_read, "told by a person"),
    "clock": ("fr-55-20-2021", fold_by_a_clock_that_is_not_there, "this game has no clock"),
    "closed": ("fixed-jp1-prizes", jp1_stakes_while_it_is_closed, "registered while JP1 is closed"),
    "void": ("fr-55-20-2021", void_by_one, "a second person"),
    "decision": (RECTIFIED, decision_of_another_game, "truth.decision: play9"),
    "not approved": (RECTIFIED, without("RectificationApproved"), "was before: proposed"),
    "rejected": (RECTIFIED, rejected_and_recorded, "the rectification was before"),
    "recorded twice": (RECTIFIED, again("RectificationRecorded"), "was before: None"),
}


@pytest.mark.parametrize("name", SAID)
def test_what_people_could_not_say_there_is_found(honest: dict[str, House], name: str) -> None:
    house, tell, words = SAID[name]
    finds(honest[house], tell, words)
