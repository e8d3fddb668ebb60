"""What the screens know of a supervised payment: what is proved, by whom, and what is owed."""

from __future__ import annotations

from typing import Final, TypedDict

from controller.game.payment.steps import claimants
from controller.game.payment.types import Verification
from controller.game.payment.winning_hand import (
    SUPERVISED_KINDS,
    counts_agree,
    hand_places,
    owed,
    payees,
    two_counts,
)
from controller.game.profile import AwardKind
from controller.game.state import TableState
from controller.game.state_parts import CardReport

NOT_READ: Final = CardReport(frame=0, at_ms=0)
"""Of a card that no shoe has read."""


class CheckedCardView(TypedDict):
    """A card of the hand as the shoe recorded it, and what was found instead, by whom."""

    place: str
    card: str
    same: bool
    found: str
    found_by: str
    manual: bool
    frame: int
    at_ms: int


class OtherCardView(TypedDict):
    """Another card than the recorded one, and who found it."""

    place: str
    found: str
    found_by: str


class PayeeView(TypedDict):
    """Who is paid for the hand, in cents; with `identity` against a document (`identity_ref`)."""

    seat: int
    cents: int
    kinds: list[str]
    identity: bool
    mode: str
    slip: str
    identity_ref: str


class ConsolationView(TypedDict):
    """A consolation prize, in cents."""

    seat: int
    cents: int


class MoneyView(TypedDict):
    """Who is paid for the hand, and who for having sat at the table with it."""

    payees: list[PayeeView]
    consolation: list[ConsolationView]


class StepView(TypedDict):
    """A step that a person took; `proven_ms` is when he had entered his PIN, 0 where none was asked."""

    step: str
    person: str
    at_ms: int
    role: str
    proven_ms: int
    at_pit: bool


class VerificationView(MoneyView):
    """The payment of one of the two best hands as it stands: what is proved, by whom, what is owed.

    Amounts in cents; every `_ms` is the table's time, 0 for not yet. `counts` are the prizes in cents by the
    settlement and by the second count. `from_ms` is when the round began, for the video.
    """

    kind: str
    seats: list[int]
    since_ms: int
    latched_ms: int
    drawn: int
    claimed: bool
    value_cents: int
    called_ms: int
    calls: int
    cards: list[CheckedCardView]
    reported: list[OtherCardView]
    confirmed_by: str
    confirmed_ms: int
    video_awaited_by: str
    video_by: str
    video_ms: int
    from_ms: int
    camera: str
    cameras: list[str]
    retention_days: int
    conform: bool
    kept: bool
    read_by: list[str]
    armed_by: str
    released: bool
    doubt: str
    doubted_by: str
    doubted_seat: int
    claimants: list[int]
    refused: str
    generation: int
    counts: list[list[int]]
    agree: bool
    taken: list[StepView]
    award_cents: int


def verification(state: TableState) -> VerificationView | None:
    """The payment of one of the two best hands as it stands, or None.

    Every card in it has been turned up at the showdown, or was named by a person who sees it.
    """
    told = state.round.verification if state.round is not None else None
    if told is None:
        return None
    return {
        "kind": told.kind,
        "seats": list(told.seats),
        "since_ms": told.since_ms,
        "latched_ms": state.playing.latched_ms,
        "drawn": state.playing.drawn,
        "claimed": told.claimed,
        "value_cents": told.value_cents,
        "called_ms": told.called_ms,
        "calls": told.calls,
        "cards": _cards(state, told),
        "reported": [
            {"place": str(place), "found": card.text, "found_by": who} for place, card, who in told.others
        ],
        "confirmed_by": told.confirmed_by,
        "confirmed_ms": told.confirmed_ms,
        "video_awaited_by": told.video_awaited_by,
        "video_by": told.video_by,
        "video_ms": told.video_ms,
        "from_ms": state.playing.opened_ms,
        "camera": told.camera,
        "cameras": list(state.facts.cameras),
        "retention_days": state.facts.retention_days,
        "conform": told.conform,
        "kept": told.kept,
        "read_by": list(told.read_by),
        **_money(state, told),
        "armed_by": told.armed_by,
        "released": told.released,
        "doubt": str(told.doubt or ""),
        "doubted_by": told.doubted_by,
        "doubted_seat": told.doubted_seat,
        "claimants": list(claimants(state)),
        "refused": told.refused,
        "generation": told.generation,
        "counts": [list(count.values()) for count in two_counts(state)],
        "agree": counts_agree(state),
        "taken": [
            {
                "step": done.step,
                "person": done.person,
                "at_ms": done.at_ms,
                "role": done.role,
                "proven_ms": done.proven_ms,
                "at_pit": done.at_pit,
            }
            for done in told.taken
        ],
        "award_cents": sum(state.seat(n).award_cents for n in told.seats),
    }


def _cards(state: TableState, told: Verification) -> list[CheckedCardView]:
    """The five cards as the shoe recorded them, the ace first, and what was found instead.

    `frame` and `at_ms` say in which frame the shoe told the card and when; both 0 for one dealt by hand.
    """
    found = {place: (card.text, who) for place, card, who in told.others}
    cards: list[CheckedCardView] = []
    for place in hand_places(state):
        other, who = found.get(place, ("", ""))
        recorded = state.playing.shown[place].text
        read = state.playing.reads.get(place, NOT_READ)
        cards.append(
            {
                "place": str(place),
                "card": recorded,
                "same": place in told.same,
                "found": other,
                "found_by": who,
                "manual": place in state.playing.manual,
                "frame": read.frame,
                "at_ms": read.at_ms,
            }
        )
    return cards


def _money(state: TableState, told: Verification) -> MoneyView:
    prizes = owed(state)
    consolation: list[ConsolationView] = [
        {"seat": seat, "cents": kinds[AwardKind.CONSOLATION]}
        for seat, kinds in prizes.items()
        if AwardKind.CONSOLATION in kinds
    ]
    return {
        "payees": [_payee(state, told, *payee) for payee in payees(state).items()],
        "consolation": consolation,
    }


def _payee(state: TableState, told: Verification, seat: int, cents: int) -> PayeeView:
    payment = told.payment(seat)
    kinds = [str(kind) for kind in owed(state)[seat] if kind in SUPERVISED_KINDS]
    return {
        "seat": seat,
        "cents": cents,
        "kinds": kinds,
        "identity": cents >= state.facts.identity_from_cents,
        "mode": str(payment.mode) if payment is not None else "",
        "slip": payment.slip if payment is not None else "",
        "identity_ref": payment.identity if payment is not None else "",
    }
