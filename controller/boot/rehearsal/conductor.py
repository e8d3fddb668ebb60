"""Plays a script on a simulated night: its players, decks, and what happens, one thing after the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from controller.boot.rehearsal.around import Around
from controller.boot.rehearsal.held import DONE, REFUSED, Expectation, Place
from controller.boot.rehearsal.script import (
    CHECK,
    FOLD,
    HELD,
    HappensFile,
    MomentFile,
    RoundFile,
    SeatFile,
    antes,
    machine_of,
)
from controller.game.cards import Card
from controller.game.choices import Role
from controller.game.inputs import Machine
from controller.game.profile import RuleProfile
from drivers.sim.decks import Stacked, deck_of
from drivers.sim.directed import Directed
from drivers.sim.faults import Faults
from drivers.sim.pit import CASHIER, CHEF, COMITE, VIDEO, Tap, View
from drivers.sim.players import Bets, Player, Plays

SOON_MS: Final = 100
CUT_MS: Final = 5_000
"""Until the people look again at a table that was started again."""
CARDS_OF: Final[Mapping[Role, str]] = {
    Role.CHEF: CHEF,
    Role.COMITE: COMITE,
    Role.VIDEO: VIDEO,
    Role.CASHIER: CASHIER,
}


@dataclass(slots=True)
class Conductor:
    """The guests of one evening. `around` is given to it once it is there.

    Attributes:
        rounds: what is written of each; without one the table is closed.
        done: how many things have happened, by round.
        answers: to acts that the table was to refuse, or that it refused.
        ordered: every fault that was asked for: in which round, and of whom.
    """

    rules: RuleProfile
    rounds: list[RoundFile] = field(default_factory=list)
    around: Around | None = None
    done: dict[int, int] = field(default_factory=dict)
    answers: list[Expectation] = field(default_factory=list)
    ordered: list[tuple[int, HappensFile, Faults]] = field(default_factory=list)

    def of_round(self, number: int) -> RoundFile | None:
        """What is written of this round."""
        return self.rounds[number - 1] if 1 <= number <= len(self.rounds) else None

    def players(self, number: int) -> dict[int, Player]:
        """As `Guests`."""
        told = self.of_round(number)
        return {seat.seat: _player(seat, self.rules) for seat in told.seats} if told is not None else {}

    def deck(self, number: int, deal: int) -> Stacked | None:
        """As `Guests`."""
        told = self.of_round(number)
        named = told.deal(deal) if told is not None else None
        if named is None:
            return None
        hands, dealer, board = named
        burned = [(street.burn, street.board) for street in self.rules.streets]
        return lambda seats, bettors: deck_of(seats, hands, dealer, board, burned)

    def decks(self) -> list[Stacked]:
        """The first deal of each round, for a table that nobody plays by itself."""
        numbers = range(1, len(self.rounds) + 1)
        return [self.deck(number, 1) or (lambda seats, bettors: deck_of(seats, {})) for number in numbers]

    def left(self, number: int) -> list[HappensFile]:
        """What is written of this round and has not happened."""
        told = self.of_round(number)
        return told.happens[self.done.get(number, 0) :] if told is not None else []

    def never_came(self) -> list[tuple[int, HappensFile]]:
        """The faults that were ordered and found no occasion, with the rounds in which they were."""
        left: dict[tuple[int, str, Machine], int] = {}
        found = []
        for number, told, faults in reversed(self.ordered):
            which = id(faults), str(told.fault), machine_of(told)
            if left.setdefault(which, faults.waiting(*which[1:])) > 0:
                left[which] -= 1
                found.append((number, told))
        return found[::-1]

    def happens(self, people: Directed, view: View) -> int | None:
        """As `Guests`: what is written next happens when its moment has come."""
        self._around.look_on()
        if view["round"] is None or view["resumed"]:
            return None
        number = view["round"]["number"]
        left = self.left(number)
        if not left or not self.is_now(left[0], view):
            return None
        wait_ms = self.do(left[0], people, view)
        if wait_ms is None:
            self.done[number] = self.done.get(number, 0) + 1
            wait_ms = SOON_MS
        return wait_ms

    def is_now(self, told: MomentFile, view: View) -> bool:
        """Whether the moment has come."""
        there = view["round"]
        if there["attempt"] != told.deal or there["drawn"] < told.cards:
            return False
        if told.street and self.rules.streets[view["street"]].name != told.street:
            return False
        if told.at == HELD:
            return view["held"] is not None
        return view["held"] is None and view["phase"] == told.at

    def do(self, told: HappensFile, people: Directed, view: View) -> int | None:
        """It has happened: None. Or a step to it, and the wait until the next."""
        match told.does:
            case "fault":
                faults: Faults = people.hands.faults
                faults.order(str(told.fault), machine_of(told))
                there = view["round"]
                self.ordered.append((there["number"] if there is not None else 0, told, faults))
            case "cut":
                if told.cut == "power":
                    for machine in (Machine.SHOE, Machine.SHUFFLER):
                        people.hands.faults.order("reboot", machine)
                self._around.cut()
            case "link":
                self._around.link(lost=told.link == "lost")
            case "display":
                self._around.display(str(told.display))
            case "clock":
                self._around.clock(str(told.clock))
            case "cable":
                carrier = getattr(people.hands, told.machine)
                (carrier.unplug if told.cable == "out" else carrier.replug)()
            case "chip":
                (people.put_chip if told.chip == "on" else people.take_chip)(told.seat)
            case "act":
                return self._act(told, people, view)
        return None

    @property
    def _around(self) -> Around:
        assert self.around is not None
        return self.around

    def _act(self, told: HappensFile, people: Directed, view: View) -> int | None:
        if told.by is not None:
            wait_ms = people.brings(view, CARDS_OF.get(told.by, CHEF))
            if wait_ms is not None:
                return wait_ms
        refusal, _ = people.press(Tap(told.act or {}), SOON_MS)
        where, said = Place(view["round"]["number"]), str(refusal or "")
        answer = Expectation(where, told.words, _answer(told.refused), _answer(said), said == told.refused)
        if not answer.held or told.refused:
            self.answers.append(answer)
        return None


def _answer(refused: str) -> str:
    return f"{REFUSED} ({refused})" if refused else DONE


def _player(told: SeatFile, rules: RuleProfile) -> Player:
    ante = told.stakes["ante"]
    sides = {str(side.spot): cents for side in rules.sides if (cents := told.stakes.get(str(side.spot), 0))}
    return Player(told.seat, ante, sides, "jp1" in told.stakes, 0, _plays(told, rules))


def _plays(told: SeatFile, rules: RuleProfile) -> Plays:
    """What the player says, by how many cards of the board lie open."""
    said: dict[int, tuple[str, bool]] = {}
    board = 0
    for street in rules.streets:
        board += street.board
        said[board] = (str(told.bets.get(street.name, "")), street.fold)

    return Said(said)


@dataclass(frozen=True, slots=True)
class Said:
    """A strategy that says what was written: by how many cards of the board lie open, the words, and whether
    one must bet or fold there."""

    words: Mapping[int, tuple[str, bool]]

    def __call__(
        self, cards: Sequence[Card], board: Sequence[Card], bets: Bets, offered: Sequence[int]
    ) -> int:
        """As `Plays`."""
        words, must = self.words[len(board)]
        if words in (CHECK, FOLD) or not offered:
            return 0
        if words:
            return next((halves for halves in offered if antes(halves) == words), 0)
        return min(offered) if must else 0
