"""The closing slip of a sitting: encaisse by denomination, result, the jackpot apart, who signed (AC-01)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from datetime import tzinfo
from math import inf
from typing import Any, Final

from controller.game.inputs import Role
from controller.registers.layout import Facts, Grid, Note, Paper, Part, Signatures
from controller.registers.reading import Session
from controller.registers.sittings import Sitting
from controller.registers.wins import wins_of
from controller.words.codes import CODES
from controller.words.instants import both
from controller.words.money import money
from controller.words.plain import COLON
from controller.words.roles import role_title, titled_person

WORDS: Final[Mapping[str, tuple[str, str]]] = {
    "title": ("Fermeture {table} · séance {session}", "Closing {table} · session {session}"),
    "table": ("Table", "Table"),
    "session": ("séance", "session"),
    "encaisse": ("Encaisse", "Closing count"),
    "advances": ("Avances", "Floats"),
    "result": ("Résultat", "Result"),
    "orphans": ("Orphelins", "Orphan stakes"),
    "start": ("Jackpot au début", "Jackpot at the opening"),
    "moved": ("Mouvements", "Movements"),
    "shown": ("Jackpot affiché", "Jackpot shown"),
    "residual": ("Écart", "Difference"),
    "slip": ("Bordereau à signer", "Slip to sign"),
    "signed": ("Signé", "Signed"),
    "opened": ("Ouverte", "Opened"),
    "closed": ("Fermée", "Closed"),
    "rounds": ("Coups joués", "Rounds played"),
    "rectified": ("Rectifications, au résultat des coups", "Rectifications, to the result by rounds"),
    "places": ("Places du tapis", "Places of the felt"),
    "decks": ("Jeux", "Decks"),
    "lead": ("Encaisse, résultat et jackpot", "Closing count, result and jackpot"),
    "money": ("Compte", "Account"),
    "piece": ("Pièces", "Pieces"),
    "journal": ("Journal", "Journal"),
    "rules": ("Règles", "Rules"),
    "below": ("Nom et signature", "Name and signature"),
    "owed": ("Dû par le livre à la fermeture", "Owed by the book at the closing"),
    "owed.round": ("coup {round}", "round {round}"),
    "owed.seat": ("siège {seat}", "seat {seat}"),
    "owed.answered": ("répondu le {time}", "answered {time}"),
    "owed.open": ("sans réponse", "no answer yet"),
    "owed.signed": ("Signé pour ce qui est dû", "Signed for what is owed"),
    "warning": (
        "L’écart du jackpot n’est pas nul.",
        "The difference of the jackpot is not nothing.",
    ),
}


def slip_title(session: Session, language: int) -> str:
    """`Fermeture UTH-2 · session 12`."""
    return WORDS["title"][language].format(table=session.opening.table, session=session.opening.session)


def slip_rows(session: Session, sitting: Sitting, language: int) -> list[tuple[str, str, str]]:
    """The lines of the slip: what it is, the table's money, JP1 in a column of its own (AC-06, AC-13)."""
    told = sitting.result
    assert told is not None, "the sitting is not closed"

    def say(key: str) -> str:
        return WORDS[key][language]

    def named(key: str, fact: str) -> str:
        return f"{say(key)}{COLON[language]}{fact}"

    def cents(name: str) -> str:
        return money(getattr(told, name))

    count = sitting.closing
    pieces = sorted(count.pieces.items(), reverse=True) if count is not None else []
    moved = money(told.meter_cents - told.meter_start_cents)
    orphans = sitting.orphans_cents
    signed = count.signed if count is not None else []
    return [
        (f"{session.opening.table} · {say('session')} {session.opening.session}", say("table"), "JP1"),
        *((f"{money(piece)} × {number}", money(piece * number), "") for piece, number in pieces if number),
        (say("encaisse"), cents("encaisse_cents"), ""),
        (say("advances"), cents("advances_cents"), ""),
        (say("result"), cents("result_cents"), ""),
        *([(say("rectified"), money(sitting.rectified_cents), "")] if sitting.rectified else []),
        *([(say("orphans"), money(orphans), "")] if orphans else []),
        (say("start"), "", cents("meter_start_cents")),
        (say("moved"), "", moved),
        (say("shown"), "", cents("meter_cents")),
        (say("residual"), "", cents("residual_cents")),
        *((named("slip", slip), "", "") for slip in unsigned_slips(session, sitting)),
        *((named("signed", titled_person(one.person, one.role, language)), "", "") for one in signed),
    ]


def slip_json(session: Session, sitting: Sitting) -> dict[str, Any]:
    """The slip for another program: the amounts in cents, the names that signed."""
    told, count = sitting.result, sitting.closing
    assert told is not None, "the sitting is not closed"
    pieces = sorted(count.pieces.items(), reverse=True) if count is not None else []
    return {
        "table": session.opening.table,
        "session": session.opening.session,
        "opened_ms": sitting.opened_ms,
        "closed_ms": sitting.closed_ms,
        "chef": sitting.chef,
        "closed_by": sitting.closed_by,
        "rounds": sitting.rounds,
        "pieces": [{"piece_cents": piece, "number": number} for piece, number in pieces],
        "encaisse_cents": told.encaisse_cents,
        "advances_cents": told.advances_cents,
        "result_cents": told.result_cents,
        "rectified_cents": sitting.rectified_cents,
        "orphans_cents": sitting.orphans_cents,
        "meter_start_cents": told.meter_start_cents,
        "meter_cents": told.meter_cents,
        "residual_cents": told.residual_cents,
        "unsigned_slips": unsigned_slips(session, sitting),
        "signed": [asdict(one) for one in count.signed] if count is not None else [],
        "owed": [asdict(one) for one in sitting.owed],
        "owed_signed": [asdict(one) for one in sitting.owed_signed],
        "journal_head": session.head.hash,
    }


def owed_rows(sitting: Sitting, language: int, zone: tzinfo | None = None) -> list[tuple[str, str]]:
    """What the book still owed at the closing, whether it has answered since, and who signed for it."""

    def say(key: str, **facts: object) -> str:
        return WORDS[key][language].format(**facts)

    rows = []
    for owed in sitting.owed:
        where = [say("owed.round", round=owed.round)] if owed.round else []
        where += [say("owed.seat", seat=owed.seat)] if owed.seat else []
        where += [money(owed.cents)] if owed.cents else []
        time = both(owed.answered_ms, zone) if owed.answered_ms else ""
        answer = say("owed.answered", time=time) if time else say("owed.open")
        rows.append((" · ".join((CODES[f"owed.{owed.kind}"][language], *where)), answer))
    signed = ", ".join(titled_person(one.person, one.role, language) for one in sitting.owed_signed)
    return [*rows, (say("owed.signed"), signed)] if rows else []


def _named(fact: str, language: int) -> tuple[str, str]:
    """`bordereau : S-12` as a label and its value."""
    label, _, value = fact.partition(COLON[language])
    return label, value


def unsigned_slips(session: Session, sitting: Sitting) -> list[str]:
    """The slips of payments released at this sitting that no cashier has signed (JW-15)."""
    return [
        payment.slip
        for win in wins_of(session)
        if win.released is not None and sitting.opened_ms <= win.opened_ms <= (sitting.closed_ms or inf)
        for payment in win.payments
        if payment.signed is None
    ]


def slip_paper(session: Session, sitting: Sitting, language: int, zone: tzinfo | None = None) -> Paper:
    """The slip as a form that is printed and signed."""
    head, *rows = slip_rows(session, sitting, language)
    decks = " · ".join(f"{serial}" for _, serial in sorted(sitting.serials.items()))
    facts = [
        (WORDS["opened"][language], f"{both(sitting.opened_ms, zone)} · {sitting.chef}"),
        (WORDS["closed"][language], f"{both(sitting.closed_ms, zone)} · {sitting.closed_by}"),
        (WORDS["rounds"][language], str(sitting.rounds)),
        (WORDS["places"][language], str(session.opening.seats)),
        *([(WORDS["decks"][language], decks)] if decks else []),
    ]
    proof = (
        (WORDS["journal"][language], session.head.hash),
        (WORDS["rules"][language], session.opening.profile_digest),
    )
    owed = owed_rows(sitting, language, zone)
    residual = sitting.result is not None and sitting.result.residual_cents
    warned: tuple[Part, ...] = (Note(WORDS["warning"][language], loud=True),) if residual else ()
    sums = {WORDS[key][language] for key in ("encaisse", "result", "shown", "residual")}
    boxes = tuple((role_title(role, language), "") for role in (Role.CHEF, Role.CASHIER, Role.COMITE))
    return Paper(
        slip_title(session, language),
        WORDS["lead"][language],
        (
            *warned,
            Facts("", tuple(facts)),
            Grid(
                WORDS["money"][language],
                ("", *head[1:]),
                tuple(row for row in rows if any(row[1:])),
                frozenset({1, 2}),
                strong=frozenset(at for at, row in enumerate(rows) if row[0] in sums),
            ),
            *([Facts(WORDS["owed"][language], tuple(owed))] if owed else []),
            Facts("", tuple(_named(row[0], language) for row in rows if not any(row[1:]))),
            Facts("", proof, small=True),
            Signatures(boxes, WORDS["below"][language]),
        ),
    )
