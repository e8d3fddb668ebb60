"""What the screens show of the opening and closing sheets: lines, counts, who signed, deals left."""

from __future__ import annotations

from typing import TypedDict

from controller.game.jackpot.owed_at_closing import owed_acts, owed_signers
from controller.game.memo_by_identity import memoised
from controller.game.meter.acts import residual_cents
from controller.game.meter.types import OwedAct
from controller.game.opening.cash import CashTerms, SessionSheet
from controller.game.opening.sheets import closing_lines, opening_lines
from controller.game.state import Phase, TableState


class LastDealsView(TypedDict):
    left: int
    of: int


"""The announced last deals: how many are left, of how many."""


class SlipView(TypedDict):
    """A slip of a released payment, in cents, and who signed it."""

    round: int
    seat: int
    cents: int
    slip: str
    released_by: list[str]
    book_waits: bool
    signed_by: str


class OwedView(TypedDict):
    """An act of money that the book has still to take, in cents."""

    kind: str
    round: int
    seat: int
    cents: int


class SheetView(TypedDict):
    """The opening or closing sheet: its lines `[line, done]`, and the count under way. Amounts in cents.

    `counted` is `[value of the piece, how many]`; serials are `[colour, number]`; `closes` is an hour `HH:MM`
    and the last deals are announced `announce_min` minutes before.
    """

    lines: list[list[str | bool]]
    closing: bool
    pieces: list[int]
    wanted_cents: int
    purpose: str
    counted: list[list[int]]
    counted_cents: int
    signed: list[str]
    serials: list[list[str]]
    house_serials: list[list[str]]
    advances_cents: int
    start_cents: int
    closes: str
    announce_min: int
    residual_cents: int
    orphans_cents: int
    owed: list[OwedView]
    owed_signed: int


def last_deals(state: TableState) -> LastDealsView | None:
    """How many of the announced last deals are left, or None where none were announced (RP-23)."""
    terms, left = state.facts.cash, state.sheet.deals_left
    return None if terms is None or left < 0 else {"left": left, "of": terms.last_deals}


def slips(state: TableState) -> list[SlipView]:
    """The slips of released payments; `signed_by` is empty until a cashier has signed (JW-15).

    `book_waits`: the book has not said yet what share of the jackpot `cents` is, and nobody signs it.
    """
    return [
        {
            "round": slip.round,
            "seat": slip.payment.seat,
            "cents": slip.payment.cents,
            "slip": slip.payment.slip,
            "released_by": list(slip.released_by),
            "book_waits": bool(slip.awaited_cents),
            "signed_by": slip.signed_by,
        }
        for slip in state.slips
    ]


def sheets(state: TableState) -> SheetView | None:
    """The sheet as it stands, or None at a table that keeps none. Amounts in cents."""
    terms, sheet = state.facts.cash, state.sheet
    if terms is None:
        return None
    if sheet.closing:
        owed, signers = owed_acts(state), len(owed_signers(state))
        return _sheet(terms, sheet, residual_cents(state), closing_lines(state), owed, signers)
    lines = opening_lines(state) if state.phase is Phase.OPENING else ()
    return _sheet(terms, sheet, residual_cents(state), lines, (), 0)


@memoised
def _sheet(
    terms: CashTerms,
    sheet: SessionSheet,
    residual_cents: int,
    lines: tuple[tuple[str, bool], ...],
    owed: tuple[OwedAct, ...],
    owed_signed: int,
) -> SheetView:
    count = sheet.count
    return {
        "lines": [[line, done] for line, done in lines],
        "closing": sheet.closing,
        "pieces": list(terms.pieces),
        "wanted_cents": terms.float_cents,
        "purpose": count.purpose if count is not None else "",
        "counted": [list(pair) for pair in count.pieces] if count is not None else [],
        "counted_cents": count.cents if count is not None else 0,
        "signed": [person for person, _ in count.signed] if count is not None else [],
        "serials": [list(pair) for pair in sheet.serials],
        "house_serials": [list(pair) for pair in terms.serials],
        "advances_cents": sheet.advances_cents,
        "start_cents": terms.start_cents,
        "closes": terms.closes,
        "announce_min": terms.announce_min,
        "residual_cents": residual_cents,
        "orphans_cents": sheet.orphans_cents,
        "owed": [
            {"kind": one.kind, "round": one.round, "seat": one.seat, "cents": one.cents} for one in owed
        ],
        "owed_signed": owed_signed,
    }
