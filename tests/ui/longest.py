"""Every state of a table at its longest: played by the core where every word and figure has its full length.

The same round is played at another table: people whose names have all their letters, a dealer who is signed
on, all seats taken, the largest limits and stakes, payments of six figures, ten millions in the jackpot.
What a screen holds in a state's ordinary form it may lose here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import fields, replace
from typing import Any, Final

from controller.game import inputs as i
from controller.game.cards import DECK
from controller.game.felt import Pile
from controller.game.inputs import Intent, Observation
from controller.game.profile import RuleProfile
from controller.game.refusals import Refusal
from controller.game.state import Phase
from controller.settings.limits import MINIMUMS_CENTS
from controller.settings.rules import load_profile
from tests.builders import Felt

MINIMUM_CENTS: Final = max(MINIMUMS_CENTS)
"""The largest that a house may choose: the maximum is 3,000 euros, and a stake has four figures."""
TIMES: Final = 100
"""Every stake is so many times that of the script, and the maximum at most."""
METER_CENTS: Final = 999_876_543
FIRST_ROUND: Final = 1_247
NAME_MAX: Final = 24
"""How many letters a person's name has at most (`controller/people/register.py`)."""
NAMES: Final = {
    "Chef 1": "Desmaretz-Vandenbroucque",
    "Durand": "de Montmorency-Durandeau",
    "MCD 03": "Wagenknecht-Hammerschmid",
    "Petit": "Mac-Mahon-Petitgrand MMW",
    "OV 11": "Grandmaisons-Wannemacher",
    "Lopez": "Lopez-Montgomery-Wuhrman",
    "Roux": "Rouxmesnil-Bournonviller",
    "Le Goff": "Le Goffic-Waldeck-Mommer",
    "croupier-07": "Wackermann-Gommecourt 07",
}
SCALED: Final = ("ante_cents", "side_cents", "by_cents", "cents")
OF_STAKES: Final = (i.SetStakes, i.ProposeRectification, i.BookOrphan)
IN_TURN: Final = (i.SettleSeat, i.RefundSeat)


class LongFelt(Felt):
    """A table with long names, large figures and, where its script leaves room, all seats taken."""

    crowd = True
    script: tuple[str, ...] = ()

    def __init__(self, profile: RuleProfile | None = None, *, jp1: bool = True, **known: object) -> None:
        rules = profile or load_profile("fr-55-20-2021")
        wide = replace(rules.limits, minimum_cents=MINIMUM_CENTS)
        self.limits_times = MINIMUM_CENTS // rules.limits.minimum_cents
        large = {"identity_from_cents": 200_000 * TIMES, "second_person_from_cents": 500_000 * TIMES}
        self.extras: tuple[int, ...] = ()
        self.spare = [card for card in reversed(DECK) if card.text not in self.script]
        super().__init__(
            replace(rules, limits=wide),
            jp1=False,
            **{"table": "UTH-12", "first_round": FIRST_ROUND} | large | known,
        )
        self.meter_cents = METER_CENTS
        if jp1:
            self.see(i.MeterObserved(1, self.meter_cents, self.book_seq))

    # --- people ---------------------------------------------------------------------------------

    def see(self, *observations: Observation) -> Felt:
        return super().see(*map(_of_long_names, observations))

    def dealer(self, person: str = "croupier-07") -> Felt:
        """Who is signed on already goes on dealing."""
        if self.state.dealer is not None and self.state.dealer.person == NAMES.get(person, person):
            return self
        return super().dealer(person)

    def open(self, *, sensors: bool = False) -> Felt:
        if not self.state.facts.register:
            self.dealer()
        return super().open(sensors=sensors)

    # --- figures and seats ----------------------------------------------------------------------

    def stakes(self, **seats: tuple[int, ...] | int) -> Felt:
        """The seats of the script, and whoever still finds a place."""
        super().stakes(**seats)
        if self.crowd and len(seats) > 1:
            free = [seat for seat in self.state.places if not self.state.seat(seat).seated]
            self.extras = (*self.extras, *free)
            super().stakes(**{f"s{seat}": (1000, 1500) for seat in free})
        return self

    def tap(self, intent: Intent) -> Refusal | None:
        if isinstance(intent, i.ProposeRectification):
            intent = replace(intent, round=intent.round + FIRST_ROUND - 1)
        return super().tap(self._large(intent))

    def do(self, *intents: Intent) -> Felt:
        """The script's acts, and before each what the seats that it does not know have to do."""
        for intent in intents:
            if isinstance(intent, IN_TURN):
                self._until(intent)
            elif isinstance(intent, (i.OpenHands, i.EnterHand)):
                self._decide()
            super().do(intent)
            self._decide_last()
        return self

    def _until(self, intent: i.SettleSeat | i.RefundSeat) -> None:
        for seat in sorted(self.extras, reverse=True):
            if seat > intent.seat and self.state.seat(seat).settled is None:
                super().tap(type(intent)(seat))

    def _decide(self) -> None:
        """The seats that the script does not know follow with the least."""
        if self.state.phase is Phase.DECIDING and self.state.playing.street_open:
            for seat in set(self.extras) & set(self.state.undecided):
                super().tap(i.BetPlay(seat, 1))

    def _decide_last(self) -> None:
        """Once everybody else has decided for the last time."""
        if self.state.phase is not Phase.DECIDING:
            return
        if self.state.playing.street == len(self.state.profile.streets) - 1:
            left = set(self.state.undecided)
            if left and left <= set(self.extras):
                self._decide()

    def draw(self, cards: str) -> Felt:
        """The script's cards lie where it means them: the other seats are dealt what no script names."""
        for text in cards.split():
            while self._next_is_spare():
                super().draw(self.spare.pop().text)
            super().draw(text)
        return self

    def _large(self, intent: Intent) -> Intent:
        """An act of stakes in the figures of this table."""
        if isinstance(intent, i.ChangeMaximum):
            return replace(intent, maximum_cents=intent.maximum_cents * self.limits_times)
        if not isinstance(intent, OF_STAKES):
            return intent
        scaled = [each.name for each in fields(intent) if each.name in SCALED]
        changes: dict[str, Any] = {name: self._cents(getattr(intent, name)) for name in scaled}
        if getattr(intent, "further", ()):
            changes["further"] = tuple(replace(one, cents=self._cents(one.cents)) for one in intent.further)
        return replace(intent, **changes)

    def _cents(self, cents: int) -> int:
        return min(cents * TIMES, self.state.profile.limits.maximum_cents)

    def _next_is_spare(self) -> bool:
        played = self.state.round
        if played is None or played.drawn >= len(played.order):
            return False
        place = played.order[played.drawn]
        return place.pile is Pile.HOLE and place.seat in self.extras


def _of_long_names(seen: Observation) -> Observation:
    person = getattr(seen, "person", "")
    return replace(seen, person=NAMES[person]) if person in NAMES else seen  # type: ignore[call-arg]


@contextmanager
def _made_as(kind: type[Felt]) -> Iterator[None]:
    token = Felt.kind.set(kind)
    try:
        yield
    finally:
        Felt.kind.reset(token)


class _Scripted(Felt):
    """Remembers the cards that a script names."""

    named: list[str]

    def draw(self, cards: str) -> Felt:
        self.named.extend(cards.split())
        return super().draw(cards)

    def do(self, *intents: Intent) -> Felt:
        self.named.extend(str(one.card) for one in intents if isinstance(one, (i.KeyCard, i.ReportCard)))
        return super().do(*intents)


def at_its_longest(state: Callable[[], Felt]) -> Felt:
    """The state at a table where everything is long; with all seats taken where its script can be so played.

    Raises:
        AssertionError: the core refuses the script at such a table.
    """
    scripted = type("Scripted", (_Scripted,), {"named": []})
    with _made_as(scripted):
        state()
    script = tuple(scripted.named)
    for crowd in (True, False):
        kind = type("Long", (LongFelt,), {"script": script, "crowd": crowd})
        try:
            with _made_as(kind):
                felt = state()
        except AssertionError:
            if not crowd:
                raise
        else:
            return felt
    raise AssertionError
