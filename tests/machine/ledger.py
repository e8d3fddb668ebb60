"""What a table had acknowledged before its power was cut, held against what is there when it is back.

Acknowledged is what left the machine: an entry that the witness was told, a view that was shown, a tap that
was answered. Nothing of it may be lost; nothing that happens once may be there twice; the table stands in the
same round and phase, with the same felt.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from controller.journal.field_codec import parse_body
from tests.machine.hearers import Answered, Row
from tests.machine.seen import View

VERIFIERS: Final = (
    "tapis journal verify /var/lib/tapis/journals",
    "tapis book verify /var/lib/tapis/jackpot.book --journal /var/lib/tapis/journals",
)
"""What the table's user types after a cut or a night: journals and book hold, and agree."""
Rows = Mapping[int, Mapping[int, Row]]


@dataclass(frozen=True)
class Acknowledged:
    """What was known outside of the machine when its power was cut."""

    rows: Rows
    view: View
    taps: Sequence[Answered] = ()

    @property
    def in_flight(self) -> bool:
        """An act was on its way, and nobody had answered."""
        return any(asked.seq is None for asked in self.taps)


@dataclass
class Found:
    """What an audit found: empty lists where all is well."""

    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    moved: list[str] = field(default_factory=list)
    unshown: int = 0
    """Entries that were durable, and that nobody had been told before the cut."""

    @property
    def well(self) -> bool:
        """Nothing was lost, doubled or moved."""
        return not (self.lost or self.doubled or self.moved)


def audited(before: Acknowledged, rows: Rows, view: View) -> Found:
    """What of the acknowledged is lost, what is there twice, and where the table stands otherwise."""
    found = Found(doubled=[f"{thing}: {count} times" for thing, count in once(rows) if count > 1])
    for session, kept in before.rows.items():
        for seq, row in kept.items():
            if rows.get(session, {}).get(seq) != row:
                found.lost.append(f"session {session}, entry {seq} ({row[2]})")
    # A closed table begins a new session at each start: what was shown is of the one that was told last.
    session = max(before.rows, default=max(rows, default=0))
    there = max(rows.get(session, {}), default=0)
    shown = int(before.view["seq"])
    if there < shown:
        found.lost.append(f"the view of entry {shown}: the journal ends at {there}")
    for asked in before.taps:
        if asked.seq is not None and asked.seq > there:
            found.lost.append(f"{asked.tap['act']}, answered by entry {asked.seq}")
    told = max((seq for kept in before.rows.values() for seq in kept), default=0)
    found.unshown = sum(
        seq > max(shown, told) and row[2] in OF_PEOPLE for seq, row in rows.get(session, {}).items()
    )
    if not any(shown < seq and row[2] in OF_PEOPLE for seq, row in rows.get(session, {}).items()):
        found.moved += (
            differences(felt(before.view), felt(view)) if session == max(rows) else _not_closed(view)
        )
    elif number(view) < number(before.view):
        found.moved.append(f"round {number(view)} instead of {number(before.view)}")
    return found


def _not_closed(view: View) -> list[str]:
    """A new session begins with a closed table, and nothing else."""
    return [] if view["phase"] == "closed" else [f"a new session that is {view['phase']}"]


OF_PEOPLE = frozenset(
    {
        *("RoundOpened", "StakesSet", "StakesConfirmed", "StakesTakenBack", "SeatVacated", "BetsClosed"),
        *(
            "ContributionAsked",
            "ContributionRecorded",
            "DealBegun",
            "CardDealt",
            "CardUnread",
            "DecisionsOpened",
        ),
        *("StreetCalled", "PlayBet", "SeatFolded", "SeatChecked", "CardsRevealed", "ShowdownOpened"),
        *("SettlementOpened", "SeatSettled", "RoundClosed", "RoundVoided", "SeatRefunded", "FinishAsked"),
        *("ChipSeen", "ChipLifted", "LampTouched", "AwardAsked", "AwardRecorded", "RoundHeld", "HoldEnded"),
        *("TableOpened", "TableClosed", "OpeningBegun", "ClosingBegun", "PlayTakenBack", "FoldTakenBack"),
    }
)
"""Entries that move the felt, the sheets or money; restarts and machines write others by themselves."""


def once(rows: Rows) -> Iterator[tuple[str, int]]:
    """Everything that may be there but once, and how often it is."""
    counted: Counter[str] = Counter()
    at = ""
    prizes: dict[str, list[str]] = {}
    for session in sorted(rows):
        for _, row in sorted(rows[session].items()):
            kind, body = row[2], parse_body(row[3])
            if kind == "AwardAsked":
                prizes[_deal(body)] = [str(prize["kind"]) for prize in body["awards"]]
            for thing in _things(kind, body, at, prizes):
                if thing.startswith("-"):
                    counted[thing[1:]] -= 1
                else:
                    counted[thing] += 1
            if kind == "RoundOpened":
                at = _deal(body)
    yield from counted.items()


def _deal(body: Mapping[str, Any]) -> str:
    """The round and its attempt, with the seat where the entry is one seat's."""
    seat = f": seat {body['seat']}" if "seat" in body else ""
    return f"round {body['round']}.{body['attempt']}{seat}"


def _things(kind: str, body: Mapping[str, Any], at: str, prizes: Mapping[str, list[str]]) -> list[str]:
    """What of this entry may be there once; with "-" what may come again.

    Args:
        at: the round that was opened last.
        prizes: of each seat the kinds of the prizes that were asked of the book last: its answer names none.
    """
    match kind:
        case "RoundOpened":
            return [f"{_deal(body)} opened"]
        case "CardDealt":
            return [f"{_deal(body)}: card at {body['place']}"]
        case "ContributionAsked":
            return [f"{_deal(body)}: JP1 stake of seat {seat}" for seat in body["seats"]]
        case "ContributionRecorded":
            return [f"{_deal(body)} in the book", f"act {body['book_seq']} of the book"]
        case "AwardAsked":
            return [f"{_deal(body)}: {prize} asked" for prize in prizes[_deal(body)]]
        case "AwardRecorded":
            posted = prizes.get(_deal(body), ["a prize that was not asked"])
            return [f"{_deal(body)}: {prize} in the book" for prize in posted]
        case "RefundAsked":
            return [f"{_deal(body)}: JP1 stake asked back"]
        case "RefundRecorded":
            return [f"{_deal(body)}: JP1 stake out of the book"]
        case "SeatRefunded":
            return [f"{at}: seat {body['seat']} refunded"]
        case "RefundTakenBack":
            return [f"-{at}: seat {body['seat']} refunded"]
        case "SeatSettled":
            return [f"{at}: seat {body['seat']} settled"]
        case "SettlementTakenBack":
            return [f"-{at}: seat {body['seat']} settled"]
    return []


def felt(view: View) -> dict[str, Any]:
    """What lies on the felt, and where the round is."""
    seats = [
        {name: seat[name] for name in ("seat", "ante_cents", "stakes", "cards", "bets", "folded", "jp1")}
        for seat in view["seats"]
    ]
    return {
        "phase": view["phase"],
        "round": number(view),
        "attempt": view["round"]["attempt"] if view["round"] is not None else 0,
        "drawn": view["round"]["drawn"] if view["round"] is not None else 0,
        "seats": seats,
        "board": view["board"]["cards"],
        "dealer": view["dealer"],
        "meter_cents": view["jackpot"]["meter_cents"],
    }


def number(view: View) -> int:
    """The number of the round, 0 before the first."""
    return int(view["round"]["number"]) if view["round"] is not None else 0


def differences(one: Any, other: Any, where: str = "") -> list[str]:
    """Where two maps differ, and how."""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        return [said for key in one for said in differences(one[key], other[key], f"{where}.{key}")]
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        return [said for n in range(len(one)) for said in differences(one[n], other[n], f"{where}[{n}]")]
    return [] if one == other else [f"{where[1:]}: {other!r} instead of {one!r}"]
