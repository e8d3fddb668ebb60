"""The people of a simulated table: players, a dealer who answers the console's view, a pit boss.

They know what people know: their own two cards, what is turned up, what the console shows. They act through
the same taps as a finger does and move real simulated machines; the table cannot tell them from anybody.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from controller.game.cards import Card
from drivers.sim.answers import Answers
from drivers.sim.by_hand import ByHand, Reads
from drivers.sim.deck_care import NO_DECK, DeckCare, code_of
from drivers.sim.felt import Felt, turned_up
from drivers.sim.hands_on_machines import Machines
from drivers.sim.pit import CHEF, COMITE, Tap, View, dealer_resumes, needs_the_pit, pit_act
from drivers.sim.players import (
    Notice,
    Plays,
    invite,
    lies_so,
    put_down,
    seat_players,
    stakes_of,
    wish,
)
from drivers.sim.sheets import Act, SheetHands
from drivers.sim.spots import SpotHands, for_the_chef, sensors_up
from drivers.sim.staff import Badges, Staff, Step

PATIENCE_LOOKS: Final = 30
PUZZLED_LOOKS: Final = 800
"""After so many the dealer says that a card on the felt is not on the console: nobody heard it leave."""

BEGUN: Final = ("latched", "collected", "dealing", "deciding")
"""Stakes are taken, and hands are not open yet."""


def nobody_hears(hands: list[list[Card]], board: list[Card]) -> None:
    """Nobody counts the hands."""


def nobody_invited() -> Sequence[int]:
    """No place has to be taken."""
    return ()


def _offers(view: View, act: str) -> bool:
    return any(offer["act"] == act for offer in view["offers"])


class Dealer:
    """The dealer: looks at the console, does the next thing, and says when he will look again.

    Args:
        rng: the people's own dice; chance is not the table's.
        machines: the machines under his hands.
        look: gives the console's view.
        tap: presses a key; gives the refusal, or None.
        notice, jp1_rate: what may be staked, and how many of a hundred players like JP1.
        plays: the strategy of all players, who then answer in time; None for plausible ones.
        dealt: hears the cards of every hand, and the board, once the fifth board card lies there.
        staff: the cards and PINs of this table's people; None without a register of people.
        reads: how the dealer reads a hand that he deals by hand.
        sheets: how the people fill the opening and closing sheets; a table that keeps none needs no hands.
    """

    def __init__(
        self,
        rng: Random,
        machines: Machines,
        look: Callable[[], View],
        tap: Callable[[Tap], object | None],
        *,
        notice: Notice,
        jp1_rate: int = 70,
        plays: Plays | None = None,
        dealt: Callable[[list[list[Card]], list[Card]], None] = nobody_hears,
        staff: Staff | None = None,
        reads: Reads | None = None,
        sheets: SheetHands | None = None,
    ) -> None:
        self._rng = rng
        self._machines = machines
        self._look = look
        self._tap = tap
        self._notice = notice
        self._answers = Answers(rng, plays)
        self._dealt = dealt
        self._players = seat_players(rng, notice, jp1_rate)
        self._felt = Felt()
        self._round = (0, 0)
        self._spots = SpotHands(machines)
        self._deck = DeckCare(rng, machines)
        self._by_hand = ByHand(rng, machines, dealt, reads)
        self._wishes_done = False
        self._badges = Badges(staff or Staff(), rng, machines.badge, machines.badge_inside)
        self._sheets = sheets or SheetHands(rng)
        self._drawn = 0
        self._puzzled = 0
        self._stakes: list[Tap] = []
        self._patience = 0
        self._refused: object | None = None
        self.looks = 0
        self.refusals: deque[tuple[str, object]] = deque(maxlen=100)
        self.ending = False
        self.closing = False
        self.invited: Callable[[], Sequence[int]] = nobody_invited

    # --- one look -------------------------------------------------------------------------------

    def act(self) -> int:
        """One thing has been done; the milliseconds until the next look are returned."""
        self.looks += 1
        view = self._look()
        step = None if self.closing and view["phase"] == "closed" else self._badges.sign_on(view)
        if step is not None:
            return self._take(step)
        if view["resumed"]:
            return self._press(view["primary"]["tap"], 2_000)
        if dealer_resumes(view):
            return self._press(view["primary"]["tap"], 2_000)
        if needs_the_pit(view):
            return self._ask_the_pit(view)
        for up in view["alarms"]:
            if not up["seen_ms"]:
                return self._see(view, up)
        phase = view["phase"]
        if view["decks"]["empty_asked"] and _offers(view, "WithdrawShowEmpty") and _offers(view, "ShowEmpty"):
            self._machines.show_empty()  # whoever asked for it
            return 1_000
        if phase in ("opening", "betting", "refunding", "clearing") and view["blocked"]:
            return self.call(view, COMITE, {"act": "LiftBlock", "reason": "replaced"})
        if phase == "betting" and (for_chef := self._for_the_chef(view)) is not None:
            return for_chef
        if (way := self._by_hand.for_the_chef(view)) is not None:
            return self._change_of_dealing(view, way)
        between = phase in ("betting", "clearing") and _between(view)
        leaving = self.closing and between
        for_sheet = self._in_session(view) if between and not leaving else None
        if for_sheet is not None:
            return for_sheet
        if view["badge"] is not None and phase != "opening" and not leaving:
            self._machines.badge(None)
            return 300
        if phase in BEGUN and _deal(view) != self._round:
            self._begin(view)  # somebody else took its stakes
        at_phase: Callable[[View], int] = getattr(self, f"_{phase}")
        return at_phase(view)

    def sees(self, card: Card) -> None:
        """Somebody else has drawn this card for him: it lies where the console expects it."""
        view = self._look()
        if view["round"] is None or not view["expected"]:
            return
        if _deal(view) != self._round:
            self._begin(view)
        self._felt.lay(view["expected"], card)
        self._drawn = view["round"]["drawn"] + 1

    def call(self, view: View, person: str, tap: Tap) -> int:
        """This person comes with his badge; once it has been read and his PIN shown, he does `tap`.

        One step of that, as `act`: the milliseconds to wait before the next.
        """
        step = self._badges.bring(view, person, 1_000)
        return self._press(tap, 1_500) if step is None else self._take(step)

    def bring_own(self, view: View) -> int | None:
        """One step until his own badge lies there with its PIN shown, as `call`; None when it does."""
        step = self._badges.bring_own(view)
        return None if step is None else self._take(step)

    def _press(self, tap: Tap, then_ms: int) -> int:
        self._refused = self._tap(tap)
        if self._refused is not None:
            self.refusals.append((tap["act"], self._refused))
        return then_ms + self._rng.randrange(200)

    def _take(self, step: Step) -> int:
        return step[1] if step[0] is None else self._press(step[0], step[1])

    def _closed(self, view: View) -> int:
        return 60_000 if self.closing else self._press({"act": "OpenTable"}, 5_000)

    def _for_the_chef(self, view: View) -> int | None:
        """Sensors in doubt are tried before the chef is asked; a look later, or None when all is well."""
        bettors = [seat for seat, player in sorted(self._players.items()) if player.jp1]
        tap = for_the_chef(view, bettors)
        if tap is None or view["paused"]:
            return None
        places = range(1, len(view["seats"]) + 1)
        tried = places if tap["act"] == "EndHandLamps" else [tap["seat"]] if "seat" in tap else ()
        if self._spots.tried(view, tried):
            return 700
        return self._with_chef(view, tap)

    def _change_of_dealing(self, view: View, tap: Tap) -> int:
        """The chef allows the deal by hand, or gives the shoe its deal back."""
        step = self._badges.bring(view, CHEF, 500)
        if step is not None:
            return self._take(step)
        self._by_hand.allowed()
        return self._press(tap, 1_000)

    def _opening(self, view: View) -> int:
        if sensors_up(view) and self._spots.tried(view, range(1, len(view["seats"]) + 1)):
            return 700  # a hand goes over the sensors
        act = self._sheets.open(view) if view["sheet"] is not None else None
        return self._fill(view, act or (CHEF, {"act": "ConfirmOpening"}))

    def _in_session(self, view: View) -> int | None:
        """What the sheet asks for between two rounds; None when it asks for nothing."""
        if view["paused"] or view["sheet"] is None:
            return None
        self._sheets.watch(view)
        act = self._sheets.in_session(view, ending=self.ending)
        return None if act is None else self._fill(view, act)

    def _fill(self, view: View, act: Act) -> int:
        """One line of a sheet, by the dealer or by whom it asks for."""
        person, tap = act
        if person:
            return self.call(view, person, tap)
        if view["badge"] is not None:
            self._machines.badge(None)
            return 300
        return self._press(tap, 600)

    def _with_chef(self, view: View, tap: Tap) -> int:
        """The chef puts his badge in the reader; a look later it has been read and the key is lit."""
        step = self._badges.bring(view, CHEF, 500)
        return self._press(tap, 1_000) if step is None else self._take(step)

    def _betting(self, view: View) -> int:
        if _deal(view) != self._round:
            self._begin(view)
            if self._badges.relief_comes():
                return 300
        if not self._wishes_done:
            self._wishes_done = True
            self._players_come(view)
        if self.closing and self._round[1] == 1:
            return self._leave(view)
        if not self._deck.ready:
            bettors = [seat for seat, player in sorted(self._players.items()) if player.jp1]
            wait_ms, person, tap = self._deck.next(view, sorted(self._players), bettors)
            if tap is not None and person:
                return self.call(view, person, tap)
            if tap is not None or not self._deck.ready:
                return wait_ms if tap is None else self._press(tap, wait_ms)
        return self._take_stakes(view)

    def _begin(self, view: View) -> None:
        """Another deal: nothing of it lies on the felt, and nobody has done anything."""
        self._round = _deal(view)
        self._felt = Felt()
        self._drawn = 0
        self._answers.fresh()
        self._deck.again()
        self._wishes_done = False
        self._spots.fresh()
        self._by_hand.fresh()

    def _players_come(self, view: View) -> None:
        """The players have come, gone and thought about their stakes for this round."""
        wish(self._players, self._rng, self._notice)
        invite(self._players, self.invited(), self._notice)
        if not view["game"]["stakes_stand"]:
            self._stakes = put_down(self._players, self._rng, self._notice, view)
            self._patience = 0 if self._rng.randrange(20) else PATIENCE_LOOKS

    def _leave(self, view: View) -> int:
        """The shuffler is shown empty, then the chef closes the table."""
        if _offers(view, "ShowEmpty") and not view["decks"]["shown_empty"]:
            return self._press({"act": "ShowEmpty", "occasion": "closing"}, 1_000)
        self._sheets.watch(view)
        return self._fill(view, self._sheets.close(view))

    def _take_stakes(self, view: View) -> int:
        if self._stakes:
            return self._press(self._stakes.pop(0), 600)
        stand = view["game"]["stakes_stand"]
        hollow = False
        for shown in view["seats"]:
            seat = shown["seat"]
            hollow = hollow or shown["hollow"]
            player = self._players.get(seat)
            if player is None and (shown["seated"] or shown["hollow"]):
                return self._press({"act": "VacateSeat", "seat": seat}, 600)
            if player is None or (shown["seated"] and not stand):
                continue
            if not lies_so(player, shown["before" if shown["hollow"] else "stakes"]):
                return self._press(stakes_of(player, self._notice), 900)
        if hollow:
            return self._press({"act": "ConfirmRest"}, 900)
        if view["jackpot"]["open"]:
            wait_ms = self._lay_chips(view)
            if wait_ms:
                return wait_ms
        if self._patience:
            self._patience -= 1  # the betting clock may close the bets
            return 1_000
        why = view["primary"]["why"] or {"code": ""}
        if why["code"] in NO_DECK:
            # The table has not heard of the deck in the shoe yet, or that deck will not do.
            return self._deck.waits()
        return self._press({"act": "CloseBets"}, 700)

    def _lay_chips(self, view: View) -> int:
        """The players' JP1 chips lie on their spots; the dealer lights the lamps that no sensor lights."""
        laid = False
        for seat, player in self._players.items():
            shown = view["seats"][seat - 1]
            if not player.jp1 or shown["jp1"] == "carried" or (shown["doubt"] and not shown["by_hand"]):
                continue
            if seat not in self._spots.chips:
                self._spots.lay(seat)
                laid = True
            if shown["by_hand"] and not shown["chip"]:
                return self._press({"act": "SetLamp", "seat": seat, "lit": True}, 700)
        return 2_000 if laid else 0

    def _latched(self, view: View) -> int:
        said = self._spots.counted(view)
        if said is not None:
            return self._press(said, 900)
        if view["primary"]["why"] is None:
            return self._press(view["primary"]["tap"], 600)
        if any(offer["act"] == "GiveJp1Back" for offer in view["offers"]):
            return self._press({"act": "GiveJp1Back"}, 600)
        return 500

    def _collected(self, view: View) -> int:
        self._spots.sweep()
        return 400

    def _dealing(self, view: View) -> int:
        self._spots.sweep()
        if view["to_key"]:
            return self._key(view)
        by_hand = self._by_hand.act(view, self._felt)
        return self._press(by_hand, 900) if by_hand is not None else self._draw(view)

    def _draw(self, view: View) -> int:
        """One card out of the shoe, to where the console expects it; not before the last one is shown."""
        drawn = view["round"]["drawn"]
        if drawn < self._drawn:
            self._by_hand.no_card()
            self._puzzled += 1
            if self._puzzled > PUZZLED_LOOKS:
                self._puzzled = 0
                return self._press({"act": "DeclareIncident", "incident": "missing_card"}, 1_000)
            return 200
        self._puzzled = 0
        if not view["expected"]:
            return 200
        card = self._machines.draw()
        if card is None:
            self._by_hand.no_card()
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
        if view["street_open"]:
            tap = self._answers.decision(view, self._players, self._felt)
            if tap is not None:
                return self._press(tap, 700)
            if view["decision_clock"] is not None:
                return 1_000  # somebody says nothing: the clock will answer for him
        if (by_hand := self._by_hand.act(view, self._felt)) is not None:
            return self._press(by_hand, 900)
        if view["street"] + 1 == len(view["streets"]):
            return self._press({"act": "OpenHands"}, 1_500)
        if view["street_open"] and view["board"]["cards"][turned_up(view)] != "":
            return self._press({"act": "CallStreet"}, 900)  # the next cards lie there, face down
        return self._draw(view)

    def _key(self, view: View) -> int:
        """A card that the shoe could not read lies face up: the dealer keys it, and keys it again."""
        place = view["to_key"][0]
        card = self._felt.at(place)
        if card is None:
            return self._ask_the_pit(view)
        wait_ms = self._press({"act": "KeyCard", "place": place, "card": card.text}, 900)
        if code_of(self._refused) == "card_face_up":
            # Its copy lies open on the felt: the deck is not whole, and the chef decides.
            return self._press({"act": "DeclareIncident", "incident": "extra_card"}, 900)
        return wait_ms

    def _showdown(self, view: View) -> int:
        primary = view["primary"]
        if primary is not None and primary["tap"]["act"] == "PayAntes":
            return self._press(primary["tap"], 900)
        by_hand = self._by_hand.act(view, self._felt)
        return self._press(by_hand, 900) if by_hand is not None else 1_000

    def _settling(self, view: View) -> int:
        if view["waiting_book"] or not view["turn"]:
            return 300
        settled = {"act": "SettleSeat", "seat": view["turn"]}
        by_hand = self._by_hand.act(view, self._felt) or self._by_hand.contests(view)
        return self._press(by_hand or settled, 900)

    def _refunding(self, view: View) -> int:
        self._spots.sweep()
        return self._press({"act": "RefundSeat", "seat": view["turn"]}, 900) if view["turn"] else 300

    def _clearing(self, view: View) -> int:
        self._spots.sweep()
        if self.closing and _between(view):
            return self._leave(view)
        return 1_000

    # --- the pit --------------------------------------------------------------------------------

    def _ask_the_pit(self, view: View) -> int:
        """The chef or the comité comes with a badge and decides."""
        return self.call(view, *pit_act(view))

    def _see(self, view: View, up: View) -> int:
        """The dealer acknowledges what he may; a machine's warning is the chef's (CS-07)."""
        tap = {"act": "SeeAlarm", "alarm": up["alarm"], "reason": "checked" if up["warning"] else ""}
        return self.call(view, CHEF, tap) if up["warning"] else self._press(tap, 800)


def _between(view: View) -> bool:
    """No round is under way: before the stakes of the next, or after the last of those announced."""
    if view["phase"] != "clearing":
        return bool(view["phase"] == "betting")
    last = view["last_deals"]
    return last is not None and not last["left"]


def _deal(view: View) -> tuple[int, int]:
    """Which deal it is: round, and which of its deals."""
    return view["round"]["number"], view["round"]["attempt"]
