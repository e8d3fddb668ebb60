"""The same round, from the opening of the table to its closing, with each shoe over every carrier it has.

People deal from the shoe, the shoe's twin speaks at its own wire, its real driver listens, and the real
table deals, decides, shows down and settles. Another shoe is another line of `carried_shoes.py`.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from controller.game import events as e
from controller.game.felt import Pile
from drivers.sim.angel_eye import AngelEyeTwin
from tests import oracle
from tests.drivers.carried_shoes import CARRIED, GAP_MS, behind_a_server, on_a_pty
from tests.drivers.room import Maker, Room, RoundPlayed

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("way", CARRIED)
def test_a_round_is_dealt_decided_shown_down_and_settled(way: str, tmp_path_factory: pytest.TempPathFactory):
    room = Room(tmp_path_factory.mktemp("r"))
    carrier, driver = CARRIED[way](room)
    try:
        played = RoundPlayed(room, carrier, driver)
    finally:
        carrier.close()
    assert played.of(e.RoundHeld) == []
    assert [alarm.code for alarm in played.of(e.AlarmRaised)] == []
    dealt = played.of(e.CardDealt)
    assert [one.card.turned_up() for one in dealt] == played.deck[: len(dealt)]
    (closed,) = played.of(e.RoundClosed)
    assert closed.cards_drawn == len(dealt) == 2 * len(played.of(e.SeatSettled)) + 2 + 5
    assert_settled_as_the_law_says(played)


class OnABadLine(AngelEyeTwin):
    """An Angel Eye of whose three copies only the second arrives whole."""

    def __init__(self) -> None:
        super().__init__(gap_ms=GAP_MS)
        self._said = 0

    def tick(self, now_ms: int) -> bytes:
        message = bytearray(super().tick(now_ms))
        if message:
            self._said += 1
            if self._said % 3 != 2:
                message[self._said * 5 % len(message)] ^= 1 << self._said % 7
        return bytes(message)


@pytest.mark.parametrize("carry", [on_a_pty, behind_a_server])
def test_a_round_is_settled_with_two_of_three_copies_damaged_all_along(
    carry: Callable[..., Maker], tmp_path_factory: pytest.TempPathFactory
):
    room = Room(tmp_path_factory.mktemp("r"))
    carrier, driver = carry("angel-eye", OnABadLine)(room)
    try:
        played = RoundPlayed(room, carrier, driver)
    finally:
        carrier.close()
    assert played.of(e.RoundHeld) == []
    assert {alarm.code for alarm in played.of(e.AlarmRaised)} == {"A-314"}  # the line is noisy
    dealt = played.of(e.CardDealt)
    assert [one.card.turned_up() for one in dealt] == played.deck[: len(dealt)]
    assert_settled_as_the_law_says(played)


def assert_settled_as_the_law_says(played: RoundPlayed) -> None:
    """Every stake of every seat, as an independent reading of the article settles the cards of the deck."""
    cards: dict[tuple[Pile, int], list[str]] = {}
    for one in played.of(e.CardDealt):
        cards.setdefault((one.place.pile, one.place.seat), []).append(one.card.turned_up().text)
    folded = {event.seat for event in played.of(e.SeatFolded)}
    settled = {event.seat: event.lines for event in played.of(e.SeatSettled)}
    assert list(settled) == sorted(settled, reverse=True)
    deal = {
        "board": cards[Pile.BOARD, 0],
        "dealer": cards[Pile.DEALER, 0],
        "jackpot_cents": 1_000_000,
        "jp1_stake_cents": 500,
        "seats": [
            {
                "seat": seat,
                "cards": cards[Pile.HOLE, seat],
                "folded": seat in folded,
                "stakes": {str(line.spot): line.stake_cents for line in lines},
            }
            for seat, lines in settled.items()
        ],
    }
    for seat in oracle.settle(deal)["seats"]:
        for line in settled[seat["seat"]]:
            expected = seat["spots"][str(line.spot)]
            assert (line.stake_cents, line.returned_cents, line.taken_cents, line.paid_cents) == tuple(
                expected[key] for key in ("stake", "returned", "taken", "paid")
            ), (seat["seat"], line)
