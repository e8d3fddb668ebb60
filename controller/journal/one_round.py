"""One round out of a journal: its entries, what was staked before it, and which cards may be told."""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any, Final

from controller.journal.chain import JournalDamaged, Row
from controller.journal.field_codec import Unreadable, parse_body
from controller.journal.reading import CODEC, read_rows

Body = Mapping[str, Any]
_ENDED: Final = ("FinishAsked", "FinishRecorded")


@dataclass(slots=True)
class OneRound:
    """A round as its journal has it.

    Attributes:
        opening: the first row of the journal.
        rows: every row from the round's opening to the next round's, and later answers of the book to it.
        bodies: of the same rows, read.
        stakes: at the round's opening, what stands hollow from the deal before: `(ante, side)` in cents by
            seat.
        last: the last row of the journal, as far as it was read.
        through: without a gap, every row from the round's first to its last, and on to the first entry that
            was asked for as `bound_at` or, without one, to the journal's last. Its last is the closing or a
            later one that names the round; that the book heard of its end moves nothing and is left out.
    """

    number: int
    opening: Row
    last: Row
    rows: list[Row] = field(default_factory=list)
    bodies: list[Body] = field(default_factory=list)
    stakes: dict[int, tuple[int, int]] = field(default_factory=dict)
    through: list[Row] = field(default_factory=list)

    def __iter__(self) -> Iterator[tuple[Row, Body]]:
        return zip(self.rows, self.bodies, strict=True)

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
            (body["round"], body["attempt"], card["place"])
            for row, body in self
            if row.kind in CODEC.revealing
            for card in body[CODEC.revealing[row.kind]]
        }
        return frozenset(
            row.seq
            for row, body in self
            if row.kind in CODEC.sealing and (body["round"], body["attempt"], body["place"]) not in shown
        )


def one_round(path: str | os.PathLike[str], number: int, bound_at: Collection[int] = ()) -> OneRound | None:
    """The round of this number, or None if the journal does not have it; `bound_at` as of `OneRound.through`.

    Raises:
        NotAJournal: no such file, or no journal that this version reads.
        JournalDamaged: the first row that does not hold.
    """
    found: OneRound | None = None
    staked: dict[int, tuple[int, int]] = {}
    now = 0
    opening = row = None
    bound, closed = 0, False
    with closing(read_rows(path)) as rows:
        for row in rows:
            opening = opening or row
            body = body_of(row)
            if row.kind == "RoundOpened":
                now = body["round"]
            if now == number and found is None:
                found = OneRound(number, opening, row, stakes=dict(staked))
            if row.kind == "RoundOpened":
                staked.clear()
            if found is not None:
                found.through.append(row)
                if body.get("round", now) == number:
                    found.rows.append(row)
                    found.bodies.append(body)
                    told = "round" in body and row.kind not in _ENDED
                    bound = 0 if told or not closed else bound
                    closed = closed or row.kind == "RoundClosed"
                if not bound and row.seq in bound_at:
                    bound = len(found.through)
            for seat, stakes in stakes_told(row.kind, body):
                if stakes:
                    staked[seat] = stakes
                else:
                    staked.pop(seat, None)
    if found is not None and row is not None:
        found.last = row
        del found.through[bound or len(found.through) :]
    return found


def stakes_told(kind: str, body: Body) -> Iterator[tuple[int, tuple[int, int] | None]]:
    """What this entry says of stakes before the deal, by seat: `(ante, side)` in cents, or None for no stake
    any more. `RoundOpened` besides leaves no seat with a stake.
    """
    if kind == "StakesSet":
        yield body["seat"], (body["ante_cents"], body["side_cents"])
    elif kind == "SeatVacated":
        yield body["seat"], None
    elif kind == "StakesConfirmed":
        yield from ((one["seat"], (one["ante_cents"], one["side_cents"])) for one in body["stakes"])
    elif kind == "StakesTakenBack":
        yield from ((one["seat"], None) for one in body["stakes"])


def settled_line(told: OneRound, profile: str) -> str | None:
    """The round as a line of `tapis settle`, from what the journal shows; None for one that was not settled.

    A hand that stays face down has no cards in it; a seat that two persons ruled void is left out.
    """
    shown: dict[str, str] = {}
    folded: set[int] = set()
    void: set[int] = set()
    stakes: dict[int, dict[str, int]] = {}
    line: dict[str, Any] = {"id": f"{told.opened['table']} {told.number}", "profile": profile}
    for row, body in told:
        match row.kind:
            case "RoundOpened":
                shown, folded, stakes, void = {}, set(), {}, set()
            case "CardsRevealed":
                shown |= {card["place"]: card["card"] for card in body["cards"]}
            case "RecordCorrected":
                shown |= {card["place"]: card["card"] for card in body["cards"]}
            case "SeatFolded":
                folded.add(body["seat"])
            case "FoldTakenBack":
                folded.discard(body["seat"])
            case "SeatSettled":
                stakes[body["seat"]] = {one["spot"]: one["stake_cents"] for one in body["lines"]}
            case "SettlementTakenBack":
                stakes.pop(body["seat"], None)
            case "SeatRuled" if body["ruling"] == "void":
                void.add(body["seat"])
            case "ContributionAsked":
                line["jp1_stake_cents"] = body["stake_cents"]
            case "ClaimRecorded":
                line["jackpot_cents"] = body["value_cents"]
    line["board"] = [shown[place] for place in sorted(shown) if place.startswith("board.")]
    line["dealer"] = [shown[place] for place in sorted(shown) if place.startswith("dealer.")]
    line["seats"] = [
        {
            "seat": seat,
            "cards": [shown[f"hole.{seat}.{at}"] for at in (0, 1)] if f"hole.{seat}.1" in shown else None,
            "folded": seat in folded,
            "stakes": dict(spots),
        }
        for seat, spots in sorted(stakes.items())
        if seat not in void
    ]
    return json.dumps(line) if stakes and len(line["board"]) == 5 else None


def body_of(row: Row) -> Body:
    """The fields of an entry, by name; every row that begins a round has its number.

    Raises:
        JournalDamaged: it is no such object.
    """
    try:
        body = parse_body(row.body)
    except Unreadable as error:
        raise JournalDamaged(row.seq, str(error)) from None
    if not isinstance(body, dict) or (row.kind == "RoundOpened" and not isinstance(body.get("round"), int)):
        raise JournalDamaged(row.seq, f"{row.kind} cannot be read")
    return body
