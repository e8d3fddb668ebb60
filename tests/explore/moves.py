"""Everything that can happen at a table in one state: people, machines, time, restarts, the book.

Acts are those that `legal_now` offers to nobody, or to one person at a time whose badge is in the reader for
that act alone; the few acts with amounts are given from a small set. New intents come by themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from controller.book.bookkeeper import refused
from controller.game import events as e
from controller.game import inputs as i
from controller.game import requests as r
from controller.game.cards import DECK, FaceDown, parse_cards
from controller.game.consequences import follow
from controller.game.decide import decide
from controller.game.evolve import evolve
from controller.game.felt import Place, board, dealer, hole
from controller.game.inputs import Health, Intent, Machine, Observation, Role
from controller.game.invariants import broken
from controller.game.judge import judge
from controller.game.legal_acts import legal_now, why_not
from controller.game.machines.alarms import resumption
from controller.game.meter.causes import chips_due
from controller.game.meter.types import BY_ITSELF, BookFigures, Difference
from controller.game.money import MICRO
from controller.game.payment.winning_hand import payees, verified_now
from controller.game.react import book_request, react
from controller.game.refusals import Refusal
from controller.game.state import IN_ROUND, Phase, TableState
from tests.builders import FLOAT

DEALER: Final = ("croupier-07", Role.DEALER)
PEOPLE: Final = (
    ("Chef 1", Role.CHEF),
    ("Durand", Role.COMITE),
    ("Martin", Role.DIRECTOR),
    ("Petit", Role.VIDEO),
    ("Lopez", Role.CASHIER),
)
TALK: Final[tuple[type[Intent], ...]] = (
    *(i.CallChef, i.SeeCall, i.SeeAlarm, i.SilenceAlarm),  # stops a sound, moves nothing
    *(i.Undo, i.UndoStakes, i.ReopenDecision),  # back to a state explored before
    *(
        i.DraftSetting,
        i.DropDraft,
        i.ProposeSettings,
    ),  # settings: of the next opening, tests/game/test_drafting
    *(i.Reconcile, i.ChangeMaximum),  # read and figures only
    *(i.WaitForVideo, i.AskPit),  # waits
)
"""Acts that are left out, and why."""
DECKS: Final = {
    "plain": "2c 3d 4c 5d Qs Js | Kc 8d 7h 9s 4h",
    "made": "2c 3d 4c 5d Qs Js | Kc Kd Kh 9h 9d",
    "royal": "As Ks 4c 5d 2c 7d | Qs Js Ts 4d 9c",
}
"""Two seats, the dealer, the board: nothing, a full house on the board, a royal at the first seat."""
STAKE_METER_CENTS: Final = 125
MORE_MS: Final = 1_000
FOLLOW_MAX: Final = 200


@dataclass(frozen=True)
class Node:
    """A table, and what its book will never do: rounds that it has forgotten, acts that it has refused."""

    state: TableState
    lost: frozenset[int] = frozenset()
    never: frozenset[str] = frozenset()

    @property
    def beside(self) -> Any:
        """What of the book's memory still concerns the table, told apart from its round numbers."""
        played = self.state.round
        now = played.number if played is not None else -1
        asked = [one for one in (self.state.money, *self.state.due) if one is not None]
        rounds = {getattr(one, "round", -1) for one in asked}
        never = tuple(repr(one) in self.never for one in asked)
        return now in self.lost, any(one in self.lost for one in rounds - {now}), never


Move = tuple[str, Any]
"""A kind and what it needs: `act` (person or None, intent), `see` an observation, `book` an answer."""


def said(move: Move) -> str:
    """The move as a person reads it."""
    kind, what = move
    if kind == "act":
        person, intent = what
        return f"{person[0] if person else 'dealer'}: {intent!r}"
    return f"{kind}: {what!r}"


TROUBLES: Final[tuple[type[Intent], ...]] = (
    *(i.Pause, i.ReportStop, i.StopJackpot, i.DeclareIncident, i.TellDifference, i.ContestSeat),
    *(i.AllowHandLamps, i.EndHandLamps, i.SeatByHand, i.DealByHand, i.ReopenBets, i.ProposeCorrection),
    *(i.ReportCard, i.ProposeRefusal, i.CloseTable, i.AllowMode, i.AnnounceLastDeals, i.BeginAdvance),
)


def is_trouble(move: Move) -> bool:
    """The move leaves the straight course of a round; the explorer goes first where there are fewest."""
    kind, what = move
    if kind == "act":
        return isinstance(what[1], TROUBLES)
    if kind == "book":
        return what != "agrees"
    return kind != "see" or not isinstance(what, i.CardObserved | i.ChipObserved | i.TimeObserved)


# --- taking a move ---------------------------------------------------------------------------------


def took(node: Node, move: Move) -> Node | None:
    """The node after this move, or None where nothing came of it."""
    kind, what = move
    state = node.state
    if kind == "act":
        return _acted(node, *what)
    if kind == "restart":
        return replace(node, state=_stepped(state, resumption(state), state.at_ms + MORE_MS))
    if kind == "forget":
        return _forgotten(node)
    if kind == "book":
        return _answered(node, what)
    at_ms = what.at_ms if isinstance(what, i.TimeObserved) else state.at_ms + MORE_MS
    events = judge(state, what)
    return replace(node, state=_stepped(state, events, at_ms)) if events else None


def _acted(node: Node, person: tuple[str, Role] | None, intent: Intent) -> Node | None:
    state = node.state if person is None else badged(node.state, person)
    decided = decide(state, intent)
    if isinstance(decided, Refusal) or not decided:
        return None
    state = _stepped(state, decided, state.at_ms + MORE_MS)
    if person is not None:
        state = _stepped(state, judge(state, i.BadgeGone()), state.at_ms)
    return replace(node, state=state)


def badged(state: TableState, person: tuple[str, Role]) -> TableState:
    """This person's badge is in the reader; where people are registered he has shown his PIN."""
    state = _stepped(state, judge(state, i.BadgeObserved(*person)), state.at_ms + MORE_MS)
    if not state.facts.register or state.badge is None:
        return state
    proven = i.PinAnswered(person[0], state.badge.shown, True)
    state = _stepped(state, judge(state, proven), state.at_ms + MORE_MS)
    if person[1] is Role.CHEF:
        return _stepped(state, judge(state, i.ChargeObserved(person[0], True)), state.at_ms)
    return state


def _stepped(state: TableState, events: Sequence[e.Event], at_ms: int) -> TableState:
    batch: Iterable[e.Event] = events
    for _ in range(FOLLOW_MAX):
        for event in batch:
            after = evolve(state, e.Entry(state.seq + 1, at_ms, event))
            fault = broken(state, event, after)
            assert not fault, fault
            state = after
        batch = follow(state)
        if not batch:
            return state
    raise AssertionError(f"no rest after {FOLLOW_MAX} rounds of consequences")


# --- the book --------------------------------------------------------------------------------------


def _answered(node: Node, answer: str) -> Node | None:
    """The book says yes, refuses for good, has forgotten the round, or is not reached; what it refused it
    refuses again."""
    state, request = node.state, book_request(node.state)
    if request is None:
        return None
    if answer == "away":
        return _heard(node, i.BookUnreachable(type(request).__name__, "timeout"))
    if isinstance(request, r.ReadMeter):
        return _heard(node, reading(state))
    assert isinstance(request, r.BookRequest)
    number, key = request.round, repr(state.money)
    lost, never = node.lost, node.never
    if answer == "forgets" and number:
        lost |= {number}
    if answer == "refuses":
        never |= {key}
    after = replace(node, lost=lost, never=never)
    if number in lost and not isinstance(request, r.Contribute | r.Forgo):
        return _heard(after, refused(request, "unknown_round"))
    if key in never:
        return _heard(after, refused(request, "conflict"))
    if isinstance(request, r.Forgo) and number not in node.lost and answer == "forgone":
        return _heard(after, refused(request, "forgone"))
    return _heard(after, agreed(state, request))


def _heard(node: Node, seen: Observation) -> Node | None:
    events = judge(node.state, seen)
    if not events:
        return None
    return replace(node, state=_stepped(node.state, events, node.state.at_ms + MORE_MS))


def reading(state: TableState) -> i.MeterObserved:
    """The meter as the table knows it, or as a new book has it."""
    told = state.jackpot
    return i.MeterObserved(told.generation or 1, told.meter_cents or 1_000_000, told.book_seq or 1)


def agreed(state: TableState, request: r.BookRequest) -> Observation:
    """What a book says that does as it is asked."""
    told = state.jackpot
    number, attempt, meter, seq = request.round, request.attempt, told.meter_cents, told.book_seq + 1
    match request:
        case r.Contribute() | r.Forgo():
            more = STAKE_METER_CENTS * len(request.seats)
            return i.ContributionObserved(number, attempt, told.generation, meter, meter + more, seq)
        case r.Claim():
            now = told.generation
            return i.ClaimObserved(number, attempt, now, meter, now + 1, 1_000_000, seq)
        case r.Award():
            verified = state.round.verification if state.round is not None else None
            value = verified.value_cents if verified is not None else 0
            cents = sum(value if kind == "jackpot" else cents for kind, cents in request.awards)
            return i.AwardObserved(number, attempt, request.seat, cents, meter, seq)
        case r.RefuseClaim():
            return i.ClaimRefusedObserved(number, attempt, told.generation, meter, seq)
        case r.Refund():
            return i.RefundObserved(number, attempt, request.seat, meter - STAKE_METER_CENTS, seq)
        case r.Finish():
            return i.FinishObserved(number, meter, seq)
        case r.Correct():
            return i.CorrectionObserved(attempt, meter, meter + request.cents, seq)
        case r.Stop():
            return i.StopObserved(attempt, meter, seq)
        case r.Reopen():
            return i.ReopeningObserved(attempt, told.generation, meter, seq)
        case r.ReadBook():
            return i.ReconciliationObserved(attempt, _figures(meter, told.book_seq, told.generation))
    raise AssertionError(f"no answer to {request}")


def _figures(meter_cents: int, book_seq: int, generation: int) -> BookFigures:
    known: dict[str, Any] = dict.fromkeys(BookFigures.__dataclass_fields__, 0)
    micro = meter_cents * MICRO
    known |= {"book_seq": book_seq, "generation": generation, "meter_micro": micro, "seed_micro": micro}
    return BookFigures(**known | {"stop": "", "wins": ()})


def _forgotten(node: Node) -> Node | None:
    """The book is put back from an older copy: the stakes of the round under way are not in it."""
    state = node.state
    if state.round is None or not state.round.contributed or state.round.number in node.lost:
        return None
    seen = Difference("contribute", state.jackpot.book_seq, 0, "", 0, -1)
    lost = node.lost | {state.round.number}
    return _heard(replace(node, lost=lost), i.BookRefused("start", "book_differs", seen))


# --- what may come -----------------------------------------------------------------------------------


def moves(node: Node) -> Iterator[Move]:
    """Every move worth trying in this state, in a fixed order."""
    for offered in by_person(node.state):
        yield from offered
    yield from by_the_book(node)
    yield from by_machines(node.state)
    if node.state.phase is not Phase.CLOSED and not node.state.resumed:
        yield "restart", None


def by_person(state: TableState) -> Iterator[list[Move]]:
    """What is offered to nobody, then what more to each person who brings his badge for it."""
    before: set[Intent] = set()
    people = (None, DEALER, *PEOPLE) if state.facts.register else (None, *PEOPLE)
    for person in people:
        there = state if person is None else badged(state, person)
        offered = (*legal_now(there), *with_amounts(there))
        fresh = [one for one in offered if one not in before and not _is_talk(state, one)]
        before.update(fresh)
        yield [("act", (person, intent)) for intent in fresh]


def _is_talk(state: TableState, intent: Intent) -> bool:
    """The act is left out; so is taking back the tick of a line."""
    back = isinstance(intent, i.TickLine) and intent.line in state.sheet.ticked
    return back or isinstance(intent, TALK)


def with_amounts(state: TableState) -> Iterator[Intent]:
    """Acts that a console offers only once something is keyed."""
    tried: list[Intent] = []
    if state.phase is Phase.BETTING:
        seats = range(1, state.facts.seats + 1)
        tried += [i.SetStakes(n, 1_000, 0) for n in seats if not state.seat(n).seated]
    if state.phase in IN_ROUND:
        tried += [act(i.Incident.IRREGULAR_DEAL) for act in (i.ArmVoid, i.VoidRound, i.DeclareIncident)]
        tried += [i.KeyCard(place, card_of(state, place)) for place in state.unread]
    if verified_now(state) is not None:
        for seat in payees(state):
            tried.append(i.PreparePayment(seat, i.PaymentMode.TRANSFER, f"B-{seat}", f"ID-{seat}"))
    tried += [i.ShowEmpty(occasion) for occasion in i.Occasion] + list(_counts(state))
    return (intent for intent in tried if why_not(state, intent) is None)


def _counts(state: TableState) -> Iterator[Intent]:
    """The pieces of the avance, as they were brought, and the JP1 chips that there must be."""
    if state.facts.cash is None:
        return
    count = state.sheet.count
    if state.phase is Phase.OPENING or (count is not None and not count.signed):
        counted = dict(count.pieces) if count is not None else {}
        for name, number in FLOAT.items():
            if counted.get(int(name[1:])) != number:
                yield i.CountPieces(int(name[1:]), number)
    if state.sheet.closing and state.upkeep.session.chips < 0:
        yield i.CountJp1Chips(chips_due(state))


def by_the_book(node: Node) -> Iterator[Move]:
    """What the book may answer now, or say by itself."""
    state = node.state
    asked = book_request(state)
    if asked is not None:
        yield "book", "agrees"
        if state.jackpot.open:
            yield "book", "away"
        if isinstance(asked, r.BookRequest):
            yield "book", "refuses"
            if isinstance(asked, r.Forgo):
                yield "book", "forgone"
            elif asked.round:
                yield "book", "forgets"
    elif not state.jackpot.open and state.jackpot.closed_code in BY_ITSELF:
        yield "see", reading(state)
    elif state.jackpot.open:
        yield "see", i.BookUnreachable("ReadMeter", "timeout")
    if state.jackpot.open:
        yield "forget", None


def by_machines(state: TableState) -> Iterator[Move]:
    """Cards, chips, clocks, machines that go and come."""
    requests = react(state)
    if r.LockShoe(False) in requests:
        yield from (("see", seen) for seen in next_cards(state))
    elif state.phase in (Phase.LATCHED, Phase.DECIDING):
        yield from (("see", seen) for seen in next_cards(state)[:1])
    if state.phase in (Phase.BETTING, Phase.LATCHED, Phase.CLEARING):
        for n in state.places:
            there = state.seat(n).chip or n in state.players
            if there and state.machine(Machine.CHIPS).health is not Health.LOST:
                yield "see", i.ChipObserved(n, not state.seat(n).chip)
    yield from (("see", i.TimeObserved(one.at_ms)) for one in requests if isinstance(one, r.WakeAt))
    yield from (("see", seen) for seen in the_shuffler(state))
    for machine in (Machine.SHOE, Machine.CHIPS):
        health = state.machine(machine).health
        yield "see", i.HealthObserved(machine, Health.LOST if health is Health.UP else Health.UP)


def the_shuffler(state: TableState) -> Iterator[Observation]:
    """Where there is one: it is shown empty when that is asked, and the next deck is ready in its tray."""
    if state.machine(Machine.SHUFFLER).health is not Health.UP:
        return
    if state.decks.empty_asked:
        yield i.ShownEmptyObserved(True, 0)
    colour = "blue" if state.decks.dealt == "red" else "red"
    if state.phase in (Phase.BETTING, Phase.CLEARING) and state.decks.in_shoe != colour:
        yield i.ShufflerObserved(i.ShufflerMode.SHUFFLE, "", colour, 52, True)
        if state.shuffler.verified:
            yield i.ShufflerObserved(i.ShufflerMode.SHUFFLE, "", "", 0, False)


def next_cards(state: TableState) -> list[Observation]:
    """The next card of each deck that the round may be dealt from, one that cannot be read, one twice."""
    played = state.round
    place = played.next_place if played is not None else None
    if played is None or place is None:
        return []
    cards = dict.fromkeys(_lies(state, laid, place) for laid in _decks(state))
    told: list[Observation] = [i.CardObserved(FaceDown(card)) for card in cards]
    if not state.unread:
        told.append(i.UnreadableObserved())
    known = [card for card in played.cards.values() if card is not None]
    return [*told, i.CardObserved(known[0])] if known else told


def card_of(state: TableState, place: Place) -> Any:
    """The card that lies at this place."""
    return _lies(state, _decks(state)[0], place)


def _lies(state: TableState, laid: dict[Place, Any], place: Place) -> Any:
    """The arranged card; where it is out already, or none was arranged, the first that is not."""
    known = {card.turned_up() for card in state.playing.cards.values() if card is not None}
    card = laid.get(place)
    if card is not None and card not in known:
        return card
    arranged = set(laid.values())
    return next(card for card in DECK if card not in known and card not in arranged)


def _decks(state: TableState) -> list[dict[Place, Any]]:
    """The decks that the cards out may be of."""
    known = state.playing.cards
    fitting = [
        laid
        for laid in LAID.values()
        if all(
            card is None or place not in laid or card.is_card(laid[place]) for place, card in known.items()
        )
    ]
    return fitting or list(LAID.values())[:1]


def _laid(text: str) -> dict[Place, Any]:
    hands, common = (parse_cards(part.strip().replace(" ", "")) for part in text.split("|"))
    holes = [hole(seat, slot) for seat in (1, 2) for slot in (0, 1)]
    places = [*holes, *map(dealer, range(2)), *map(board, range(5))]
    return dict(zip(places, (*hands, *common), strict=True))


LAID: Final = {name: _laid(text) for name, text in DECKS.items()}
