"""The maps in which views tell the jackpot's upkeep. Amounts in cents, shares in millionths of a stake."""

from __future__ import annotations

from typing import Literal, TypedDict


class WrittenTermsView(TypedDict, total=False):
    """The parameters that are there only where the house has written them (`known`)."""

    start_cents: int
    reset_cents: int
    reserve_micro: int
    house_micro: int
    prizes_from: Literal["house", "meter"]
    limit_cents: int


class TermsView(WrittenTermsView):
    """The jackpot's parameters (PM-02); a stop is announced `notice_h` hours before."""

    stake_cents: int
    share_micro: int
    unreasonable_cents: int
    known: bool
    notice_h: int


class FiguresView(TypedDict):
    """The continuous meters as the book keeps them (PM-06)."""

    generation: int
    book_seq: int
    meter_cents: int
    frozen_cents: int
    reserve_cents: int
    overflow_cents: int
    seed_cents: int
    contributed_cents: int
    awarded_cents: int
    corrected_cents: int
    stakes_count: int
    wins_count: int
    wins_cents: int
    residual_cents: int


class WinView(TypedDict):
    """A jackpot that was paid."""

    generation: int
    table: str
    round: int
    seat: int
    cents: int
    at_ms: int


class PublicWinView(TypedDict):
    """A jackpot that was paid, as the public reads it: no seat, no round."""

    generation: int
    table: str
    cents: int
    at_ms: int


class MeterProposalView(TypedDict):
    """What one person proposes for the meter and another has still to approve (PM-11)."""

    act: str
    person: str
    cents: int
    reason: str
    fate: str
    before_cents: int
    after_cents: int
    at_ms: int


class StopView(TypedDict):
    """Why JP1 is stopped, by whom, and what becomes of its increment; announced `notice_h` hours before."""

    voluntary: bool
    cause: str
    fate: str
    persons: list[str]
    increment_cents: int
    since_ms: int
    notice_h: int


class AsideActView(TypedDict):
    """An act of money that the book refused for good or lacks; `cents` is what the table answers for."""

    kind: str
    round: int
    attempt: int
    seat: int
    cents: int
    code: str


class DifferenceView(TypedDict):
    """What journal and book tell of the table's last act, where they do not agree (see `Difference`)."""

    told: str
    told_seq: int
    told_cents: int
    found: str
    found_seq: int
    found_cents: int
    heard_seq: int
    heard_cents: int
    ends_seq: int
    ends_cents: int
    lost: list[AsideActView]
    lost_count: int


class GapView(TypedDict):
    """Where the table's data end, and where its mark says they should (see `DataGap`)."""

    code: str
    session: int
    entry: int
    found_session: int
    found_entry: int
    book_seq: int


class MeterChangeView(TypedDict):
    """A correction of the meter, as accounting reads it."""

    number: int
    persons: list[str]
    reason: str
    before_cents: int
    after_cents: int
    at_ms: int


class SessionView(TypedDict):
    """The jackpot in this session of the table (see `SessionFigures`), and its chips to be counted."""

    start_cents: int
    stakes: int
    stakes_cents: int
    refunds: int
    prizes_cents: int
    wins: int
    wins_cents: int
    contributed_cents: int
    awarded_cents: int
    refunded_cents: int
    corrected_cents: int
    accepted_cents: int
    chips: int
    chips_before: int
    acts_aside: int
    refunds_aside: int
    prizes_aside_cents: int
    others_cents: int
    moved_cents: int
    chips_due: int


class UpkeepPartsView(TypedDict):
    """What the table itself knows of its jackpot's upkeep; `read_ms` is when `figures` were read, or 0."""

    terms: TermsView
    figures: FiguresView | None
    read_ms: int
    wins: list[WinView]
    proposal: MeterProposalView | None
    stop: StopView | None
    difference: DifferenceView | None
    gap: GapView | None
    aside: list[AsideActView]
    changes: list[MeterChangeView]
    session: SessionView
    miscounted: int
    certified: str


class UpkeepView(UpkeepPartsView):
    """The same, with what the meter does not account for, and the act that waits for the book."""

    residual_cents: int
    unexplained_cents: int
    asking: str


class PublicUpkeepView(TypedDict):
    """What the public reads of it (PM-11); 0 where nothing was corrected, or nothing limits the meter."""

    stopped: bool
    corrected_ms: int
    corrected_cents: int
    limit_cents: int
