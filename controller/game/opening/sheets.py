"""The opening and closing sheets: what may be counted, signed and ticked, which line is missing, the result.

Every line is journalled by itself, in any order; the table opens, or closes, when none is missing
(CS-01, CS-23, AC-01, AC-02, AC-08). A table without `facts.cash` keeps no sheets.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from controller.game import events as e
from controller.game import inputs as i
from controller.game.act import Act, Acts, While
from controller.game.events import Events
from controller.game.incidents.voiding import between_rounds, void_is_over
from controller.game.inputs import Intent, Mode, Role, SheetLine
from controller.game.jackpot.owed_at_closing import (
    owed_acts,
    owed_line,
    owed_signed,
    signing_owed,
    why_not_left_owed,
    why_not_signed_for,
)
from controller.game.machines.decks import COLOURS, shuffler_there
from controller.game.meter.acts import (
    CLOSING,
    certified,
    explained,
    reading,
    reconciled,
    residual_cents,
    why_not_certified,
)
from controller.game.meter.causes import unexplained_cents
from controller.game.opening.cash import CashCount, CashTerms
from controller.game.payment.winning_hand import verified_now
from controller.game.refusals import ART_JP1, BADGE_CHEF, NOT_NOW, Refusal
from controller.game.roles import (
    AT_THE_TABLE,
    CASHIERS,
    CHEF,
    CHEFS,
    COMITE,
    Right,
    person_or_dealer,
)
from controller.game.state import Phase, TableState
from controller.game.state_parts import DECK_CARDS

PIECES_MAX: Final = 100_000
SERIAL_MAX: Final = 16
OPENING_TICKS: Final = (
    SheetLine.CARDS_SOUND,
    SheetLine.WITNESS,
    SheetLine.LIMITS,
    SheetLine.JACKPOT,
    SheetLine.RULES,
)
CLOSING_TICKS: Final = (
    SheetLine.DECKS_ORDERED,
    SheetLine.DECKS_EXAMINED,
    SheetLine.DECKS_COUNTED,
    SheetLine.DECKS_STORED,
    SheetLine.RECONCILIATION,
    SheetLine.JACKPOT_HISTORY,
)
_OF_JP1: Final = frozenset({SheetLine.JACKPOT, SheetLine.JACKPOT_HISTORY, SheetLine.RECONCILIATION})


def terms_of(state: TableState) -> CashTerms:
    """What the house has set.

    Raises:
        AssertionError: this table keeps no sheets.
    """
    assert state.facts.cash is not None, "no sheets are kept"
    return state.facts.cash


def opening_lines(state: TableState) -> tuple[tuple[str, bool], ...]:
    """Every line of the opening sheet and whether it is done."""
    sheet = state.sheet
    count = sheet.count
    return (
        ("float", count is not None and count.purpose == "float" and count.done),
        *((f"serial_{colour}", colour in dict(sheet.serials)) for colour in COLOURS),
        *((f"deck_{colour}", dict(sheet.counted).get(colour) == DECK_CARDS) for colour in COLOURS),
        *_ticks(state, OPENING_TICKS),
    )


def closing_lines(state: TableState) -> tuple[tuple[str, bool], ...]:
    """Every line of the closing sheet and whether it is done."""
    count = state.sheet.count
    counted = count is not None and count.purpose == "closing" and count.done
    slips = (("slips", all(slip.signed_by for slip in state.slips)),) if state.slips else ()
    ticks = tuple(_ticks(state, CLOSING_TICKS))
    at = len(ticks) - sum(name in _OF_JP1 for name, _ in ticks)
    chips = ((SheetLine.JP1_CHIPS.value, state.upkeep.session.chips >= 0),) if state.profile.jp1 else ()
    disputes = state.held is None and state.record.open is None
    before = (("encaisse", counted), ("disputes", disputes), *slips, *_shown_empty(state))
    return (*before, *ticks[:at], *chips, *owed_line(state), *ticks[at:])


def _shown_empty(state: TableState) -> tuple[tuple[str, bool], ...]:
    """The shuffler's line, while one is used that answers: one that is silent holds nothing up (CS-03)."""
    return (("shuffler_empty", state.decks.shown_empty),) if _shuffler_used(state) else ()


def _shuffler_used(state: TableState) -> bool:
    return shuffler_there(state) and Mode.HAND_SHUFFLE not in state.modes


def _holds_deck(state: TableState) -> bool:
    """The shuffler tells of a deck in it or in its tray: it is not back in storage."""
    return _shuffler_used(state) and bool(state.shuffler.deck_in or state.shuffler.deck_out)


def _ticks(state: TableState, lines: tuple[SheetLine, ...]) -> Iterator[tuple[str, bool]]:
    for line in lines:
        if state.profile.jp1 or line not in _OF_JP1:
            yield line.value, _stands(state, line) or _by_itself(state, line)


def _stands(state: TableState, line: SheetLine) -> bool:
    """The line is ticked; that of a residual counts for the residual that it was ticked for, and no other."""
    return explained(state) if line is SheetLine.RECONCILIATION else line in state.sheet.ticked


def _by_itself(state: TableState, line: SheetLine) -> bool:
    """A fresh reading of the book, and the chips, leave no difference; the history has its signature."""
    if line is SheetLine.JACKPOT_HISTORY:
        return bool(state.upkeep.certified)
    return line is SheetLine.RECONCILIATION and reconciled(state)


def why_not_opened(state: TableState) -> Refusal | None:
    """The line that is missing before the table opens, or None."""
    if state.facts.cash is None:
        return None
    missing = next((line for line, done in opening_lines(state) if not done), None)
    return Refusal("opening_line", "art. 40-1", (("line", missing),)) if missing else None


def why_not_between(state: TableState) -> Refusal | None:
    """Why the table cannot be closed between these rounds, or None."""
    # A table whose rounds are blocked closes after the present one, without another being opened (CS-15),
    # and so does one whose last deal is played.
    over = bool(state.blocked) or state.sheet.deals_left == 0
    after_the_round = (state.phase is Phase.CLEARING and over) or void_is_over(state)
    if not after_the_round and (state.phase is not Phase.BETTING or state.playing.attempt > 1):
        return NOT_NOW if verified_now(state) is None else Refusal("verification", ART_JP1)
    return why_not_left_owed(state) if state.money is not None or after_the_round else None


def why_not_closed(state: TableState) -> Refusal | None:
    """The line that is missing before the table closes, or None."""
    if state.facts.cash is None:
        return None
    if not state.sheet.closing:
        return Refusal("closing_first", "AC-01")
    missing = next((line for line, done in closing_lines(state) if not done), None)
    return Refusal("closing_line", "AC-01", (("line", missing),)) if missing else None


# --- what may be done ----------------------------------------------------------------------------


def _count_pieces(state: TableState, intent: i.CountPieces) -> Refusal | None:
    if state.facts.cash is None or not _counting(state):
        return NOT_NOW
    if intent.piece_cents not in terms_of(state).pieces:
        return Refusal("no_such_piece", "AC-01", (("cents", intent.piece_cents),))
    if not 0 <= intent.count <= PIECES_MAX:
        return Refusal("too_many_pieces", "AC-01", (("count", intent.count),))
    return None


def _counting(state: TableState) -> str:
    """What is being counted now, or an empty text."""
    if state.phase is Phase.OPENING:
        return "float"
    return state.sheet.count.purpose if state.sheet.count is not None else ""


def _sign_cash(state: TableState, intent: i.SignCash) -> Refusal | None:
    count = state.sheet.count
    if state.facts.cash is None or count is None or count.done:
        return NOT_NOW
    if not count.pieces:
        return Refusal("nothing_counted", "AC-01")
    least = terms_of(state).float_cents
    if count.purpose != "closing" and count.cents < least:
        return Refusal("avance_short", "art. 49", (("cents", count.cents), ("wanted_cents", least)))
    return None


def _declare_serial(state: TableState, intent: i.DeclareSerial) -> Refusal | None:
    if state.facts.cash is None or state.phase is not Phase.OPENING or intent.colour not in COLOURS:
        return NOT_NOW
    known = intent.serial.isascii() and intent.serial.replace("-", "").isalnum()
    if not known or len(intent.serial) > SERIAL_MAX:
        return Refusal("no_serial", "CS-01")
    taken = any(serial == intent.serial and other != intent.colour for other, serial in state.sheet.serials)
    return Refusal("serial_twice", "CS-01", (("serial", intent.serial),)) if taken else None


def _count_deck(state: TableState, intent: i.CountDeck) -> Refusal | None:
    if state.facts.cash is None or state.phase is not Phase.OPENING or intent.colour not in COLOURS:
        return NOT_NOW
    if intent.count != DECK_CARDS:
        return Refusal("deck_count", "CS-01", (("count", intent.count),))
    return None


def _tick_line(state: TableState, intent: i.TickLine) -> Refusal | None:
    if state.facts.cash is None or (intent.line in _OF_JP1 and not state.profile.jp1):
        return NOT_NOW
    if intent.line in OPENING_TICKS:
        return None if state.phase is Phase.OPENING else NOT_NOW
    if intent.line is SheetLine.JACKPOT_HISTORY:
        return why_not_certified(state)
    if intent.line is SheetLine.BOOK_OWED:
        return why_not_signed_for(state)
    if intent.line is SheetLine.DECKS_STORED and intent.line not in state.sheet.ticked and _holds_deck(state):
        return Refusal("deck_in_shuffler", "CS-23")
    if _by_itself(state, intent.line) or intent.line is SheetLine.JP1_CHIPS:
        return NOT_NOW
    return None if state.sheet.closing else NOT_NOW


def _begin_advance(state: TableState, intent: i.BeginAdvance) -> Refusal | None:
    free = state.facts.cash is not None and state.sheet.count is None
    return None if free and between_rounds(state) else NOT_NOW


def _give_up_advance(state: TableState, intent: i.GiveUpAdvance) -> Refusal | None:
    return None if _advance(state) is not None and between_rounds(state) else NOT_NOW


def _advance(state: TableState) -> CashCount | None:
    """The further avance that is being counted, or None."""
    count = state.sheet.count
    return count if count is not None and count.purpose == "advance" else None


def _announce(state: TableState, intent: i.AnnounceLastDeals) -> Refusal | None:
    free = state.facts.cash is not None and state.sheet.deals_left < 0
    return None if free and between_rounds(state) else NOT_NOW


def _withdraw(state: TableState, intent: i.WithdrawLastDeals) -> Refusal | None:
    announced = state.sheet.deals_left >= 0
    return None if announced and between_rounds(state) else NOT_NOW


def _begin_closing(state: TableState, intent: i.BeginClosing) -> Refusal | None:
    if state.facts.cash is None or state.sheet.closing:
        return NOT_NOW
    count = _advance(state)
    if count is not None and count.signers:
        return Refusal("advance_to_sign", "art. 49", (("person", count.signers[-1]),))
    return why_not_between(state)


def _leave_closing(state: TableState, intent: i.LeaveClosing) -> Refusal | None:
    return None if state.sheet.closing else NOT_NOW


def offered(state: TableState) -> Sequence[Intent]:
    """What the sheets offer now without a number to be keyed."""
    if state.facts.cash is None:
        return []
    terms = terms_of(state)
    if state.phase is Phase.OPENING:
        serials = [i.DeclareSerial(*pair) for pair in terms.serials]
        decks = [i.CountDeck(colour, DECK_CARDS) for colour in COLOURS]
        return [*_SIGN, *serials, *decks, *(i.TickLine(line) for line in OPENING_TICKS)]
    if state.sheet.closing:
        owed = [i.TickLine(SheetLine.BOOK_OWED)] if owed_acts(state) else []
        return [*_SIGN, *owed, *(i.TickLine(line) for line in CLOSING_TICKS), i.LeaveClosing()]
    if between_rounds(state) and _advance(state) is not None:
        return _ADVANCE_LAST_DEALS_LEFT if state.sheet.deals_left >= 0 else _ADVANCE
    if between_rounds(state):
        return _LAST_DEALS_LEFT if state.sheet.deals_left >= 0 else _NO_LAST_DEALS
    return _SIGN if state.sheet.count is not None else ()


# Made once: the views keep what they say of each intent.
_SIGN: Final[tuple[Intent, ...]] = (i.SignCash(),)
_LAST_DEALS_LEFT: Final = (*_SIGN, i.BeginAdvance(), i.WithdrawLastDeals(), i.BeginClosing())
_ADVANCE: Final = (*_SIGN, i.GiveUpAdvance(), i.AnnounceLastDeals(), i.BeginClosing())
_ADVANCE_LAST_DEALS_LEFT: Final = (*_SIGN, i.GiveUpAdvance(), i.WithdrawLastDeals(), i.BeginClosing())
_NO_LAST_DEALS: Final = (*_SIGN, i.BeginAdvance(), i.AnnounceLastDeals(), i.BeginClosing())


# --- what comes of it ----------------------------------------------------------------------------


def _signed(state: TableState, intent: i.SignCash) -> Events:
    assert state.badge is not None
    assert state.sheet.count is not None
    count = state.sheet.count
    return (e.CashSigned(state.badge.person, state.badge.role, count.purpose, count.cents),)


def _given_up(state: TableState, intent: i.GiveUpAdvance) -> Events:
    count = _advance(state)
    assert count is not None, "no avance is counted"
    return (e.AdvanceGivenUp(person_or_dealer(state), count.cents, count.signers),)


def _ticked(state: TableState, intent: i.TickLine) -> Events:
    if intent.line is SheetLine.JACKPOT_HISTORY:
        return certified(state)
    if intent.line is SheetLine.BOOK_OWED:
        return owed_signed(state)
    cents = residual_cents(state) if intent.line is SheetLine.RECONCILIATION else 0
    return (e.LineTicked(person_or_dealer(state), intent.line, not _stands(state, intent.line), cents),)


def result(state: TableState) -> Events:
    """What the table won, where it keeps sheets: encaisse less avances, the jackpot apart (AC-06)."""
    if state.facts.cash is None:
        return ()
    sheet = state.sheet
    encaisse_cents = sheet.count.cents if sheet.count is not None else 0
    return (
        e.ResultRecorded(
            person_or_dealer(state),
            sheet.advances_cents,
            encaisse_cents,
            encaisse_cents - sheet.advances_cents,
            sheet.meter_start_cents,
            state.jackpot.meter_cents,
            unexplained_cents(state),
        ),
    )


_EXPLAINING: Final = Right(COMITE, "AC-08", Refusal("badge_comite", "AC-08"))
"""A residual of the jackpot is taken note of by the comité."""


_CERTIFYING: Final = Right(COMITE, "AC-07", Refusal("badge_comite", "AC-07"))


BADGE_CASHIER: Final = Refusal("badge_cashier", "AC-01")


def _signing(state: TableState) -> Right:
    """Who signs a count next (AC-01): a chef and the comité, at the closing a chef and a cashier."""
    count = state.sheet.count
    signed = count.signed if count is not None else ()
    others = tuple(person for person, _ in signed)
    roles, refusal = CHEFS, BADGE_CHEF
    if state.sheet.closing:
        if not signed:
            roles = CHEFS | {Role.CASHIER}
        elif signed[0][1] is not Role.CASHIER:
            roles, refusal = CASHIERS, BADGE_CASHIER
    elif signed and signed[0][1] is Role.CHEF:
        roles, refusal = COMITE, Refusal("badge_comite", "AC-01")
    return Right(roles, "AC-01", refusal, lambda state: others)


def _closing_begun(state: TableState, intent: i.BeginClosing) -> Events:
    return (e.ClosingBegun(person_or_dealer(state)), *reading(state, CLOSING, person_or_dealer(state)))


def _closing_left(state: TableState, intent: i.LeaveClosing) -> Events:
    """Play goes on: the shuffler, if it was to be shown empty for the closing, takes decks again (CS-03)."""
    person = person_or_dealer(state)
    asked = state.decks.empty_asked == i.Occasion.CLOSING
    return (e.ClosingLeft(person), *((e.ShowEmptyWithdrawn(person),) if asked else ()))


def _ticking(state: TableState, intent: i.TickLine) -> Right:
    """A residual of the jackpot, its history, and what its book owes are not a dealer's to tick."""
    if intent.line is i.SheetLine.RECONCILIATION:
        return _EXPLAINING
    if intent.line is i.SheetLine.JACKPOT_HISTORY:
        return _CERTIFYING
    return signing_owed(state) if intent.line is i.SheetLine.BOOK_OWED else AT_THE_TABLE


ACTS: Final[Acts] = {
    i.CountPieces: Act(
        _count_pieces,
        AT_THE_TABLE,
        lambda state, intent: (e.PiecesCounted(_counting(state), intent.piece_cents, intent.count),),
        While.CLOSING,
    ),
    i.SignCash: Act(_sign_cash, _signing, _signed, While.CLOSING),
    i.DeclareSerial: Act(
        _declare_serial,
        AT_THE_TABLE,
        lambda state, intent: (e.SerialDeclared(person_or_dealer(state), intent.colour, intent.serial),),
    ),
    i.CountDeck: Act(
        _count_deck,
        AT_THE_TABLE,
        lambda state, intent: (e.DeckCounted(person_or_dealer(state), intent.colour, intent.count),),
    ),
    i.TickLine: Act(_tick_line, AT_THE_TABLE, _ticked, While.CLOSING, _ticking),
    i.BeginAdvance: Act(
        _begin_advance, CHEF, lambda state, intent: (e.AdvanceBegun(person_or_dealer(state)),)
    ),
    i.GiveUpAdvance: Act(_give_up_advance, CHEF, _given_up),
    i.AnnounceLastDeals: Act(
        _announce,
        CHEF,
        lambda state, intent: (e.LastDealsAnnounced(person_or_dealer(state), terms_of(state).last_deals),),
    ),
    i.WithdrawLastDeals: Act(
        _withdraw, CHEF, lambda state, intent: (e.LastDealsWithdrawn(person_or_dealer(state)),)
    ),
    i.BeginClosing: Act(_begin_closing, CHEF, _closing_begun, While.PAUSED),
    i.LeaveClosing: Act(
        _leave_closing,
        CHEF,
        _closing_left,
        While.CLOSING,
    ),
}
