"""What the screens show of the jackpot's upkeep: parameters, continuous meters, wins, stops, proposals.

Amounts in cents; what the book keeps in micro-cents is rounded down as the display does.
"""

from __future__ import annotations

from typing import Final, cast

from controller.game.inputs import LinkedWin
from controller.game.jackpot.rules import CONTRIBUTIONS_MAX, SHARES_TOTAL
from controller.game.memo_by_identity import memoised
from controller.game.meter.acts import residual_cents
from controller.game.meter.causes import chips_due, unexplained_cents
from controller.game.meter.types import (
    AsideAct,
    BookFigures,
    DataGap,
    MeterChange,
    PaidJackpot,
    SessionFigures,
    Upkeep,
)
from controller.game.meter.view_types import (
    AsideActView,
    DifferenceView,
    FiguresView,
    GapView,
    MeterChangeView,
    MeterProposalView,
    PublicUpkeepView,
    PublicWinView,
    SessionView,
    StopView,
    TermsView,
    UpkeepPartsView,
    UpkeepView,
    WinView,
)
from controller.game.money import MICRO
from controller.game.session_terms import TableFacts
from controller.game.state import TableState

PUBLIC_WINS: Final = 6
"""How many of the last jackpots the public reads of at once."""
LOST_SHOWN: Final = 6
"""So many of the acts that a book lacks are named to the two persons, the others counted."""


def upkeep(state: TableState) -> UpkeepView | None:
    """Console and pit: everything of the jackpot that people look after, None on a felt without JP1."""
    if not state.profile.jp1:
        return None
    parts = _parts(state.upkeep, state.facts, chips_due(state))
    asking = type(state.money).__name__ if state.money is not None else ""
    return _upkeep(parts, residual_cents(state), unexplained_cents(state), asking)


@memoised
def _upkeep(parts: UpkeepPartsView, residual_cents: int, unexplained_cents: int, asking: str) -> UpkeepView:
    figures = {"residual_cents": residual_cents, "unexplained_cents": unexplained_cents}
    return cast(UpkeepView, {**parts, **figures, "asking": asking})


@memoised
def _parts(told: Upkeep, facts: TableFacts, chips: int) -> UpkeepPartsView:
    return {
        "terms": _terms(facts),
        "figures": figures(told.figures) if told.figures is not None else None,
        "read_ms": told.read_ms,
        "wins": wins(told.figures),
        "proposal": _proposal(told),
        "stop": _stop(told, facts),
        "difference": _difference(told),
        "gap": None if told.gap is None else _gap(told.gap),
        "aside": [_aside(act) for act in told.aside],
        "changes": [_change(change) for change in told.changes],
        "session": _session(told.session, chips),
        "miscounted": told.miscounted,
        "certified": told.certified,
    }


def _terms(facts: TableFacts) -> TermsView:
    """The parameters as separate named figures (PM-02, PM-09, PM-13)."""
    terms = facts.jp1_terms
    made: TermsView = {
        "stake_cents": facts.jp1_stake_cents,
        "share_micro": facts.jp1_meter_share,
        "unreasonable_cents": (terms.most_stakes if terms else CONTRIBUTIONS_MAX) * facts.jp1_stake_cents,
        "known": terms is not None,
        "notice_h": facts.stop_notice_h,
    }
    if terms is not None:
        made |= {
            "start_cents": terms.start_cents,
            "reset_cents": terms.restart_cents,
            "reserve_micro": terms.reserve_share,
            "house_micro": terms.house_share,
            "prizes_from": terms.fixed_prizes_paid_from,
            "limit_cents": terms.limit_cents or 0,
        }
    assert facts.jp1_meter_share <= SHARES_TOTAL
    return made


def figures(read: BookFigures) -> FiguresView:
    """The continuous meters (PM-06)."""
    return {
        "generation": read.generation,
        "book_seq": read.book_seq,
        "meter_cents": read.meter_micro // MICRO,
        "frozen_cents": read.frozen_micro // MICRO,
        "reserve_cents": read.reserve_micro // MICRO,
        "overflow_cents": read.overflow_micro // MICRO,
        "seed_cents": read.seed_micro // MICRO,
        "contributed_cents": read.contributed_micro // MICRO,
        "awarded_cents": read.awarded_micro // MICRO,
        "corrected_cents": -(-read.corrected_micro // MICRO)
        if read.corrected_micro < 0
        else read.corrected_micro // MICRO,
        "stakes_count": read.stakes_count,
        "wins_count": read.wins_count,
        "wins_cents": read.wins_cents,
        "residual_cents": -(-read.residual_micro // MICRO),
    }


def wins(read: BookFigures | None) -> list[WinView]:
    """The last jackpots paid, the newest first (PM-06)."""
    return [
        {
            "generation": won.generation,
            "table": won.table,
            "round": won.round,
            "seat": won.seat,
            "cents": won.cents,
            "at_ms": won.at_ms,
        }
        for won in (read.wins if read is not None else ())
    ]


def _proposal(told: Upkeep) -> MeterProposalView | None:
    proposal = told.proposal
    if proposal is None:
        return None
    return {
        "act": proposal.act.value,
        "person": proposal.person,
        "cents": proposal.cents,
        "reason": str(proposal.reason or ""),
        "fate": str(proposal.fate or ""),
        "before_cents": proposal.before_cents,
        "after_cents": proposal.before_cents + proposal.cents,
        "at_ms": proposal.at_ms,
    }


def _stop(told: Upkeep, facts: TableFacts) -> StopView | None:
    stop = told.stop
    if stop is None:
        return None
    return {
        "voluntary": stop.voluntary,
        "cause": stop.cause,
        "fate": stop.fate,
        "persons": list(stop.persons),
        "increment_cents": stop.increment_cents,
        "since_ms": stop.since_ms,
        "notice_h": facts.stop_notice_h,
    }


def _difference(told: Upkeep) -> DifferenceView | None:
    seen = told.difference
    if seen is None:
        return None
    return {
        "told": seen.told,
        "told_seq": seen.told_seq,
        "told_cents": seen.told_cents,
        "found": seen.found,
        "found_seq": seen.found_seq,
        "found_cents": seen.found_cents,
        "heard_seq": seen.heard_seq,
        "heard_cents": seen.heard_cents,
        "ends_seq": seen.ends_seq,
        "ends_cents": seen.ends_cents,
        "lost": [_aside(act) for act in seen.lost[:LOST_SHOWN]],
        "lost_count": seen.lost_count,
    }


def _aside(act: AsideAct) -> AsideActView:
    return {
        "kind": act.kind,
        "round": act.round,
        "attempt": act.attempt,
        "seat": act.seat,
        "cents": act.cents,
        "code": act.code,
    }


def _gap(gap: DataGap) -> GapView:
    return {
        "code": gap.code,
        "session": gap.session,
        "entry": gap.entry,
        "found_session": gap.found_session,
        "found_entry": gap.found_entry,
        "book_seq": gap.book_seq,
    }


def _change(change: MeterChange) -> MeterChangeView:
    return {
        "number": change.number,
        "persons": list(change.persons),
        "reason": change.reason.value,
        "before_cents": change.before_cents,
        "after_cents": change.after_cents,
        "at_ms": change.at_ms,
    }


def _session(told: SessionFigures, chips: int) -> SessionView:
    names = (*(name for name in SessionFigures.__dataclass_fields__ if name != "elsewhere"), "moved_cents")
    return cast(SessionView, {name: getattr(told, name) for name in names} | {"chips_due": chips})


def public(state: TableState) -> PublicUpkeepView:
    """The display: whether the jackpot was stopped on purpose, and what last corrected its meter (PM-11)."""
    stop = state.upkeep.stop
    change = state.upkeep.changes[0] if state.upkeep.changes else None
    return {
        "stopped": stop is not None and stop.voluntary,
        "corrected_ms": change.at_ms if change is not None else 0,
        "corrected_cents": change.after_cents - change.before_cents if change is not None else 0,
        "limit_cents": (state.facts.jp1_terms.limit_cents or 0) if state.facts.jp1_terms is not None else 0,
    }


def public_wins(state: TableState) -> list[PublicWinView]:
    """The last jackpots paid at any table, the newest first: where, when, how much, never to whom.

    Those that the book told at its last reading, and the one it has told of since. While a hand of this table
    is verified, nothing of its own generation is said (SE-15).
    """
    told = _public_wins(state.upkeep.figures, state.jackpot.won)
    checked = state.round.verification if state.round is not None else None
    if checked is None or checked.over:
        return told
    mine = (state.facts.table, checked.generation)
    return [won for won in told if (won["table"], won["generation"]) != mine]


@memoised
def _public_wins(read: BookFigures | None, last: LinkedWin | None) -> list[PublicWinView]:
    paid: list[LinkedWin | PaidJackpot] = [] if last is None else [last]
    paid += [] if read is None else read.wins
    known: dict[tuple[int, str], PublicWinView] = {}
    for won in paid:
        row: PublicWinView = {
            "generation": won.generation,
            "table": won.table,
            "cents": won.cents,
            "at_ms": won.at_ms,
        }
        known.setdefault((won.generation, won.table), row)
    return sorted(known.values(), key=lambda won: -won["at_ms"])[:PUBLIC_WINS]
