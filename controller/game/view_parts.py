"""The parts that views are made of; those of the felt are in `dealing.show`.

Most parts are the same from one view to the next and are `memoised`: views share them, nobody changes one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from typing import Any, Final

from controller.game.betting.light import decision_clock, light
from controller.game.betting.sensing import COUNTERSIGNED_ROUNDS, lamps_wanted, sensors_back
from controller.game.dealing.card_seen_twice import lying_twice, to_correct
from controller.game.dealing.show import board_cards, dealer_hand, seats, turn
from controller.game.dealing.show_by_hand import by_hand
from controller.game.dealing.turn_to_speak import in_turn
from controller.game.incidents.show import incidents
from controller.game.incidents.show_voiding import refund, void
from controller.game.inputs import LinkedWin
from controller.game.jackpot.show import aside, unanswered
from controller.game.machines.acts import reader_lost
from controller.game.machines.alarms import WARNINGS
from controller.game.machines.line_types import MACHINES
from controller.game.memo_by_identity import last_memoised, memoised
from controller.game.meter.show import upkeep
from controller.game.opening.limits import maximum_of, maximums
from controller.game.opening.show import last_deals, sheets
from controller.game.payment.show import verification
from controller.game.people import show as people
from controller.game.people.at_pit import PIT_CODE_MS
from controller.game.profile import RuleProfile
from controller.game.react import shoe_locked
from controller.game.rectification.settled_rounds import Rectification
from controller.game.rectification.show import record
from controller.game.round import Round, Seat
from controller.game.session_terms import TableFacts
from controller.game.state import Phase, TableState
from controller.game.state_parts import Alarm, Decks, Jackpot, MachineState, RoundSummary, Shuffler, Stage
from controller.game.view_types import (
    AlarmView,
    BadgeView,
    CallView,
    DecksView,
    GameView,
    HandLampsView,
    HeldView,
    JackpotView,
    LastRoundView,
    MachineView,
    RoundView,
    ShufflerView,
    StageView,
    WonView,
)

Part = Callable[[TableState], Any]


def worked_out(parts: Mapping[str, Part], state: TableState) -> dict[str, Any]:
    """Every part of a view of this state."""
    return {name: part(state) for name, part in parts.items()}


@last_memoised
def _streets(profile: RuleProfile) -> list[str]:
    return [street.name for street in profile.streets]


@last_memoised
def game(profile: RuleProfile) -> GameView:
    """The felt of this profile: which spots it has, what its streets offer, its clocks."""
    return {
        "profile": profile.id,
        "spots": [str(spot) for spot in profile.spots],
        "second": str(profile.second),
        "sides": [str(spot) for spot in profile.side_spots],
        "streets": [
            {
                "name": street.name,
                "board": street.board,
                "bets": [[str(bet.spot), bet.half_antes, str(bet.after or "")] for bet in street.bets],
                "fold": street.fold,
                "burn": street.burn,
            }
            for street in profile.streets
        ],
        "talk_voids": profile.options.talk_voids,
        "stakes_stand": profile.options.stakes_stand,
        "decision_ms": profile.clocks.decision_ms,
        "betting_ms": profile.clocks.betting_ms,
        "unqualified_ante": profile.unqualified.ante,
    }


def round_label(facts: TableFacts, played: Round | RoundSummary) -> str:
    """How a round is called: its number, or by option the UTC time of its start and the table."""
    if facts.profile.options.round_number == "table":
        return str(played.number)
    seconds = played.opened_ms // 1_000
    day = date.fromordinal(date(1970, 1, 1).toordinal() + seconds // 86_400)
    clock = f"{seconds // 3_600 % 24:02}:{seconds // 60 % 60:02}:{seconds % 60:02}"
    return f"{day.isoformat()} {clock} {facts.table}"


def _round(state: TableState) -> RoundView | None:
    return round_shown(state.facts, state.round) if state.round is not None else None


def round_shown(facts: TableFacts, played: Round) -> RoundView:
    """The round under way, its cards and seats apart."""
    return {
        "number": played.number,
        "label": round_label(facts, played),
        "antes_paid_ms": played.antes_paid_ms,
        "attempt": played.attempt,
        "generation": played.generation,
        "opened_ms": played.opened_ms,
        "drawn": played.drawn,
        "count_disputed": played.count_disputed,
        "stages": _stages(played.stages),
        "voided": str(played.voided) if played.voided is not None else "",
        "flags": list(played.flags),
    }


@last_memoised
def _stages(stages: tuple[Stage, ...]) -> list[StageView]:
    return [{"name": stage.name, "since_ms": stage.since_ms} for stage in stages]


def _badge(state: TableState) -> BadgeView | None:
    badge = state.badge
    if badge is None:
        return None
    return {"person": badge.person, "role": str(badge.role), "proven": badge.proven}


def _call(state: TableState) -> CallView | None:
    if not state.call_ms:
        return None
    person, screen = state.call_seen_by if state.call_seen_ms else ("", "")
    return {
        "at_ms": state.call_ms,
        "last_ms": state.call_last_ms,
        "seen_ms": state.call_seen_ms,
        "seen_by": person,
        "seen_on": screen,
    }


def _hold(state: TableState) -> HeldView | None:
    held = state.held
    if held is None:
        return None
    twice = lying_twice(state.round.shown) if state.round is not None else {}
    return {
        "twice": [[card.text, [str(place) for place in places]] for card, places in twice.items()],
        "to_correct": [str(place) for place in to_correct(state)],
        "cause": held.cause.value,
        "seat": held.seat,
        "detail": held.detail or held.person,
        "since_ms": held.since_ms,
        "cameras": list(state.facts.cameras),
        "retention_days": state.facts.retention_days,
        "void": void(state),
    }


@memoised
def _machines(machines: tuple[MachineState, ...], jackpot: Jackpot) -> list[MachineView]:
    known: list[MachineView] = [
        {"machine": str(name), "health": str(told.health), "detail": told.detail, "since_ms": told.since_ms}
        for name, told in zip(MACHINES[:-1], machines, strict=False)
    ]
    return [*known, _link(jackpot)]


_HEALTH_OF_THE_BOOK: Final = {"not_read": "absent", "link_lost": "lost"}


def _link(jackpot: Jackpot) -> MachineView:
    """The jackpot's book: heard while stakes are taken, and degraded where something else closed JP1."""
    health = "up" if jackpot.open else _HEALTH_OF_THE_BOOK.get(jackpot.closed_code, "degraded")
    return {
        "machine": "link",
        "health": health,
        "detail": jackpot.closed_code,
        "since_ms": jackpot.confirmed_ms,
    }


@last_memoised
def _shuffler(told: Shuffler) -> ShufflerView:
    return {
        "mode": str(told.mode),
        "deck_in": told.deck_in,
        "deck_out": told.deck_out,
        "count": told.count,
        "shuffled": told.shuffled,
        "lid_open": told.lid_open,
        "cut_card": told.cut_card,
        "recovery": told.recovery,
    }


@last_memoised
def _decks(decks: Decks) -> DecksView:
    return {
        "in_shoe": decks.in_shoe,
        "fresh": decks.fresh,
        "dealt": decks.dealt,
        "blocked": decks.blocked,
        "count": decks.blocked_count,
        "taken_out": decks.taken_out,
        "empty_asked": decks.empty_asked,
        "shown_empty": decks.shown_empty,
    }


@last_memoised
def _alarms(alarms: tuple[Alarm, ...]) -> list[AlarmView]:
    """Those first that nobody has seen; then the most urgent, then the newest.

    A screen shows the first: one that was seen and stands for hours would hide what came since.
    """
    ordered = sorted(alarms, key=lambda up: (bool(up.seen_ms), up.priority, -up.number))
    return [
        {
            "alarm": up.number,
            "code": up.code,
            "priority": up.priority,
            "seat": up.seat,
            "detail": up.detail,
            "at_ms": up.at_ms,
            "seen_ms": up.seen_ms,
            "silent_ms": up.silent_ms,
            "pit_ms": up.pit_ms,
            "over": up.over,
            "reason": up.reason,
            "seen_by": up.seen_by,
            "seen_on": up.seen_on,
            "warning": up.code in WARNINGS,
        }
        for up in ordered
    ]


@memoised
def jackpot(jackpot: Jackpot, facts: TableFacts) -> JackpotView:
    return {
        "open": jackpot.open,
        "closed_code": jackpot.closed_code,
        "generation": jackpot.generation,
        "meter_cents": jackpot.meter_cents,
        "confirmed_ms": jackpot.confirmed_ms,
        "stake_cents": facts.jp1_stake_cents,
        "share_micro": facts.jp1_meter_share,
        "claims": [
            {"table": claim.table, "generation": claim.generation, "value_cents": claim.value_cents}
            for claim in jackpot.claims
        ],
        "won": _won(jackpot.won),
    }


def _won(won: LinkedWin | None) -> WonView | None:
    return None if won is None else {"table": won.table, "cents": won.cents, "at_ms": won.at_ms}


@last_memoised
def prizes(profile: RuleProfile) -> list[list[str]]:
    return [[str(name), str(odds)] for name, odds in profile.jp1.items()]


def expected(state: TableState) -> str:
    """The place that waits for the next card, or an empty text."""
    if state.round is None or shoe_locked(state):
        return ""
    place = state.round.next_place
    return str(place) if place is not None else ""


@memoised
def _last_rounds(
    rounds: tuple[RoundSummary, ...], facts: TableFacts, done_since: tuple[Rectification, ...]
) -> list[LastRoundView]:
    """The closed rounds as they were recorded; one that was rectified since is marked (AC-10)."""
    since: dict[tuple[int, int], int] = {}
    for one in done_since:
        deal = (one.entry.round, one.entry.attempt)
        since[deal] = since.get(deal, 0) + one.entry.bank_cents
    return [
        {
            "number": done.number,
            "label": round_label(facts, done),
            "attempt": done.attempt,
            "opened_ms": done.opened_ms,
            "closed_ms": done.closed_ms,
            "players": done.players,
            "jp1_seats": list(done.jp1_seats),
            "jp1_manual": list(done.jp1_manual),
            "bank_cents": done.bank_cents,
            "qualified": done.qualified,
            "paid_cents": done.paid_cents,
            "voided": str(done.voided) if done.voided is not None else "",
            "dealer": done.dealer,
            "by_hand": done.by_hand,
            "flags": [*done.flags, *(["rectified"] if (done.number, done.attempt) in since else [])],
            "rectified_cents": since.get((done.number, done.attempt), 0),
        }
        for done in rounds
    ]


def hand_lamps(state: TableState) -> HandLampsView:
    """JP1 without sensors: whether that is to be offered, or since when and with what it goes on."""
    told = state.hand_lamps
    return {
        "wanted": lamps_wanted(state) and state.phase is not Phase.CLOSED,
        "since_ms": told.since_ms if told is not None else 0,
        "chef": told.chef if told is not None else "",
        "rounds": told.rounds if told is not None else 0,
        "rounds_max": COUNTERSIGNED_ROUNDS,
        "stakes": told.stakes if told is not None else 0,
        "back": sensors_back(state),
    }


@last_memoised
def _total_cents(seats: tuple[Seat, ...]) -> int:
    return sum([seat.total_cents for seat in seats])


@last_memoised
def _maximums(profile: RuleProfile) -> list[int]:
    return list(maximums(profile))


def _deciding(state: TableState) -> bool:
    return state.phase is Phase.DECIDING and state.playing.street_open


IDENTITY: Final[Mapping[str, Part]] = {
    "seq": lambda state: state.seq,
    "at_ms": lambda state: state.at_ms,
    "table": lambda state: state.facts.table,
    "session": lambda state: state.facts.session,
    "simulated": lambda state: state.facts.simulated,
    "approved": lambda state: state.facts.approved,
    "minimum_cents": lambda state: state.profile.limits.minimum_cents,
    "maximum_cents": maximum_of,
    "maximum_coming_cents": lambda state: state.maximum_coming_cents,
}
"""Which state of which table a view shows."""

TABLE: Final[Mapping[str, Part]] = {
    **IDENTITY,
    "maximums": lambda state: _maximums(state.profile),
    "phase": lambda state: str(state.phase),
    "phase_seq": lambda state: state.phase_seq,
    "phase_ms": lambda state: state.phase_ms,
    "street": lambda state: state.round.street if state.round is not None else -1,
    "street_open": lambda state: state.round is not None and state.round.street_open,
    "streets": lambda state: _streets(state.profile),
    "game": lambda state: game(state.profile),
    "round": _round,
    "by_hand": by_hand,
    "undecided": lambda state: list(state.undecided) if _deciding(state) else [],
    "decision_clock": decision_clock,
    "total_cents": lambda state: _total_cents(state.seats),
    "held": _hold,
    "refund": refund,
    "resumed": lambda state: state.resumed,
    "paused": lambda state: state.paused,
    "badge": _badge,
    "croupier": people.croupier,
    "pin": people.pin,
    "relief": people.relief,
    "call": _call,
    "machines": lambda state: _machines(state.machines, state.jackpot),
    "shuffler": lambda state: _shuffler(state.shuffler),
    "decks": lambda state: _decks(state.decks),
    "blocked": lambda state: [str(machine) for machine in state.blocked],
    "modes": lambda state: [str(mode) for mode in state.modes],
    "pit_code": lambda state: state.pit_code,
    "pit_code_until_ms": lambda state: state.pit_code_ms + PIT_CODE_MS if state.pit_code else 0,
    "reader_lost": reader_lost,
    "alarms": lambda state: _alarms(state.alarms),
    "jackpot": lambda state: jackpot(state.jackpot, state.facts),
    "hand_lamps": hand_lamps,
    "sheet": sheets,
    "incidents": incidents,
    "last_deals": last_deals,
    "upkeep": upkeep,
    "record": record,
    "unanswered": unanswered,
    "aside": aside,
    "light": light,
    "dealer": dealer_hand,
    "board": board_cards,
    "seats": seats,
    "turn": turn,
    "expected": expected,
    "speaks": in_turn,
    "verification": verification,
    "waiting_book": lambda state: type(state.money).__name__ if state.money is not None else "",
    "last_rounds": lambda state: _last_rounds(state.last_rounds, state.facts, state.record.done),
}
"""What console and pit screen both know of the table, part by part."""
