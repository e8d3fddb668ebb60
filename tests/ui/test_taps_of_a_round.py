"""Touches of a night, counted on the real scene over the real core (screens, sections 4.3 and 7)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from controller.game import inputs as i
from controller.game.felt import Spot
from controller.game.inputs import Role
from controller.game.payment.winning_hand import hand_places
from controller.game.state import Phase
from tests.game.test_hollow_stakes import played_out
from tests.long import long
from tests.scenarios.sentences.words import DECK_IN_ORDER
from tests.ui.states import ROYAL_FLOP, ROYAL_HANDS, ROYAL_RIVER
from tests.ui.touched_table import Table

HANDS = "8c 6s Ks 3d Tc 5d Qc Qs 7s 5s 8d 6c"


@pytest.fixture
def table() -> Iterator[Table]:
    made = Table()
    made.felt.do(i.VacateSeat(3), i.VacateSeat(5))
    made.show()
    yield made
    warned = list(made.stage.warnings)
    made.stage.close()
    assert warned == []
    assert made.refusals == []


def waits(table: Table) -> None:
    """Two seconds pass in which nobody touches anything."""
    table.felt.see(i.TimeObserved(table.felt.now_ms + 2_100))
    table.show()


def dealt(table: Table) -> None:
    """Five seats with four JP1 stakes, to the end of the deal."""
    table.felt.chips(1, 2, 6, 7)
    table.show()
    table.touch("CloseBets")
    table.touch("CollectJp1")
    table.felt.sweep()


def played(table: Table, flop: str, river: str) -> None:
    """Each seat is asked once; the streets open by the shoe."""
    table.draw(flop)
    table.touch("BetPlay", seat=6, multiple=2)
    table.draw(river)
    for seat in (1, 2, 7):
        table.touch("BetPlay", seat=seat, multiple=1)
    table.touch("Fold", seat=4)


def settled(table: Table) -> None:
    for seat in (7, 6, 4, 2, 1):
        table.touch("SettleSeat", seat=seat)
    assert table.felt.state.phase is Phase.CLEARING


@pytest.mark.long
def test_two_rounds_on_end_take_at_most_two_n_and_four_touches_each_a_full_house_with_jp1_no_more(
    table: Table,
) -> None:
    for number, flop, river in ((1, "Qh 9h 4h", "Js 2c"), (2, "Qh 9h 9c", "2s 2c")):
        assert table.felt.state.playing.number == number
        if number == 2:
            table.felt.other_deck()
            table.show()
            table.touch("ConfirmRest")
        dealt(table)
        table.draw(HANDS)
        played(table, flop, river)
        table.touch("OpenHands")
        waits(table)
        assert table.felt.state.phase is Phase.SETTLING
        settled(table)
        assert table.touches == len(table.taps)
        assert len(table.taps) == 2 * 5 + (3 if number == 1 else 4), [tap["act"] for tap in table.taps]
        paid = dict(table.felt.lines(6))["jp1"].paid_cents
        assert paid == (5_000 if number == 2 else 0)
        table.taps.clear()
        count(table)
        waits(table)
        assert table.felt.state.phase is Phase.BETTING
    assert table.taps == []


def whole_round(table: Table, players: int, *, sensors: bool) -> None:
    """Everybody plays JP1 and nobody changes his stakes; each is asked once, and nobody keys a digit."""
    felt = table.felt
    felt.do(*(i.VacateSeat(n) for n in felt.state.players))
    felt.stakes(**{f"s{n}": (1000, 500) for n in range(1, players + 1)})
    played_out(felt)
    table.show()
    count(table)
    table.taps.clear()
    if sensors:
        for covered in (False, True):
            spots = [Spot.ANTE, Spot.BLIND, Spot.TRIPS]
            told = [i.SpotSense(spot, n, covered) for n in range(1, players + 1) for spot in spots]
            felt.see(i.SpotsObserved(tuple(told)))
        table.show()
    else:
        table.touch("ConfirmRest")
    felt.chips(*range(1, players + 1))
    table.show()
    table.touch("CloseBets")
    table.touch("CollectJp1")
    felt.sweep()
    table.draw(" ".join(DECK_IN_ORDER[: 2 * players + 2]))
    table.draw(" ".join(DECK_IN_ORDER[40:43]))
    table.draw(" ".join(DECK_IN_ORDER[43:45]))
    for seat in range(1, players + 1):
        table.touch("BetPlay", seat=seat, multiple=1)
    table.touch("OpenHands")
    waits(table)
    for seat in range(players, 0, -1):
        table.touch("SettleSeat", seat=seat)


@pytest.mark.parametrize("sensors", [False, True], ids=["by hand", "by sensors"])
@pytest.mark.parametrize("players", [1, long(2), long(3), 4, long(5), long(6), 7])
def test_a_whole_round_of_n_players_takes_two_n_and_four_touches_and_one_less_with_sensors_of_the_main_bets(
    table: Table, players: int, sensors: bool
) -> None:
    """`python -m tests.ui.measured` prints them for one to seven players."""
    whole_round(table, players, sensors=sensors)
    felt = table.felt
    assert felt.state.phase is Phase.CLEARING
    assert [line.stake_cents for line in (felt.state.seat(1).settled or ())][:2] == [1000, 1000]
    assert not any("digit" in tap["act"] for tap in table.taps)
    assert table.touches == 2 * players + (3 if sensors else 4), [tap["act"] for tap in table.taps]


@pytest.mark.long
def test_the_two_best_hands_take_one_touch_of_the_dealer_and_few_of_those_who_are_called(
    table: Table,
) -> None:
    dealt(table)
    table.draw(ROYAL_HANDS)
    played(table, ROYAL_FLOP, ROYAL_RIVER)
    table.touch("OpenHands")
    count(table)
    table.touch("CallChef")
    dealer, comite, video = count(table), 0, 0
    badge(table, "MCD 03", Role.COMITE)
    for place in hand_places(table.felt.state):
        table.touch("ConfirmCard", place=str(place))
    table.touch("ConfirmHand")
    comite += count(table)
    badge(table, "OV 11", Role.VIDEO)
    table.touch("local.keep")
    table.touch("ReviewVideo", conform=True)
    video += count(table)
    badge(table, "MCD 03", Role.COMITE)
    table.touch("ReadAmount")
    comite += count(table)
    badge(table, "OV 11", Role.VIDEO)
    table.touch("ReadAmount")
    video += count(table)
    badge(table, "MCD 03", Role.COMITE)
    table.touch("local.digit", digit="7")
    table.touch("local.field", field="identity")
    table.touch("local.digit", digit="4")
    table.touch("PreparePayment", seat=6)
    table.touch("ArmRelease")
    comite += count(table)
    badge(table, "OV 11", Role.VIDEO)
    table.touch("ReleaseAward")
    video += count(table)
    assert table.felt.state.playing.verification.released
    assert (dealer, comite, video) == (1, 12, 4), "at most 1, 14 and 5"


def count(table: Table) -> int:
    """The touches since the last count."""
    made = table.touches
    table.touches = 0
    return made


def badge(table: Table, person: str, role: Role) -> None:
    table.felt.badge(person, role)
    table.show()
