"""A simulated dealer beside a mute shoe: he deals from his hand, keys what lies open and tells the hands.

He takes the deck out of the shoe once the chef has allowed it, and puts what is left of it back when the
shoe answers again; whether its count agrees is the table's to say (RC-06).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Final, Protocol

from controller.game.cards import Card
from drivers.sim.felt import Felt

View = Mapping[str, Any]
Tap = dict[str, Any]

MUTE_LOOKS: Final = 250
"""After so many looks at a shoe that gives no card, nearly a minute, the dealer asks for the chef."""
AS_CARDS_ONE_IN: Final = 6
"""How often he keys a hand as cards although its class would do."""
CONTESTED_ONE_IN: Final = 25
CHEF_ON_HIS_WAY: Final = ("", "badge_chef", "pin_first", "charge_waiting")
"""Nothing is in the way but the chef's badge, his PIN, or the register's word that the table is his."""


Reads = Callable[[Sequence[Card], Sequence[Card], Sequence[Card]], tuple[str, str]]
"""How a dealer reads a hand: of two cards, the bank's two and the board, how it stands and its class."""


class Deck(Protocol):
    """The hands' side of a deck beside its shoe."""

    def deal_by_hand(self) -> Card | None:
        """The next card of the deck, which the hand has taken out of the shoe; None when there is none."""
        ...

    def put_back(self) -> None:
        """What is left of the deck lies in the shoe again."""
        ...


class ByHand:
    """What the dealer does by hand in this round.

    Args:
        rng: the people's own dice, thrown by hand only.
        deck: the deck under his hands.
        dealt: hears the cards of every hand, and the board, once the fifth board card lies there.
        reads: how he reads a hand; without it he keys the cards of each.
    """

    def __init__(
        self,
        rng: Random,
        deck: Deck,
        dealt: Callable[[list[list[Card]], list[Card]], None],
        reads: Reads | None,
    ) -> None:
        self._rng = rng
        self._deck = deck
        self._dealt = dealt
        self._reads = reads
        self._mute = 0
        self._put_back = False
        self._burned: set[int] = set()
        self._as_cards: set[int] = set()

    def fresh(self) -> None:
        """A new deal."""
        self._mute = 0
        self._put_back = False
        self._burned.clear()
        self._as_cards.clear()

    def no_card(self) -> None:
        """The shoe gave no card at this look."""
        self._mute += 1

    def for_the_chef(self, view: View) -> Tap | None:
        """Into dealing by hand, or out of it again: what waits for a chef, or None."""
        if self._mute > MUTE_LOOKS:
            self._mute = 0 if view["dealing_by_hand"]["begin"] is None else self._mute
            return {"act": "DealByHand"} if self._mute else None
        if not view["by_hand"]["on"]:
            return None
        back = view["dealing_by_hand"]["end"]
        if back is None:
            return None
        why = back["why"]["code"] if back["why"] is not None else ""
        if why.startswith("shoe_count") and not self._put_back and view["phase"] in ("dealing", "deciding"):
            self._put_back = True
            self._deck.put_back()
        return {"act": "DealByShoe"} if why in CHEF_ON_HIS_WAY else None

    def allowed(self) -> None:
        """The chef has spoken; the shoe is looked at anew."""
        self._mute = 0

    # --- what is done next ----------------------------------------------------------------------

    def act(self, view: View, felt: Felt) -> Tap | None:
        """The next tap by hand, or None where the round goes on as with a shoe."""
        if not (view["by_hand"]["on"] or view["by_hand"]["round"]):
            return None
        told = view["dealing_by_hand"]
        if told["lay"]:
            self._lay(view, felt)
            return {"act": "ConfirmDealt"}
        if told["turn"]:
            return self._key(told["turn"][0], view, felt)
        if told["seat"]:
            return self._tell(told, felt)
        return None

    def contests(self, view: View) -> Tap | None:
        """Now and then a player does not believe his hand as it was told, where cards were dealt by hand."""
        if not view["by_hand"]["round"]:
            return None
        seat = view["turn"]
        if not seat or view["seats"][seat - 1]["entered"] is None or view["seats"][seat - 1]["contested"]:
            return None
        contested = self._rng.randrange(CONTESTED_ONE_IN) == 0
        return {"act": "ContestSeat", "seat": seat} if contested else None

    def _lay(self, view: View, felt: Felt) -> None:
        """A card to every place that has none: the seats from the left, then the dealer, then the board."""
        places = [
            f"hole.{seat['seat']}.{slot}" for seat in view["seats"] if seat["seated"] for slot in (0, 1)
        ]
        places += ["dealer.0", "dealer.1"]
        missing = view["round"]["drawn"] + view["dealing_by_hand"]["lay"] - len(places)
        places += [f"board.{slot}" for slot in range(max(0, missing))]
        for place in places:
            if felt.at(place) is None:
                self._deal(place, felt)

    def _deal(self, place: str, felt: Felt) -> None:
        card = self._deck.deal_by_hand()
        if card is None:
            return
        felt.lay(place, card)
        if place == "board.4":
            self._dealt([hand for hand in felt.hole.values() if len(hand) == 2], felt.board)

    def _key(self, place: str, view: View, felt: Felt) -> Tap:
        if felt.at(place) is None and place.startswith("board"):
            street = view["street"] + 1
            if street not in self._burned and place == f"board.{len(felt.board)}":
                self._burned.add(street)
                for _ in range(view["game"]["streets"][street]["burn"]):
                    self._deck.deal_by_hand()
            self._deal(place, felt)
        card = felt.at(place)
        if card is None:  # dealt before these people came to the table
            return {"act": "DeclareIncident", "incident": "missing_card"}
        return {"act": "KeyCard", "place": place, "card": card.text}

    def _tell(self, told: View, felt: Felt) -> Tap:
        """The seat's hand, by what it is and how it stands; or one of its cards."""
        seat = told["seat"]
        cards = felt.hole.get(seat, [])
        if len(cards) < 2 or len(felt.dealer) < 2 or len(felt.board) < 5:
            return {"act": "DeclareIncident", "incident": "missing_card"}
        if not told["entries"] or seat in self._as_cards or not self._rng.randrange(AS_CARDS_ONE_IN):
            self._as_cards.add(seat)
        outcome, hand_class = self._reads(cards, felt.dealer, felt.board) if self._reads else ("", "")
        for entry in told["entries"]:
            fits = entry["outcome"] in (outcome, "none") and entry["class"] == hand_class
            if fits and not entry["cards"] and seat not in self._as_cards:
                said = {"seat": seat, "outcome": entry["outcome"], "hand_class": hand_class}
                return {"act": "EnterHand", **said}
        place = told["places"][0]
        card = felt.at(place)
        assert card is not None, f"{place} has its card"
        return {"act": "KeyCard", "place": place, "card": card.text}
