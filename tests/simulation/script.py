"""A night played once on simulated machines, kept as the list of all that reached its table.

The people and machines of the simulation play rounds in which everything happens that moves money: JP1
stakes, a fixed prize, a royal paid and one refused, a round voided and dealt again. What they gave the
table is written down in order; where the jackpot book answered stands the request that it answered. So
the same night can be given to a table again, by anybody, as often as wanted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from controller.boot.sessions import table_facts
from controller.boot.simulated import SimulatedNight, simulated_night
from controller.game import inputs as i
from controller.game.cards import Card
from controller.game.inputs import Incident, Intent, Machine, Observation
from controller.game.react import book_request
from controller.game.refusals import Refusal
from controller.game.requests import Request
from controller.game.session_terms import TableFacts
from controller.game.state import Phase, TableState
from controller.journal.chain import Head
from controller.settings.jackpot import load_jackpot
from controller.settings.rules import load_profile
from controller.simulation.simulated_night import NightTable
from drivers.sim.decks import Stacked, community_royal, deck_of, royal, unqualified
from drivers.sim.pit import VIDEO

TABLE = "UTH-1"
SEED = 7
"""A seed that seats few players, all of whom like JP1: many boundaries a round are many processes."""


@dataclass(frozen=True)
class Given:
    """One thing that reached the table, and when; a request stands for the book's answer to it."""

    at_ms: int
    what: Intent | Observation | Request


@dataclass(frozen=True)
class Script:
    """A night in order. `heads[n]` is the journal's head after `given[n]` in the night itself.

    `starts[r]` is the number of the first thing given in round `r`; those before belong to the opening.
    """

    profile: str
    seed: int
    given: tuple[Given, ...]
    heads: tuple[Head, ...]
    starts: Mapping[int, int]
    start_ms: int

    def facts(self, session: int, first_round: int) -> TableFacts:
        """The facts of a session of this night's table."""
        rules = load_profile(self.profile)
        return table_facts(TABLE, session, rules, load_jackpot(), simulated=True, first_round=first_round)

    @property
    def rounds(self) -> int:
        """How many rounds are played to their end."""
        return len(self.starts) - 1

    def of_round(self, number: int) -> range:
        """The numbers of what is given in a round, the opening of the next one included."""
        return range(self.starts[number], self.starts[number + 1])

    def answers(self, kind: type[Request]) -> list[int]:
        """Where the book answers requests of this kind."""
        return [n for n, one in enumerate(self.given) if isinstance(one.what, kind)]


Scene = Callable[["Directed", TableState], int | None]


class Directed:
    """People who play by themselves, but for what the scene of a round has them do.

    A scene looks at the table and does one thing, giving the milliseconds until the next look, or nothing.
    """

    def __init__(self, night: SimulatedNight, place: NightTable, scenes: Mapping[int, Scene]) -> None:
        self.place = place
        self.people: Any = place.dealer
        self.faults = night.faults[0]
        self.done: set[str] = set()
        self._scenes = scenes

    @property
    def closing(self) -> bool:
        return bool(self.people.closing)

    @closing.setter
    def closing(self, value: bool) -> None:
        self.people.closing = value

    def act(self) -> int:
        """Whoever's turn it is has done one thing."""
        state = self.place.table.state
        scene = self._scenes.get(state.round.number if state.round is not None else 0)
        wait_ms = scene(self, state) if scene is not None and state.money is None else None
        return wait_ms if wait_ms is not None else int(self.people.act())

    def once(self, what: str) -> bool:
        """True the first time."""
        fresh = what not in self.done
        self.done.add(what)
        return fresh

    def tap(self, *intents: Intent) -> int:
        """The people ask for these, and get them."""
        for intent in intents:
            refusal = self.place.table.take(intent)
            assert refusal is None, f"{intent} was refused: {refusal}"
        return 700


def small_acts(people: Directed, state: TableState) -> int | None:
    """A call, a pause, an exposed card, a bet taken back, a seat contested."""
    if state.phase is Phase.BETTING and state.players and people.once("pause"):
        return people.tap(i.Pause(), i.EndPause(), i.CallChef(), i.SeeCall())
    if state.phase is Phase.DECIDING and people.once("exposed"):
        seat = state.players[0]
        people.tap(i.DeclareIncident(Incident.EXPOSED_CARD), i.Resume())
        return people.tap(i.BetPlay(seat, 4), i.Undo(), i.BetPlay(seat, 3))
    if state.phase is Phase.SETTLING and people.once("contested"):
        return people.tap(i.ContestSeat(state.players[-1]))
    return None


def misread_then_redealt(people: Directed, state: TableState) -> int | None:
    """A card is seen twice: coup nul. Before the new deal a JP1 player leaves, and another sits down."""
    attempt = state.playing.attempt
    if state.phase is Phase.DEALING and attempt == 1 and state.playing.drawn == 4 and people.once("misread"):
        people.faults.order("misread", Machine.SHOE)
    if state.phase is Phase.BETTING and attempt == 2 and people.once("left"):
        return people.tap(i.VacateSeat(state.jp1_seats[0]))
    return None


def unreadable(people: Directed, state: TableState) -> int | None:
    """A card of a hand and one of the flop cannot be read: the dealer keys them, each twice."""
    drawn = state.playing.drawn
    if state.phase is Phase.DEALING and drawn == 1 and people.once("hole"):
        people.faults.order("unreadable", Machine.SHOE)
    if state.phase is Phase.DECIDING and drawn == 2 * len(state.players) + 2 and people.once("flop"):
        people.faults.order("unreadable", Machine.SHOE)
    return None


def refused_claim(people: Directed, state: TableState) -> int | None:
    """The comité confirms the hand, and a second person refuses the payment."""
    verification = state.playing.verification
    if verification is None or verification.over or not verification.confirmed_by:
        return None
    if verification.doubt is None:
        return people.tap(i.ProposeRefusal(i.ClaimDoubt.EXCHANGED))
    if state.badge is None or state.badge.person == verification.doubted_by:
        people.people._machines.badge(VIDEO)
        return 1_000
    return people.tap(i.RefuseAward(verification.doubt))


def video_not_conform(people: Directed, state: TableState) -> int | None:
    """The first review of the images does not agree, the second does."""
    verification = state.playing.verification
    if verification is None or not verification.confirmed_by or "video" in people.done:
        return None
    if state.badge is None or state.badge.person == verification.confirmed_by:
        people.people._machines.badge(VIDEO)
        people.people._badges._inside = VIDEO
        return 1_000
    people.once("video")
    return people.tap(i.ReviewVideo(False, "C-14", True))


def full_house_on_the_board(seats: Sequence[int], bettors: Sequence[int]) -> list[Card]:
    return deck_of(seats, {}, dealer="2d7c", board="AhAdAcKsKd")


@dataclass(frozen=True)
class Plan:
    """What happens in a round; the decks put in the shoe, one a deal."""

    decks: tuple[Stacked, ...]
    scene: Scene | None = None


CARRY = (
    Plan((unqualified,)),
    Plan((full_house_on_the_board,)),
    Plan((royal,), video_not_conform),
    Plan((unqualified, unqualified), misread_then_redealt),
    Plan((royal,), refused_claim),
    Plan((unqualified,), unreadable),
    Plan((community_royal,)),
    Plan((unqualified,), small_acts),
)
"""Eight rounds of a house that carries JP1 stakes into the new deal."""
REFUND = (Plan((unqualified,), misread_then_redealt), Plan((full_house_on_the_board,)))
"""Two rounds of a house that refunds them: the first is void, the second begins anew."""


def play(profile: str | Path, plan: Sequence[Plan], rounds: int) -> Script:
    """The night has been played; this is what reached its table until the last round was over.

    `rounds` are those that are settled: a void one that begins anew as another does not count.
    """
    decks = [deck for one in plan for deck in one.decks]
    night = simulated_night(rounds=rounds, seed=SEED, profile=str(profile), stacked=decks, staffed=False)
    place = night.night.tables[0]
    scenes = {number: one.scene for number, one in enumerate(plan, 1) if one.scene is not None}
    place.dealer = Directed(night, place, scenes)
    table, journal = place.table, night.journals[TABLE]
    clock, take = night.night.timeline.clock, place.table.take
    start_ms = clock.now_ms()
    given: list[Given] = []
    heads: list[Head] = []
    starts: dict[int, int] = {}

    def written_down(what: Intent | Observation) -> Refusal | None:
        kept = book_request(table.state) if isinstance(what, i.BookObserved) else what
        refusal = take(what)
        if kept is not None:
            given.append(Given(clock.now_ms(), kept))
            heads.append(journal.head)
        if table.state.round is not None:
            starts.setdefault(table.state.round.number, len(given))
        return refusal

    table.take = written_down  # type: ignore[method-assign]
    try:
        night.night.run()
    finally:
        night.close()
    end = starts[max(starts)]
    return Script(str(profile), SEED, tuple(given[:end]), tuple(heads[:end]), starts, start_ms)
