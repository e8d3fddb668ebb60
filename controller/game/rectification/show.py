"""What the screens show of rectifications: what waits, what was done, and the seats that may be put right.

No card is told here but the one that a person names as the true one; amounts in cents.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypedDict

from controller.game.betting.told import stakes_of
from controller.game.cards import Card
from controller.game.dealing.declared_hand import Entered
from controller.game.events import SettledSpot
from controller.game.felt import Pile, Place, Spot
from controller.game.incidents.voiding import between_rounds
from controller.game.inputs import ApproveRectification
from controller.game.memo_by_identity import memoised
from controller.game.profile import RuleProfile
from controller.game.rectification.claimed_facts import Truth
from controller.game.rectification.computed_anew import decision_of, decisions, net_cents
from controller.game.rectification.settled_rounds import OpenRectification, PastRound, Record, Rectification
from controller.game.rights import right_to
from controller.game.roles import chef_here
from controller.game.round import Round, Seat
from controller.game.state import Phase, TableState

ROUNDS_SHOWN = 10
DONE_SHOWN = 5


TruthView = TypedDict(
    "TruthView",
    {
        "mistake": str,
        "decision": str,
        "stakes": Mapping[Spot, int],
        "outcome": str,
        "class": str,
        "place": str,
        "card": str,
    },
)
"""The true record of a seat where it differs from what was written; stakes in cents, else empty texts."""


class NetSpotView(TypedDict):
    """What a spot brought its player, in cents: below zero where the bank took it."""

    spot: str
    stake_cents: int
    net_cents: int
    rule: str


class AskedRectificationView(TypedDict):
    """A rectification as it was asked for: its lines by the first and by the true record, `cents` apart.

    `others` are seats that the same true card changes too; `sealed`: its figures wait for the approval.
    """

    number: int
    round: int
    attempt: int
    seat: int
    closed: bool
    person: str
    approver: str
    approved: bool
    reason: str
    truth: TruthView
    first: list[NetSpotView]
    lines: list[NetSpotView]
    cents: int
    sealed: bool
    others: list[int]
    since_ms: int


class OpenRectificationView(AskedRectificationView):
    """The open rectification, and the roles that may approve it."""

    roles: list[str]


class DoneRectificationView(TypedDict):
    """A rectification that was done: `cents` to the player, `bank_cents` to the bank; below zero if not."""

    number: int
    round: int
    seat: int
    persons: list[str]
    reason: str
    mistake: str
    moved: str
    cents: int
    bank_cents: int
    at_ms: int


class PastSeatView(TypedDict):
    """A settled seat: its stakes and what it won, in cents; `keyed` are places whose card a person named."""

    seat: int
    decision: str
    stakes: Mapping[Spot, int]
    net_cents: int
    by_hand: bool
    told: bool
    keyed: list[str]


class PastRoundView(TypedDict):
    """A round that may be put right, and its settled seats."""

    round: int
    opened_ms: int
    seats: list[PastSeatView]


class RecordView(TypedDict):
    """What waits to be put right, what was, and what may be; `oldest` is a round's number or 0."""

    open: OpenRectificationView | None
    done: list[DoneRectificationView]
    count: int
    bank_cents: int
    decisions: list[str]
    rounds: list[PastRoundView]
    oldest: int


def record(state: TableState) -> RecordView:
    """Console and pit: the open rectification, the last ones, and what may be put right now."""
    told, asked = state.record, state.record.open
    rounds, oldest = _rounds(state), _oldest(state)
    if asked is None:
        return _record(told, state.profile, rounds, oldest)
    opened: OpenRectificationView = {**_asked(asked, state.profile), "roles": _roles(state)}
    return {**_record(told, state.profile, rounds, oldest), "open": opened}


@memoised
def _record(told: Record, profile: RuleProfile, rounds: list[PastRoundView], oldest: int) -> RecordView:
    return {
        "open": None,
        "done": [_done(one) for one in reversed(told.done[-DONE_SHOWN:])],
        "count": len(told.done),
        "bank_cents": told.bank_cents,
        "decisions": list(decisions(profile)),
        "rounds": rounds,
        "oldest": oldest,
    }


def past_round(state: TableState, number: int) -> PastRoundView | None:
    """A closed round of the session that may be put right now, as those of `rounds` are told; None if none.

    The session's rounds are too many to be told with every view: an older one is asked for by its number.
    """
    if not _closed_ones(state):
        return None
    found = (past for past in reversed(state.record.past) if past.played.number == number)
    return next((_past(past, state.profile) for past in found), None)


def _roles(state: TableState) -> list[str]:
    return sorted(str(role) for role in right_to(state, ApproveRectification).roles)


@memoised
def _asked(asked: OpenRectification, profile: RuleProfile) -> AskedRectificationView:
    told, approval = asked.proposal, asked.approval
    return {
        "number": told.rectification,
        "round": told.round,
        "attempt": told.attempt,
        "seat": told.seat,
        "closed": told.closed,
        "person": told.person,
        "approver": approval.person if approval is not None else "",
        "approved": approval is not None,
        "reason": told.reason.value,
        "truth": _truth(told.truth, profile),
        "first": _lines(told.first),
        "lines": _lines(asked.latest.lines),
        "cents": asked.latest.cents,
        "sealed": told.sealed and approval is None,
        "others": list(asked.latest.others),
        "since_ms": asked.at_ms,
    }


def _truth(truth: Truth, profile: RuleProfile) -> TruthView:
    return {
        "mistake": truth.mistake.value,
        "decision": truth.decision,
        "stakes": stakes_of(profile, truth),
        "outcome": str(truth.outcome or ""),
        "class": str(truth.hand_class) if truth.hand_class is not None else "",
        "place": str(truth.place) if truth.place is not None else "",
        "card": truth.card.text if truth.card is not None else "",
    }


def _lines(lines: tuple[SettledSpot, ...]) -> list[NetSpotView]:
    return [
        {
            "spot": str(line.spot),
            "stake_cents": line.stake_cents,
            "net_cents": line.paid_cents - line.taken_cents,
            "rule": line.rule,
        }
        for line in lines
    ]


@memoised
def _done(done: Rectification) -> DoneRectificationView:
    one = done.entry
    return {
        "number": one.rectification,
        "round": one.round,
        "seat": one.seat,
        "persons": list(one.persons),
        "reason": one.reason.value,
        "mistake": one.truth.mistake.value,
        "moved": one.moved.value,
        "cents": one.cents,
        "bank_cents": one.bank_cents,
        "at_ms": done.at_ms,
    }


def _rounds(state: TableState) -> list[PastRoundView]:
    """The round being settled, or the last closed ones while a chef is there; none while one is open."""
    if state.record.open is not None or state.held is not None or state.resumed:
        return _NO_ROUNDS
    if state.phase is Phase.SETTLING:
        return _settling(state.playing, state.seats, state.profile)
    return _closed(state.record.past, state.profile) if _closed_ones(state) else _NO_ROUNDS


_NO_ROUNDS: Final[list[PastRoundView]] = []


@memoised
def _settling(played: Round, seats: tuple[Seat, ...], profile: RuleProfile) -> list[PastRoundView]:
    return [_round(PastRound(played, seats), profile)]


@memoised
def _closed(past: tuple[PastRound, ...], profile: RuleProfile) -> list[PastRoundView]:
    return [_past(one, profile) for one in reversed(past[-ROUNDS_SHOWN:])]


def _closed_ones(state: TableState) -> bool:
    """Closed rounds may be put right now: a chef is there between two rounds, and nothing is open."""
    stopped = state.record.open is not None or state.held is not None or state.resumed
    return between_rounds(state) and chef_here(state) and not stopped


def _oldest(state: TableState) -> int:
    """The number of the oldest round that may be asked for, 0 where none but those shown."""
    past = state.record.past
    return past[0].played.number if len(past) > ROUNDS_SHOWN and _closed_ones(state) else 0


@memoised
def _past(past: PastRound, profile: RuleProfile) -> PastRoundView:
    return _round(past, profile)


def _round(past: PastRound, profile: RuleProfile) -> PastRoundView:
    played = past.played
    known = played.manual, played.shown, played.entered, bool(played.laid)
    seats = [
        _seat(number, seat, profile, *known)
        for number, seat in enumerate(past.seats, start=1)
        if seat.settled is not None
    ]
    return {"round": played.number, "opened_ms": played.opened_ms, "seats": seats}


@memoised
def _seat(
    number: int,
    seat: Seat,
    profile: RuleProfile,
    manual: frozenset[Place],
    shown: Mapping[Place, Card],
    entered: Mapping[int, Entered],
    laid: bool,
) -> PastSeatView:
    lines = tuple(line for line in seat.settled or () if line.spot.value != "jp1")
    keyed = [
        str(place)
        for place in manual
        if place in shown and (place.pile is not Pile.HOLE or place.seat == number)
    ]
    return {
        "seat": number,
        "decision": decision_of(profile, seat),
        "stakes": seat.stakes,
        "net_cents": net_cents(lines),
        "by_hand": number in entered or laid,
        "told": number in entered,
        "keyed": sorted(keyed),
    }
