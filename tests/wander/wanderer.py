"""A table left to chance: what lies there, what the book committed, and one step after another.

A step is the next sensible thing, or noise (an act at random, legal or not, a card twice, a chip bouncing,
an old answer of the book again). What the table must not show is kept here, the cards really lying there,
and what the book really committed, so that a test can compare.
"""

from __future__ import annotations

import random

from controller.game import inputs as i
from controller.game import requests as r
from controller.game.betting.sensing import doubted, lamp_by_hand
from controller.game.cards import FaceDown
from controller.game.felt import Place
from controller.game.inputs import Health, Intent, Machine, Observation, Role
from controller.game.profile import RuleProfile
from controller.game.react import react
from controller.game.refusals import Refusal
from controller.game.state import TableState
from tests.builders import TERMS, Felt, card
from tests.stacked import CARDS, deck, royal
from tests.wander.anything import DECK_TROUBLES, PEOPLE
from tests.wander.noise import NOISE
from tests.wander.sensible import sensible
from tests.wander.settings import SETTINGS

_PLACES = (7, 7, 7, 6, 7, 3, 7, 1)
"""How many places the felts have, by turns."""


class Wanderer:
    """One table, one seed. `noise` is how many steps of a hundred are not sensible.

    With a `register` of people a dealer signs on and badges are shown with their PINs, mostly right.
    """

    def __init__(
        self, seed: int, profile: RuleProfile | None = None, noise: int = 15, *, register: bool = False
    ) -> None:
        self.rng = random.Random(seed)
        self.noise = noise
        # One house in two has the chef confirm what is paid from a full house with JP1 on.
        above_cents = 4_999 if seed % 2 else 500_000
        terms = None if register else TERMS  # the people of the sheets show no PIN
        self.felt = Felt(
            profile,
            seats=_PLACES[seed % len(_PLACES)],
            jp1=False,
            register=register,
            second_person_from_cents=above_cents,
            cash=terms,
            display_required=register and seed % 3 == 0,
            settings=SETTINGS,
            pit_cards=True,
        )
        self.dice = random.Random(seed)  # of what is done about settings
        self.pit_dice = random.Random(seed)  # and at the pit
        self.felt.see(i.DisplaysObserved(1))
        self.felt.answering = False
        self.deal: tuple[int, int] = (0, 0)
        self.pack: list[str] = []
        self.out: list[str] = []
        self.truth: dict[Place, str] = {}
        self.committed: dict[r.Request, Observation] = {}
        self.refused: set[r.Request] = set()
        self.said: list[Observation] = []
        self.refusals: list[tuple[Intent, Refusal]] = []
        self.felt.see(i.HealthObserved(Machine.SHOE, Health.UP))

    @property
    def state(self) -> TableState:
        """The table as it is now."""
        return self.felt.state

    def chance(self, percent: int) -> bool:
        """True so many times of a hundred."""
        return self.rng.randrange(100) < percent

    def step(self) -> None:
        """Something has happened at the table."""
        if self.chance(self.noise):
            self.rng.choice(NOISE)(self)
        else:
            sensible(self)

    def tap(self, intent: Intent) -> Refusal | None:
        """The intent was asked for, and taken or refused."""
        refusal = self.felt.tap(intent)
        if refusal is not None:
            self.refusals.append((intent, refusal))
        return refusal

    def see(self, *observations: Observation) -> None:
        """The observations were judged; what lies where is remembered."""
        for observation in observations:
            if isinstance(observation, i.BookObserved):
                self.said.append(observation)
            self.felt.see(observation)

    def badge(self, *roles: Role) -> None:
        """Somebody of these roles has a badge in the reader."""
        person, role = self.rng.choice([one for one in PEOPLE if one[1] in roles])
        self.see(i.BadgeObserved(person, role))
        badge = self.state.badge
        if not self.state.facts.register or badge is None:
            return
        if self.chance(self.noise):
            self.see(self.rng.choice(wrong_answers(person, badge.shown, self.felt.now_ms)))
        else:
            self.see(i.PinAnswered(person, badge.shown, True))
            self.see(i.ChargeObserved(person, True))

    def shuffled(self) -> None:
        """The shuffler is well, and a whole deck of the colour in turn lies in its tray."""
        self.see(i.HealthObserved(Machine.SHUFFLER, Health.UP))
        self.see(i.ShufflerObserved(i.ShufflerMode.SHUFFLE, "", "", 0, False))
        for trouble in DECK_TROUBLES:
            self.see(i.TroubleObserved(Machine.SHUFFLER, trouble, active=False))
        colour = {"red": "blue"}.get(self.state.decks.dealt, "red")
        self.see(i.ShufflerObserved(i.ShufflerMode.SHUFFLE, "", colour, 52, True))

    def chip(self, seat: int) -> None:
        """A JP1 chip lies there: its sensor says so, or the dealer where no sensor is listened to."""
        state = self.state
        if lamp_by_hand(state, seat):
            self.tap(i.SetLamp(seat, True))
        elif not doubted(state, seat):
            self.see(i.ChipObserved(seat, True))
        elif self.chance(30):
            self.see(i.ChipObserved(seat, False), i.ChipObserved(seat, True), i.ChipObserved(seat, False))
        else:
            self.badge(Role.CHEF)
            self.tap(i.SeatByHand(seat))

    def clock_runs_out(self) -> None:
        """Nobody did anything until the table's own deadline, if it has one."""
        due = [request.at_ms for request in react(self.state) if isinstance(request, r.WakeAt)]
        if due:
            self.felt.now_ms = max(self.felt.now_ms, due[0])
            self.see(i.TimeObserved(self.felt.now_ms))

    def key(self, place: Place) -> None:
        """The dealer keys the card that lies there; if it lies face up elsewhere too, the deck is wrong."""
        refusal = self.tap(i.KeyCard(place, card(self.lies(place))))
        if refusal is not None and refusal.code == "badge_chef":
            self.badge(Role.CHEF)  # somebody had keyed another card here
            self.tap(i.KeyCard(place, card(self.lies(place))))
        if self.refusals and self.refusals[-1][1].code == "card_face_up":
            self.tap(i.DeclareIncident(i.Incident.EXTRA_CARD))

    def new_deal(self) -> tuple[int, int]:
        """A deck for this deal is there; which deal it is."""
        played = self.state.round
        now = (played.number, played.attempt) if played is not None else (0, 0)
        if now != self.deal:
            self.deal, self.out, self.truth = now, [], {}
            self.pack = self._pack(len(self.state.players))
        return now

    def lies(self, place: Place) -> str:
        """The card that lies at the place, or is turned there now, dealt by hand from the same deck."""
        self.new_deal()
        if place not in self.truth:
            left = self.pack or [text for text in CARDS if text not in self.truth.values()]
            self.truth[place] = left.pop(0)
            self.out.append(self.truth[place])
        return self.truth[place]

    def draw(self, percent_unreadable: int = 3) -> None:
        """The next card has left the shoe, read or not."""
        played = self.state.round
        now = self.new_deal()
        if not self.pack:
            return
        text = self.pack.pop(0)
        self.out.append(text)
        before = set(played.cards) if played is not None else set()
        self.see(
            i.UnreadableObserved()
            if self.chance(percent_unreadable)
            else i.CardObserved(FaceDown(card(text)))
        )
        after = self.state.round
        if after is not None and (after.number, after.attempt) == now:
            for place in set(after.cards) - before:
                self.truth[place] = text

    def _pack(self, players: int) -> list[str]:
        common, hands = deck(self.rng, players + 1, royal if self.chance(20) else None)
        dealt = [text for hand in hands for text in hand] + common
        rest = [text for text in CARDS if text not in dealt]
        self.rng.shuffle(rest)
        return dealt + rest

    def sealed(self) -> set[str]:
        """The cards that lie on the felt or left the shoe in this deal and were not turned up."""
        played = self.state.round
        if played is None:
            return set()
        lying = {known.turned_up().text for known in played.cards.values() if known is not None}
        if (played.number, played.attempt) == self.deal:
            lying |= set(self.out)
        return lying - {shown.text for shown in played.shown.values()}

    def wanted(self) -> r.Request | None:
        for request in react(self.state):
            if isinstance(request, r.BookRequest | r.ReadMeter):
                return request
        return None

    def book(self) -> None:
        """The book was reached or not; what it committed it answers in the same words for ever."""
        request = self.wanted()
        act = type(request).__name__.lower()
        if request is None:
            return
        if self.chance(8):
            self.see(i.BookUnreachable(act, "timeout"))
        elif self._book_says_not_so(request):
            self.see(i.BookRefused(act, "try_again_with_people"))
        elif isinstance(request, r.Forgo):
            self._forgone(request)
        elif isinstance(request, r.ReadMeter):
            felt = self.felt
            self.see(i.MeterObserved(felt.generation, felt.meter_cents, felt.book_seq, stop=felt.stop))
        elif request in self.refused or (request not in self.committed and self._book_says_no(request)):
            self.refused.add(request)
            self.see(i.BookRefused(act, "stake_mismatch"))
        else:
            if request not in self.committed:
                self.committed[request] = self.felt.answer(request)
            if self.chance(90):
                self.see(self.committed[request])

    def _forgone(self, request: r.Forgo) -> None:
        """The book had the stakes all along and says so; or it never had them, and never will."""
        press = r.Contribute(request.round, request.attempt, request.seats, request.stake_cents)
        if press not in self.committed and self.chance(30):
            self.committed[press] = self.felt.answer(press)  # it was on its way
        if press in self.committed:
            self.see(self.committed[press])
        else:
            self.refused.add(press)
            self.see(i.BookRefused("Forgo", "forgone"))

    def _book_says_not_so(self, request: r.Request) -> bool:
        """It never says so of what it has committed: a correction that is in the ledger stays there."""
        other = not isinstance(request, r.Contribute | r.ReadMeter)
        return self.chance(1) and other and request not in self.committed

    def _book_says_no(self, request: r.Request) -> bool:
        return isinstance(request, r.Contribute) and self.chance(2)


def wrong_answers(person: str, shown: int, now_ms: int) -> tuple[Observation, ...]:
    """What a register and a PIN pad say when something is not as it should be."""
    return (
        i.PinAnswered(person, shown, False, 3),
        i.PinAnswered(person, shown - 1, True),
        i.PinAnswered("nobody", shown, True),
        i.PinAnswered(person, shown, False, 0, now_ms + 900_000),
        i.ChargeObserved(person, False, ("UTH-1", "UTH-3")),
    )
