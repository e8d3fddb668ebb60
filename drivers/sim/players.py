"""The players of a simulated table: how they stake and what they bet, knowing what a player knows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Final, NamedTuple

from controller.game.cards import Card
from controller.game.felt import SEATS, SEATS_MAX

SILENT_ONE_IN: Final = 60
"""How often a player lets the decision clock run out, where there is one."""

Bets = Sequence[tuple[str, int]]
Plays = Callable[[Sequence[Card], Sequence[Card], Bets, Sequence[int]], int]
"""A strategy: own two cards, the board turned up, the spots bet since the deal, what may be bet now; bets are
in halves of the Ante. The answer is what is bet, or 0: a check, or a fold where one must bet or fold."""


class SideNotice(NamedTuple):
    """One side bet on the notice: its spot; stakes are multiples of `step_cents`, and at most so many
    Antes."""

    spot: str
    step_cents: int
    antes: int


@dataclass(frozen=True, slots=True)
class Notice:
    """What may be staked here, as the notice on the table says it.

    Attributes:
        minimum_cents: the smallest stake of these people, which the table takes.
        maximum_cents: the largest the table takes on one spot.
        ante_step_cents: Antes are multiples of these.
        sides: the side bets of the felt, in its order.
        seats: how many places the felt has.
    """

    minimum_cents: int
    maximum_cents: int
    ante_step_cents: int
    sides: tuple[SideNotice, ...]
    seats: int = SEATS_MAX

    def ante(self, times: int) -> int:
        """So many smallest stakes on the Ante, or the nearest below that the table takes."""
        return _below(min(times * self.minimum_cents, self.maximum_cents), self.ante_step_cents)

    def wished(self, rng: Random, ante_cents: int) -> dict[str, int]:
        """What a player likes to put on each side bet: none, one or two of the smallest stakes, or what
        is nearest below that the table takes. A wish is drawn where no side bet can be played, too."""
        stakes: dict[str, int] = {}
        for side, times in [(side, rng.choice((0, 1, 2))) for side in self.sides or (None,)]:
            if side is not None:
                highest = min(self.maximum_cents, side.antes * ante_cents)
                cents = _below(min(times * self.minimum_cents, highest), side.step_cents)
                stakes |= {side.spot: cents} if cents else {}
        return stakes


def _below(cents: int, step_cents: int) -> int:
    return cents // step_cents * step_cents


@dataclass(slots=True)
class Player:
    """One player: how he stakes, and whether he likes JP1. `plays` is his own strategy, if he has one."""

    seat: int
    ante_cents: int
    sides: dict[str, int]
    jp1: bool
    boldness: int
    plays: Plays | None = None


def seat_players(rng: Random, notice: Notice, jp1_rate: int) -> dict[int, Player]:
    """Three players or more, as the felt has places, with stakes that this table takes."""
    players = {}
    places = SEATS[: notice.seats]
    for seat in sorted(rng.sample(places, rng.randint(min(3, len(places)), len(places)))):
        ante = notice.ante(rng.choice((2, 2, 4, 6)))
        sides = notice.wished(rng, ante)
        players[seat] = Player(seat, ante, sides, rng.randrange(100) < jp1_rate, rng.randrange(10))
    return players


def wish(players: dict[int, Player], rng: Random, notice: Notice) -> None:
    """Now and then a player changes his stakes, comes or goes."""
    chance = rng.randrange(100)
    if chance < 6 and len(players) > 2:
        del players[rng.choice(sorted(players))]
    elif chance < 12 and len(players) < notice.seats:
        seat = rng.choice([n for n in SEATS[: notice.seats] if n not in players])
        ante = notice.ante(rng.choice((2, 4)))
        players[seat] = Player(seat, ante, {}, bool(rng.randrange(2)), rng.randrange(10))
    elif chance < 30:
        player = players[rng.choice(sorted(players))]
        player.sides = notice.wished(rng, player.ante_cents)
        player.jp1 = not player.jp1 if rng.randrange(3) == 0 else player.jp1


def invite(players: dict[int, Player], seats: Sequence[int], notice: Notice) -> None:
    """Somebody who likes JP1 sits at each of these seats: cards are placed for him."""
    for seat in seats:
        if seat in SEATS[: notice.seats]:
            known = players.get(seat)
            players[seat] = replace(known, jp1=True) if known else Player(seat, notice.ante(2), {}, True, 5)


def stakes_of(player: Player, notice: Notice) -> dict[str, Any]:
    """The tap that puts down what the player wants to stake."""
    first, *others = [side.spot for side in notice.sides] or [""]
    tap = {"act": "SetStakes", "seat": player.seat, "ante_cents": player.ante_cents}
    further = [{"spot": spot, "cents": player.sides[spot]} for spot in others if spot in player.sides]
    return tap | {"side_cents": player.sides.get(first, 0)} | ({"further": further} if further else {})


def lies_so(player: Player, stakes: Mapping[str, int]) -> bool:
    """Whether these stakes of his seat, cents by spot, are what the player wants; two main bets are equal."""
    sides = {spot: cents for spot, cents in stakes.items() if spot not in MAIN_SPOTS}
    return stakes.get("ante", 0) == player.ante_cents and sides == player.sides


MAIN_SPOTS: Final = ("ante", "blind", "super_ante")


def put_down(
    players: Mapping[int, Player], rng: Random, notice: Notice, view: Mapping[str, Any]
) -> list[dict[str, Any]]:
    """How each player puts his stakes down where they do not stand: again, anew, doubled, taken back."""
    taps: list[dict[str, Any]] = []
    for seat, player in sorted(players.items()):
        again = lies_so(player, view["seats"][seat - 1]["before"])
        taps.append({"act": "ConfirmStakes", "seat": seat} if again else stakes_of(player, notice))
        whim = rng.randrange(100)
        if whim < 12:
            taps.append({"act": "DoubleStakes", "seat": seat})
        if whim < 4:
            taps.append({"act": "UndoStakes", "seat": seat})
    return taps


def plausible(boldness: int) -> Plays:
    """How a sensible player plays; `boldness` (0 to 9) moves the borderline hands. Not the best strategy."""

    def plays(cards: Sequence[Card], board: Sequence[Card], bets: Bets, offered: Sequence[int]) -> int:
        likes = _LIKES.get(len(board), _likes_river)
        if len(board) == 5 and bets:
            return max(offered) if _paired(cards, board) else 0
        return max(offered) if likes(cards, board, boldness) else 0

    return plays


def _likes_hole(cards: Sequence[Card], board: Sequence[Card], boldness: int) -> bool:
    high, low = sorted((card.rank for card in cards), reverse=True)
    suited = cards[0].suit == cards[1].suit
    return (
        (high == low and high >= 3)
        or high == 14
        or (high == 13 and low >= 5 - suited)
        or (high == 12 and low >= 8 - 2 * suited)
        or (high == 11 and low >= 10 - suited - (boldness > 6))
    )


def _likes_flop(cards: Sequence[Card], board: Sequence[Card], boldness: int) -> bool:
    return _paired(cards, board) or (_four_flush(cards, board) and max(card.rank for card in cards) >= 10)


def _likes_turn(cards: Sequence[Card], board: Sequence[Card], boldness: int) -> bool:
    high = max(card.rank for card in cards)
    return _likes_river(cards, board, boldness) or _four_flush(cards, board) or high >= 12 - (boldness > 4)


def _likes_river(cards: Sequence[Card], board: Sequence[Card], boldness: int) -> bool:
    ranks = [card.rank for card in (*board, *cards)]
    high = max(card.rank for card in cards)
    better_kickers = sum(rank > high for rank in range(2, 15) if rank not in ranks[: len(board)])
    return len(set(ranks)) < len(ranks) or better_kickers < 3 + (boldness > 4)


def _paired(cards: Sequence[Card], board: Sequence[Card]) -> bool:
    """An own card makes a pair."""
    ranks = [card.rank for card in board]
    return cards[0].rank == cards[1].rank or any(card.rank in ranks for card in cards)


def _four_flush(cards: Sequence[Card], board: Sequence[Card]) -> bool:
    suits = [card.suit for card in (*cards, *board)]
    return any(suits.count(suit) >= 4 for suit in set(suits))


_LIKES: Final = {0: _likes_hole, 3: _likes_flop, 4: _likes_turn, 5: _likes_river}
