"""The showdown: whose cards are turned up, who holds what, and what waits for the comité.

A folded hand with nothing alive is not turned up and stays sealed for ever (rules, section 2). Whether a
royal lies in it matters to the consolation only, and then it is turned up too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Final, TypedDict

from controller.game.cards import Card
from controller.game.events import PaidAnte
from controller.game.felt import Pile, Place, Spot, board, dealer, hole
from controller.game.hands import best_hand, five_used, lowest_rank, rank_cards
from controller.game.jackpot.rules import Jp1Seat, prize_kind, supervised
from controller.game.memo_by_identity import last_memoised
from controller.game.profile import AwardKind
from controller.game.settling.settle import (
    EVEN,
    RoundFacts,
    RoundSettlement,
    SeatFacts,
    cards_decide,
    settle_round,
)
from controller.game.state import TableState

BOARD = tuple(board(slot) for slot in range(5))
DEALER = (dealer(0), dealer(1))
FIVE: Final = 5


@cache
def _hole(seat: int) -> tuple[Place, Place]:
    return (hole(seat, 0), hole(seat, 1))


def _lying(state: TableState, places: tuple[Place, ...]) -> tuple[Card, ...] | None:
    """The cards at these places, face down or not; None when one is missing or unread."""
    found, cards = [], state.playing.cards
    for place in places:
        card = cards.get(place)
        if card is None:
            return None
        found.append(card.turned_up())
    return tuple(found)


def _rank(cards: tuple[Card, ...]) -> int:
    """The rank of the best five different cards; 0 where there are fewer.

    A card that lies twice, once keyed wrongly, is found when it is turned up (`dealing.card_seen_twice`)
    and no sooner.
    """
    if len(set(cards)) < len(cards):
        cards = tuple(dict.fromkeys(cards))
    return rank_cards(cards) if len(cards) >= FIVE else 0


def holes(seats: Sequence[int]) -> tuple[Place, ...]:
    """The places of both cards of these seats."""
    return tuple(place for seat in seats for place in _hole(seat))


@last_memoised
def bank_qualifies(state: TableState) -> bool | None:
    """Whether the dealer's seven cards qualify, face down or not; None while one of them is unknown."""
    seven = _lying(state, (*DEALER, *BOARD))
    return _rank(seven) >= lowest_rank(state.profile.qualifies_with) if seven is not None else None


def plays_on(state: TableState, seat: int) -> bool:
    """Whether something of the seat depends on its cards: they are turned up."""
    return plays_against(state, seat, bank_qualifies(state) is not False)


def plays_against(state: TableState, seat: int, qualified: bool) -> bool:
    """The same, against a bank that qualifies or not."""
    player = state.seat(seat)
    return cards_decide(
        state.profile, player.stakes, folded=player.folded, bets_jp1=player.in_jp1, qualified=qualified
    )


@last_memoised
def needed_places(state: TableState) -> tuple[Place, ...]:
    """The places whose card must be known before the hands are opened.

    The bank may lie face down yet: what is asked for may not tell whether it qualifies.
    """
    needed = [n for n in state.players if plays_against(state, n, qualified=True)]
    return (*holes(needed), *DEALER, *BOARD)


@last_memoised
def alive_seats(state: TableState) -> tuple[int, ...]:
    """The seats that are turned up at the showdown, from the dealer's left.

    Once a person has keyed a card anew, no hand is looked at that lies face down: what he keys may not tell.
    """
    played = state.playing
    every = state.profile.options.consolation_trigger == "any_player" and bool(state.jp1_seats)
    if played.corrected:
        up = [n for n in state.players if all(place in played.shown for place in _hole(n))]
        return tuple(n for n in state.players if n in up or plays_on(state, n))
    return tuple(
        [
            seat
            for seat in state.players
            if plays_on(state, seat) or (every and jp1_prize(state, seat) is AwardKind.JACKPOT)
        ]
    )


def known_hands(state: TableState, seats: Sequence[int]) -> tuple[int, ...]:
    """Those of these seats whose two cards are both known, face down or not."""
    return tuple(seat for seat in seats if _lying(state, _hole(seat)) is not None)


def antes_to_pay(state: TableState) -> tuple[PaidAnte, ...]:
    """What an unqualified bank pays on the Antes before any hand is opened: from right to left, who is in."""
    still_in = [n for n in reversed(state.players) if not state.seat(n).folded]
    return tuple([PaidAnte(n, EVEN.win_cents(state.seat(n).ante_cents)) for n in still_in])


def antes_first(state: TableState, qualified: bool) -> bool:
    """An unqualified bank pays Antes before any hand is opened in this game, and has not yet."""
    if qualified or state.profile.unqualified.ante != "paid" or state.playing.antes_paid_ms:
        return False
    return any(not state.seat(seat).folded for seat in state.players)


def jp1_prize(state: TableState, seat: int) -> AwardKind | None:
    """The JP1 class of the seat's seven cards, turned up or not; None without one or if a card is unread.

    None too where one of them lies twice, keyed wrongly elsewhere: no hand is turned up for such a prize.
    """
    seven = _lying(state, (*_hole(seat), *BOARD))
    if seven is None or len(set(seven)) < len(seven):
        return None
    return prize_kind(rank_cards(seven), rank_cards(seven[2:]))


def verdict(state: TableState) -> tuple[bool, bool]:
    """Whether the dealer qualifies, and whether the payment is supervised (rules, sections 2 and 3)."""
    qualified, community = bank_qualifies(state), _lying(state, BOARD)
    assert qualified is not None, "the dealer's seven cards are known at the showdown"
    assert community is not None, "and the board among them"
    seats = []
    up = alive_seats(state)
    for seat in state.players:
        # What stays face down may not even show by being supervised: its rank is not looked at.
        seven = _lying(state, (*_hole(seat), *BOARD)) if seat in up else None
        player = state.seat(seat)
        rank = _rank(seven) if seven is not None else 0
        seats.append(Jp1Seat(seat, rank, player.folded, player.in_jp1))
    return qualified, bool(state.jp1_seats) and supervised(seats, _rank(community))


def supervised_kind(state: TableState) -> tuple[str, tuple[int, ...]]:
    """Which of the two best hands it is, and who holds it: every JP1 bettor when it is the board."""
    holders = tuple(n for n in alive_seats(state) if jp1_prize(state, n) is AwardKind.JACKPOT)
    return ("royal_flush", holders) if holders else ("community_royal", state.jp1_seats)


def one_holder(kind: str, seats: tuple[int, ...]) -> int:
    """The seat that an alarm names for the hand; 0 for one that lies on the board, and is nobody's alone."""
    return seats[0] if kind == "royal_flush" and seats else 0


def claim_seat(state: TableState) -> int:
    """The seat that wins the jackpot, or 0: two own-card royals at one table are impossible."""
    settlement = state.playing.settlement
    return settlement.winners[0] if settlement is not None and settlement.claimed else 0


def settle_shown(state: TableState) -> RoundSettlement:
    """The settlement of the hands turned up; a jackpot's cents come later, from the book."""
    shown = state.playing.shown
    seats = []
    for n in state.players:
        lying = all(place in shown for place in _hole(n))
        cards = tuple(shown[place] for place in _hole(n)) if lying else None
        seats.append(facts_of(state, n, cards))
    facts = RoundFacts(
        state.profile,
        tuple(shown[place] for place in BOARD),
        tuple(shown[place] for place in DEALER),
        tuple(seats),
        state.facts.jp1_stake_cents,
    )
    return settle_round(facts)


def spots_staked(state: TableState, seat: int) -> dict[Spot, int]:
    """What lies on the spots of the seat, JP1 apart, in the order in which it was put down."""
    player = state.seat(seat)
    return {**player.stakes, **{bet.spot: bet.cents for bet in player.bets}}


def facts_of(state: TableState, seat: int, cards: tuple[Card, ...] | None) -> SeatFacts:
    """The seat as the settlement sees it, with these cards; one ruled void has its JP1 line still."""
    player, stakes, is_carried = state.seat(seat), spots_staked(state, seat), carried(state, seat)
    if not is_carried and (player.in_jp1 or player.jp1_goes_back):
        stakes[Spot.JP1] = state.facts.jp1_stake_cents
    entered = state.round.entered.get(seat) if cards is None and state.round is not None else None
    return SeatFacts(seat, cards, player.folded, stakes, is_carried, entered, _refused(state, seat))


def _refused(state: TableState, seat: int) -> bool:
    """Two persons found that the JP1 stake of this seat does not hold: on no cards does it win."""
    verification = state.round.verification if state.round is not None else None
    return verification is not None and seat in verification.stakes_refused


def carried(state: TableState, seat: int) -> bool:
    """The seat's JP1 stake was taken in a deal of this round that was voided."""
    return state.seat(seat).jp1 == "carried"


# --- for the views -------------------------------------------------------------------------------


HandView = TypedDict("HandView", {"class": str, "ranks": list[int]})
"""The best five of seven cards: their class, and the ranks that compare it, 2 to 14, the highest first.

`ranks` is empty where a person told the class and nobody read the cards.
"""


def hand_shown(shown: Mapping[Place, Card], seat: int) -> HandView | None:
    """The hand of a seat, or of the dealer for 0, once its cards and the board are turned up."""
    seven = _seven_shown(shown, seat)
    if seven is None:
        return None
    hand = best_hand(seven)
    return {"class": str(hand.hand_class), "ranks": list(hand.ranks)}


def used_cards(shown: Mapping[Place, Card], seat: int, pile: Pile) -> list[bool] | None:
    """Which of the seat's cards, or of the board's, make its hand."""
    seven = _seven_shown(shown, seat)
    if seven is None:
        return None
    used = _used(seven)
    return [card in used for card in (seven[2:] if pile is Pile.BOARD else seven[:2])]


def _seven_shown(shown: Mapping[Place, Card], seat: int) -> tuple[Card, ...] | None:
    places = (*(_hole(seat) if seat else DEALER), *BOARD)
    seven = tuple([card for place in places if (card := shown.get(place)) is not None])
    return seven if len(set(seven)) == len(places) else None


@lru_cache(maxsize=64)
def _used(seven: tuple[Card, ...]) -> frozenset[Card]:
    return frozenset(five_used(seven))


def settlement_due_ms(state: TableState) -> int:
    """When the settlement opens by itself."""
    return max(state.phase_ms, state.playing.antes_paid_ms) + state.facts.showdown_ms
