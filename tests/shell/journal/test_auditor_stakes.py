"""Stakes that a cheat lets go between the felt and the book: the auditor asks where each of them went.

Chain, heads and book are right in all of these stories: whoever has the table's key tells them so.
"""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from tests.shell.journal.falsified import SCRIPTS, House, houses
from tests.shell.journal.retold import Story
from tests.shell.journal.test_auditor_order import Change, finds

ROUNDS = 16
HARD_NIGHT = "fr-55-20-2021"
PERSONS = ["MCD 03", "OV 11"]


@pytest.fixture(scope="module")
def nights(tmp_path_factory: pytest.TempPathFactory) -> dict[str, House]:
    """The scripts and a hard night of the first profile, by name."""
    place = tmp_path_factory.mktemp("nights")
    found = islice(houses(place, ROUNDS, 3), len(SCRIPTS) + 1)
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
