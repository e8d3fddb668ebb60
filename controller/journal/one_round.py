"""One round out of a journal: its entries, what was staked before it, and which cards may be told."""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any, Final

from controller.game import events as e
from controller.game.felt import Pile, Place, hole
from controller.journal.chain import JournalDamaged, Row
from controller.journal.entries import event_of
from controller.journal.field_codec import Unreadable, parse_body
from controller.journal.reading import read_rows
from controller.journal.rounds import TABLE_KINDS, Round, Rounds, Stake
from controller.told import said_by

Body = Mapping[str, Any]
_ENDED: Final = (e.FinishAsked, e.FinishRecorded)


@dataclass(slots=True)
class OneRound:
    """A round as its journal has it.

    Attributes:
        opening: the first row of the journal.
        rows: every row from the round's opening to the next round's, and later answers of the book to it.
        events: of the same rows; the cards face down are masked.
        stakes: at the round's opening, what stands hollow from the deal before, by seat.
        last: the last row of the journal, as far as it was read.
        through: without a gap, every row from the round's first to its last, and on to the first entry that
            was asked for as `bound_at` or, without one, to the journal's last. Its last is the closing or a
            later one that names the round; that the book heard of its end moves nothing and is left out.
    """

    number: int
    opening: Row
    last: Row
    rows: list[Row] = field(default_factory=list)
    events: list[e.Event] = field(default_factory=list)
    stakes: dict[int, Stake] = field(default_factory=dict)
    through: list[Row] = field(default_factory=list)

    def __iter__(self) -> Iterator[tuple[Row, e.Event]]:
        return zip(self.rows, self.events, strict=True)

    @property
    def opened(self) -> Body:
        """The body of the journal's first row."""
        found: Body = parse_body(self.opening.body)
        return found

    def withheld(self) -> frozenset[int]:
        """Numbers of the rows with a card that was never turned up: a folded hand, a burned card.

        The table's own later acts do not change that: a card is turned up in its round or never.
        """
        shown = {
            (event.attempt, one.place)
            for event in self.events
            if isinstance(event, e.CardsRevealed)
            for one in event.cards
        }
        return frozenset(
            row.seq
            for row, event in self
            if isinstance(event, e.CardDealt | e.CardProposed | e.CardKeyed)
            and (event.attempt, event.place) not in shown
        )


def one_round(path: str | os.PathLike[str], number: int, bound_at: Collection[int] = ()) -> OneRound | None:
    """The round of this number, or None if the journal does not have it; `bound_at` as of `OneRound.through`.

    Raises:
        NotAJournal: no such file, or no journal that this version reads.
        JournalDamaged: the first row that does not hold.
    """
    found: OneRound | None = None
    rounds = Rounds()
    opening = row = None
    bound, closed = 0, False
    with closing(read_rows(path)) as rows:
        for row in rows:
            opening = opening or row
            if not (row.kind in TABLE_KINDS or (found is not None and _may_tell(row, number, rounds))):
                event = None
            else:
                rounds.take(event := event_of(row))
            now = rounds.now.number if rounds.now is not None else 0
            if found is None and rounds.now is not None and now == number:
                found = OneRound(number, opening, row, stakes=rounds.now.standing)
            if found is not None:
                found.through.append(row)
                if event is not None and getattr(event, "round", now) == number:
                    found.rows.append(row)
                    found.events.append(event)
                    told = hasattr(event, "round") and not isinstance(event, _ENDED)
                    bound = 0 if told or not closed else bound
                    closed = closed or isinstance(event, e.RoundClosed)
                if not bound and row.seq in bound_at:
                    bound = len(found.through)
    if found is not None and row is not None:
        found.last = row
        del found.through[bound or len(found.through) :]
    return found


def _may_tell(row: Row, number: int, rounds: Rounds) -> bool:
    """Whether the row may be of the round: every row while it is the last opened, then those that name it."""
    return (rounds.now is not None and rounds.now.number == number) or f'"round":{number}' in row.body


def settled_line(told: OneRound, profile: str) -> str | None:
    """The round as a line of `tapis settle`, from what the journal shows; None for one that was not settled.

    A hand that stays face down has no cards in it, and is said to be unopened when its seat was in to the
    end; a seat that two persons ruled void is left out.

    Raises:
        KeyError: one card of a hand was turned up and the other was not.
    """
    rounds = Rounds()
    for _, event in told:
        rounds.take(event)
    played, asked = rounds.now, rounds.asked
    if played is None or not played.settled:
        return None
    shown = {place: played.shown[place].text for place in sorted(played.shown)}
    line: dict[str, Any] = {"id": f"{told.opened['table']} {told.number}", "profile": profile}
    if asked is not None:
        line["jp1_stake_cents"] = asked.stake_cents
    if played.frozen_cents is not None:
        line["jackpot_cents"] = played.frozen_cents
    line["board"] = [card for place, card in shown.items() if place.pile is Pile.BOARD]
    line["dealer"] = [card for place, card in shown.items() if place.pile is Pile.DEALER]
    line["seats"] = [
        _seat_of(seat, lines, played, shown)
        for seat, lines in sorted(played.settled.items())
        if seat not in played.ruled_void
    ]
    return json.dumps(line) if len(line["board"]) == 5 else None


def _seat_of(
    seat: int, lines: Sequence[e.SettledSpot], played: Round, shown: Mapping[Place, str]
) -> dict[str, Any]:
    """One of `seats` of the line."""
    folded = seat in played.folded
    cards = [shown[hole(seat, at)] for at in (0, 1)] if hole(seat, 1) in shown else None
    stakes = {one.spot: one.stake_cents for one in lines}
    told = {"seat": seat, "cards": cards, "folded": folded, "stakes": stakes}
    return told if cards or folded else {**told, "unopened": True}


def body_of(row: Row) -> Body:
    """The fields of an entry, by name; every row that begins a round has its number.

    Raises:
        JournalDamaged: it is no such object.
    """
    try:
        body = parse_body(row.body)
    except Unreadable as error:
        raise JournalDamaged(row.seq, said_by(error)) from None
    if not isinstance(body, dict) or (row.kind == "RoundOpened" and not isinstance(body.get("round"), int)):
        raise JournalDamaged(row.seq, f"{row.kind} cannot be read")
    return body
