"""One round out of its rows: who played, what was staked, shown and settled, when each part of it began.

`memory["round"]` is the round under way as plain values, `memory["staked"]` its stakes by seat; `standing` of
a round is what stood hollow as it opened.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from controller.house.gathered import Gathered
from controller.house.round_end import end_round
from controller.journal.chain import Row

Body = Mapping[str, Any]
Played = dict[str, Any]

_FLAGS: Final = {
    "CardKeyed": "keyed",
    "CardsDealtByHand": "by_hand",
    "CardUnread": "unread",
    "SeatContested": "contested",
    "CorrectionApproved": "jp1_corrected",
    "ClaimRecorded": "jackpot",
    "SessionResumed": "resumed",
    "AlarmRaised": "alarm",
    "Undone": "undone",
}
"""What marks a round, by the kind of entry that does."""


class RoundFold:
    """The round under way."""

    def __init__(self, source: int, memory: dict[str, Any]) -> None:
        self._source = source
        self._memory = memory

    @property
    def number(self) -> int:
        """The round under way, 0 between rounds."""
        played = self._memory["round"]
        return played["number"] if played is not None else 0

    @property
    def first_seq(self) -> int:
        """The first entry of the round under way, 0 between rounds."""
        played = self._memory["round"]
        return played["first_seq"] if played is not None else 0

    @property
    def asked(self) -> list[int]:
        """The seats whose JP1 stakes the book was last asked to add."""
        played = self._memory["round"]
        return played["asked"] if played is not None else []

    def take(self, row: Row, body: Body, gathered: Gathered) -> None:
        """The row was heard."""
        memory, kind = self._memory, row[2]
        if kind == "RoundOpened":
            self._opened(row, body, gathered)
            return
        for seat, stakes in stakes_told(kind, body):
            memory["staked"].pop(str(seat), None)
            if stakes:
                memory["staked"][str(seat)] = list(stakes)
        if kind == "TableClosed":
            self._end_void(gathered)
            memory["staked"] = {}
        played = memory["round"]
        if played is None:
            return
        flag = _FLAGS.get(kind)
        if flag is not None and flag not in played["flags"]:
            played["flags"].append(flag)
        played["last_seq"], played["last_hash"] = row[0], row[5]
        tell = _PARTS.get(kind)
        if tell is not None:
            tell(played, row, body)
        if kind == "DealBegun":
            played["stakes"] = {seat: list(staked) for seat, staked in memory["staked"].items()}
        elif kind == "RoundClosed":
            dealer = body.get("dealer", "") or memory["dealer"]
            end_round(self._source, played, row.at_ms, body["bank_cents"], dealer, gathered)
            memory["round"] = None

    def _opened(self, row: Row, body: Body, gathered: Gathered) -> None:
        """A new round, or another deal of the one that was voided."""
        memory = self._memory
        played = memory["round"]
        stood, memory["staked"] = memory["staked"], {}
        if played is not None and played["number"] == body["round"]:
            played.update(_deal(row), attempts=body["attempt"], jp1=list(played["carried"]))
            return
        self._end_void(gathered)
        memory["round"] = {
            "number": body["round"],
            "attempts": body["attempt"],
            "opened_ms": row.at_ms,
            "first_seq": row.seq,
            "first_prev": row.prev_hash,
            "last_seq": row.seq,
            "last_hash": row.hash,
            "standing": stood,
            "meter": memory["meter"],
            "incident": "",
            "flags": [],
            "carried": [],
            **_deal(row),
        }

    def _end_void(self, gathered: Gathered) -> None:
        """A round whose last deal was voided and not dealt again has ended there."""
        played = self._memory["round"]
        if played is not None and played["void_ms"]:
            end_round(self._source, played, played["void_ms"], 0, self._memory["dealer"], gathered)
        self._memory["round"] = None


def _deal(row: Row) -> dict[str, Any]:
    """What begins anew with each deal of a round."""
    return {
        "jp1": [],
        "asked": [],
        "shown": {},
        "stakes": {},
        "settled": {},
        "prizes": 0,
        "qualified": -1,
        "void_ms": 0,
        "stages": [["bets", row.at_ms]],
    }


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


# --- its parts -----------------------------------------------------------------------------------


def _bets_closed(played: Played, row: Row, body: Body) -> None:
    played["jp1"] = sorted({*played["carried"], *body["jp1_seats"]})
    played["stages"].append(["jp1", row.at_ms])


def _reopened(played: Played, row: Row, body: Body) -> None:
    played["stages"], played["jp1"] = played["stages"][:1], list(played["carried"])


def _given_back(played: Played, row: Row, body: Body) -> None:
    played["jp1"] = [seat for seat in played["jp1"] if seat not in body["seats"]]


def _corrected(played: Played, row: Row, body: Body) -> None:
    played["jp1"] = [seat for seat in played["jp1"] if seat != body["seat"]]


def _asked(played: Played, row: Row, body: Body) -> None:
    played["jp1"] = sorted({*played["carried"], *body["seats"]})
    played["asked"] = list(body["seats"])


def _contributed(played: Played, row: Row, body: Body) -> None:
    played["meter"] = body["meter_cents"]


def _shown(played: Played, row: Row, body: Body) -> None:
    for card in body["cards"]:
        played["shown"][card["place"]] = card["card"]


def _showdown(played: Played, row: Row, body: Body) -> None:
    played["stages"].append(["showdown", row.at_ms])
    played["qualified"] = int(body["qualified"])
    if body["supervised"] and "supervised" not in played["flags"]:
        played["flags"].append("supervised")


def _settled(played: Played, row: Row, body: Body) -> None:
    lines = [line for line in body["lines"] if line["spot"] != "jp1"]
    staked, paid = (sum(line[name] for line in lines) for name in ("stake_cents", "paid_cents"))
    played["settled"][str(body["seat"])] = [staked, paid]


def _taken_back(played: Played, row: Row, body: Body) -> None:
    played["settled"].pop(str(body["seat"]), None)


def _awarded(played: Played, row: Row, body: Body) -> None:
    played["prizes"] += body["cents"]


def _held(played: Played, row: Row, body: Body) -> None:
    played["incident"] = played["incident"] or body["cause"]


def _voided(played: Played, row: Row, body: Body) -> None:
    played["incident"], played["void_ms"] = body["reason"], row.at_ms
    played["carried"] = list(body["jp1_carried"])
    if "voided" not in played["flags"]:
        played["flags"].append("voided")


def _refunded(played: Played, row: Row, body: Body) -> None:
    """A void round ends with its last refund."""
    played["void_ms"] = row.at_ms


def _stage(name: str) -> Callable[[Played, Row, Body], None]:
    return lambda played, row, body: played["stages"].append([name, row.at_ms])


_PARTS: Final[dict[str, Callable[[Played, Row, Body], None]]] = {
    "BetsClosed": _bets_closed,
    "BetsReopened": _reopened,
    "Jp1GivenBack": _given_back,
    "CorrectionApproved": _corrected,
    "ContributionAsked": _asked,
    "ContributionRecorded": _contributed,
    "DealBegun": _stage("deal"),
    "CardsRevealed": _shown,
    "RecordCorrected": _shown,
    "DecisionsOpened": lambda played, row, body: _stage(f"street.{body['street']}")(played, row, body),
    "ShowdownOpened": _showdown,
    "SettlementOpened": _stage("settlement"),
    "SeatSettled": _settled,
    "SettlementTakenBack": _taken_back,
    "AwardRecorded": _awarded,
    "RoundHeld": _held,
    "RoundVoided": _voided,
    "SeatRefunded": _refunded,
    "RefundTakenBack": _refunded,
}
ROUND_HEARD: Final = frozenset(
    {
        *("RoundOpened", "StakesSet", "StakesConfirmed", "StakesTakenBack", "SeatVacated"),
        *("TableClosed", "RoundClosed", *_FLAGS, *_PARTS),
    }
)
"""The kinds of rows that a round is made of here."""
