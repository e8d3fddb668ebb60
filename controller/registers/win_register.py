"""The jackpot register and the identity checks: payments of the two best hands, refusals (JW-15)."""

from __future__ import annotations

from controller.game import events as e
from controller.registers.reading import Session
from controller.registers.register import BEGINNING, Column, Register, Row, entry_id, started
from controller.registers.wins import Win, wins_of


def jackpot_register(sessions: list[Session]) -> Register:
    """Every payment of the two best hands and every refused claim, with who did what (JW-15)."""
    made = Register(
        "jackpot-register",
        ("Registre du jackpot", "Jackpot register"),
        "",
        (
            *BEGINNING,
            Column("round", "int"),
            Column("seat", "int"),
            Column("hand", "code"),
            Column("cards"),
            Column("standing", "code"),
            Column("jp1_value_cents", "cents"),
            Column("shares", "int"),
            Column("jp1_paid_cents", "cents"),
            Column("jp1_remainder_cents", "cents"),
            Column("jp1_consolation_cents", "cents"),
            Column("mode", "code"),
            Column("slip"),
            Column("identity"),
            Column("identified_by"),
            Column("reviewed_by"),
            Column("camera"),
            Column("from_ms", "time"),
            Column("to_ms", "time"),
            Column("images", "code"),
            Column("kept", "code"),
            Column("released_by"),
            Column("cashier"),
            Column("reason", "code"),
            Column("generation", "int"),
            Column("round_hash"),
        ),
        (
            "id",
            "at_ms",
            "round",
            "seat",
            "hand",
            "standing",
            "jp1_value_cents",
            "jp1_paid_cents",
            "mode",
            "slip",
            "identity",
            "reviewed_by",
            "released_by",
            "cashier",
        ),
        sums=("jp1_paid_cents",),
    )
    for session in sessions:
        for win in wins_of(session):
            made.rows += _win_rows(session, win)
    return made


def _win_rows(session: Session, win: Win) -> list[Row]:
    seen = next((one for one in reversed(win.reviews)), None)
    at_ms = win.claimed_ms or win.shown_ms
    shown = next(
        (
            told.seq
            for told in session.entries
            if told.at_ms == win.shown_ms and isinstance(told.event, e.ShowdownOpened)
        ),
        0,
    )
    known = {
        **started(session, None, at_ms, shown),
        "round": win.number,
        "seat": win.seat or None,
        "hand": win.kind,
        "cards": " ".join(card for _, card in win.cards),
        "standing": win.standing,
        "jp1_value_cents": win.value_cents,
        "shares": win.winners or None,
        "jp1_paid_cents": None,
        "jp1_remainder_cents": win.remainder_cents if win.share_cents is not None else None,
        "jp1_consolation_cents": sum(cents for _, cents in win.consolation) or None,
        "identified_by": win.identified.person if win.identified is not None else "",
        "reviewed_by": seen.by.person if seen is not None else "",
        "camera": seen.camera if seen is not None else "",
        "from_ms": seen.from_ms if seen is not None else None,
        "to_ms": seen.to_ms if seen is not None else None,
        "images": ("conform" if seen.conform else "not_conform") if seen is not None else "",
        "kept": ("kept" if seen.kept else "not_kept") if seen is not None else "",
        "released_by": list(win.released or ()),
        "reason": win.refused.reason if win.refused is not None else "",
        "generation": win.generation or None,
        "round_hash": win.round_hash,
    }
    if not win.payments:
        return [known]
    return [
        {
            **known,
            "id": entry_id(session, shown) + f"/{one.seat}",
            "seat": one.seat,
            "jp1_paid_cents": win.due_cents(one) if win.released is not None else None,
            "mode": one.mode,
            "slip": one.slip,
            "identity": one.identity,
            "cashier": one.signed.person if one.signed is not None else "",
        }
        for one in win.payments
    ]


def identity_checks(jackpots: Register) -> Register:
    """The references of identity checks, kept five years (CMF L.561-13; JW-16, AC-14). No name is in it."""
    kept = ("round", "seat", "jp1_paid_cents", "mode", "slip", "identity", "identified_by")
    columns = {column.key: column for column in jackpots.columns}
    made = Register(
        "identity-checks",
        ("Contrôles d’identité", "Identity checks"),
        "CMF L.561-13",
        (*BEGINNING, *(columns[key] for key in kept)),
        ("id", "at_ms", "table", *kept),
        sums=("jp1_paid_cents",),
    )
    keys = [column.key for column in made.columns]
    made.rows = [{key: row.get(key) for key in keys} for row in jackpots.rows if row.get("identity")]
    return made
