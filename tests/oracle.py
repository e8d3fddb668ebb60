"""An independent, naive settlement of one round, to audit the engine with.

It shares nothing with the product: cards are text, money is whole cents, a round and its answer are plain
dicts in the shape of the command line (`tapis settle`). A hand is the best of the twenty-one fives of its
seven cards, each five described by counting its ranks. Written from the sources of the five games and the
decisions on their open points, not from the engine: art. 55-20 in its versions of 2015 and of 6 October
2021, a casino's page, a page of rules with a live dealer, Hold'em poker de casino.

Beyond the command line's shape a seat may say `"jp1_carried": true`: its stake was taken in a voided deal
of the same round, it has full rights and stakes 0 now. A seat still in may have no cards where the bank of
Hold'em poker de casino does not qualify and no Bonus lies there: nobody opens that hand. Every spot of an
answer says by which `rule` it was settled.

A house may add side bets, as `side_bets` of its options: by spot, the cards that each looks at (`hole`,
`board`, `seven`), whether it plays after a fold, and how many times the stake each class of these is paid.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any

CLASSES = (
    "high_card",
    "pair",
    "two_pair",
    "three_of_a_kind",
    "straight",
    "flush",
    "full_house",
    "quads",
    "straight_flush",
    "royal_flush",
)
BY_COUNTS = {
    (1, 1, 1, 1, 1): "high_card",
    (2, 1, 1, 1): "pair",
    (2, 2, 1): "two_pair",
    (3, 1, 1): "three_of_a_kind",
    (3, 2): "full_house",
    (4, 1): "quads",
}
BLIND = {
    "royal_flush": (500, 1),
    "straight_flush": (50, 1),
    "quads": (10, 1),
    "full_house": (3, 1),
    "flush": (3, 2),
    "straight": (1, 1),
}
TRIPS = {
    "royal_flush": 50,
    "straight_flush": 40,
    "quads": 30,
    "full_house": 8,
    "flush": 7,
    "straight": 4,
    "three_of_a_kind": 3,
}
BONUS = {
    "royal_flush": 50,
    "straight_flush": 40,
    "quads": 20,
    "full_house": 7,
    "flush": 6,
    "straight": 5,
    "three_of_a_kind": 3,
}
JP1 = {"full_house": 10, "quads": 100, "straight_flush": 300}
COMMUNITY_ROYAL = 1000
CONSOLATION = 100

POCKET = {
    "pair_of_aces": 30,
    "ace_king_suited": 25,
    "ace_face_suited": 20,
    "ace_king": 15,
    "face_pair": 10,
    "ace_face": 5,
    "low_pair": 3,
}
"""`tests/houses/trips-and-pocket.toml`, as its notice on the table says it."""
BOARD = {
    "royal_flush": 1000,
    "straight_flush": 500,
    "quads": 200,
    "full_house": 50,
    "flush": Fraction(51, 2),
    "straight": 20,
    "three_of_a_kind": 12,
    "two_pair": 6,
}
STRAIGHT_UP = {
    "royal_flush": 40,
    "straight_flush": 30,
    "quads": 20,
    "full_house": 9,
    "flush": 6,
    "straight": Fraction(9, 2),
}
"""These two and Pocket: `tests/houses/three-side-bets.toml`."""
ON_TWO_CARDS = {"looks_at": "hole", "after_fold": True, "times": POCKET}

OPTIONS: dict[str, Any] = {
    "trips_requires_win": False,
    "trips_on_tie": "by_hand",
    "trips_after_fold": True,
    "bonus_after_fold": True,
    "consolation_trigger": "any_player",
    "jp1_return_stake": False,
    "jp1_after_fold": True,
}
"""The choices of the default profile, those about a spot that its felt has not among them."""

GAMES: dict[str, dict[str, Any]] = {
    "fr-55-20-2021": {},
    "fr-55-20-2015": {},
    # « Si le joueur ne bat pas le croupier, ce dernier récupère toutes ses mises […].
    # En cas d'égalité, le joueur récupère simplement ses mises. »
    "fr-casino-page": {"trips_requires_win": True, "trips_on_tie": "returned", "trips_after_fold": False},
    # « Tu peux gagner ton pari TRIPS, que tu décides ou non de JOUER ou de TE COUCHER. »
    "live-uth": {},
    # « La banque […] paie l'équivalent de la 1re mise (Ante) à chaque joueur. […] Toutes les autres mises, à
    # l'exception du bonus (voir ci-après) ne sont ni payées ni ramassées. »
    "fr-holdem-casino": {"unqualified_ante": "paid", "unqualified_others": "returned"},
    "trips-and-pocket": {"side_bets": {"pocket": ON_TWO_CARDS}},
    "three-side-bets": {
        "side_bets": {
            "trips": {"looks_at": "seven", "after_fold": False, "times": STRAIGHT_UP},
            "bonus": {"looks_at": "board", "after_fold": True, "times": BOARD},
            "pocket": ON_TWO_CARDS,
        }
    },
}
"""What each game chooses otherwise; `unqualified_*` is what a bank below a pair does to those still in."""

UNQUALIFIED = {"unqualified_ante": "returned", "unqualified_others": "compared"}

Score = tuple[int, tuple[int, ...]]
"""Class counted from 0, then the deciding ranks, the most important first: compares as hands compare."""


# --- hands ---------------------------------------------------------------------------------------


RANKS = {text: number for number, text in enumerate("23456789TJQKA", start=2)}
"""2 to 14 for the rank of a card as it is written, the ace high."""


def falling(cards: Iterable[str]) -> tuple[int, ...]:
    """The ranks of cards written rank then suit, the highest first."""
    return tuple(sorted([RANKS[card[0]] for card in cards], reverse=True))


@cache
def describe(ranks: tuple[int, ...], one_suit: bool) -> Score:
    """The class and the deciding ranks of five ranks in falling order."""
    counts = Counter(ranks)
    decisive = tuple(sorted(counts, key=lambda r: (counts[r], r), reverse=True))
    name = BY_COUNTS[tuple(sorted(counts.values(), reverse=True))]
    if name == "high_card":
        wheel = ranks == (14, 5, 4, 3, 2)
        straight = wheel or ranks[0] - ranks[4] == 4
        if straight:
            decisive = (5,) if wheel else (ranks[0],)
        if straight and one_suit:
            name = "royal_flush" if ranks[0] == 14 and not wheel else "straight_flush"
        elif straight or one_suit:
            name = "straight" if straight else "flush"
    return CLASSES.index(name), decisive


def describe_five(cards: tuple[str, ...]) -> Score:
    """The class and the deciding ranks of five cards."""
    return describe(falling(cards), len({card[1] for card in cards}) == 1)


def best_of_all_fives(cards: tuple[str, ...]) -> Score:
    """The best five of the cards, by trying every five of them."""
    return max(describe_five(five) for five in combinations(cards, 5))


@cache
def best_whatever_the_suits(ranks: tuple[int, ...]) -> Score:
    """The best five of these ranks in falling order, as if no two cards were of one suit."""
    return max(describe(five, one_suit=False) for five in combinations(ranks, 5))


def best(cards: tuple[str, ...]) -> Score:
    """The same as `best_of_all_fives`, sooner.

    Only a suit that five cards share can make a five worth more than its ranks alone.
    """
    scores = [best_whatever_the_suits(falling(cards))]
    suits = [card[1] for card in cards]
    for suit in "cdhs":
        if suits.count(suit) >= 5:
            suited = falling([card for card in cards if card[1] == suit])
            scores += [describe(five, one_suit=True) for five in combinations(suited, 5)]
    return max(scores)


# --- the round -----------------------------------------------------------------------------------


def settle(deal: dict[str, Any], options: dict[str, Any] | None = None) -> dict[str, Any]:
    """The answer to one round: every staked spot, the dealer's hand, and what the jackpot does.

    `options` are those that differ from the ones of the deal's profile.
    """
    game = GAMES[deal.get("profile", "fr-55-20-2021")]
    chosen = {**OPTIONS, **UNQUALIFIED, **game, **(options or {})}
    added = chosen.get("side_bets", {})
    board = tuple(deal["board"])
    dealer = best((*deal["dealer"], *board))
    qualified = dealer[0] >= CLASSES.index("pair")
    hands = {
        seat["seat"]: best((*seat["cards"], *board)) if seat["cards"] is not None else None
        for seat in deal["seats"]
    }
    jackpot = _jackpot(deal, hands, board, chosen)
    seats = []
    for seat in deal["seats"]:
        hand = hands[seat["seat"]]
        result = _result(seat, hand, dealer)
        spots = {
            spot: _spot(spot, cents, result, hand, qualified, chosen)
            for spot, cents in seat["stakes"].items()
            if spot != "jp1" and spot not in added
        }
        spots |= {
            spot: _added(spot, cents, added[spot], seat, hand, board)
            for spot, cents in seat["stakes"].items()
            if spot in added
        }
        if seat["seat"] in jackpot["lines"]:
            spots["jp1"] = jackpot["lines"][seat["seat"]]
        name = CLASSES[hand[0]] if hand is not None else None
        seats.append({"seat": seat["seat"], "class": name, "result": result, "spots": spots})
    return {
        "dealer": {"class": CLASSES[dealer[0]], "qualified": qualified},
        "seats": seats,
        "jackpot": {key: jackpot[key] for key in ("claimed", "winners", "supervised")},
    }


def _result(seat: dict[str, Any], hand: Score | None, dealer: Score) -> str:
    if seat["folded"]:
        return "fold"
    if hand is None:
        return "unopened"
    if hand == dealer:
        return "tie"
    return "win" if hand > dealer else "lose"


def _line(rule: str, stake: int, fate: str, paid: int = 0) -> dict[str, Any]:
    """`fate` is what becomes of the stake itself: `back` or `gone`."""
    back = stake if fate == "back" else 0
    return {"stake": stake, "returned": back, "taken": stake - back, "paid": paid, "rule": rule}


def _spot(
    spot: str, stake: int, result: str, hand: Score | None, qualified: bool, options: dict[str, Any]
) -> dict[str, Any]:
    """One stake; Ante, the second main stake and the bets after the deal differ only where said."""
    if spot == "trips":
        return _trips(stake, result, hand, options)
    if spot == "bonus":
        return _bonus(stake, result, hand, options)
    if result == "fold":
        return _line(f"{spot}_lost_folded", stake, "gone")
    if not qualified and spot == "ante":
        if options["unqualified_ante"] == "paid":
            return _line("ante_paid_not_qualified", stake, "back", stake)
        return _line("ante_returned_not_qualified", stake, "back")
    if not qualified and options["unqualified_others"] == "returned":
        return _line(f"{spot}_returned_not_qualified", stake, "back")
    if result == "lose":
        return _line(f"{spot}_lost", stake, "gone")
    if result == "tie":
        return _line(f"{spot}_push_tie", stake, "back")
    assert result == "win", "what is compared is opened"
    if spot not in ("blind", "super_ante"):
        return _line(f"{spot}_paid", stake, "back", stake)
    assert hand is not None
    name = CLASSES[hand[0]]
    if name not in BLIND:
        return _line(f"{spot}_push_below_table", stake, "back")
    above, below = BLIND[name]
    return _line(f"{spot}_paid", stake, "back", _exactly(stake * above, below))


def _trips(stake: int, result: str, hand: Score | None, options: dict[str, Any]) -> dict[str, Any]:
    if result == "fold" and (options["trips_requires_win"] or not options["trips_after_fold"]):
        return _line("trips_lost_folded", stake, "gone")
    if options["trips_requires_win"]:
        if result == "lose":
            return _line("trips_lost_not_won", stake, "gone")
        if result == "tie" and options["trips_on_tie"] == "returned":
            return _line("trips_returned_tie", stake, "back")
        if result == "tie" and options["trips_on_tie"] == "taken":
            return _line("trips_lost_tie", stake, "gone")
    return _by_hand("trips", stake, hand, TRIPS)


def _bonus(stake: int, result: str, hand: Score | None, options: dict[str, Any]) -> dict[str, Any]:
    """« dans tous les cas, banque qualifiée ou non, main du joueur supérieure à la banque ou non »"""
    if result == "fold" and not options["bonus_after_fold"]:
        return _line("bonus_lost_folded", stake, "gone")
    return _by_hand("bonus", stake, hand, BONUS)


def _by_hand(spot: str, stake: int, hand: Score | None, table: dict[str, int]) -> dict[str, Any]:
    assert hand is not None, "a seat with a bet on its own hand has cards"
    times = table.get(CLASSES[hand[0]], 0)
    if not times:
        return _line(f"{spot}_lost", stake, "gone")
    return _line(f"{spot}_paid", stake, "back", stake * times)


def _added(
    spot: str,
    stake: int,
    bet: dict[str, Any],
    seat: dict[str, Any],
    hand: Score | None,
    board: tuple[str, ...],
) -> dict[str, Any]:
    """A side bet of the house: paid by the class of what it looks at, whoever wins."""
    if seat["folded"] and not bet["after_fold"]:
        return _line(f"{spot}_lost_folded", stake, "gone")
    if bet["looks_at"] == "board":
        name = CLASSES[describe_five(board)[0]]
    elif bet["looks_at"] == "hole":
        name = describe_two(*seat["cards"])
    else:
        assert hand is not None, "a seat with a bet on its own hand has cards"
        name = CLASSES[hand[0]]
    times = Fraction(bet["times"].get(name, 0))
    paid = _exactly(stake * times.numerator, times.denominator)
    line = _line(f"{spot}_paid", stake, "back", paid) if paid else _line(f"{spot}_lost", stake, "gone")
    return line if bet["looks_at"] == "seven" else {**line, "seen": name}


def describe_two(one: str, other: str) -> str:
    """The class of a player's own two cards, or nothing that any house pays."""
    ranks = {one[0], other[0]}
    suited = "_suited" if one[1] == other[1] else ""
    if ranks == {"A"}:
        return "pair_of_aces"
    if len(ranks) == 1:
        return "face_pair" if ranks <= set("KQJ") else "low_pair"
    if ranks == {"A", "K"}:
        return f"ace_king{suited}"
    return f"ace_face{suited}" if ranks in ({"A", "Q"}, {"A", "J"}) else "other_cards"


def _exactly(above: int, below: int) -> int:
    whole, rest = divmod(above, below)
    assert rest == 0, "the stake makes this payout inexact"
    return whole


# --- the progressive jackpot ---------------------------------------------------------------------


def _jackpot(
    deal: dict[str, Any], hands: dict[int, Score | None], board: tuple[str, ...], options: dict[str, Any]
) -> dict[str, Any]:
    royal = CLASSES.index("royal_flush")
    community = describe_five(board)[0] == royal
    royals = [n for n, hand in hands.items() if hand is not None and hand[0] == royal and not community]
    bettors = [s for s in deal["seats"] if s["stakes"].get("jp1") or s.get("jp1_carried")]
    alive = [s["seat"] for s in bettors if not s["folded"] or options["jp1_after_fold"]]
    winners = [n for n in royals if n in alive]
    hit = royals if options["consolation_trigger"] == "any_player" else winners
    lines = {}
    for seat in bettors:
        number = seat["seat"]
        awards = []
        if number in alive:
            awards = _awards(deal, hands[number], community, number in winners, len(winners))
            if any(other != number for other in hit) and number not in winners:
                awards.append({"kind": "consolation", "cents": CONSOLATION * deal["jp1_stake_cents"]})
        stake = seat["stakes"].get("jp1", 0)
        paid = sum(award["cents"] for award in awards)
        fate = "back" if awards and options["jp1_return_stake"] else "gone"
        if fate == "back":  # whichever deal of the round had taken it
            stake = deal["jp1_stake_cents"]
        first = awards[0]["kind"] if awards else "lost" if number in alive else "lost_folded"
        lines[number] = {**_line(f"jp1_{first}", stake, fate, paid), "awards": awards}
    return {
        "lines": lines,
        "claimed": bool(winners),
        "winners": winners,
        "supervised": bool(bettors) and (community or bool(royals)),
    }


def _awards(
    deal: dict[str, Any], hand: Score | None, community: bool, own_royal: bool, sharing: int
) -> list[dict[str, Any]]:
    """The prize of the best class that the seat holds, if it has one."""
    assert hand is not None, "a seat with JP1 alive has cards"
    stake = deal["jp1_stake_cents"]
    if own_royal:
        return [{"kind": "jackpot", "cents": deal["jackpot_cents"] // sharing}]
    if community:
        return [{"kind": "community_royal", "cents": COMMUNITY_ROYAL * stake}]
    name = CLASSES[hand[0]]
    return [{"kind": name, "cents": JP1[name] * stake}] if name in JP1 else []
