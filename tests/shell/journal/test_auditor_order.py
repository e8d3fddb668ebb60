"""What an honest journal never tells in that order, or without what has to follow, the auditor finds."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any

import pytest

from tests.shell.journal.falsified import SCRIPTS, House, houses
from tests.shell.journal.retold import Story, story_of

ROUNDS = 16
Change = Callable[[Story], None]


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory) -> dict[str, House]:
    """The scripts, and a hard night of the first profile, by name."""
    found = islice(houses(tmp_path_factory.mktemp("honest"), ROUNDS, 3), len(SCRIPTS) + 1)
    return {one.folder.name: one for one in found}


def finds(house: House, tell: Change, words: str) -> None:
    """The auditor names it so; the story as it was has no fault."""
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
