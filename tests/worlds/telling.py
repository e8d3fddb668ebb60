"""What an act tells: its answer, its entries and their lengths, every view, wish and offer that follows."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import NamedTuple

from controller.game import events as e
from controller.game import inputs as i
from controller.game import views
from controller.game.cards import Card, FaceDown
from controller.game.consequences import follow
from controller.game.decide import decide
from controller.game.evolve import evolve
from controller.game.inputs import Intent, Observation
from controller.game.judge import judge
from controller.game.legal_acts import legal_now
from controller.game.react import react
from controller.game.rectification.show import past_round
from controller.game.refusals import Refusal
from controller.game.state import TableState
from controller.journal.codec import Codec
from controller.journal.seal import Sealer
from controller.screens import wire

CODEC, SEALER = Codec(e.EVENTS), Sealer(b"m" * 32, "ab" * 32)


class Outcome(NamedTuple):
    state: TableState
    entries: list[e.Entry]
    refusal: Refusal | None

    @property
    def opens(self) -> int:
        """How many entries come before cards are turned up by it, or an approved hand is; -1 for never."""
        return next((at for at, entry in enumerate(self.entries) if turns_up(entry.event)), -1)


def turns_up(event: e.Event) -> bool:
    """Cards lie open from here on, or a second person has had a hand computed."""
    if isinstance(event, e.RectificationRefused):
        return event.approving
    return isinstance(event, e.CardsRevealed | e.ShowdownOpened | e.RectificationApproved)


def done(
    state: TableState, given: Intent | Observation, now_ms: int, other: dict[Card, Card] | None = None
) -> Outcome:
    """What comes of it, a card from the shoe being another one."""
    refusal = None
    if isinstance(given, Intent):
        decided = decide(state, given)
        refusal = decided if isinstance(decided, Refusal) else None
        batch = decided.written if isinstance(decided, Refusal) else decided
    else:
        if isinstance(given, i.CardObserved) and other:
            card = given.card.turned_up()
            given = replace(given, card=FaceDown(other.get(card, card)))
        batch = judge(state, given)
    entries = []
    while batch:
        for event in batch:
            entries.append(e.Entry(state.seq + 1, now_ms, event))
            state = evolve(state, entries[-1])
        batch = follow(state)
    return Outcome(state, entries, refusal)


def told(outcome: Outcome) -> tuple[object, ...]:
    """All that can be seen, printed or written of it; of what is sealed, how long it is."""
    state, entries, refusal = outcome
    return (answered(outcome), written(entries), *seen(state), repr(refusal))


def answered(outcome: Outcome) -> bytes:
    """The line that the screen which asked receives."""
    return wire.answer_line("1", outcome.state.seq, outcome.refusal)


def written(entries: list[e.Entry]) -> list[tuple[str, int]]:
    """Each entry as a log would print it; of one that is sealed, how long its row is too."""
    return [(repr(entry), _length(entry.event)) for entry in entries]


def _length(event: e.Event) -> int:
    return len(CODEC.encode(event, SEALER)[1]) if type(event).__name__ in CODEC.sealing else 0


def seen(state: TableState) -> tuple[object, ...]:
    """Every view as it goes over the wire, what a traceback prints, what is wanted and offered."""
    lines = json.dumps([views.console(state), views.pit(state), views.display(state)])
    recalled = [wire.round_line(n, past_round(state, n)) for n in range(1, state.last_round + 1)]
    return (lines, recalled, repr(state), repr(react(state)), repr(legal_now(state)))
