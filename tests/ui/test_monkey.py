"""A restless dealer: any live key, any card, any chip, any badge, and the console still has words."""

from __future__ import annotations

import random
from typing import Any

import pytest

from controller.game import inputs as i
from controller.game.cards import DECK, FaceDown
from controller.game.inputs import Health, Machine, Role
from controller.game.rectification.show import past_round
from controller.game.state import Phase
from controller.game.views import console
from controller.screens.taps import parse_tap
from tests.builders import Felt
from tests.ui.states import FIVE, machines
from tests.ui.test_console_words import taps_of, walk
from ui.meant import unaimed
from ui.screen.console import ConsoleFace

STEPS = 1_000
STEPS_MAX = 10_000
"""A restless dealer comes to no settlement for long: until he has, he goes on."""
PHASES = {Phase.BETTING, Phase.LATCHED, Phase.DEALING, Phase.DECIDING, Phase.SETTLING}
BADGES = ((Role.CHEF, "Chef 1"), (Role.COMITE, "MCD 03"), (Role.VIDEO, "OV 11"))


class Monkey:
    """Presses what is live and lets the machines say what they may say."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.felt = machines(Felt()).open(sensors=True).stakes(**FIVE)
        self.face = ConsoleFace(self.chance.choice(("fr", "en")))
        self.deck: list[Any] = []
        self.phases: set[Phase] = set()
        self.recalled: dict[str, Any] | None = None

    def words(self) -> dict[str, Any]:
        self.phases.add(self.felt.state.phase)
        return self.face.words({**console(self.felt.state), "recalled": self.recalled})

    def press(self) -> None:
        """Half the time the primary, else any live key at all."""
        words = self.words()
        taps = [tap for _, tap in taps_of("", words)]
        forward = words["primary"]["tap"]
        tap = forward if forward and self.chance.random() < 0.5 else self.chance.choice(taps)
        if self.face.take(tap):
            return
        if tap["act"] == "recall":  # a question to the table, not an act
            self.recalled = {"round": tap["round"], "past": past_round(self.felt.state, tap["round"])}
        else:
            self.felt.tap(parse_tap(unaimed(tap)))

    def machine(self) -> None:
        match self.chance.randrange(16):
            case 4:
                seat = self.chance.randint(1, 7)
                self.felt.see(i.ChipObserved(seat, not self.felt.state.seat(seat).chip))
            case 5 | 8:
                role, person = self.chance.choice(BADGES)
                self.felt.see(i.BadgeObserved(person, role))
            case 6:
                self.felt.see(i.BadgeGone())
            case 9:
                self.other_deck()
            case 7:
                health = self.chance.choice((Health.UP, Health.UP, Health.DEGRADED, Health.LOST))
                self.felt.see(i.HealthObserved(self.chance.choice(list(Machine)), health, "silence"))
            case _:
                self.card()

    def other_deck(self) -> None:
        """The deck that was not dealt last leaves the shuffler's tray, counted."""
        dealt = self.felt.state.decks.dealt or "blue"
        other = "red" if dealt == "blue" else "blue"
        self.felt.see(i.ShufflerObserved(i.ShufflerMode.SHUFFLE, dealt, other, 52, True))
        self.felt.see(i.ShufflerObserved(i.ShufflerMode.SHUFFLE, dealt, "", 0, False))

    def card(self) -> None:
        """The next card of the shoe, where one is waited for; a fresh deck for each deal."""
        played = self.felt.state.round
        if played is None or not played.cards:
            self.deck = self.chance.sample(DECK, len(DECK))
        if console(self.felt.state)["expected"]:
            self.felt.see(i.CardObserved(FaceDown(self.deck.pop())))


def hidden_cards(felt: Felt) -> set[str]:
    """The cards of the round that nobody may know yet, in words.

    One that was keyed wrong lies open although its double is face down: only open cards are compared.
    """
    played = felt.state.round
    if played is None:
        return set()
    cards = {place: card.turned_up().text for place, card in played.cards.items() if card is not None}
    open_ones = {text for place, text in cards.items() if place in played.shown}
    return set(cards.values()) - open_ones


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_whatever_is_pressed_the_console_has_words(seed: int) -> None:
    monkey = Monkey(seed)
    for step in range(STEPS_MAX):
        if step >= STEPS and monkey.phases >= PHASES:
            break
        monkey.press() if monkey.chance.random() < 0.55 else monkey.machine()
        hidden = hidden_cards(monkey.felt)
        # The fifty-two keys of a card to be said name every card alike.
        words = walk("", monkey.words())
        said = {str(value) for path, value in words if not path.startswith(".sheet.rows")}
        assert not said & hidden
    assert monkey.phases >= PHASES
