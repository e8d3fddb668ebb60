"""The people around somebody who learns to deal: they lay chips, pull cards, come when they are called.

What the dealer touches on the console is left to the learner. Everything else of a lesson is done here: the
hands at shoe, spots and shuffler, the chef and the comité with their badges, PINs and decisions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Protocol

from controller.game.inputs import Machine
from drivers.sim.felt import Felt
from drivers.sim.machines import Hands
from drivers.sim.people import Dealer
from drivers.sim.pit import CHEF, Tap, View, contested, needs_the_pit, pit_act
from drivers.sim.sheets import SheetHands

LOOK_MS: Final = 250
CARD_MS: Final = 450
COMES_MS: Final = 1_500
"""How long it takes until a call is seen."""
CLOSING: Final[Tap] = {"act": "ShowEmpty", "occasion": "closing"}
BESIDE_THE_CHEF: Final = frozenset({"BeginClosing", "CloseTable", "SettleSeat"})
"""The dealer touches the key while the chef's badge lies in the reader."""


class Scene(Protocol):
    """What these people play."""

    @property
    def seats(self) -> Sequence[int]:
        """The seats that play; the deck is put in order for them."""
        ...

    @property
    def jp1(self) -> Sequence[int]:
        """The seats whose players lay a JP1 chip."""
        ...

    @property
    def stops_at(self) -> int:
        """So many cards are out when something happens; none is pulled before it is told. 0: nothing."""
        ...

    @property
    def void(self) -> str:
        """The incident for which the chef makes the deal void; empty for none."""
        ...

    @property
    def unread_at(self) -> int:
        """The shoe cannot read the card after so many; 0: it reads them all."""
        ...

    @property
    def link_lost(self) -> bool:
        """The link to the jackpot is lost once the chips lie there."""
        ...

    @property
    def closes(self) -> bool:
        """The table is closed."""
        ...


class Company:
    """One look after the other, as `Dealer`; he answers for the people who have badges.

    Args:
        dealer: who opened the table, and knows how people come with badge and PIN.
        hands: the machines under everybody's hands.
        look: gives the console's view.
        tap: presses a key.
        cut: the link to the jackpot's book is lost.
    """

    def __init__(
        self,
        dealer: Dealer,
        hands: Hands,
        scene: Scene,
        look: Callable[[], View],
        tap: Callable[[Tap], object | None],
        cut: Callable[[], None],
        sheets: SheetHands,
    ) -> None:
        self._dealer, self._hands, self._scene = dealer, hands, scene
        self._look, self._tap, self._cut = look, tap, cut
        self._sheets = sheets
        self._felt = Felt()
        self._deal = (0, 0)
        self._drawn = 0
        self._laid: set[int] = set()
        self._unread = False
        self._was_cut = False

    def act(self) -> int:
        """One thing has been done; the milliseconds until the next look."""
        view = self._look()
        call = view["call"]
        if call is not None and not call["seen_ms"]:
            if self._hands.clock.now_ms() >= call["last_ms"] + COMES_MS:
                self._tap({"act": "SeeCall"})
            return LOOK_MS
        if _for_the_dealer(view):
            wait_ms = self._dealer.bring_own(view)
            return LOOK_MS if wait_ms is None else wait_ms
        wanted = self._wanted(view)
        if wanted is not None:
            person, tap = wanted
            if tap["act"] in BESIDE_THE_CHEF:
                there = view["badge"] is not None and view["badge"]["role"] == "chef" and view["pin"] is None
                return LOOK_MS if there else self._dealer.call(view, person, {})
            return self._dealer.call(view, person, tap)
        if view["badge"] is not None and (call is None or not self._scene.closes):
            self._hands.badge(None)
            return 300
        return self._at_the_machines(view)

    def card_at(self, place: str) -> str:
        """The card that lies at a place, as whoever sees the felt sees it; empty before."""
        card = self._felt.at(place)
        return card.text if card is not None else ""

    def closing_act(self, view: View) -> tuple[str, Tap]:
        """The next line of the closing: whose badge it needs, empty for the dealer's own, and the key."""
        shown = view["decks"]["shown_empty"]
        if not shown and view["sheet"] is not None and view["sheet"]["closing"]:
            return "", dict(CLOSING)
        self._sheets.watch(view)
        return self._sheets.close(view)

    def _wanted(self, view: View) -> tuple[str, Tap] | None:
        """Who is to come, and what he does; nobody comes to a hold or a proof who was not called."""
        if self._scene.closes and view["call"] is not None and view["phase"] != "closed":
            person, tap = self.closing_act(view)
            return (person, tap) if person else None
        if not needs_the_pit(view):
            return None
        if view["held"] is None and view["verification"] is None and not contested(view):
            return pit_act(view)
        if view["call"] is None:
            return None
        held = view["held"]
        if held is not None and held["cause"] == self._scene.void and not held["void"]["reason"]:
            return CHEF, {"act": "ArmVoid", "reason": self._scene.void}
        return pit_act(view)

    def _at_the_machines(self, view: View) -> int:
        deal = (view["round"]["number"], view["round"]["attempt"]) if view["round"] is not None else (0, 0)
        if deal != self._deal:
            self._deal, self._felt, self._drawn = deal, Felt(), 0
        if view["decks"]["empty_asked"]:
            self._hands.show_empty()
            return 1_000
        if view["phase"] == "betting":
            return self._before_the_deal(view)
        if view["phase"] in ("collected", "dealing", "settling", "refunding", "clearing"):
            self._sweep()
        if view["phase"] == "closed" or view["held"] is not None or view["paused"] or view["to_key"]:
            return LOOK_MS
        waits = view["phase"] == "deciding" and view["street_open"]  # for the dealer to call the street
        if view["phase"] in ("dealing", "deciding") and view["expected"] and not waits:
            return self._draw(view)
        return LOOK_MS

    def _before_the_deal(self, view: View) -> int:
        """Chips are laid beside stakes that are confirmed; where JP1 has closed they are taken back."""
        if not view["decks"]["fresh"]:
            self._hands.change_decks(self._scene.seats, self._scene.jp1)
            return 2_000
        if self._was_cut:
            if not view["jackpot"]["open"]:
                self._sweep()
            return LOOK_MS
        for seat in self._scene.jp1:
            shown = view["seats"][seat - 1]
            if seat not in self._laid and shown["seated"] and shown["jp1"] != "carried":
                self._hands.put_chip(seat)
                self._laid.add(seat)
                return 600
        if self._scene.link_lost and len(self._laid) == len(self._scene.jp1):
            self._was_cut = True
            self._cut()
        return LOOK_MS

    def _sweep(self) -> None:
        for seat in sorted(self._laid):
            self._hands.take_chip(seat)
        self._laid.clear()

    def _draw(self, view: View) -> int:
        drawn = view["round"]["drawn"]
        first = view["round"]["attempt"] == 1
        if drawn < self._drawn or (first and self._scene.stops_at and drawn >= self._scene.stops_at):
            return LOOK_MS
        if first and self._scene.unread_at and drawn == self._scene.unread_at and not self._unread:
            self._unread = True
            self._hands.faults.order("unreadable", Machine.SHOE)
        card = self._hands.draw()
        if card is None:
            return 300
        self._felt.lay(view["expected"], card)
        self._drawn = drawn + 1
        return CARD_MS


def _for_the_dealer(view: View) -> bool:
    """The table waits for the learner's own badge: it is paused, or nobody deals there any more."""
    gone = view["croupier"] is None and view["relief"]["register"]
    return bool(view["paused"] or (gone and view["phase"] not in ("closed", "opening")))
