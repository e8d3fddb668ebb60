"""The people of a simulated table: players, a dealer who answers the console's view, a pit boss.

They know what people know: their own two cards, what is turned up, what the console shows. They act through
the same taps as a finger does and move real simulated machines; the table cannot tell them from anybody.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final, Protocol

from controller.game.cards import Card
from controller.game.felt import SEATS

View = dict[str, Any]
Tap = dict[str, Any]

CHEF: Final = "chef-1"
COMITE: Final = "comite-3"
VIDEO: Final = "video-11"
"""The cards of the simulated people, as `config/simulator.toml` lists their holders."""


class Machines(Protocol):
    """The hands' side of the machines of one table."""

    def draw(self) -> Card | None:
        """A card pulled out of the shoe, or None when it does not come."""
        ...

    def shoe_is_empty(self) -> bool:
        """No card is left in the shoe."""
        ...

    def put_chip(self, seat: int) -> None:
        """A chip laid on the JP1 spot."""
        ...

    def take_chip(self, seat: int) -> None:
        """The chip taken off the JP1 spot."""
        ...

    def change_decks(self, seats: Sequence[int], bettors: Sequence[int]) -> bool:
        """The played deck goes into the shuffler and the shuffled one into the shoe; False: not ready."""
        ...

    def badge(self, card: str | None) -> None:
        """A badge put into the reader, or taken out."""
        ...


@dataclass(slots=True)
class Player:
    """One player: how he stakes, and whether he likes JP1."""

    seat: int
    ante_cents: int
    side_cents: int
    jp1: bool
    boldness: int


@dataclass(slots=True)
class Felt:
    """What lies on the felt of this deal, as the people around it see it."""

    hole: dict[int, list[Card]] = field(default_factory=dict)
    dealer: list[Card] = field(default_factory=list)
    board: list[Card] = field(default_factory=list)

    def lay(self, place: str, card: Card) -> None:
        """The card lies at the place the console expects it."""
        pile, *numbers = place.split(".")
        if pile == "hole":
            self.hole.setdefault(int(numbers[0]), []).append(card)
        elif pile == "dealer":
            self.dealer.append(card)
        elif pile == "board":
            self.board.append(card)

    def at(self, place: str) -> Card | None:
        """The card at a place, once it lies there."""
        pile, *numbers = place.split(".")
        pool = {"hole": self.hole.get(int(numbers[0]), []), "dealer": self.dealer, "board": self.board}[pile]
        slot = int(numbers[-1])
        return pool[slot] if slot < len(pool) else None


def wants_play(cards: list[Card], board: list[Card], multiple: int, boldness: int) -> bool:
    """Whether a sensible player bets now: strong hands before the flop, pairs after it.

    Plausible rather than optimal; `boldness` (0 to 9) moves the borderline hands.
    """
    high, low = sorted((card.rank for card in cards), reverse=True)
    if not board:
        if multiple == 3:
            return False
        suited = cards[0].suit == cards[1].suit
        return (
            (high == low and high >= 3)
            or high == 14
            or (high == 13 and low >= 5 - suited)
            or (high == 12 and low >= 8 - 2 * suited)
            or (high == 11 and low >= 10 - suited - (boldness > 6))
        )
    ranks = [card.rank for card in board]
    if len(board) == 3:
        paired = high == low or high in ranks or low in ranks
        four_flush = any(sum(card.suit == suit for card in cards + board) >= 4 for suit in range(4))
        return paired or (four_flush and high >= 10)
    seen = [*ranks, high, low]
    made_pair = len(set(seen)) < len(seen)
    better_kickers = sum(rank > high for rank in range(2, 15) if rank not in ranks)
    return made_pair or better_kickers < 3 + (boldness > 4)


class Dealer:
    """The dealer: looks at the console, does the next thing, and says when he will look again.

    Args:
        rng: the people's own dice; chance is not the table's.
        machines: the machines under his hands.
        look: gives the console's view.
        tap: presses a key; gives the refusal, or None.
        minimum_cents, jp1_rate: the smallest stake, and how many of a hundred players like JP1.
        dealt: hears the cards of every hand, and the board, once the fifth board card lies there.
    """

    def __init__(
        self,
        rng: Random,
        machines: Machines,
        look: Callable[[], View],
        tap: Callable[[Tap], object | None],
        *,
        minimum_cents: int,
        jp1_rate: int = 70,
        dealt: Callable[[list[list[Card]], list[Card]], None] = lambda hands, board: None,
    ) -> None:
        self._rng = rng
        self._machines = machines
        self._look = look
        self._tap = tap
        self._minimum_cents = minimum_cents
        self._dealt = dealt
        self._players = self._seat_players(jp1_rate)
        self._felt = Felt()
        self._round = (0, 0)
        self._chips: set[int] = set()
        self._deck_fresh = False
        self._wishes_done = False
        self._badge = ""
        self._drawn = 0
        self.looks = 0
        self.refusals: deque[tuple[str, object]] = deque(maxlen=100)
        self.closing = False

    def _seat_players(self, jp1_rate: int) -> dict[int, Player]:
        """Two to seven players with stakes that are whole chips and payable at 3 for 2."""
        rng = self._rng
        players = {}
        for seat in sorted(rng.sample(SEATS, rng.randint(3, 7))):
            ante = self._minimum_cents * rng.choice((2, 2, 4, 6))
            trips = self._minimum_cents * rng.choice((0, 1, 2))
            players[seat] = Player(seat, ante, trips, rng.randrange(100) < jp1_rate, rng.randrange(10))
        return players

    # --- one look -------------------------------------------------------------------------------

    def act(self) -> int:
        """One thing has been done; the milliseconds until the next look are returned."""
        self.looks += 1
        view = self._look()
        if view["resumed"]:
            return self._press(view["primary"]["tap"], 2_000)
        if view["held"] is not None or (view["verification"] is not None and not _over(view)):
            return self._ask_the_pit(view)
        unseen = [up for up in view["alarms"] if not up["seen_ms"]]
        if unseen:
            return self._press({"act": "SeeAlarm", "alarm": unseen[0]["alarm"]}, 800)
        leaving = self.closing and view["phase"] == "betting"
        if view["badge"] is not None and view["phase"] != "opening" and not leaving:
            self._machines.badge(None)
            return 300
        return getattr(self, f"_{view['phase']}")(view)

    def _press(self, tap: Tap, then_ms: int) -> int:
        refusal = self._tap(tap)
        if refusal is not None:
            self.refusals.append((tap["act"], refusal))
        return then_ms + self._rng.randrange(200)

    def _closed(self, view: View) -> int:
        return 60_000 if self.closing else self._press({"act": "OpenTable"}, 5_000)

    def _opening(self, view: View) -> int:
        return self._with_chef(view, {"act": "ConfirmOpening"})

    def _with_chef(self, view: View, tap: Tap) -> int:
        """The chef puts his badge in the reader; a look later it has been read and the key is lit."""
        if view["badge"] is None:
            self._badge = CHEF
            self._machines.badge(CHEF)
            return 500
        return self._press(tap, 1_000)

    def _betting(self, view: View) -> int:
        number = (view["round"]["number"], view["round"]["attempt"])
        if number != self._round:
            self._round = number
            self._felt = Felt()
            self._drawn = 0
            self._deck_fresh = False
            self._wishes_done = False
        if not self._wishes_done:
            self._wishes_done = True
            self._wish()
        if not self._deck_fresh:
            bettors = [seat for seat, player in sorted(self._players.items()) if player.jp1]
            self._deck_fresh = self._machines.change_decks(sorted(self._players), bettors)
            if not self._deck_fresh:
                return 2_000
        if self.closing and number[1] == 1:
            return self._with_chef(view, {"act": "CloseTable"})
        return self._take_stakes(view)

    def _take_stakes(self, view: View) -> int:
        for seat in SEATS:
            player = self._players.get(seat)
            shown = view["seats"][seat - 1]
            if player is None and shown["seated"]:
                return self._press({"act": "VacateSeat", "seat": seat}, 600)
            if player is not None and (shown["ante_cents"], shown["side_cents"]) != (
                player.ante_cents,
                player.side_cents,
            ):
                stakes = {"ante_cents": player.ante_cents, "side_cents": player.side_cents}
                return self._press({"act": "SetStakes", "seat": seat, **stakes}, 900)
        if view["jackpot"]["open"]:
            laid = False
            for seat, player in self._players.items():
                carried = view["seats"][seat - 1]["jp1"] == "carried"
                if player.jp1 and seat not in self._chips and not carried:
                    self._machines.put_chip(seat)
                    self._chips.add(seat)
                    laid = True
            if laid:
                return 2_000
        return self._press({"act": "CloseBets"}, 700)

    def _wish(self) -> None:
        """Now and then a player changes his stakes, comes or goes."""
        rng = self._rng
        chance = rng.randrange(100)
        if chance < 6 and len(self._players) > 2:
            del self._players[rng.choice(sorted(self._players))]
        elif chance < 12 and len(self._players) < 7:
            seat = rng.choice([n for n in SEATS if n not in self._players])
            ante = self._minimum_cents * rng.choice((2, 4))
            self._players[seat] = Player(seat, ante, 0, bool(rng.randrange(2)), rng.randrange(10))
        elif chance < 30:
            player = self._players[rng.choice(sorted(self._players))]
            player.side_cents = self._minimum_cents * rng.choice((0, 1, 2))
            player.jp1 = not player.jp1 if rng.randrange(3) == 0 else player.jp1

    def _latched(self, view: View) -> int:
        if view["primary"]["why"] is None:
            return self._press(view["primary"]["tap"], 600)
        if any(offer["act"] == "GiveJp1Back" for offer in view["offers"]):
            return self._press({"act": "GiveJp1Back"}, 600)
        return 500

    def _collected(self, view: View) -> int:
        self._sweep()
        return 400

    def _sweep(self) -> None:
        """The hand takes the JP1 chips off their spots."""
        for seat in sorted(self._chips):
            self._machines.take_chip(seat)
        self._chips.clear()

    def _dealing(self, view: View) -> int:
        self._sweep()
        return self._draw(view)

    def _draw(self, view: View) -> int:
        """One card out of the shoe, to where the console expects it; not before the last one is shown."""
        drawn = view["round"]["drawn"]
        if not view["expected"] or drawn < self._drawn:
            return 200
        card = self._machines.draw()
        if card is None:
            if drawn == 0 and self._machines.shoe_is_empty():
                # The deal was taken up beside machines that were switched on anew: a deck is needed first.
                self._machines.change_decks(sorted(self._players), [])
                return 2_000
            return 300
        self._felt.lay(view["expected"], card)
        self._drawn = drawn + 1
        if len(self._felt.board) == 5 and view["expected"].startswith("board"):
            # Laid beside what the table knows: cards dealt before a restart are on no felt of these people.
            self._dealt([hand for hand in self._felt.hole.values() if len(hand) == 2], self._felt.board)
        return 450

    def _deciding(self, view: View) -> int:
        if view["to_key"]:
            return self._key(view)
        street = view["street"]
        last = street + 1 == len(view["streets"])
        if view["street_open"]:
            for offer in view["offers"]:
                if offer["act"] == "BetPlay" and self._bets(offer, street):
                    return self._press(offer, 700)
            folds = [offer for offer in view["offers"] if offer["act"] == "Fold"]
            if folds:
                return self._press(folds[0], 700)
        if last:
            return self._press({"act": "OpenHands"}, 1_500)
        return self._draw(view)

    def _bets(self, offer: Tap, street: int) -> bool:
        player = self._players.get(offer["seat"])
        cards = self._felt.hole.get(offer["seat"], [])
        if player is None or len(cards) < 2:
            return False
        board = self._felt.board[: (0, 3, 5)[min(street, 2)]]
        return wants_play(cards, board, offer["multiple"], player.boldness)

    def _key(self, view: View) -> int:
        """A card that the shoe could not read lies face up: the dealer keys it, and keys it again."""
        place = view["to_key"][0]
        card = self._felt.at(place)
        if card is None:
            return self._ask_the_pit(view)
        return self._press({"act": "KeyCard", "place": place, "card": card.text}, 900)

    def _showdown(self, view: View) -> int:
        return 1_000

    def _settling(self, view: View) -> int:
        primary = view["primary"]
        if primary is None or primary["why"] is not None:
            return 300
        return self._press(primary["tap"], 900)

    def _clearing(self, view: View) -> int:
        self._sweep()
        return 1_000

    # --- the pit --------------------------------------------------------------------------------

    def _ask_the_pit(self, view: View) -> int:
        """The chef or the comité comes with a badge and decides."""
        wanted = self._pit_act(view)
        if view["badge"] is None or self._badge != wanted[0]:
            self._badge = wanted[0]
            self._machines.badge(wanted[0])
            return 1_000
        return self._press(wanted[1], 1_500)

    def _pit_act(self, view: View) -> tuple[str, Tap]:
        verification = view["verification"]
        if view["held"] is None and verification is not None:
            if not verification["confirmed_by"]:
                return COMITE, {"act": "ConfirmHand"}
            if not verification["conform"]:
                return VIDEO, {"act": "ReviewVideo", "conform": True, "camera": "C-14"}
            return COMITE, {"act": "ReleaseAward"}
        cause = view["held"]["cause"] if view["held"] is not None else ""
        if cause == "jp1_not_registered":
            return CHEF, {"act": "RegisterJp1Now"}
        if cause in ("duplicate_card", "extra_card", "card_clash", "card_before_closing", "card_count"):
            return CHEF, {"act": "VoidRound", "reason": "irregular_deal"}
        if cause == "jp1_prize_hand":
            if not view["held"]["reviewed"]:
                return VIDEO, {"act": "ReviewVideo", "conform": True, "camera": "C-14"}
            return COMITE, {"act": "VoidRound", "reason": "irregular_deal"}
        return CHEF, {"act": "Resume"}


def _over(view: View) -> bool:
    verification = view["verification"]
    return bool(verification["released"] or verification["refused"])
