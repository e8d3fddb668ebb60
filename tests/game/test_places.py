"""A felt of 1 to 7 places: what is at its places, and that nothing is anywhere else (rules, section 2)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from controller.game import events as e
from controller.game import inputs as i
from controller.game import views
from controller.game.cards import DECK
from controller.game.felt import SEATS, Spot, board, burn, dealer, hole, parse_place
from controller.game.inputs import Intent
from controller.game.react import lamps
from controller.game.refusals import Refusal
from tests.builders import Felt

LARGEST = re.compile(r"import .*\bSEATS\b")
SIZES = pytest.mark.parametrize("seats", SEATS)


def full(seats: int) -> Felt:
    """Every place of the felt is taken, with JP1."""
    felt = Felt(seats=seats).open(sensors=True)
    for seat in felt.state.places:
        felt.stakes(**{f"s{seat}": (1000, 500)}).chips(seat)
    return felt


@SIZES
def test_a_felt_of_each_size_plays_a_whole_round_from_its_first_place_to_its_last(seats: int) -> None:
    felt = full(seats).close()
    felt.draw(" ".join(str(one) for one in DECK[: 2 * seats + 2]))
    dealt = [event.place for event in felt.events(e.CardDealt) if isinstance(event, e.CardDealt)]
    assert [place.seat for place in dealt] == [*(n for n in felt.state.places for _ in (0, 1)), 0, 0]
    felt.do(i.CallStreet()).draw(" ".join(str(one) for one in DECK[-5:-2]))
    felt.do(i.CallStreet()).draw(" ".join(str(one) for one in DECK[-2:]))
    felt.do(i.BetRest()).showdown()
    felt.settle()
    settled = [event.seat for event in felt.events(e.SeatSettled) if isinstance(event, e.SeatSettled)]
    assert settled == list(range(seats, 0, -1)), "from the last place to the first"


@SIZES
def test_screens_and_lamps_have_as_many_seats_as_the_felt(seats: int) -> None:
    felt = full(seats)
    assert [seat["seat"] for seat in views.console(felt.state)["seats"]] == list(range(1, seats + 1))
    assert [seat["seat"] for seat in views.pit(felt.state)["seats"]] == list(range(1, seats + 1))
    assert len(lamps(felt.state).lamps) == seats
    offered = {offer.get("seat", 1) for offer in views.console(felt.state)["offers"]}
    assert offered <= set(felt.state.places)


OFF_THE_FELT: tuple[Intent, ...] = (
    i.SetStakes(7, 1000),
    i.VacateSeat(7),
    i.ConfirmStakes(7),
    i.DoubleStakes(7),
    i.UndoStakes(7),
    i.SetLamp(7, True),
    i.SeatByHand(7),
    i.NoChip(7),
    i.ChipReturned(7),
    i.ChipCounts(7),
    i.ProposeCorrection(7),
    i.BetPlay(7, 4),
    i.BetOn(7, Spot.PLAY),
    i.Check(7),
    i.Fold(7),
    i.SettleSeat(7),
    i.ContestSeat(7),
    i.ConfirmPayment(7),
    i.ReportIncident(i.Incident.CONTESTED_CHIPS, i.Finding.PLAYER, i.Measure.STAKE_HELD, seat=7),
)


@pytest.mark.parametrize("intent", OFF_THE_FELT, ids=lambda intent: type(intent).__name__)
def test_no_act_is_of_a_place_that_the_felt_does_not_have(intent: Intent) -> None:
    felt = full(6)
    unknown = Refusal("unknown_seat", "art. 55-20", (("seat", 7), ("seats", 6)))
    assert felt.tap(intent) == unknown


def test_a_sensor_beyond_the_felt_says_nothing() -> None:
    felt = full(6)
    before = felt.state
    felt.see(i.ChipObserved(7, True), i.SpotsObserved((i.SpotSense(Spot.ANTE, 7, True),)))
    assert felt.state == before


def test_the_rules_ask_the_table_for_its_places_and_never_the_largest_felt() -> None:
    folder = Path(views.__file__).parent
    found = [str(p.relative_to(folder)) for p in folder.rglob("*.py") if LARGEST.search(p.read_text("utf-8"))]
    assert sorted(found) == ["dealing/show.py", "state.py"], "names of places, and the first of them"


@pytest.mark.parametrize(
    "text", ["", "hole", "hole.9.0", "hole.0.1", "hole.1", "board", "board.1.2", "shoe.1", "hole.1.a"]
)
def test_no_place_is_read_where_none_is_written(text: str) -> None:
    with pytest.raises(ValueError, match="unknown place"):
        parse_place(text)


def test_a_place_is_read_as_it_is_written() -> None:
    for place in (hole(7, 1), board(4), dealer(0), burn(2)):
        assert parse_place(str(place)) == place
